"""Searches looked into in the shell: single simulations, trees, and what a record kept, the same
as the pages of the window show."""

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
from tests.kit.walks import somewhere
from tests.storage.test_traces import played, searching, view
from workbench import boards
from workbench.reports import search_words, tree_files
from workbench.reports.growth import frames
from workbench.reports.search_tree import Looked, Spot, look_into
from workbench.reports.simulations import shots
from workbench.storage.stored_game import StoredGame


def out(*words: str) -> str:
    ran = run("analyse", *words)
    assert ran.status == 0 and ran.err == "", ran
    return ran.out


def lines(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out(*words, "--to", "jsonl").splitlines()]


def rows(*words: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(out(*words, "--to", "csv"))))


def refused(*words: str) -> str:
    ran = run("analyse", *words)
    assert (
        ran.status == 2 and ran.out == "" and ran.err.count("\n") == 1 and ran.err.startswith("herbarium: analyse: ")
    ), ran
    return ran.err


def words_for(game: str, number: int = 1, simulations: int = 60) -> list[str]:
    state = somewhere(game, "shell", number, most=40)
    point = view(state)
    where = (
        [state.situation]
        if not point.info.has.covered
        else [f"{point.spec} {point.text()}", "--seat", str(state.actor + 1)]
    )
    return [*where, "--bot", searching(game, tracing=True)[0], "--simulations", str(simulations)]


def test_single_simulations_are_those_of_the_search(game_id: str) -> None:
    words = words_for(game_id)
    told, text, table = lines(*words, "--trace"), out(*words, "--trace"), rows(*words, "--trace")
    point = view(somewhere(game_id, "shell", 1, most=40))
    bot = bots.make(words[-3], 1)
    reports = list(bot.think(point, bots.Limit(simulations=60)))
    assert told and [one["simulation"] for one in told] == [1, 2, 5, 10, 20, 50][: len(told)]
    assert reports[-1].move == json.loads(out(*words, "--to", "jsonl").splitlines()[-1])["move"]
    for one in told:
        state = fastcore.parse(f"{point.spec} {one['world']}")
        steps = one["steps"]
        assert isinstance(steps, list)
        for step in steps:
            assert step["seat"] == (state.actor + 1 if state.actor >= 0 else None)
            state.play(step["move"])
        assert state.text() == one["text"] and str(one["text"]) in text
        mine = [row for row in table if row["simulation"] == str(one["simulation"])]
        assert [row["move"] for row in mine] == [*(step["move"] for step in steps), ""] and mine[-1]["step"] == "leaf"
    single = lines(*words, "--trace", "--simulation", str(told[-1]["simulation"]))
    assert single == told[-1:]
    assert "there is 1, 2" in refused(*words, "--trace", "--simulation", "3")


def below(looked: Looked, spot: Spot, least: int) -> Sequence[tuple[tuple[str, ...], int]]:
    return [
        ((*spot.path, row.move), row.visits) for row in (spot.rows if spot.kind == "secret" else spot.filtered(least))
    ]


def test_a_tree_is_that_of_the_search(game_id: str, tmp_path: Path) -> None:
    words = words_for(game_id, 2, 300)
    told = lines(*words, "--tree", "--least", "3", "--depth", "1")
    point = view(somewhere(game_id, "shell", 2, most=40))
    bot = bots.make(words[-3], 1)
    list(bot.think(point, bots.Limit(simulations=300)))
    looked = look_into(bot.search, point)  # type: ignore[attr-defined]
    spot = looked.spot(())
    assert [(tuple(one["path"]), one["visits"]) for one in told] == [((), spot.visits), *below(looked, spot, 3)]  # type: ignore[arg-type]
    assert spot.actor >= 0 and told[0]["by"] == spot.actor + 1 and told[0]["seat"] == point.actor + 1, "seats from 1"
    assert lines(*words, "--tree", "--least", "0", "--depth", "1")[0] == told[0]
    deeper = rows(*words, "--tree", "--least", "3", "--depth", "3")
    assert {row["path"] for row in deeper} >= {" ".join(one["path"]) for one in told}  # type: ignore[arg-type]
    assert search_words.node(spot.kind, boards.side(point.info, spot.actor)) in out(*words, "--tree")
    if point.info.has.covered:
        return
    first = spot.rows[0].move
    under = lines(
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
    there = looked.spot((first,))
    reached = [((first,), there.visits), *below(looked, there, 1)]
    assert [(tuple(one["path"]), one["visits"]) for one in under] == reached  # type: ignore[arg-type]
    kept = lines(str(tmp_path / f"x{tree_files.SUFFIX}"), "--least", "3", "--depth", "1")
    assert [one["path"] for one in kept] == [one["path"] for one in told]
    assert "nowhere" in refused(*words, "--tree", "--below", "nowhere")


def test_what_a_record_kept_is_told_without_a_search(game_id: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = played(game_id, deep(4, 40))
    file = str(kept.saver()().file)

    def no_search(*_: object, **__: object) -> None:
        raise AssertionError("a search was made")

    for name in ("__init__", "run", "trace"):
        monkeypatch.setattr(Search, name, no_search)
    session = StoredGame.opened(Path(file)).session
    listed, traced = lines(file, "--recorded"), 0
    assert [row["move"] for row in rows(file, "--recorded")] == [one["move"] for one in listed]
    for one in listed[: deep(2, 10**6)]:
        at = str(one["at"])
        node = session.document.tree.nodes[session.document.main_line()[int(at) - 1]]
        assert one["move"] == node.move and one["seat"] == node.actor + 1
        told = lines(file, "--recorded", "--at", at)
        assert [report["simulations"] for report in told] == [report.simulations for report in frames(node.reports)]
        assert len(told) == one["times"] and told[-1]["move"] == node.move
        assert f"move {at} as recorded" in out(file, "--recorded", "--at", at)
        candidates = {
            (row["path"]): row["visits"]
            for row in rows(file, "--recorded", "--at", at, "--tree", "--depth", "1")
            if row["path"]
        }
        assert candidates == {one.move: str(one.visits) for one in frames(node.reports)[-1].candidates}
        if node.traces:
            traced += 1
            simulations = lines(file, "--recorded", "--at", at, "--trace")
            assert [told["simulation"] for told in simulations] == [told.number for told in node.traces]
            text = out(file, "--recorded", "--at", at, "--trace")
            info = session.point.info
            for shot in shots(session.spec, node.traces[-1], info.has.covered):
                assert (
                    shot.part in ("start", "down")
                    or search_words.moment(info, node.actor, shot, node.traces[-1]) in text
                )
        else:
            assert "kept no single simulations" in refused(file, "--recorded", "--at", at, "--trace")
    assert traced
    chance = [
        at for at, node in enumerate(session.document.main_line(), 1) if session.document.tree.nodes[node].actor < 0
    ]
    if chance:
        assert "was left to chance" in refused(file, "--recorded", "--at", str(chance[0]))
    assert "there are" in refused(file, "--recorded", "--at", "9999") and "there are" in refused(file, "--at", "9999")


def test_a_position_of_a_record_is_analysed(game_id: str, home: Path) -> None:
    kept = played(game_id, 3)
    file, session = kept.saver()().file, kept.session
    at = next(
        at
        for at, node in reversed([*enumerate(session.document.main_line(), 1)])
        if session.document.tree.nodes[node].actor >= 0
    )
    asked = ("--bot", searching(game_id, tracing=True)[0], "--simulations", "30")
    parent = session.document.tree.nodes[session.document.main_line()[at - 1]].parent
    bot = bots.make(asked[1], 1)
    point = session.document.viewpoint_at(parent, session.document.point_at(parent).actor)
    best = list(bot.think(point, bots.Limit(simulations=30)))[-1].candidates[0]
    assert rows(str(file), "--at", str(at), *asked)[0]["move"] == best.move


def test_outcomes_of_chance_have_a_value_each(home: Path) -> None:
    table, told, last = (
        rows("herd", "--simulations", "500"),
        lines("herd", "--simulations", "500"),
        lines("herd", "--simulations", "500")[-1],
    )
    found, mean = table[:-1], table[-1]
    assert len(found) == 21 and sum(float(row["probability"]) for row in found) == pytest.approx(1, abs=1e-4)
    assert {row["outcome"]: float(row["probability"]) for row in found} == pytest.approx(
        {fastcore.start("herd").move_text(move): chance for move, chance in fastcore.start("herd").chances()}, abs=1e-6
    )
    weighed = sum(float(row["probability"]) * float(row["value"]) for row in found)
    assert (
        mean["outcome"] == "mean"
        and mean["visits"] == "500"
        and float(mean["value"]) == pytest.approx(weighed, abs=1e-4)
    )
    assert last["mean"] == pytest.approx(weighed, abs=1e-4) and last["seat"] == 1 and len(told) > 5
    assert all(row["outcome"] in out("herd") for row in table)
    kept = played("herd(size=3)", 2)
    at = next(
        at
        for at, node in reversed([*enumerate(kept.session.document.main_line(), 1)])
        if kept.session.document.tree.nodes[node].actor == fastcore.CHANCE
    )
    assert rows(str(kept.saver()().file), "--at", str(at), "--simulations", "30")[-1]["outcome"] == "mean"
    assert "without --bot" in refused("herd", "--bot", "mcts") and "single simulations" in refused("herd", "--trace")
    assert "hidden cards are dealt" in refused("herbalism")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("herd", "--trace", "--tree"), "one at a time"),
        (("herd", "--simulation", "5"), "of --trace"),
        (("herd", "--least", "5"), "belong to --tree"),
        (("herd", "--at", "5"), "are for records"),
        (("herd", "--recorded"), "are for records"),
        (("nothing.herbarium", "--at", "1"), "nothing.herbarium: it cannot be read"),
        (("nothing.herbarium",), "a record has many positions"),
        (("nothing.herbarium", "--recorded", "--bot", "mcts"), "no bot is asked"),
        (("nothing.herbarium", "--recorded", "--tree"), "--at N says of which move"),
        (("nothing.tree",), "nothing.tree: file: it cannot be read"),
        (("nothing.tree", "--seat", "1"), "are for situations"),
        (("herd 3/4/5/4/3 b 1 - -", "--tree"), "size"),
        (("forest", "--bot", "alphabeta", "--trace"), "alphabeta cannot report single simulations"),
        (("forest", "--bot", "greedy", "--tree"), "greedy does not search"),
    ],
)
def test_what_does_not_go_together_is_refused(words: tuple[str, ...], why: str) -> None:
    assert why in refused(*words)
