"""Tests of `herbarium analyse`: simulations, search trees, recorded analyses and conflicting options."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import bots
import fastcore
from fastcore import Search
from tests.conftest import deep
from tests.kit.terminals import run
from tests.storage.test_traces import search_bots, stored_traced_game, viewpoint_to_move
from workbench import boards
from workbench.conformance.walks import random_position
from workbench.reports import search_words, tree_files
from workbench.reports.growth import frames
from workbench.reports.search_tree import TreeNode, TreeView, tree_of
from workbench.reports.simulations import simulation_moments
from workbench.storage.stored_game import StoredGame


def analyse(*words: str) -> str:
    result = run("analyse", *words)
    assert result.status == 0 and result.err == "", result
    return result.out


def json_lines(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in analyse(*words, "--to", "jsonl").splitlines()]


def csv_rows(*words: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(analyse(*words, "--to", "csv"))))


def refusal_of(*words: str) -> str:
    result = run("analyse", *words)
    assert (
        result.status == 2
        and result.out == ""
        and result.err.count("\n") == 1
        and result.err.startswith("herbarium: analyse: ")
    ), result
    return result.err


def words_for(game: str, number: int = 1, simulations: int = 60) -> list[str]:
    state = random_position(game, "shell", number, max_moves=40)
    point = viewpoint_to_move(state)
    position_words = (
        [state.situation]
        if not point.info.has.covered
        else [f"{point.spec} {point.text()}", "--seat", str(state.actor + 1)]
    )
    return [*position_words, "--bot", search_bots(game, tracing=True)[0], "--simulations", str(simulations)]


def test_simulations_match_the_search(game_id: str) -> None:
    words = words_for(game_id)
    simulations, text, table = json_lines(*words, "--trace"), analyse(*words, "--trace"), csv_rows(*words, "--trace")
    point = viewpoint_to_move(random_position(game_id, "shell", 1, max_moves=40))
    bot = bots.make(words[-3], 1)
    reports = list(bot.think(point, bots.Limit(simulations=60)))
    assert (
        simulations
        and [simulation["simulation"] for simulation in simulations] == [1, 2, 5, 10, 20, 50][: len(simulations)]
    )
    assert reports[-1].move == json.loads(analyse(*words, "--to", "jsonl").splitlines()[-1])["move"]
    for simulation in simulations:
        state = fastcore.parse(f"{point.spec} {simulation['world']}")
        steps = simulation["steps"]
        assert isinstance(steps, list)
        for step in steps:
            assert step["seat"] == (state.actor + 1 if state.actor >= 0 else None)
            state.play(step["move"])
        assert state.text() == simulation["text"] and str(simulation["text"]) in text
        simulation_rows = [row for row in table if row["simulation"] == str(simulation["simulation"])]
        assert [row["move"] for row in simulation_rows] == [*(step["move"] for step in steps), ""] and simulation_rows[
            -1
        ]["step"] == "leaf"
    single = json_lines(*words, "--trace", "--simulation", str(simulations[-1]["simulation"]))
    assert single == simulations[-1:]
    assert "there is 1, 2" in refusal_of(*words, "--trace", "--simulation", "3")


def children(tree: TreeView, spot: TreeNode, min_visits: int) -> Sequence[tuple[tuple[str, ...], int]]:
    return [
        ((*spot.path, row.move), row.visits)
        for row in (spot.rows if spot.kind == "secret" else spot.filtered(min_visits))
    ]


def test_tree_matches_the_search(game_id: str, tmp_path: Path) -> None:
    words = words_for(game_id, 2, 300)
    nodes = json_lines(*words, "--tree", "--least", "3", "--depth", "1")
    point = viewpoint_to_move(random_position(game_id, "shell", 2, max_moves=40))
    bot = bots.make(words[-3], 1)
    list(bot.think(point, bots.Limit(simulations=300)))
    tree = tree_of(bot.search, point)  # type: ignore[attr-defined]
    spot = tree.node(())
    assert [(tuple(node["path"]), node["visits"]) for node in nodes] == [((), spot.visits), *children(tree, spot, 3)]  # type: ignore[arg-type]
    assert spot.actor >= 0 and nodes[0]["by"] == spot.actor + 1 and nodes[0]["seat"] == point.actor + 1, "seats from 1"
    assert json_lines(*words, "--tree", "--least", "0", "--depth", "1")[0] == nodes[0]
    deeper = csv_rows(*words, "--tree", "--least", "3", "--depth", "3")
    assert {row["path"] for row in deeper} >= {" ".join(node["path"]) for node in nodes}  # type: ignore[arg-type]
    assert search_words.node_text(spot.kind, boards.seat_name(point.info, spot.actor)) in analyse(*words, "--tree")
    if point.info.has.covered:
        return
    first = spot.rows[0].move
    subtree = json_lines(
        *words,
        "--tree",
        "--below",
        first,
        "--least",
        "1",
        "--depth",
        "1",
        "--keep",
        str(tmp_path / f"x{tree_files.SUFFIX}"),
    )
    child = tree.node((first,))
    expected = [((first,), child.visits), *children(tree, child, 1)]
    assert [(tuple(node["path"]), node["visits"]) for node in subtree] == expected  # type: ignore[arg-type]
    saved = json_lines(str(tmp_path / f"x{tree_files.SUFFIX}"), "--least", "3", "--depth", "1")
    assert [node["path"] for node in saved] == [node["path"] for node in nodes]
    assert "nowhere" in refusal_of(*words, "--tree", "--below", "nowhere")


def test_recorded_analysis_is_shown_without_search(game_id: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = stored_traced_game(game_id, deep(4, 40))
    file = str(game.saver()().file)

    def no_search(*_: object, **__: object) -> None:
        raise AssertionError("a search was made")

    for name in ("__init__", "run", "trace"):
        monkeypatch.setattr(Search, name, no_search)
    session = StoredGame.open(Path(file)).session
    moves, moves_with_traces = json_lines(file, "--recorded"), 0
    assert [row["move"] for row in csv_rows(file, "--recorded")] == [move_data["move"] for move_data in moves]
    for move_data in moves[: deep(2, 10**6)]:
        number = str(move_data["at"])
        node = session.document.tree.nodes[session.document.main_line()[int(number) - 1]]
        assert move_data["move"] == node.move and move_data["seat"] == node.actor + 1
        reports = json_lines(file, "--recorded", "--at", number)
        assert [report["simulations"] for report in reports] == [report.simulations for report in frames(node.reports)]
        assert len(reports) == move_data["times"] and reports[-1]["move"] == node.move
        assert f"move {number} as recorded" in " ".join(analyse(file, "--recorded", "--at", number).split())
        candidates = {
            (row["path"]): row["visits"]
            for row in csv_rows(file, "--recorded", "--at", number, "--tree", "--depth", "1")
            if row["path"]
        }
        assert candidates == {
            candidate.move: str(candidate.visits) for candidate in frames(node.reports)[-1].candidates
        }
        if node.traces:
            moves_with_traces += 1
            simulations = json_lines(file, "--recorded", "--at", number, "--trace")
            assert [reports["simulation"] for reports in simulations] == [reports.number for reports in node.traces]
            text = analyse(file, "--recorded", "--at", number, "--trace")
            info = session.point.info
            for shot in simulation_moments(session.spec, node.traces[-1], info.has.covered):
                assert (
                    shot.part in ("start", "down")
                    or search_words.moment(info, node.actor, shot, node.traces[-1]) in text
                )
        else:
            assert "kept no single simulations" in refusal_of(file, "--recorded", "--at", number, "--trace")
    assert moves_with_traces
    chance_moves = [
        number
        for number, node in enumerate(session.document.main_line(), 1)
        if session.document.tree.nodes[node].actor < 0
    ]
    if chance_moves:
        assert "was a chance event" in refusal_of(file, "--recorded", "--at", str(chance_moves[0]))
    assert "there are" in refusal_of(file, "--recorded", "--at", "9999") and "there are" in refusal_of(
        file, "--at", "9999"
    )


def test_record_position_is_analysed(game_id: str, home: Path) -> None:
    game = stored_traced_game(game_id, 3)
    file, session = game.saver()().file, game.session
    number = next(
        number
        for number, node in reversed([*enumerate(session.document.main_line(), 1)])
        if session.document.tree.nodes[node].actor >= 0
    )
    options = ("--bot", search_bots(game_id, tracing=True)[0], "--simulations", "30")
    parent = session.document.tree.nodes[session.document.main_line()[number - 1]].parent
    bot = bots.make(options[1], 1)
    point = session.document.viewpoint_at(parent, session.document.point_at(parent).actor)
    best = list(bot.think(point, bots.Limit(simulations=30)))[-1].candidates[0]
    assert csv_rows(str(file), "--at", str(number), *options)[0]["move"] == best.move


def test_chance_outcomes_have_values(home: Path) -> None:
    table, reports, last = (
        csv_rows("herd", "--simulations", "500"),
        json_lines("herd", "--simulations", "500"),
        json_lines("herd", "--simulations", "500")[-1],
    )
    outcomes, mean = table[:-1], table[-1]
    assert len(outcomes) == 21 and sum(float(row["probability"]) for row in outcomes) == pytest.approx(1, abs=1e-4)
    assert {row["outcome"]: float(row["probability"]) for row in outcomes} == pytest.approx(
        {fastcore.start("herd").move_text(move): chance for move, chance in fastcore.start("herd").chances()}, abs=1e-6
    )
    weighted_mean = sum(float(row["probability"]) * float(row["value"]) for row in outcomes)
    assert (
        mean["outcome"] == "mean"
        and mean["visits"] == "500"
        and float(mean["value"]) == pytest.approx(weighted_mean, abs=1e-4)
    )
    assert last["mean"] == pytest.approx(weighted_mean, abs=1e-4) and last["seat"] == 1 and len(reports) > 5
    assert all(row["outcome"] in analyse("herd") for row in table)
    game = stored_traced_game("herd(size=3)", 2)
    number = next(
        number
        for number, node in reversed([*enumerate(game.session.document.main_line(), 1)])
        if game.session.document.tree.nodes[node].actor == fastcore.CHANCE
    )
    assert csv_rows(str(game.saver()().file), "--at", str(number), "--simulations", "30")[-1]["outcome"] == "mean"
    assert "leave out --bot" in refusal_of("herd", "--bot", "mcts") and "single simulations" in refusal_of(
        "herd", "--trace"
    )
    assert "hidden cards are dealt" in refusal_of("herbalism")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("herd", "--trace", "--tree"), "give --trace or --tree, not both"),
        (("herd", "--simulation", "5"), "--simulation needs --trace"),
        (("herd", "--least", "5"), "--keep need --tree"),
        (("herd", "--at", "5"), "--at and --recorded need a record"),
        (("herd", "--recorded"), "--at and --recorded need a record"),
        (("nothing.herbarium", "--at", "1"), "nothing.herbarium: this file cannot be read"),
        (("nothing.herbarium",), "a record has many positions"),
        (("nothing.herbarium", "--recorded", "--bot", "mcts"), "so it takes no bot options"),
        (("nothing.herbarium", "--recorded", "--tree"), "choose a move with --at N"),
        (("nothing.tree",), "nothing.tree: file: this file cannot be read"),
        (("nothing.tree", "--seat", "1"), "--seat and --fact need a situation"),
        (("herd 3/4/5/4/3 b 1 - -", "--tree"), "size"),
        (("forest", "--bot", "alphabeta", "--trace"), "alphabeta cannot report single simulations"),
        (("forest", "--bot", "greedy", "--tree"), "greedy does not search"),
    ],
)
def test_conflicting_options_are_refused(words: tuple[str, ...], reason: str) -> None:
    assert reason in refusal_of(*words)
