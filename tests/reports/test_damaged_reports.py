"""Tests that games open without the invalid parts of damaged simulations, growth data, reports and trees."""

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
from tests.records.test_records_damaged import VALUES, compress_json, iter_places
from tests.storage.test_traces import run_bot, search_bots, stored_traced_game, viewpoint_to_move
from workbench.conformance.walks import random_position
from workbench.game.session import Session
from workbench.records.files import RecordError
from workbench.reports import growth as growths
from workbench.reports import search_words, tree_files
from workbench.reports.growth import choice_growth, frames
from workbench.reports.simulations import simulation_moments
from workbench.storage import traces
from workbench.storage.stored_game import StoredGame
from workbench.thinking.analyses import Finding, SessionAnalyses

SIMULATION = Traced(
    1, "", (Step("decision", 0, "a", 0.5, 1, 1, (0.0, 0.0), (0.5, -0.5)),), "", "decision", (0.5, -0.5), (0.5, -0.5)
)
GROWTH = Growth(("a", "b"), (1, 2), (0.1, 0.2), ("a", "b"), ((1, 0), (1, 1)), (((0.5,), (0.0,)), ((0.5,), (0.0,))))


def read_json(file: Path) -> Any:
    return json.loads(gzip.decompress(file.read_bytes()))


def saved_game(game_id: str) -> tuple[Path, int]:
    """Save a game with traces. Return its file and the number of a move that has traces."""
    stored = stored_traced_game(game_id, 3)
    file = stored.saver()().file
    return file, next(
        number
        for number, node in enumerate(stored.session.document.main_line(), 1)
        if stored.session.document.tree.nodes[node].traces
    )


def open_and_describe(file: Path, number: int, *more: str) -> Session:
    """Open a game and describe all its reasons and traces as the window and the terminal do."""
    session = StoredGame.open(file).session
    info = session.point.info
    for node in session.document.tree.nodes.values():
        for trace in node.traces:
            for seat in range(len(session.seats)):
                assert all(search_words.step_cells(info, seat, step) for step in trace.steps)
                assert search_words.seat_value_text(trace.value, seat)
            try:
                moments = simulation_moments(session.spec, trace, info.has.covered)
            except ValueError:
                continue
            assert all(
                search_words.moment(info, seat, shot, trace) for shot in moments for seat in range(len(session.seats))
            )
        if node.reports and node.actor >= 0:
            for seat in range(len(session.seats)):
                choice_growth(frames(node.reports), node.actor, seat)
    for arguments in (
        (),
        ("--at", str(number)),
        ("--at", str(number), "--trace"),
        *(("--at", str(number), "--to", form, "--trace") for form in more),
    ):
        result = run("analyse", str(file), "--recorded", *arguments)
        assert (result.status, result.err) == (0, "") or (result.status == 2 and result.err.count("\n") == 1), result
    return session


def test_every_node_kind_has_a_symbol_and_a_text() -> None:
    assert set(KINDS) == set(search_words.SYMBOLS) == set(search_words.NODES)


INVALID_STEPS: list[tuple[str, Any]] = [
    ("kind", "x"),
    ("actor", 9),
    ("actor", -2),
    ("prior", 7.0),
    ("before", (0.5,)),
    ("after", (0.5,) * 9),
    ("after", (7.0, -7.0)),
]


@pytest.mark.parametrize(
    ("field", "wrong"), [*INVALID_STEPS, ("value", ()), ("value", (0.5,)), ("value", (1e308, -1e308))]
)
def test_invalid_simulations_are_dropped(field: str, wrong: Any) -> None:
    assert traces.is_valid(SIMULATION, 2) and not traces.is_valid(SIMULATION, 3)
    if field == "value":
        damaged = msgspec.structs.replace(SIMULATION, value=wrong)
    else:
        damaged = msgspec.structs.replace(
            SIMULATION, steps=(msgspec.structs.replace(SIMULATION.steps[0], **{field: wrong}),)
        )
    assert not traces.is_valid(damaged, 2)


@pytest.mark.sample(8)
@pytest.mark.parametrize("wrong", ["kind", "actor", "before", "value", "move", "world"])
def test_game_opens_with_every_simulation_damaged(game_id: str, wrong: str, home: Path) -> None:
    file, number = saved_game(game_id)
    plain = read_json(traces.trace_file(file))
    names, count = list(Step.__struct_fields__), 0
    for simulation in (simulation for simulations in plain["decisions"].values() for simulation in simulations):
        for step in simulation["steps"]:
            if wrong in names:
                step[names.index(wrong)] = {"kind": "x", "actor": 9, "before": [0.5], "move": "x"}[wrong]
        simulation.update(
            {"value": [], "world": "x"} if wrong == "value" else {"world": "x"} if wrong == "world" else {}
        )
        count += bool(simulation["steps"]) or wrong in ("value", "world")
    traces.trace_file(file).write_bytes(compress_json(plain))
    session = open_and_describe(file, number, "jsonl", "csv")
    remaining = [simulation for node in session.document.tree.nodes.values() for simulation in node.traces]
    assert count and (wrong in ("move", "world") or not any(simulation.steps for simulation in remaining))


INVALID_GROWTHS: list[tuple[str, Any]] = [
    ("values", ()), ("values", ((), ())), ("values", (((), ()), ((), ()))),
    ("values", (((0.5, 0.5), (0.0,)), ((0.5,), (0.0,)))),
    ("values", (((1e308,), (0.0,)), ((0.5,), (0.0,)))), ("visits", ((1,), (1,))), ("visits", ((-1, 0), (1, 1))),
    ("simulations", (-1, 2)),
    ("seconds", ()), ("chosen", ("a",)), ("moves", ("a",)), ("weights", ((0.5,), (0.5,))),
]  # fmt: skip


@pytest.mark.parametrize(("field", "wrong"), INVALID_GROWTHS)
def test_invalid_growth_is_dropped(field: str, wrong: Any) -> None:
    last = Report("b", (Candidate("b", 1, (0.0, 0.0), 0.0, 0.5, ("b",)),), 2, growth=GROWTH)
    assert growths.is_valid(GROWTH, 2) and not growths.is_valid(GROWTH, 3) and len(frames((last,))) == 2
    damaged = msgspec.structs.replace(last, growth=msgspec.structs.replace(GROWTH, **{field: wrong}))
    assert damaged.growth is not None and not growths.is_valid(damaged.growth, 2)
    for seat in (0, 1):
        choice_growth(frames((damaged,)), 0, seat)


def with_damage(plain: Any, rng: random.Random) -> Any:
    """Return a copy of a JSON value with one part replaced."""
    plain = json.loads(json.dumps(plain))
    container, key = rng.choice(list(iter_places(plain)))
    container[key] = json.loads(json.dumps(rng.choice([*VALUES, ["x"], [0.5], [0.5] * 9])))
    return plain


@pytest.mark.sample(2)
def test_game_with_damaged_reasoning_opens_or_fails_cleanly(game_id: str, home: Path) -> None:
    file, number = saved_game(game_id)
    rng, beside, record = random.Random(5), read_json(traces.trace_file(file)), read_json(file)
    for _ in range(deep(12, 300)):
        traces.trace_file(file).write_bytes(compress_json(with_damage(beside, rng)))
        open_and_describe(file, number, "csv")
    traces.trace_file(file).unlink()
    moves = record["record"]["lines"][0]["moves"]
    reported_moves = [move for move in moves if "reports" in move]
    assert any("growth" in report for move in reported_moves for report in move["reports"])
    for _ in range(deep(12, 300)):
        move = rng.choice(reported_moves)
        before, move["reports"] = move["reports"], with_damage(move["reports"], rng)
        file.write_bytes(compress_json(record))
        with suppress(RecordError):
            open_and_describe(file, number, "csv")
        move["reports"] = before


def test_growth_for_another_number_of_seats_is_ignored(home: Path) -> None:
    """Traces and a history in a report are ignored too, since a record never contains them."""
    file, number = saved_game("herd")
    record = read_json(file)
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
    file.write_bytes(compress_json(record))
    session = open_and_describe(file, number)
    assert not any(
        stored_report.history or stored_report.traces
        for node in session.document.tree.nodes.values()
        for stored_report in node.reports
    )
    (recorded,) = [
        node for node in session.document.tree.nodes.values() if node.reports and node.reports[-1].growth is None
    ][:1]
    assert frames(recorded.reports) == recorded.reports


@pytest.mark.parametrize("mean", [{}, {"0": "x", "1": 0.5}, {"0": 0.5}, {"0": "nan", "1": "inf"}])
def test_invalid_mean_is_ignored(mean: dict[str, float | str]) -> None:
    session = Session("herd(size=2)", ["person"] * 2, 1)
    report = Report("a", (Candidate("a", 1, (0.5, -0.5), 0.0, 1.0, ("a",)),), 5, facts=(Fact("mean", dict(mean)),))
    session.document.tree.set(0, "analysed", (report,))
    assert SessionAnalyses(session).value(0) is None


def test_plans_page_needs_candidates() -> None:
    pytest.importorskip("tkinter")
    from workbench.gui.analyse.pages.page import Subject
    from workbench.gui.analyse.pages.plans import PlansPage

    session = Session("herbs", ["person"] * 2, 1)
    report = Report("2F", (Candidate("2F", 1, (0.5, -0.5), 0.0, 1.0, ("2F",)),), 5, mixture=(("2F", 0.5), ("3F", 0.5)))
    for candidates, fits in ((report.candidates, True), ((), False)):
        finding = Finding("later", "planner", (msgspec.structs.replace(report, candidates=candidates),))
        assert (
            PlansPage.unavailable_reason(Subject(session, 0, session.viewpoint(0), (finding,), finding)) == ""
        ) == fits


def noise(size: int) -> str:
    """Return a string that no compression shortens to less than three quarters."""
    return "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-", k=size))


def test_oversized_simulation_is_left_out() -> None:
    large = msgspec.structs.replace(SIMULATION, world=noise(300_000))
    assert traces.decode(traces.encode({"a": (large,)})) == {}
    assert traces.decode(traces.encode({"a": (large, SIMULATION), "b": (large,)})) == {"a": (SIMULATION,)}
    filed = {"format": "herbarium traces", "version": 1, "decisions": {"a": [large, SIMULATION], "b": [large]}}
    assert traces.decode(gzip.compress(msgspec.json.encode(filed))) == {"a": (SIMULATION,)}


def test_decisions_above_the_file_limit_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "MAX_BYTES", 1000)
    large = msgspec.structs.replace(SIMULATION, world=noise(3000))
    for simulations in ({"a": (large,)}, {"a": (large, large)}, {"a": (large,), "b": (large,), "c": (large,)}):
        assert traces.decode(traces.encode(simulations)) == {}


def test_game_with_oversized_simulation_can_be_saved_and_closed(home: Path) -> None:
    file, _ = saved_game("herd")
    plain = read_json(traces.trace_file(file))
    name, simulations = next(iter(plain["decisions"].items()))
    plain["decisions"] = {name: [{**simulations[0], "world": noise(300_000)}]}
    traces.trace_file(file).write_bytes(compress_json(plain))
    stored = StoredGame.open(file)
    stored.session.document.annotations.set_comment(0, "worth keeping")
    stored.check_changes()
    assert stored.flush() == "" and stored.leave() == ""


def analyse_changed_tree(change: Callable[[Any], None], data: Any, file: Path) -> None:
    plain = json.loads(json.dumps(data))
    change(plain)
    file.write_bytes(compress_json(plain))
    for arguments in ((), ("--to", "csv"), ("--to", "jsonl")):
        result = run("analyse", str(file), *arguments)
        assert (result.status, result.err) == (0, "") or (result.status == 2 and result.err.count("\n") == 1), result


def test_damaged_tree_is_refused_or_described(game_id: str, tmp_path: Path) -> None:
    point = viewpoint_to_move(random_position(game_id, "tree", 1, max_moves=30))
    bot = next((name for name in search_bots(game_id, tracing=True)), None)
    search_bot = None if bot is None else run_bot(bot, point, 40)[0]
    if (
        search_bot is None
        or not isinstance(search_bot, SearchBot)
        or search_bot.search is None
        or tree_files.why_not(search_bot.search)
    ):
        pytest.skip("no tree of this game can be kept")
    file, rng = tmp_path / f"x{tree_files.SUFFIX}", random.Random(6)
    tree_files.write(file, search_bot.search)
    data = read_json(file)

    def no_values(plain: Any) -> None:
        plain["value"] = []

    def no_node_values(plain: Any) -> None:
        plain["trees"][0][0]["value"] = []

    for change in (no_values, no_node_values):
        analyse_changed_tree(change, data, file)
        with pytest.raises(RecordError, match="0 values for"):
            tree_files.read(file)
    for _ in range(deep(12, 300)):
        file.write_bytes(compress_json(with_damage(data, rng)))
        analyse_changed_tree(lambda plain: None, read_json(file), file)
