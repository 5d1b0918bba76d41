"""What was searched, looked into: trees of every kind, and beliefs; and all of it adds up."""

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
from tests.kit.walks import somewhere
from tests.storage.test_traces import view
from workbench.bot_process.decisions import Reports, decide
from workbench.gui.moves.why import why_advised
from workbench.records.files import BadRecord
from workbench.reports import tree_files
from workbench.reports.beliefs import suppose
from workbench.reports.pruning import pruned
from workbench.reports.search_tree import Looked, Plans, Reported, Searched, Spot, look_into

NEAR = 1e-9


def engines(spec: str) -> list[str]:
    return [name for name in fastcore.ENGINES if Search.fits(fastcore.start(spec), name)]


def searched(spec: str, engine: str, number: int, simulations: int) -> tuple[Search, Viewpoint]:
    point = view(somewhere(spec, "explored", number, most=60))
    search = Search(point, seed=2, engine=engine)
    search.run(simulations)
    return search, point


def add_up(looked: Looked, spot: Spot, engine: str, depth: int) -> int:
    """A node and those below it are what their rows say, to 1e-9; returns the nodes seen."""
    assert sum(spot.value) == pytest.approx(0, abs=NEAR)
    rows, seen = spot.rows, 1
    for row in rows:
        assert row.value is None or sum(row.value) == pytest.approx(0, abs=NEAR)
    known = [row for row in rows if row.value is not None]
    if spot.kind == "chance":
        assert sum(row.share for row in rows) == pytest.approx(1, abs=NEAR) and len(known) == len(rows)
        mean = [sum(row.share * row.value[seat] for row in known if row.value) for seat in range(len(spot.value))]
        assert spot.value == pytest.approx(mean, abs=NEAR)
    elif spot.kind == "secret":
        assert sum(row.share for row in rows) == pytest.approx(1, abs=NEAR)
        if known:
            mean = [sum(row.share * row.value[seat] for row in known if row.value) for seat in range(len(spot.value))]
            assert spot.value == pytest.approx(mean, abs=NEAR)
    elif spot.kind == "information":
        assert sum(row.visits for row in rows) == spot.visits
        mean = [
            sum(row.visits * row.value[seat] for row in known if row.value) / spot.visits
            for seat in range(len(spot.value))
        ]
        assert spot.value == pytest.approx(mean, abs=NEAR)
    elif spot.kind == "decision" and rows and engine == "tree":
        assert 0 <= spot.visits - sum(row.visits for row in rows) <= spot.visits
    assert [row.visits for row in rows] == sorted((row.visits for row in rows), reverse=True) or spot.kind == "secret"
    for row in [row for row in rows if row.opens][: 4 if depth else 0]:
        try:
            below = looked.spot((*spot.path, row.move))
        except ValueError:  # alpha-beta's table has forgotten it
            assert engine == "alphabeta"
            continue
        assert row.kind in (None, below.kind) and (row.kind is None or row.actor == below.actor)
        if engine == "tree":
            assert row.value is not None and below.value == pytest.approx(row.value, abs=NEAR)
        seen += add_up(looked, below, engine, depth - 1)
    return seen


def test_every_engine_adds_up_between_two_runs_and_saved(game_id: str, tmp_path: Path) -> None:
    for engine in engines(game_id):
        for number in range(deep(1, 12)):
            search, point = searched(game_id, engine, number, 700)
            for _ in range(2):
                looked = look_into(search, point)
                assert add_up(looked, looked.spot(()), engine, deep(2, 5)) > 1 or engine in ("improver", "ismcts")
                search.run(deep(900, 20_000))
            file = tmp_path / f"{engine}{number}{tree_files.SUFFIX}"
            if tree_files.why_not(search):
                with pytest.raises(ValueError, match="rests on what is hidden"):
                    tree_files.write(file, search)
                continue
            tree_files.write(file, search, 30)
            saved = tree_files.explored(tree_files.read(file))
            assert saved.spot(()).visits == look_into(search, point).spot(()).visits
            assert add_up_saved(saved, look_into(search, point), ()) > 1 or engine == "alphabeta"


def add_up_saved(saved: Looked, live: Looked, path: tuple[str, ...]) -> int:
    """What was kept says what the search says, as far as it goes."""
    one, other = saved.spot(path), live.spot(path)
    visited = {row.move: row for row in other.rows if row.visits}
    assert (one.kind, one.visits, one.value) == (other.kind, other.visits, other.value)
    assert {row.move: (row.visits, row.value) for row in one.rows} == {
        move: (row.visits, row.value) for move, row in visited.items()
    }
    return 1 + sum(
        add_up_saved(saved, live, (*path, row.move))
        for row in one.rows
        if row.visits >= 30 and row.opens and len(path) < 2 and holds(saved, (*path, row.move))
    )


def holds(looked: Looked, path: tuple[str, ...]) -> bool:
    try:
        looked.spot(path)
    except ValueError:
        return False
    return True


def test_plans_lead_to_the_cells_of_the_matrix(game_id: str) -> None:
    if "equilibrium" not in engines(game_id):
        pytest.skip("no secret choices in this game")
    search, point = searched(game_id, "equilibrium", 1, 2000)
    looked = look_into(search, point)
    assert isinstance(looked, Plans)
    matrix = search.payoffs() if point.actor == 0 else -search.payoffs().T
    for i, (own, _) in list(enumerate(search.plans(point.actor)))[:3]:
        for j, (other, _) in list(enumerate(search.plans(1 - point.actor)))[:3]:
            end = looked.spot((*own[search.written :], *other))
            assert end.kind == "end" and end.value[point.actor] == pytest.approx(matrix[i, j], abs=NEAR)
    with pytest.raises(ValueError, match="no plan goes on so"):
        looked.spot(("nonsense",))


def test_files_that_are_no_trees_are_refused(tmp_path: Path) -> None:
    for number, data in enumerate((b"", b"tree", b"\x1f\x8b\x08\x00")):
        file = tmp_path / str(number)
        file.write_bytes(data)
        with pytest.raises(BadRecord):
            tree_files.read(file)
    with pytest.raises(BadRecord):
        tree_files.read(tmp_path / "gone")


@pytest.mark.parametrize("number", [0, 1])
def test_a_kept_report_tells_shares_of_the_whole_search(open_game: str, number: int) -> None:
    """In the tree and on the card Why: not of the moves alone that were kept."""
    point, heard = view(somewhere(open_game, "shares", number, most=20)), Reports()
    decide(bots.make("mcts", 1), point, Limit(simulations=600), heard.add)
    (last,) = pruned(heard.all, 900)
    assert sum(one.visits for one in last.candidates) < last.simulations + last.kept, "moves were left out"
    rows = {row.move: row for row in Reported(last, point).spot(()).rows}
    card = dict(zip((one.move for one in last.candidates), why_advised(point, last).considered, strict=False))
    for one in last.candidates:
        share = one.visits / (last.simulations + last.kept)
        assert rows[one.move].share == pytest.approx(share, abs=NEAR)
        assert one.move not in card or card[one.move].share == f"{round(100 * share)} %"


def test_what_a_report_kept_is_a_small_tree(game_id: str) -> None:
    point = view(somewhere(game_id, "kept", most=40))
    for name in bots.names(game_id):
        bot, heard = bots.make(name, 1), Reports()
        if isinstance(bot, SearchBot):
            decide(bot, point, Limit(simulations=300), heard.add)
            (last,) = pruned(heard.all)
            looked = Reported(last, point)
            root = looked.spot(())
            assert [row.move for row in root.rows] == [one.move for one in last.candidates]
            for row in root.rows:
                if row.opens and point.state is not None:
                    below = looked.spot((row.move,))
                    assert below.visits == row.visits and len(below.rows) == 1
            with pytest.raises(ValueError):
                looked.spot(("nonsense",))


def test_what_is_supposed_follows_bayes(game_id: str) -> None:
    if not fastcore.info(game_id).has.hidden:
        pytest.skip("nothing is hidden in this game")
    for number in range(deep(2, 40)):
        point = view(somewhere(game_id, "supposed", number, most=10))
        nothing = suppose(point, ())
        assert nothing.chance == pytest.approx(1, abs=NEAR) and nothing.worlds[0] == nothing.worlds[1] == point.count()
        for what, shares in list(nothing.beliefs.items())[:3]:
            for share in shares:
                assert share.posterior == share.prior
                if what != "cure" and NEAR < share.prior < 1 - NEAR:
                    then = suppose(point, [f"{what}={share.how}"])
                    assert then.chance == pytest.approx(share.prior, abs=NEAR), (
                        "it is as likely as it was believed to be"
                    )
                    assert then.worlds[1] < then.worlds[0]
                    for others in then.beliefs.values():
                        assert sum(one.posterior for one in others) == pytest.approx(1, abs=NEAR)
                        assert sum(one.prior * one.likelihood for one in others) == pytest.approx(then.chance, abs=NEAR)
                        for one in others:
                            assert one.posterior * then.chance == pytest.approx(one.prior * one.likelihood, abs=NEAR)
    with pytest.raises(fastcore.Conflict):
        suppose(point, ["2:r>=9"])


def test_an_information_set_is_told_apart(game_id: str) -> None:
    info = fastcore.info(game_id)
    for engine in engines(game_id):
        search, point = searched(game_id, engine, 5, 100)
        looked = look_into(search, point)
        kind = looked.spot(()).kind
        assert kind == ("information" if info.has.hidden else "secret" if info.has.secrets else "decision")
        assert isinstance(looked, Searched) != info.has.secrets or info.has.hidden


def test_of_a_large_tree_the_nodes_most_visited_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search, point = searched("herd", "tree", 0, 3000)
    monkeypatch.setattr(tree_files, "NODES", 40)
    assert tree_files.write(tmp_path / "large.tree", search) == 40
    pruned = tree_files.read(tmp_path / "large.tree")
    paths = [node["path"] for node in search.dump(2, 40)["trees"][0]]
    least = min(pruned.node(path)["visits"] for path in paths)
    below = [
        row["visits"] for path in paths for row in pruned.node(path)["rows"] if not _kept(pruned, path, row["move"])
    ]
    assert (
        paths[0] == [] and least >= max(below) and look_into(search, point).spot(()).visits == pruned.node([])["visits"]
    )


def _kept(saved: SavedSearch, path: list[str], move: int) -> bool:
    try:
        saved.node([*path, int(move)])
    except ValueError:
        return False
    return True
