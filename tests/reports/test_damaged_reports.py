"""Damaged single simulations, growths, reports and kept trees:
games open without what cannot be, and whoever tells of it ends in order."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.report import Candidate, Fact, Growth, Report
from bots.searching import SearchBot
from bots.traced import KINDS, Step, Traced
from tests.conftest import deep
from tests.kit.terminals import run
from tests.kit.walks import somewhere
from tests.records.test_records_damaged import VALUES, packed, places
from tests.storage.test_traces import played, searching, thought, view
from workbench.game.session import Session
from workbench.records.files import BadRecord
from workbench.reports import growth as growths
from workbench.reports import search_words, tree_files
from workbench.reports.growth import choice_growth, frames
from workbench.reports.simulations import shots
from workbench.storage import traces
from workbench.storage.stored_game import StoredGame
from workbench.thinking.analyses import Found, SessionAnalyses

SIMULATION = Traced(
    1, "", (Step("decision", 0, "a", 0.5, 1, 1, (0.0, 0.0), (0.5, -0.5)),), "", "decision", (0.5, -0.5), (0.5, -0.5)
)
GROWTH = Growth(("a", "b"), (1, 2), (0.1, 0.2), ("a", "b"), ((1, 0), (1, 1)), (((0.5,), (0.0,)), ((0.5,), (0.0,))))


def plain_of(file: Path) -> Any:
    return json.loads(gzip.decompress(file.read_bytes()))


def game(game_id: str) -> tuple[Path, int]:
    """A game in a file with simulations beside it, and the number of a move that has some."""
    kept = played(game_id, 3)
    file = kept.saver()().file
    return file, next(
        at
        for at, node in enumerate(kept.session.document.main_line(), 1)
        if kept.session.document.tree.nodes[node].traces
    )


def go_through(file: Path, at: int, *more: str) -> Session:
    """Open a game as the window does, and tell all that it has as the window and the shell do."""
    session = StoredGame.opened(file).session
    info = session.point.info
    for node in session.document.tree.nodes.values():
        for one in node.traces:
            for seat in range(len(session.seats)):
                assert all(search_words.step_cells(info, seat, step) for step in one.steps)
                assert search_words.worth(one.value, seat)
            try:
                moments = shots(session.spec, one, info.has.covered)
            except ValueError:
                continue
            assert all(
                search_words.moment(info, seat, shot, one) for shot in moments for seat in range(len(session.seats))
            )
        if node.reports and node.actor >= 0:
            for seat in range(len(session.seats)):
                choice_growth(frames(node.reports), node.actor, seat)
    for words in (
        (),
        ("--at", str(at)),
        ("--at", str(at), "--trace"),
        *(("--at", str(at), "--to", form, "--trace") for form in more),
    ):
        ran = run("analyse", str(file), "--recorded", *words)
        assert (ran.status, ran.err) == (0, "") or (ran.status == 2 and ran.err.count("\n") == 1), ran
    return session


def test_the_kinds_of_nodes_that_are_told_are_those_that_there_are() -> None:
    assert set(KINDS) == set(search_words.SYMBOLS) == set(search_words.NODES)


STEPS: list[tuple[str, Any]] = [
    ("kind", "x"),
    ("actor", 9),
    ("actor", -2),
    ("prior", 7.0),
    ("before", (0.5,)),
    ("after", (0.5,) * 9),
    ("after", (7.0, -7.0)),
]


@pytest.mark.parametrize(("field", "wrong"), [*STEPS, ("value", ()), ("value", (0.5,)), ("value", (1e308, -1e308))])
def test_simulations_that_cannot_be_are_dropped(field: str, wrong: Any) -> None:
    assert traces.sound(SIMULATION, 2) and not traces.sound(SIMULATION, 3)
    if field == "value":
        damaged = msgspec.structs.replace(SIMULATION, value=wrong)
    else:
        damaged = msgspec.structs.replace(
            SIMULATION, steps=(msgspec.structs.replace(SIMULATION.steps[0], **{field: wrong}),)
        )
    assert not traces.sound(damaged, 2)


@pytest.mark.parametrize("wrong", ["kind", "actor", "before", "value", "move", "world"])
def test_a_game_opens_with_each_simulation_damaged(game_id: str, wrong: str, home: Path) -> None:
    file, at = game(game_id)
    plain = plain_of(traces.beside(file))
    names, count = list(Step.__struct_fields__), 0
    for one in (one for told in plain["decisions"].values() for one in told):
        for step in one["steps"]:
            if wrong in names:
                step[names.index(wrong)] = {"kind": "x", "actor": 9, "before": [0.5], "move": "x"}[wrong]
        one.update({"value": [], "world": "x"} if wrong == "value" else {"world": "x"} if wrong == "world" else {})
        count += bool(one["steps"]) or wrong in ("value", "world")
    traces.beside(file).write_bytes(packed(plain))
    session = go_through(file, at, "jsonl", "csv")
    left = [one for node in session.document.tree.nodes.values() for one in node.traces]
    assert count and (wrong in ("move", "world") or not any(one.steps for one in left))


GROWTHS: list[tuple[str, Any]] = [
    ("values", ()), ("values", ((), ())), ("values", (((), ()), ((), ()))),
    ("values", (((0.5, 0.5), (0.0,)), ((0.5,), (0.0,)))),
    ("values", (((1e308,), (0.0,)), ((0.5,), (0.0,)))), ("visits", ((1,), (1,))), ("visits", ((-1, 0), (1, 1))),
    ("simulations", (-1, 2)),
    ("seconds", ()), ("chosen", ("a",)), ("moves", ("a",)), ("weights", ((0.5,), (0.5,))),
]  # fmt: skip


@pytest.mark.parametrize(("field", "wrong"), GROWTHS)
def test_a_growth_that_cannot_be_is_dropped(field: str, wrong: Any) -> None:
    last = Report("b", (Candidate("b", 1, (0.0, 0.0), 0.0, 0.5, ("b",)),), 2, growth=GROWTH)
    assert growths.sound(GROWTH, 2) and not growths.sound(GROWTH, 3) and len(frames((last,))) == 2
    damaged = msgspec.structs.replace(last, growth=msgspec.structs.replace(GROWTH, **{field: wrong}))
    assert damaged.growth is not None and not growths.sound(damaged.growth, 2)
    for seat in (0, 1):
        choice_growth(frames((damaged,)), 0, seat)


def damaged(plain: Any, chance: random.Random) -> Any:
    """A copy of JSON with a value exchanged."""
    plain = json.loads(json.dumps(plain))
    here, key = chance.choice(list(places(plain)))
    here[key] = json.loads(json.dumps(chance.choice([*VALUES, ["x"], [0.5], [0.5] * 9])))
    return plain


def test_a_game_with_anything_damaged_in_its_reasoning_opens_or_says_why(game_id: str, home: Path) -> None:
    file, at = game(game_id)
    chance, beside, record = random.Random(5), plain_of(traces.beside(file)), plain_of(file)
    for _ in range(deep(12, 300)):
        traces.beside(file).write_bytes(packed(damaged(beside, chance)))
        go_through(file, at, "csv")
    traces.beside(file).unlink()
    moves = record["record"]["lines"][0]["moves"]
    told = [move for move in moves if "reports" in move]
    assert any("growth" in report for move in told for report in move["reports"])
    for _ in range(deep(12, 300)):
        move = chance.choice(told)
        before, move["reports"] = move["reports"], damaged(move["reports"], chance)
        file.write_bytes(packed(record))
        with suppress(BadRecord):
            go_through(file, at, "csv")
        move["reports"] = before


def test_a_growth_of_another_number_of_seats_does_not_come_in(home: Path) -> None:
    """Nor does what a record never has: simulations, and reports on the way."""
    file, at = game("herd")
    record = plain_of(file)
    move = next(
        move
        for move in record["record"]["lines"][0]["moves"]
        if any("growth" in report for report in move.get("reports", ()))
    )
    report = move["reports"][-1]
    report["growth"]["values"] = [[[] for _ in row] for row in report["growth"]["values"]]
    report["history"] = [
        {"move": "x", "candidates": [{"move": "x", "visits": 1, "value": [], "spread": 0, "prior": 0, "line": []}]}
    ]
    report["traces"] = [msgspec.to_builtins(msgspec.structs.replace(SIMULATION, value=()))]
    file.write_bytes(packed(record))
    session = go_through(file, at)
    assert not any(one.history or one.traces for node in session.document.tree.nodes.values() for one in node.reports)
    (found,) = [
        node for node in session.document.tree.nodes.values() if node.reports and node.reports[-1].growth is None
    ][:1]
    assert frames(found.reports) == found.reports


@pytest.mark.parametrize("mean", [{}, {"0": "x", "1": 0.5}, {"0": 0.5}, {"0": "nan", "1": "inf"}])
def test_a_mean_that_is_none_is_not_told(mean: dict[str, float | str]) -> None:
    session = Session("herd(size=2)", ["person"] * 2, 1)
    report = Report("a", (Candidate("a", 1, (0.5, -0.5), 0.0, 1.0, ("a",)),), 5, facts=(Fact("mean", dict(mean)),))
    session.document.tree.set(0, "analysed", (report,))
    assert SessionAnalyses(session).value(0) is None


def test_plans_without_any_candidate_have_no_page() -> None:
    pytest.importorskip("tkinter")
    from workbench.gui.analyse.pages.page import Subject
    from workbench.gui.analyse.pages.plans import PlansPage

    session = Session("herbs", ["person"] * 2, 1)
    report = Report("2F", (Candidate("2F", 1, (0.5, -0.5), 0.0, 1.0, ("2F",)),), 5, mixture=(("2F", 0.5), ("3F", 0.5)))
    for candidates, fits in ((report.candidates, True), ((), False)):
        found = Found("later", "planner", (msgspec.structs.replace(report, candidates=candidates),))
        assert (PlansPage.fits(Subject(session, 0, session.viewpoint(0), (found,), found)) == "") == fits


def noise(size: int) -> str:
    """A text that no compression makes shorter than three quarters."""
    return "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-", k=size))


def test_a_simulation_too_large_for_any_file_is_left_out() -> None:
    large = msgspec.structs.replace(SIMULATION, world=noise(300_000))
    assert traces.decoded(traces.encoded({"a": (large,)})) == {}
    assert traces.decoded(traces.encoded({"a": (large, SIMULATION), "b": (large,)})) == {"a": (SIMULATION,)}
    filed = {"format": "herbarium traces", "version": 1, "decisions": {"a": [large, SIMULATION], "b": [large]}}
    assert traces.decoded(gzip.compress(msgspec.json.encode(filed))) == {"a": (SIMULATION,)}


def test_one_decision_that_does_not_fit_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "MOST_BYTES", 1000)
    large = msgspec.structs.replace(SIMULATION, world=noise(3000))
    for told in ({"a": (large,)}, {"a": (large, large)}, {"a": (large,), "b": (large,), "c": (large,)}):
        assert traces.decoded(traces.encoded(told)) == {}


def test_a_game_with_a_simulation_too_large_is_kept_and_closed(home: Path) -> None:
    file, _ = game("herd")
    plain = plain_of(traces.beside(file))
    name, told = next(iter(plain["decisions"].items()))
    plain["decisions"] = {name: [{**told[0], "world": noise(300_000)}]}
    traces.beside(file).write_bytes(packed(plain))
    kept = StoredGame.opened(file)
    kept.session.document.annotations.comment(0, "worth keeping")
    kept.look()
    assert kept.flush() == "" and kept.leave() == ""


def changed_tree(change: Callable[[Any], None], data: Any, file: Path) -> None:
    plain = json.loads(json.dumps(data))
    change(plain)
    file.write_bytes(packed(plain))
    for words in ((), ("--to", "csv"), ("--to", "jsonl")):
        ran = run("analyse", str(file), *words)
        assert (ran.status, ran.err) == (0, "") or (ran.status == 2 and ran.err.count("\n") == 1), ran


def test_a_damaged_tree_is_refused_or_told(game_id: str, tmp_path: Path) -> None:
    point = view(somewhere(game_id, "tree", 1, most=30))
    bot = next((name for name in searching(game_id, tracing=True)), None)
    made = None if bot is None else thought(bot, point, 40)[0]
    if made is None or not isinstance(made, SearchBot) or made.search is None or tree_files.why_not(made.search):
        pytest.skip("no tree of this game can be kept")
    file, chance = tmp_path / f"x{tree_files.SUFFIX}", random.Random(6)
    tree_files.write(file, made.search)
    data = plain_of(file)

    def no_values(plain: Any) -> None:
        plain["value"] = []

    def no_node_values(plain: Any) -> None:
        plain["trees"][0][0]["value"] = []

    for change in (no_values, no_node_values):
        changed_tree(change, data, file)
        with pytest.raises(BadRecord, match="0 values for"):
            tree_files.read(file)
    for _ in range(deep(12, 300)):
        file.write_bytes(packed(damaged(data, chance)))
        changed_tree(lambda plain: None, plain_of(file), file)
