"""Tests that traces of single simulations match the search and are stored beside the record."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import bots
import fastcore
from bots.report import Limit, Report
from bots.searching import SearchBot
from bots.traced import Traced
from fastcore import Search, State, Viewpoint
from tests.conftest import deep
from tests.kit.terminals import run
from workbench.bot_process.decisions import Reports, decide
from workbench.conformance.walks import random_position
from workbench.game.session import Session
from workbench.records import files
from workbench.records.files import RecordError
from workbench.reports.simulations import simulation_moments
from workbench.storage import traces
from workbench.storage.autosave import find_abandoned
from workbench.storage.library import Library
from workbench.storage.session_records import record_of
from workbench.storage.stored_game import StoredGame

MILESTONES = (1, 2, 5, 10, 20, 50, 100, 200)


def viewpoint_to_move(state: State) -> Viewpoint:
    return Viewpoint.parse(f"{state.spec} {state.view(state.actor)}", state.actor)


def run_bot(text: str, point: Viewpoint, simulations: int = 200) -> tuple[SearchBot, list[Report]]:
    bot, reports = bots.make(text, 1), Reports()
    assert isinstance(bot, SearchBot)
    decide(bot, point, Limit(simulations=simulations), reports.add)
    return bot, reports.all


def search_bots(spec: str, *, tracing: bool) -> list[str]:
    """Return the searching bots of a game, either those with or those without traces."""
    kinds = [(name, type(bots.make(name, 1))) for name in bots.names(spec)]
    return [
        name
        for name, kind in kinds
        if issubclass(kind, SearchBot) and tracing == any(option.name == "trace" for option in kind.options)
    ]


def check_trace(trace: Traced, spec: str) -> None:
    """Replay a trace from its determinization, and check its values and its end."""
    state = fastcore.parse(f"{spec} {trace.world}")
    for step in trace.steps:
        assert step.actor == state.actor and (step.kind == "chance") == (step.actor == fastcore.CHANCE)
        assert 0 <= step.prior <= 1 and all(-1 <= value <= 1 for value in (*step.before, *step.after))
        if step.visits is not None and step.node_visits is not None:
            assert step.visits >= 0 and len(step.before) == len(step.after) == state.seats
        state.play(step.move)
    assert state.text() == trace.text, "no step is missing"
    evaluation = state.evaluate()
    assert trace.static == pytest.approx(evaluation.values, abs=1e-6)
    assert [name for name, _, _ in trace.terms] == [term.name for term in evaluation.terms]
    assert sum(trace.value) == pytest.approx(0, abs=1e-5)


def test_tracing_does_not_change_the_search(game_id: str) -> None:
    for number in range(deep(2, 30)):
        state = random_position(game_id, "traced", number, max_moves=40)
        point = viewpoint_to_move(state)
        for name in search_bots(game_id, tracing=True):
            plain, plain_reports = run_bot(name, point)
            traced, reports = run_bot(f"{name}(trace=on)", point)
            assert plain.search is not None and traced.search is not None
            assert (plain.search.root() == traced.search.root()).all() and plain_reports[-1].move == reports[-1].move
            assert not plain_reports[-1].traces
            numbers = [trace.number for trace in reports[-1].traces]
            assert (
                numbers == [milestone for milestone in MILESTONES if milestone <= reports[-1].simulations]
                or plain.search.done
            )
            for trace in reports[-1].traces:
                check_trace(trace, point.spec)
                moments = simulation_moments(point.spec, trace, point.info.has.covered)
                assert [shot.part for shot in moments[: len(trace.steps) + 2]] == [
                    "start",
                    *["down"] * len(trace.steps),
                    "leaf",
                ]
                assert {shot.part for shot in moments[len(trace.steps) + 2 :]} <= {"back"}


def test_bots_without_trace_option_refuse_to_trace(open_game: str) -> None:
    for name in search_bots(open_game, tracing=False):
        bot = bots.make(name, 1)
        assert isinstance(bot, SearchBot)
        search = Search(random_position(open_game, "none"), engine=bot.engine)
        with pytest.raises(ValueError):
            search.trace()


def test_sampled_worlds_are_possible(game_id: str) -> None:
    if not fastcore.info(game_id).has.hidden:
        pytest.skip("nothing is hidden in this game")
    for number in range(deep(3, 40)):
        point = viewpoint_to_move(random_position(game_id, "worlds", number, max_moves=40))
        possible = {text for text, _ in point.worlds(100_000)}
        for name in search_bots(game_id, tracing=True):
            assert {trace.world for trace in run_bot(f"{name}(trace=on)", point)[1][-1].traces} <= possible


def traced_game(spec: str, decisions: int, simulations: int, seed: int) -> Session:
    """Return a game of tracing bots after this many decisions, or earlier if the game ends."""
    names = search_bots(spec, tracing=True)
    seats = fastcore.start(spec).seats
    session = Session(
        spec, [f"{names[seat % len(names)]}(simulations={simulations},trace=on)" for seat in range(seats)], seed
    )
    players = [bots.make(text, seat) for seat, text in enumerate(session.seats)]
    while session.waits_for != "over" and decisions:
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        decisions -= 1
        actor, reports = session.point.actor, Reports()
        decide(players[actor], session.viewpoint(actor), None, reports.add)
        session.play(reports.all[-1].move, reports.all)
    return session


def stored_traced_game(spec: str, decisions: int) -> StoredGame:
    if not search_bots(spec, tracing=True):
        pytest.skip("no bot of this game can be traced")
    return StoredGame(traced_game(spec, decisions, 60, 3))


def test_traces_are_saved_beside_the_record(game_id: str, home: Path) -> None:
    stored = stored_traced_game(game_id, 8)
    file = stored.saver()().file
    nodes = stored.session.document.tree.nodes
    expected = {node: entry.traces for node, entry in nodes.items() if entry.traces}
    assert expected and traces.trace_file(file).stat().st_size <= traces.MAX_BYTES
    assert b"traces" not in gzip.decompress(file.read_bytes()), "traces have a separate file"
    reopened = StoredGame.open(file)
    assert {
        node: entry.traces for node, entry in reopened.session.document.tree.nodes.items() if entry.traces
    } == expected
    reopened.check_changes()
    assert not reopened.unsaved
    deleted = Library().delete(file)
    assert not traces.trace_file(file).exists()
    restored = Library().restore(deleted)
    assert traces.read(restored) == traces.of_tree(stored.session.document.tree)
    traces.trace_file(restored).write_bytes(b"nonsense")
    assert not any(entry.traces for entry in StoredGame.open(restored).session.document.tree.nodes.values()), (
        "the game opens without its traces"
    )


def test_abandoned_game_keeps_its_traces(home: Path) -> None:
    stored = stored_traced_game(fastcore.games()[0], 4)
    stored.session.document.annotations.set_comment(0, "worth keeping")
    expected = traces.of_tree(stored.session.document.tree)
    stored.check_changes()
    assert expected and stored.leave() == ""
    (abandoned,) = find_abandoned()
    assert traces.read(abandoned.file) == expected
    reopened = StoredGame.recover(abandoned)
    assert traces.of_tree(reopened.session.document.tree) == expected
    reopened.discard()
    assert not [*(home / "autosave").iterdir()], "a discarded game leaves no traces"


def test_autosave_writes_traces_only_when_they_are_new(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored, write = stored_traced_game(fastcore.games()[0], 4), traces.write
    written: list[Path] = []

    def recording_write(record: Path, decisions: traces.TracesByKey) -> None:
        written.append(record)
        write(record, decisions)

    monkeypatch.setattr(traces, "write", recording_write)
    for comment in ("worth keeping", "one more", "and one more"):
        stored.session.document.annotations.set_comment(0, comment)
        stored.check_changes()
        assert stored.flush() == ""
    assert len(written) == 1 and traces.read(written[0]) == traces.of_tree(stored.session.document.tree)
    stored.discard()
    assert not traces.trace_file(written[0]).exists() and not written[0].exists()


def test_game_at_the_terminal_keeps_its_traces(home: Path, tmp_path: Path) -> None:
    game = "herd(size=2)"
    file = tmp_path / "terminal.herbarium"
    bot = f"{search_bots(game, tracing=True)[0]}(simulations=20,trace=on)"
    command = (
        "play",
        game,
        "--seats",
        ",".join([bot] * fastcore.start(game).seats),
        "--seed",
        "1",
        "--record",
        str(file),
    )
    assert run(*command, typed="").status == 0
    decided = [node for node in StoredGame.open(file).session.document.tree.nodes.values() if node.actor >= 0]
    assert 2 * sum(bool(node.traces) for node in decided) > len(decided), "proven decisions have no traces"
    before = traces.trace_file(file).read_bytes()
    assert before and run("play", str(file), typed="").status == 0
    assert traces.trace_file(file).read_bytes() == before, "continuing the game keeps them"


def test_trace_file_stays_below_its_limit(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = fastcore.games()[-1]
    sample = next(
        node.traces for node in stored_traced_game(game, 4).session.document.tree.nodes.values() if node.traces
    )
    many = {f"{number:016x}": tuple(sample[i % len(sample)] for i in range(12)) for number in range(300)}
    monkeypatch.setattr(traces, "MAX_BYTES", 2500)
    data = traces.encode(many)
    assert len(data) <= 2500
    decoded = traces.decode(data)
    assert decoded and set(decoded) <= set(many) and all(len(node) <= 12 for node in decoded.values())
    assert traces.thin_out(tuple(sample), 1) == (sample[-1],) and traces.thin_out(tuple(sample), 3)[-1] == sample[-1]


def test_damaged_traces_are_refused(tmp_path: Path) -> None:
    record = tmp_path / f"x{files.SUFFIX}"
    assert traces.read(record) == {}
    valid = json.dumps({"format": "herbarium traces", "version": 1, "decisions": {}}).encode()
    for damaged in (
        b"",
        b"text",
        gzip.compress(b"{}"),
        gzip.compress(valid)[:-9],
        gzip.compress(valid.replace(b"1", b"2")),
        gzip.compress(b"[" * 10**5),
    ):
        traces.trace_file(record).write_bytes(damaged)
        with pytest.raises(RecordError):
            traces.read(record)
    traces.trace_file(record).write_bytes(gzip.compress(valid))
    assert traces.read(record) == {}
    traces.write(record, {})
    assert not traces.trace_file(record).exists()


def test_record_contains_no_traces(game_id: str, home: Path) -> None:
    session = stored_traced_game(game_id, 5).session
    bare = [report for node in session.document.tree.nodes.values() for report in node.reports]
    assert bare and not any(report.traces for report in bare)
    assert b'"traces"' not in gzip.decompress(files.encode_record(record_of(session)))
