"""Single simulations: they are those that a search makes, they add up, and they are kept beside the game's record."""

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
from tests.kit.walks import somewhere
from workbench.bot_process.decisions import Reports, decide
from workbench.game.session import Session
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.reports.simulations import shots
from workbench.storage import traces
from workbench.storage.autosave import left_behind
from workbench.storage.library import Library
from workbench.storage.session_records import record_of
from workbench.storage.stored_game import StoredGame

MILESTONES = (1, 2, 5, 10, 20, 50, 100, 200)


def view(state: State) -> Viewpoint:
    return Viewpoint.parse(f"{state.spec} {state.view(state.actor)}", state.actor)


def thought(text: str, point: Viewpoint, simulations: int = 200) -> tuple[SearchBot, list[Report]]:
    bot, reports = bots.make(text, 1), Reports()
    assert isinstance(bot, SearchBot)
    decide(bot, point, Limit(simulations=simulations), reports.add)
    return bot, reports.all


def searching(spec: str, *, tracing: bool) -> list[str]:
    """The bots of a game that search, those that can be traced or those that cannot."""
    kinds = [(name, type(bots.make(name, 1))) for name in bots.names(spec)]
    return [
        name
        for name, kind in kinds
        if issubclass(kind, SearchBot) and tracing == any(one.name == "trace" for one in kind.options)
    ]


def check(told: Traced, spec: str) -> None:
    """It can be followed from where it began to where it ended, and says what is so there."""
    state = fastcore.parse(f"{spec} {told.world}")
    for step in told.steps:
        assert step.actor == state.actor and (step.kind == "chance") == (step.actor == fastcore.CHANCE)
        assert 0 <= step.prior <= 1 and all(-1 <= value <= 1 for value in (*step.before, *step.after))
        if step.visits is not None and step.node_visits is not None:
            assert step.visits >= 0 and len(step.before) == len(step.after) == state.seats
        state.play(step.move)
    assert state.text() == told.text, "nothing on the way is left out"
    found = state.evaluate()
    assert told.static == pytest.approx(found.values, abs=1e-6)
    assert [name for name, _, _ in told.terms] == [term.name for term in found.terms]
    assert sum(told.value) == pytest.approx(0, abs=1e-5)


def test_a_bot_that_is_traced_thinks_the_same(game_id: str) -> None:
    for number in range(deep(2, 30)):
        state = somewhere(game_id, "traced", number, most=40)
        point = view(state)
        for name in searching(game_id, tracing=True):
            plain, without = thought(name, point)
            told, reports = thought(f"{name}(trace=on)", point)
            assert plain.search is not None and told.search is not None
            assert (plain.search.root() == told.search.root()).all() and without[-1].move == reports[-1].move
            assert not without[-1].traces
            numbers = [one.number for one in reports[-1].traces]
            assert numbers == [one for one in MILESTONES if one <= reports[-1].simulations] or plain.search.done
            for one in reports[-1].traces:
                check(one, point.spec)
                moments = shots(point.spec, one, point.info.has.covered)
                assert [shot.part for shot in moments[: len(one.steps) + 2]] == [
                    "start",
                    *["down"] * len(one.steps),
                    "leaf",
                ]
                assert {shot.part for shot in moments[len(one.steps) + 2 :]} <= {"back"}


def test_who_cannot_be_traced_has_no_such_option(open_game: str) -> None:
    for name in searching(open_game, tracing=False):
        bot = bots.make(name, 1)
        assert isinstance(bot, SearchBot)
        search = Search(somewhere(open_game, "none"), engine=bot.engine)
        with pytest.raises(ValueError):
            search.trace()


def test_a_world_that_is_drawn_is_one_that_may_be(game_id: str) -> None:
    if not fastcore.info(game_id).has.hidden:
        pytest.skip("nothing is hidden in this game")
    for number in range(deep(3, 40)):
        point = view(somewhere(game_id, "worlds", number, most=40))
        possible = {text for text, _ in point.worlds(100_000)}
        for name in searching(game_id, tracing=True):
            assert {one.world for one in thought(f"{name}(trace=on)", point)[1][-1].traces} <= possible


def traced_game(spec: str, decisions: int, simulations: int, seed: int) -> Session:
    """A game of bots that keep single simulations, to its end or as far as so many decisions."""
    names = searching(spec, tracing=True)
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


def played(spec: str, decisions: int) -> StoredGame:
    if not searching(spec, tracing=True):
        pytest.skip("no bot of this game can be traced")
    return StoredGame(traced_game(spec, decisions, 60, 3))


def test_traces_are_saved_beside_the_record_and_come_back(game_id: str, home: Path) -> None:
    kept = played(game_id, 8)
    file = kept.saver()().file
    nodes = kept.session.document.tree.nodes
    told = {node: one.traces for node, one in nodes.items() if one.traces}
    assert told and traces.beside(file).stat().st_size <= traces.MOST_BYTES
    assert b"traces" not in gzip.decompress(file.read_bytes()), "they are in a file of their own"
    again = StoredGame.opened(file)
    assert {node: one.traces for node, one in again.session.document.tree.nodes.items() if one.traces} == told
    again.look()
    assert not again.unsaved
    aside = Library().delete(file)
    assert not traces.beside(file).exists()
    back = Library().put_back(aside)
    assert traces.read(back) == traces.of_tree(kept.session.document.tree)
    traces.beside(back).write_bytes(b"nonsense")
    assert not any(one.traces for one in StoredGame.opened(back).session.document.tree.nodes.values()), (
        "the game opens all the same"
    )


def test_a_game_that_was_left_has_its_traces(home: Path) -> None:
    kept = played(fastcore.games()[0], 4)
    kept.session.document.annotations.comment(0, "worth keeping")
    told = traces.of_tree(kept.session.document.tree)
    kept.look()
    assert told and kept.leave() == ""
    (left,) = left_behind()
    assert traces.read(left.file) == told
    again = StoredGame.recovered(left)
    assert traces.of_tree(again.session.document.tree) == told
    again.discard()
    assert not [*(home / "autosave").iterdir()], "whoever is discarded leaves none behind"


def test_traces_are_written_beside_an_autosave_only_when_they_are_new(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, write = played(fastcore.games()[0], 4), traces.write
    written: list[Path] = []

    def noted(record: Path, told: traces.Told) -> None:
        written.append(record)
        write(record, told)

    monkeypatch.setattr(traces, "write", noted)
    for comment in ("worth keeping", "one more", "and one more"):
        kept.session.document.annotations.comment(0, comment)
        kept.look()
        assert kept.flush() == ""
    assert len(written) == 1 and traces.read(written[0]) == traces.of_tree(kept.session.document.tree)
    kept.discard()
    assert not traces.beside(written[0]).exists() and not written[0].exists()


def test_a_game_at_the_terminal_has_its_traces(home: Path, tmp_path: Path) -> None:
    game = "herd(size=2)"
    file = tmp_path / "terminal.herbarium"
    bot = f"{searching(game, tracing=True)[0]}(simulations=20,trace=on)"
    words = (
        "play",
        game,
        "--seats",
        ",".join([bot] * fastcore.start(game).seats),
        "--seed",
        "1",
        "--record",
        str(file),
    )
    assert run(*words, typed="").status == 0
    decided = [one for one in StoredGame.opened(file).session.document.tree.nodes.values() if one.actor >= 0]
    assert 2 * sum(bool(one.traces) for one in decided) > len(decided), "there are none once the end is proven"
    before = traces.beside(file).read_bytes()
    assert before and run("play", str(file), typed="").status == 0
    assert traces.beside(file).read_bytes() == before, "whoever goes on with it keeps them"


def test_however_many_there_are_the_file_stays_small(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = fastcore.games()[-1]
    some = next(one.traces for one in played(game, 4).session.document.tree.nodes.values() if one.traces)
    many = {f"{number:016x}": tuple(some[i % len(some)] for i in range(12)) for number in range(300)}
    monkeypatch.setattr(traces, "MOST_BYTES", 2500)
    data = traces.encoded(many)
    assert len(data) <= 2500
    found = traces.decoded(data)
    assert found and set(found) <= set(many) and all(len(one) <= 12 for one in found.values())
    assert traces.fewer(tuple(some), 1) == (some[-1],) and traces.fewer(tuple(some), 3)[-1] == some[-1]


def test_damaged_traces_are_refused(tmp_path: Path) -> None:
    record = tmp_path / f"x{files.SUFFIX}"
    assert traces.read(record) == {}
    good = json.dumps({"format": "herbarium traces", "version": 1, "decisions": {}}).encode()
    for wrong in (
        b"",
        b"text",
        gzip.compress(b"{}"),
        gzip.compress(good)[:-9],
        gzip.compress(good.replace(b"1", b"2")),
        gzip.compress(b"[" * 10**5),
    ):
        traces.beside(record).write_bytes(wrong)
        with pytest.raises(BadRecord):
            traces.read(record)
    traces.beside(record).write_bytes(gzip.compress(good))
    assert traces.read(record) == {}
    traces.write(record, {})
    assert not traces.beside(record).exists()


def test_a_record_is_as_large_with_traces_as_without(game_id: str, home: Path) -> None:
    session = played(game_id, 5).session
    bare = [report for one in session.document.tree.nodes.values() for report in one.reports]
    assert bare and not any(report.traces for report in bare)
    assert b'"traces"' not in gzip.decompress(files.encoded(record_of(session)))
