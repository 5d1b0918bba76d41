"""Records: saved, opened and saved again they are the same bytes, and play through to the same end."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import bots
import fastcore
from bots.report import Limit, Mark, Report
from fastcore import Stream
from tests.conftest import deep
from tests.kit.walks import option_specs, somewhere, walk
from workbench.bot_process.decisions import Reports, decide
from workbench.game.session import PERSON, Session
from workbench.records import files, replay
from workbench.records.schema import Line, Move, Place, Record, Result, Seat
from workbench.records.seeds import chance_stream
from workbench.reports.growth import frames
from workbench.reports.pruning import DECISION_BYTES, PLAN_BYTES, pruned, size
from workbench.storage.session_records import record_of, session_of

DATA = Path(__file__).parents[1] / "data" / "records"
encode = msgspec.json.encode


def played(game_id: str, number: int, most: int = 10**6) -> Session:
    """A session of one random game, with variations and comments."""
    specs = option_specs(game_id)
    spec = specs[number % len(specs)]
    seats = fastcore.start(spec).seats
    session, stream = Session(spec, [PERSON] * seats, number), Stream(number, "played")
    while session.waits_for != "over" and len(session.steps) < most:
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            moves = session.state.moves()
            session.play(session.state.move_text(stream.choice(moves)), seconds=stream.below(5000) / 1000)
            if not stream.below(12):
                here = session.here
                session.document.annotations.comment(here, f"Comment {here}:\n=, \u2013 \u6587 \U0001f33f")
                session.document.go_to(session.document.tree.nodes[here].parent)
                session.play(session.state.move_text(stream.choice(moves)), variation=True)
                session.document.annotations.mark(session.here, [Mark("ring", ("a1",), 0.5)])
                if not stream.below(2):
                    session.document.go_to(here)
    return session


def test_saved_opened_and_saved_again(game_id: str, tmp_path: Path) -> None:
    for number in range(deep(8, 1000)):
        session = played(game_id, number)
        session.document.annotations.tag("event", "A & B")
        session.document.name_seat(0, "\u00c9va")
        session.limit, session.given = Limit(seconds=1), min(2, len(session.document.main_line()))
        record = record_of(session)
        replay.check(record)
        file = tmp_path / files.name_of(record.spec, record.created, record.seats)
        files.write(file, record)
        opened = session_of(files.read(file))
        assert files.encoded(record_of(opened)) == file.read_bytes()
        assert (
            opened.steps == session.steps
            and opened.document.future == session.document.future
            and opened.document.tags == session.document.tags
        )
        assert replay.end(record) == session.document.state_at((0, *session.document.main_line())[-1])
        assert opened.result == session.result and opened.document.names == session.document.names


def test_whole_numbers_for_fractions_change_nothing(game_id: str) -> None:
    """A bot of somebody's own may report 1 where a fraction is meant."""
    session = Session(game_id, [PERSON] * fastcore.start(game_id).seats, 1)
    while session.waits_for == "chance":
        session.draw_chance()
    move = session.state.move_text(session.state.moves()[0])
    candidate = bots.report.Candidate(move, 1, (1,) * len(session.seats), 0, 1, (move,))
    marks = (Mark("ring", ("a1",), 1),)
    report = Report(move, (candidate,), 2, 3, mixture=((move, 1),), marks=marks, beliefs={"a": {"b": 1}})
    session.play(move, [report, report], seconds=2)
    session.document.annotations.mark(session.here, marks)
    record = record_of(session)
    assert files.encoded(record_of(session_of(files.decoded(files.encoded(record))))) == files.encoded(record)


def test_undo_goes_through_the_moves_of_an_opened_record(game_id: str) -> None:
    session = played(game_id, 3, 40)
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


def test_a_record_of_one_seat_holds_what_it_learned(game_id: str) -> None:
    for number in range(deep(4, 40)):
        spec = fastcore.start(game_id).spec
        for seat in range(fastcore.start(spec).seats):
            session = Session(spec, [PERSON] * fastcore.start(spec).seats, 0, follows=seat)
            for state, move in walk(spec, number, seat):
                seen = state.observation(move, seat)
                if seen:
                    session.play(seen)
                end = state.after(move)
            record = record_of(session)
            replay.check(record)
            assert session.point.text() == end.view(seat) == replay.end(record).text()
            opened = session_of(record)
            assert files.encoded(record_of(opened)) == files.encoded(record)
            assert opened.viewpoint(seat).text() == end.view(seat) and opened.steps == session.steps
            with pytest.raises(ValueError, match="known to seat"):
                opened.viewpoint(None)


def test_what_is_kept_of_reports_has_its_size(game_id: str) -> None:
    spec = fastcore.start(game_id).spec
    for number in range(deep(5, 60)):
        state = somewhere(spec, "reports", number)
        for name in bots.names(spec):
            bot = bots.make(name, number)
            heard = Reports()
            decide(bot, state.viewpoint(state.actor), Limit(simulations=30_000, seconds=0.3), heard.add)
            bot.close()
            reports = heard.all
            some = pruned(reports)
            assert some and some[-1].move == reports[-1].move and some[-1].simulations == reports[-1].simulations
            assert pruned(some) == some
            assert len(encode(Move(move=some[-1].move, seconds=1.234, left=1.234, reports=some))) <= DECISION_BYTES
            told = frames(some)
            assert all(len(report.candidates) <= 5 for report in told[:-1]) and told[-1:] == some
            found = {report.simulations: report for report in reversed(reports)}  # the first with so many
            for report in told[:-1]:
                then = {one.move: one for one in found[report.simulations].candidates}
                assert report.move == found[report.simulations].move
                for one in report.candidates:
                    assert one.visits == then[one.move].visits and one.value == pytest.approx(
                        then[one.move].value, abs=2e-3
                    )


def large(number: int, simulations: int) -> Report:
    """A report with more of everything than a record has room for."""
    report = bots.report.Candidate(f"m{number}", simulations, (0.123456789, -0.1), 1 / 3, 1 / 7, ("abc",) * 40)
    facts = tuple(bots.report.Fact(f"fact{n}", {"value": n / 3, "name": "x" * 20}) for n in range(20))
    beliefs = {f"{card}": {str(n): 1 / (n + 1) for n in range(30)} for card in range(20)}
    return Report(
        "m0", (report,) * 30, simulations, 1 / 3, 5, True, ("p",) * 30, (("plan", 1 / 3),) * 40, (), beliefs, facts
    )


def test_reports_of_any_size_are_cut_to_the_room() -> None:
    reports = [large(n, 10**n // 3) for n in range(8)]
    budgets = [*range(0, 3000, 7), 10**6]
    for budget in budgets:
        some = pruned(reports, budget)
        assert sum(map(size, some)) <= max(0, budget - 90) and pruned(some, budget) == some
        assert not some or some[-1].move == "m0"
    (whole,) = pruned(reports, 10**6)
    assert len(whole.candidates) == 12
    assert [report.simulations for report in frames((whole,))] == [3, 33, 333, 3333, 33333, 333333, 3333333]
    assert [report.simulations for report in frames(pruned(reports, 1800))][-1] == 3333333
    assert all(len(frames(pruned(reports, budget))) > 2 for budget in range(1800, 3000, 50))
    assert pruned([]) == () and pruned([Report("a")]) == (Report("a"),)


@pytest.mark.parametrize("spec", ["herbs", "herbs(actions=8)"])
def test_the_decisions_of_a_secret_plan_share_their_room(spec: str) -> None:
    """So do the bids of a turn; also of the longest plans each step tells something."""
    session = Session(spec, [PERSON] * 2, 1)
    turn, phases = session.state.turn, []
    while session.waits_for == "person" and session.state.turn == turn:
        state = session.state
        phases.append((state.actor, state.phase))
        session.play(state.move_text(state.moves()[0]), [large(n, 10**n) for n in range(6)], seconds=1.234)
    moves = record_of(session).lines[0].moves
    for phase in set(phases):
        sizes = [len(encode(move)) for move, made in zip(moves, phases, strict=True) if made == phase]
        assert (
            len(sizes) > (2 if phase[1] == "write" else 0) and sum(sizes) <= PLAN_BYTES and max(sizes) <= DECISION_BYTES
        )
    assert all(move.reports for move in moves)


def good(game_id: str, number: int = 1) -> Record:
    """A record of a whole random game, of which `replay` has nothing to say."""
    spec = fastcore.start(game_id).spec
    moves = []
    for state, move in walk(spec, "good", number):
        moves.append(Move(move=state.move_text(move)))
        end = state.after(move)
    result = Result(ending="normal", returns=end.returns(), points=tuple(end.points()))
    return Record(spec=spec, seats=(Seat(player=PERSON),) * end.seats, lines=(Line(moves=tuple(moves)),), result=result)


def test_the_first_difference_is_named(game_id: str) -> None:
    record = good(game_id)
    replay.check(record)
    moves, result, seats = record.lines[0].moves, record.result, len(record.seats)
    assert result is not None
    five = moves[:5]
    candidate = bots.report.Candidate("x", 1, (0.0,) * (seats + 1), 0, 0, ("x",))
    wrong = Move(move=moves[3].move, reports=(Report("x"), Report("x", (candidate,))))
    cases: list[tuple[dict[str, object], str, str]] = [
        ({"spec": "nothing"}, "spec", "no game 'nothing'"),
        ({"position": "x"}, "position", "1 field"),
        ({"seats": record.seats[1:]}, "seats", f"they are {seats - 1}, but"),
        ({"follows": 9}, "follows", f"seat 9 of {seats}"),
        ({"lines": (Line(moves=(*five, Move(move="zz"))),)}, "lines[0].moves[5].move", "move 6, 'zz': "),
        ({"lines": (Line(moves=five), Line(at=2, moves=(Move(move="zz"),)))}, "lines[1].moves[0].move",
        "move 1 of line 2"),
        ({"lines": (Line(moves=five), Line(at=2, moves=moves[2:3]))}, "lines[1].moves[0].move", "a second time"),
        ({"lines": (Line(moves=five), Line(of=1, at=1, moves=moves[:1]))}, "lines[1].of", "does not stand before it"),
        ({"lines": (Line(moves=five), Line(at=6, moves=moves[:1]))}, "lines[1].at",
        "after 6 moves of a line that has 5"),
        ({"lines": (Line(at=1, moves=five),)}, "lines[0].of", "does not stand before it"),
        ({"lines": (Line(moves=(*moves[:3], wrong, *moves[4:])),)},
        "lines[0].moves[3].reports[1].candidates[0].value", f"for {seats} seats"),
        ({"lines": (Line(moves=five),)}, "result.", ""),
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
        with pytest.raises(files.BadRecord) as error:
            replay.check(msgspec.structs.replace(record, **change))
        assert error.value.field.startswith(field) and reason in error.value.reason
        assert len(str(error.value).splitlines()) == 1
    replay.check(
        msgspec.structs.replace(
            record, result=msgspec.structs.replace(result, ending="adjudicated", returns=(0.0,) * seats)
        )
    )


def test_a_record_of_version_1_opens(tmp_path: Path) -> None:
    file = DATA / "version1.herbarium"
    before = file.read_bytes()
    session = session_of(files.read(file))
    assert len(session.steps) > 10 and session.seats[1].startswith("mcts") and session.result is not None
    assert any(step.report is not None for step in session.steps[-4:])
    files.write(tmp_path / "new.herbarium", record_of(session))
    assert session_of(files.read(tmp_path / "new.herbarium")).steps == session.steps and file.read_bytes() == before


def test_chance_is_drawn_as_its_stream_says() -> None:
    """The key is for ever: a record's seed gives the same dice in every version."""
    stream = Stream(7, "chance", 3, "roll", 1)
    assert chance_stream(7, 3, "roll", 1).below(10**9) == stream.below(10**9)
    assert chance_stream(7, 3, "roll", 2).below(10**9) != Stream(7, "chance", 3, "roll", 1).below(10**9)
