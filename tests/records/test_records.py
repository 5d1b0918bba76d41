"""Tests of records: round trips, replay and pruned reports."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import bots
import fastcore
from bots.report import Limit, Mark, Report
from fastcore import Stream
from tests.conftest import deep
from workbench.bot_process.decisions import Reports, decide
from workbench.conformance.walks import option_specs, random_game, random_position
from workbench.game.session import PERSON, Session
from workbench.records import files, replay
from workbench.records.schema import Line, Move, Place, Record, Result, Seat
from workbench.records.seeds import chance_stream
from workbench.reports.growth import frames
from workbench.reports.pruning import DECISION_BYTES, PLAN_BYTES, prune, size
from workbench.storage.session_records import record_of, session_of

DATA = Path(__file__).parents[1] / "data" / "records"
encode = msgspec.json.encode


def random_session(game_id: str, number: int, max_steps: int = 10**6) -> Session:
    """Return a session with one random game, including variations and comments."""
    specs = option_specs(game_id)
    spec = specs[number % len(specs)]
    seats = fastcore.start(spec).seats
    session, stream = Session(spec, [PERSON] * seats, number), Stream(number, "played")
    while session.waits_for != "over" and len(session.steps) < max_steps:
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            moves = session.state.moves()
            session.play(session.state.move_text(stream.choice(moves)), seconds=stream.below(5000) / 1000)
            if not stream.below(12):
                node = session.here
                session.document.annotations.set_comment(node, f"Comment {node}:\n=, \u2013 \u6587 \U0001f33f")
                session.document.go_to(session.document.tree.nodes[node].parent)
                session.play(session.state.move_text(stream.choice(moves)), variation=True)
                session.document.annotations.set_marks(session.here, [Mark("ring", ("a1",), 0.5)])
                if not stream.below(2):
                    session.document.go_to(node)
    return session


def test_record_round_trip_is_identical(game_id: str, tmp_path: Path) -> None:
    for number in range(deep(4, 1000)):
        session = random_session(game_id, number)
        session.document.annotations.set_tag("event", "A & B")
        session.document.name_seat(0, "\u00c9va")
        session.limit, session.opening_steps = Limit(seconds=1), min(2, len(session.document.main_line()))
        record = record_of(session)
        replay.check(record)
        file = tmp_path / files.record_file_name(record.spec, record.created, record.seats)
        files.write(file, record)
        opened = session_of(files.read(file))
        assert files.encode_record(record_of(opened)) == file.read_bytes()
        assert (
            opened.steps == session.steps
            and opened.document.future == session.document.future
            and opened.document.tags == session.document.tags
        )
        assert replay.final_point(record) == session.document.state_at((0, *session.document.main_line())[-1])
        assert opened.result == session.result and opened.document.names == session.document.names


def test_integers_in_reports_do_not_change_the_record(game_id: str) -> None:
    """A custom bot may report 1 where a float is expected."""
    session = Session(game_id, [PERSON] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    move = session.state.move_text(session.state.moves()[0])
    candidate = bots.report.Candidate(move, 1, (1,) * len(session.seats), 0, 1, (move,))
    marks = (Mark("ring", ("a1",), 1),)
    report = Report(move, (candidate,), 2, 3, mixture=((move, 1),), marks=marks, beliefs={"a": {"b": 1}})
    session.play(move, [report, report], seconds=2)
    session.document.annotations.set_marks(session.here, marks)
    record = record_of(session)
    assert files.encode_record(
        record_of(session_of(files.decode_record(files.encode_record(record))))
    ) == files.encode_record(record)


def test_moves_of_an_opened_record_can_be_undone_and_redone(game_id: str) -> None:
    session = random_session(game_id, 3, 40)
    opened = session_of(record_of(session))
    length = len(opened.steps)
    while not opened.document.can_undo:
        before = len(opened.steps)
        opened.undo()
        assert len(opened.steps) < before and opened.steps + opened.document.future == session.steps
    assert all(step.actor < 0 for step in opened.steps)
    while not opened.document.can_redo:
        opened.redo()
    assert opened.steps == session.steps and len(opened.steps) == length
    for _ in range(4):
        opened.undo()
    middle = session_of(record_of(opened))
    assert middle.steps == opened.steps and middle.document.future == opened.document.future
    while not middle.document.can_redo:
        middle.redo()
    assert middle.steps == session.steps


@pytest.mark.sample(2)
def test_one_seat_record_keeps_its_observations(game_id: str) -> None:
    for number in range(deep(4, 40)):
        spec = fastcore.start(game_id).spec
        for seat in range(fastcore.start(spec).seats):
            session = Session(spec, [PERSON] * fastcore.start(spec).seats, 0, follows=seat)
            for state, move in random_game(spec, number, seat):
                observation = state.observation(move, seat)
                if observation:
                    session.play(observation)
                end = state.after(move)
            record = record_of(session)
            replay.check(record)
            assert session.point.text() == end.view(seat) == replay.final_point(record).text()
            opened = session_of(record)
            assert files.encode_record(record_of(opened)) == files.encode_record(record)
            assert opened.viewpoint(seat).text() == end.view(seat) and opened.steps == session.steps
            with pytest.raises(ValueError, match=f"only the view of seat {seat + 1}, not of everybody"):
                opened.viewpoint(None)


def test_pruned_reports_fit_the_budget_and_keep_frames(game_id: str) -> None:
    spec = fastcore.start(game_id).spec
    for number in range(deep(3, 60)):
        state = random_position(spec, "reports", number)
        for name in bots.names(spec):
            bot = bots.make(name, number)
            collected = Reports()
            decide(
                bot, state.viewpoint(state.actor), Limit(simulations=deep(5_000, 30_000), seconds=0.3), collected.add
            )
            bot.close()
            reports = collected.all
            pruned = prune(reports)
            assert pruned and pruned[-1].move == reports[-1].move and pruned[-1].simulations == reports[-1].simulations
            assert prune(pruned) == pruned
            assert len(encode(Move(move=pruned[-1].move, seconds=1.234, left=1.234, reports=pruned))) <= DECISION_BYTES
            shown = frames(pruned)
            assert all(len(report.candidates) <= 5 for report in shown[:-1]) and shown[-1:] == pruned
            originals = {
                report.simulations: report for report in reversed(reports)
            }  # the first report with this number of simulations
            for report in shown[:-1]:
                candidates = {candidate.move: candidate for candidate in originals[report.simulations].candidates}
                assert report.move == originals[report.simulations].move
                for candidate in report.candidates:
                    assert candidate.visits == candidates[candidate.move].visits and candidate.value == pytest.approx(
                        candidates[candidate.move].value, abs=2e-3
                    )


def oversized_report(number: int, simulations: int) -> Report:
    """Return a report that exceeds every limit of a record."""
    report = bots.report.Candidate(f"m{number}", simulations, (0.123456789, -0.1), 1 / 3, 1 / 7, ("abc",) * 40)
    facts = tuple(bots.report.Fact(f"fact{n}", {"value": n / 3, "name": "x" * 20}) for n in range(20))
    beliefs = {f"{card}": {str(n): 1 / (n + 1) for n in range(30)} for card in range(20)}
    return Report(
        "m0", (report,) * 30, simulations, 1 / 3, 5, True, ("p",) * 30, (("plan", 1 / 3),) * 40, (), beliefs, facts
    )


def test_reports_are_pruned_to_any_budget() -> None:
    reports = [oversized_report(n, 10**n // 3) for n in range(8)]
    budgets = [*range(0, 3000, 7), 10**6]
    for budget in budgets:
        pruned = prune(reports, budget)
        assert sum(map(size, pruned)) <= max(0, budget - 90) and prune(pruned, budget) == pruned
        assert not pruned or pruned[-1].move == "m0"
    (full,) = prune(reports, 10**6)
    assert len(full.candidates) == 12
    assert [report.simulations for report in frames((full,))] == [3, 33, 333, 3333, 33333, 333333, 3333333]
    assert [report.simulations for report in frames(prune(reports, 1800))][-1] == 3333333
    assert all(len(frames(prune(reports, budget))) > 2 for budget in range(1800, 3000, 50))
    assert prune([]) == () and prune([Report("a")]) == (Report("a"),)


@pytest.mark.parametrize("spec", ["herbs", "herbs(actions=8)"])
def test_decisions_of_a_secret_plan_share_one_budget(spec: str) -> None:
    """The bids of a turn share a budget too. Each decision keeps a report, even in the longest plan."""
    session = Session(spec, [PERSON] * 2, 1)
    turn, phases = session.state.turn, []
    while session.waits_for == "person" and session.state.turn == turn:
        state = session.state
        phases.append((state.actor, state.phase))
        session.play(state.move_text(state.moves()[0]), [oversized_report(n, 10**n) for n in range(6)], seconds=1.234)
    moves = record_of(session).lines[0].moves
    for phase in set(phases):
        sizes = [len(encode(move)) for move, move_phase in zip(moves, phases, strict=True) if move_phase == phase]
        assert (
            len(sizes) > (2 if phase[1] == "write" else 0) and sum(sizes) <= PLAN_BYTES and max(sizes) <= DECISION_BYTES
        )
    assert all(move.reports for move in moves)


def complete_record(game_id: str, number: int = 1) -> Record:
    """Return the record of a complete random game that passes `replay.check`."""
    spec = fastcore.start(game_id).spec
    moves = []
    for state, move in random_game(spec, "good", number):
        moves.append(Move(move=state.move_text(move)))
        end = state.after(move)
    result = Result(ending="normal", returns=end.returns(), points=tuple(end.points()))
    return Record(spec=spec, seats=(Seat(player=PERSON),) * end.seats, lines=(Line(moves=tuple(moves)),), result=result)


def test_check_reports_first_difference(game_id: str) -> None:
    record = complete_record(game_id)
    replay.check(record)
    moves, result, seats = record.lines[0].moves, record.result, len(record.seats)
    assert result is not None
    first_five = moves[:5]
    candidate = bots.report.Candidate("x", 1, (0.0,) * (seats + 1), 0, 0, ("x",))
    wrong = Move(move=moves[3].move, reports=(Report("x"), Report("x", (candidate,))))
    cases: list[tuple[dict[str, object], str, str]] = [
        ({"spec": "nothing"}, "spec", "no game 'nothing'"),
        ({"position": "x"}, "position", "1 field"),
        ({"seats": record.seats[1:]}, "seats", f"they are {seats - 1}, but"),
        ({"follows": 9}, "follows", f"seat 9 of {seats}"),
        ({"lines": (Line(moves=(*first_five, Move(move="zz"))),)}, "lines[0].moves[5].move", "move 6, 'zz': "),
        ({"lines": (Line(moves=first_five), Line(at=2, moves=(Move(move="zz"),)))}, "lines[1].moves[0].move",
        "move 1 of line 2"),
        ({"lines": (Line(moves=first_five), Line(at=2, moves=moves[2:3]))}, "lines[1].moves[0].move", "twice"),
        ({"lines": (Line(moves=first_five), Line(of=1, at=1, moves=moves[:1]))}, "lines[1].of",
        "is not an earlier line"),
        ({"lines": (Line(moves=first_five), Line(at=6, moves=moves[:1]))}, "lines[1].at",
        "after 6 moves of a line that has 5"),
        ({"lines": (Line(at=1, moves=first_five),)}, "lines[0].of", "is not an earlier line"),
        ({"lines": (Line(moves=(*moves[:3], wrong, *moves[4:])),)},
        "lines[0].moves[3].reports[1].candidates[0].value", f"for {seats} seats"),
        ({"lines": (Line(moves=first_five),)}, "result.", ""),
        ({"given": len(moves) + 1}, "given", "the main line has"),
        ({"here": Place(line=1)}, "here", "there is no line 1"),
        ({"here": Place(at=len(moves) + 1)}, "here", "of a line that has"),
        ({"result": msgspec.structs.replace(result, points=(99,) * seats)}, "result.points", "but the moves make"),
        ({"result": msgspec.structs.replace(result, returns=(0.25,) * seats)}, "result.returns", "but the moves make"),
        ({"result": msgspec.structs.replace(result, returns=(0.0,))}, "result.returns", f"for {seats} seats"),
        ({"result": msgspec.structs.replace(result, ending="crash", guilty=7)}, "result.guilty", "seat 7"),
        ({"result": msgspec.structs.replace(result, ending="crash", returns=(3.0,) * seats)}, "result.returns",
        "-1 to 1"),
    ]  # fmt: skip
    for change, field, reason in cases:
        with pytest.raises(files.RecordError) as error:
            replay.check(msgspec.structs.replace(record, **change))
        assert error.value.field.startswith(field) and reason in error.value.reason
        assert len(str(error.value).splitlines()) == 1
    replay.check(
        msgspec.structs.replace(
            record, result=msgspec.structs.replace(result, ending="adjudicated", returns=(0.0,) * seats)
        )
    )


def test_version_1_record_opens(tmp_path: Path) -> None:
    file = DATA / "version1.herbarium"
    before = file.read_bytes()
    session = session_of(files.read(file))
    assert len(session.steps) > 10 and session.seats[1].startswith("mcts") and session.result is not None
    assert any(step.report is not None for step in session.steps[-4:])
    files.write(tmp_path / "new.herbarium", record_of(session))
    assert session_of(files.read(tmp_path / "new.herbarium")).steps == session.steps and file.read_bytes() == before


def test_chance_stream_key_never_changes() -> None:
    """A record's seed must give the same dice in every version."""
    stream = Stream(7, "chance", 3, "roll", 1)
    assert chance_stream(7, 3, "roll", 1).below(10**9) == stream.below(10**9)
    assert chance_stream(7, 3, "roll", 2).below(10**9) != Stream(7, "chance", 3, "roll", 1).below(10**9)
