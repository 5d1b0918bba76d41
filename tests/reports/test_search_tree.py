"""Tests that the numbers in views of search trees and beliefs add up."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
import fastcore
from bots.report import Limit
from bots.searching import SearchBot
from fastcore import Search, Viewpoint
from fastcore.search.saved import SavedSearch
from tests.conftest import deep
from tests.storage.test_traces import viewpoint_to_move
from workbench.bot_process.decisions import Reports, decide
from workbench.conformance.walks import random_position
from workbench.records.files import RecordError
from workbench.reports import tree_files
from workbench.reports.beliefs import suppose
from workbench.reports.pruning import prune
from workbench.reports.search_tree import PlanTree, ReportedTree, SearchedTree, TreeNode, TreeView, tree_of

TOLERANCE = 1e-9


def engines(spec: str) -> list[str]:
    return [name for name in fastcore.ENGINES if Search.fits(fastcore.start(spec), name)]


def run_search(spec: str, engine: str, number: int, simulations: int) -> tuple[Search, Viewpoint]:
    point = viewpoint_to_move(random_position(spec, "explored", number, max_moves=60))
    search = Search(point, seed=2, engine=engine)
    search.run(simulations)
    return search, point


def check_sums(tree: TreeView, node: TreeNode, engine: str, depth: int) -> int:
    """Check the values and sums of a node and its descendants to within 1e-9. Return how many nodes were checked."""
    assert sum(node.value) == pytest.approx(0, abs=TOLERANCE)
    rows, count = node.rows, 1
    for row in rows:
        assert row.value is None or sum(row.value) == pytest.approx(0, abs=TOLERANCE)
    known = [row for row in rows if row.value is not None]
    if node.kind == "chance":
        assert sum(row.share for row in rows) == pytest.approx(1, abs=TOLERANCE) and len(known) == len(rows)
        mean = [sum(row.share * row.value[seat] for row in known if row.value) for seat in range(len(node.value))]
        assert node.value == pytest.approx(mean, abs=TOLERANCE)
    elif node.kind == "secret":
        assert sum(row.share for row in rows) == pytest.approx(1, abs=TOLERANCE)
        if known:
            mean = [sum(row.share * row.value[seat] for row in known if row.value) for seat in range(len(node.value))]
            assert node.value == pytest.approx(mean, abs=TOLERANCE)
    elif node.kind == "information":
        assert sum(row.visits for row in rows) == node.visits
        mean = [
            sum(row.visits * row.value[seat] for row in known if row.value) / node.visits
            for seat in range(len(node.value))
        ]
        assert node.value == pytest.approx(mean, abs=TOLERANCE)
    elif node.kind == "decision" and rows and engine == "tree":
        assert 0 <= node.visits - sum(row.visits for row in rows) <= node.visits
    assert [row.visits for row in rows] == sorted((row.visits for row in rows), reverse=True) or node.kind == "secret"
    for row in [row for row in rows if row.opens][: 4 if depth else 0]:
        try:
            child = tree.node((*node.path, row.move))
        except ValueError:  # alpha-beta's table no longer has the position
            assert engine == "alphabeta"
            continue
        assert row.kind in (None, child.kind) and (row.kind is None or row.actor == child.actor)
        if engine == "tree":
            assert row.value is not None and child.value == pytest.approx(row.value, abs=TOLERANCE)
        count += check_sums(tree, child, engine, depth - 1)
    return count


def test_tree_values_add_up_between_runs_and_when_saved(game_id: str, tmp_path: Path) -> None:
    for engine in engines(game_id):
        for number in range(deep(1, 12)):
            search, point = run_search(game_id, engine, number, 700)
            for _ in range(2):
                tree = tree_of(search, point)
                assert check_sums(tree, tree.node(()), engine, deep(2, 5)) > 1 or engine in ("improver", "ismcts")
                search.run(deep(900, 20_000))
            file = tmp_path / f"{engine}{number}{tree_files.SUFFIX}"
            if tree_files.why_not(search):
                with pytest.raises(ValueError, match="has no tree to save"):
                    tree_files.write(file, search)
                continue
            tree_files.write(file, search, 30)
            saved = tree_files.saved_tree(tree_files.read(file))
            assert saved.node(()).visits == tree_of(search, point).node(()).visits
            assert compare_saved(saved, tree_of(search, point), ()) > 1 or engine == "alphabeta"


def compare_saved(saved: TreeView, live: TreeView, path: tuple[str, ...]) -> int:
    """Check that a saved tree agrees with the search. Return the number of nodes compared."""
    saved_node, live_node = saved.node(path), live.node(path)
    visited = {row.move: row for row in live_node.rows if row.visits}
    assert (saved_node.kind, saved_node.visits, saved_node.value) == (live_node.kind, live_node.visits, live_node.value)
    assert {row.move: (row.visits, row.value) for row in saved_node.rows} == {
        move: (row.visits, row.value) for move, row in visited.items()
    }
    return 1 + sum(
        compare_saved(saved, live, (*path, row.move))
        for row in saved_node.rows
        if row.visits >= 30 and row.opens and len(path) < 2 and has_node(saved, (*path, row.move))
    )


def has_node(tree: TreeView, path: tuple[str, ...]) -> bool:
    try:
        tree.node(path)
    except ValueError:
        return False
    return True


def test_plan_pairs_lead_to_entries_of_the_payoff_matrix(game_id: str) -> None:
    if "equilibrium" not in engines(game_id):
        pytest.skip("no secret choices in this game")
    search, point = run_search(game_id, "equilibrium", 1, 2000)
    tree = tree_of(search, point)
    assert isinstance(tree, PlanTree)
    matrix = search.payoffs() if point.actor == 0 else -search.payoffs().T
    for i, (own, _) in list(enumerate(search.plans(point.actor)))[:3]:
        for j, (opponent_plan, _) in list(enumerate(search.plans(1 - point.actor)))[:3]:
            end = tree.node((*own[search.written :], *opponent_plan))
            assert end.kind == "end" and end.value[point.actor] == pytest.approx(matrix[i, j], abs=TOLERANCE)
    with pytest.raises(ValueError, match="no plan begins like this"):
        tree.node(("nonsense",))


def test_foreign_files_are_refused_as_trees(tmp_path: Path) -> None:
    for number, data in enumerate((b"", b"tree", b"\x1f\x8b\x08\x00")):
        file = tmp_path / str(number)
        file.write_bytes(data)
        with pytest.raises(RecordError):
            tree_files.read(file)
    with pytest.raises(RecordError):
        tree_files.read(tmp_path / "gone")


@pytest.mark.parametrize("number", [0, 1])
def test_pruned_report_shows_shares_of_the_whole_search(open_game: str, number: int) -> None:
    """In the tree and on the reasons card, the shares refer to all moves, not only to the kept ones."""
    point, collected = viewpoint_to_move(random_position(open_game, "shares", number, max_moves=20)), Reports()
    decide(bots.make("mcts", 1), point, Limit(simulations=600), collected.add)
    (last,) = prune(collected.all, 900)
    assert sum(candidate.visits for candidate in last.candidates) < last.simulations + last.kept, (
        "pruning has dropped moves"
    )
    rows = {row.move: row for row in ReportedTree(last, point).node(()).rows}
    for candidate in last.candidates:
        share = candidate.visits / (last.simulations + last.kept)
        assert rows[candidate.move].share == pytest.approx(share, abs=TOLERANCE)


def test_pruned_report_forms_a_small_tree(game_id: str) -> None:
    point = viewpoint_to_move(random_position(game_id, "kept", max_moves=40))
    for name in bots.names(game_id):
        bot, collected = bots.make(name, 1), Reports()
        if isinstance(bot, SearchBot):
            decide(bot, point, Limit(simulations=300), collected.add)
            (last,) = prune(collected.all)
            tree = ReportedTree(last, point)
            root = tree.node(())
            assert [row.move for row in root.rows] == [candidate.move for candidate in last.candidates]
            for row in root.rows:
                if row.opens and point.state is not None:
                    child = tree.node((row.move,))
                    assert child.visits == row.visits and len(child.rows) == 1
            with pytest.raises(ValueError):
                tree.node(("nonsense",))


def test_assumed_facts_update_beliefs_by_bayes(game_id: str) -> None:
    if not fastcore.info(game_id).has.hidden:
        pytest.skip("nothing is hidden in this game")
    for number in range(deep(2, 40)):
        point = viewpoint_to_move(random_position(game_id, "supposed", number, max_moves=10))
        baseline = suppose(point, ())
        assert (
            baseline.chance == pytest.approx(1, abs=TOLERANCE)
            and baseline.worlds[0] == baseline.worlds[1] == point.count()
        )
        for subject, shares in list(baseline.beliefs.items())[:3]:
            for share in shares:
                assert share.posterior == share.prior
                if subject != "cure" and TOLERANCE < share.prior < 1 - TOLERANCE:
                    updated = suppose(point, [f"{subject}={share.how}"])
                    assert updated.chance == pytest.approx(share.prior, abs=TOLERANCE), (
                        "the probability of a fact equals its prior"
                    )
                    assert updated.worlds[1] < updated.worlds[0]
                    for belief in updated.beliefs.values():
                        assert sum(entry.posterior for entry in belief) == pytest.approx(1, abs=TOLERANCE)
                        assert sum(entry.prior * entry.likelihood for entry in belief) == pytest.approx(
                            updated.chance, abs=TOLERANCE
                        )
                        for entry in belief:
                            assert entry.posterior * updated.chance == pytest.approx(
                                entry.prior * entry.likelihood, abs=TOLERANCE
                            )
    with pytest.raises(fastcore.Conflict):
        suppose(point, ["2:r>=9"])


def test_root_kind_follows_hidden_and_secret_information(game_id: str) -> None:
    info = fastcore.info(game_id)
    for engine in engines(game_id):
        search, point = run_search(game_id, engine, 5, 100)
        tree = tree_of(search, point)
        kind = tree.node(()).kind
        assert kind == ("information" if info.has.hidden else "secret" if info.has.secrets else "decision")
        assert isinstance(tree, SearchedTree) != info.has.secrets or info.has.hidden


def test_saved_large_tree_keeps_the_most_visited_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search, point = run_search("herd", "tree", 0, 3000)
    monkeypatch.setattr(tree_files, "NODES", 40)
    assert tree_files.write(tmp_path / "large.tree", search) == 40
    pruned = tree_files.read(tmp_path / "large.tree")
    paths = [node["path"] for node in search.dump(2, 40)["trees"][0]]
    fewest_visits = min(pruned.node(path)["visits"] for path in paths)
    dropped = [
        row["visits"] for path in paths for row in pruned.node(path)["rows"] if not _is_kept(pruned, path, row["move"])
    ]
    assert (
        paths[0] == []
        and fewest_visits >= max(dropped)
        and tree_of(search, point).node(()).visits == pruned.node([])["visits"]
    )


def _is_kept(saved: SavedSearch, path: list[str], move: int) -> bool:
    try:
        saved.node([*path, int(move)])
    except ValueError:
        return False
    return True
