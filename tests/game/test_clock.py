"""The clocks of a game: what is charged to whom, what undo gives back, who loses on time, and what a record keeps."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

import fastcore
from bots.report import Limit
from fastcore import CHANCE, OVER, Stream
from tests.conftest import deep
from workbench.game.clock import BOT_MARGIN, Clock, GameClock
from workbench.game.random_opening import play_random_opening
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.storage.session_records import record_of, session_of


class Time:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def begin(game_id: str, limit: Limit | None) -> tuple[Session, GameClock, Time]:
    session = Session(game_id, [PERSON] * fastcore.start(game_id).seats, 3)
    session.limit = limit
    time = Time()
    return session, GameClock(session, time), time


def decide(session: Session, clock: GameClock, time: Time, seconds: float, stream: Stream) -> int:
    """Chance, if it is to move, and a move that takes so long; returns who made it."""
    while session.point.actor == CHANCE:
        session.draw_chance()
        clock.moved()
    state = session.state
    clock.run()
    time.now += seconds
    taken, left = clock.charge()
    session.play(state.move_text(stream.choice(state.moves())), (), taken, left=left)
    clock.moved()
    return state.actor


def test_a_game_clock_is_charged_to_whoever_decides_and_undo_gives_it_back(game_id: str) -> None:
    """The slow twin: the list of who took how long, cut into turns where their number changes."""
    stream = Stream(1, "clock")
    session, clock, time = begin(game_id, Limit(seconds=900, per="game", increment=2))
    took: list[tuple[int, int, float]] = []
    before: list[tuple[int, list[float | None]]] = []
    for number in range(deep(40, 400)):
        while session.point.actor == CHANCE:
            turn = session.point.turn
            session.draw_chance()
            took.append((CHANCE, turn, 0.0))
            clock.moved()
        if session.point.actor == OVER:
            break
        cut = [list(group) for _, group in groupby([*took, (CHANCE, session.point.turn, 0.0)], lambda one: one[1])]
        left = [clock.left(seat) for seat in range(len(session.seats))]
        for seat in range(len(session.seats)):
            ended = sum(any(who == seat for who, _, _ in group) for group in cut[:-1])
            used = sum(seconds for who, _, seconds in took if who == seat)
            assert left[seat] == pytest.approx(900 - used + 2 * ended)
        before.append((session.here, left))
        turn, seconds = session.point.turn, 0.25 * (number % 5)
        took.append((decide(session, clock, time, seconds, stream), turn, seconds))
    assert len(before) > 10
    for here, left in reversed(before):
        session.take_back()
        clock.moved()
        assert session.here == here
        assert [clock.left(seat) for seat in range(len(session.seats))] == pytest.approx(left)


def test_turns_and_decisions_have_the_same_time_each() -> None:
    for per, after in (("turn", 19.5), ("decision", 20.0)):
        session, clock, time = begin("herd(size=3)", Limit(seconds=20, per=per))  # type: ignore[arg-type]
        assert decide(session, clock, time, 0.5, Stream(2)) == 0
        assert (clock.left(0), clock.left(1)) == (after, 20)
        while session.point.actor == 0:
            decide(session, clock, time, 0.5, Stream(2))
        assert (clock.left(0), clock.left(1)) == (20, 20)


def test_a_clock_that_rests_charges_nothing() -> None:
    session, clock, time = begin("herd(size=3)", Limit(seconds=60, per="game"))
    session.draw_chance()
    clock.moved()
    clock.run()
    time.now += 5
    clock.run()
    assert clock.left(0) == 55 and clock.left(1) == 60
    clock.rest()
    time.now += 500
    clock.rest()
    assert clock.left(0) == 55 and not clock.running and clock.spent == 5
    clock.run()
    time.now += 1
    assert clock.left(0) == 54 and clock.charge() == (6, 54)


def test_short_of_time_and_out_of_it() -> None:
    session, clock, time = begin("herd(size=3)", Limit(seconds=60, per="game"))
    session.draw_chance()
    clock.moved()
    clock.run()
    assert not clock.is_low(0) and clock.overrun(bot=False) is None
    time.now += 51
    assert clock.is_low(0) and not clock.is_low(1)
    time.now += 9
    assert clock.overrun(bot=False) == 0 and clock.overrun(bot=True) is None, "the machine is not the bot's fault"
    time.now += BOT_MARGIN
    assert clock.overrun(bot=True) == 0
    session.limit = None
    clock.moved()
    assert clock.left(0) is None and clock.overrun(bot=False) is None and not clock.is_low(0)
    assert clock.allowance(0) is None


def test_what_a_bot_may_use() -> None:
    session, clock, time = begin("herd(size=3)", Limit(seconds=60, per="game", increment=3))
    session.draw_chance()
    clock.moved()
    clock.run()
    time.now += 10
    assert clock.allowance(0) == Limit(seconds=50, per="game", increment=3)
    assert clock.allowance(0, simulations=400) == Limit(simulations=400, seconds=5), "a level is kept, within the time"
    assert clock.allowance(0, seconds=1.5) == Limit(seconds=1.5)
    assert clock.allowance(0, seconds=30) == Limit(seconds=5)
    time.now += 100
    assert clock.allowance(0) == Limit(seconds=0, per="game", increment=3)


def test_losing_on_time_ends_the_game_and_can_be_undone(game_id: str) -> None:
    session, clock, time = begin(game_id, Limit(seconds=9, per="game"))
    decide(session, clock, time, 1, Stream(1))
    left = clock.left(1)
    session.lose_on_time(1)
    result = session.result
    assert result is not None and (result.ending, result.guilty) == ("timeout", 1)
    assert result.returns[1] == -1 and abs(sum(result.returns)) < 1e-9 and session.waits_for == "over"
    with pytest.raises(ValueError, match="the game has ended"):
        session.lose_on_time(0)
    session.undo()
    clock.moved()
    assert session.result is None and clock.left(1) == left


def test_a_record_keeps_clocks_and_times(game_id: str, tmp_path: Path) -> None:
    session, clock, time = begin(game_id, Limit(seconds=90, per="game", increment=1))
    stream = Stream(4)
    for _ in range(6):
        decide(session, clock, time, 1.5, stream)
    session.lose_on_time(0)
    file = tmp_path / "game.herbarium"
    files.write(file, record_of(session))
    again = session_of(files.read(file))
    assert again.limit == session.limit and again.result == session.result
    clocks = GameClock(again, time)
    assert [clocks.left(seat) for seat in range(len(again.seats))] == [
        clock.left(seat) for seat in range(len(again.seats))
    ]
    decided = [
        again.document.tree.nodes[node]
        for node in again.document.main_line()
        if again.document.tree.nodes[node].actor >= 0
    ]
    assert all(node.seconds == 1.5 and node.left is not None for node in decided)


def test_turns_at_random_come_before_the_game_and_are_not_taken_back(game_id: str) -> None:
    one, other = (Session(game_id, [PERSON] * fastcore.start(game_id).seats, 5) for _ in range(2))
    play_random_opening(one, 3)
    play_random_opening(other, 3)
    assert [step.move for step in one.steps] == [step.move for step in other.steps], "the seed decides"
    assert one.given == len(one.steps) > 0 and one.document.can_undo and one.waits_for in ("person", "chance")
    assert len({(step.turn, step.actor if step.actor >= 0 else 0) for step in one.steps}) >= 3
    with pytest.raises(ValueError):
        one.take_back()
    while one.waits_for == "chance":
        one.draw_chance()
    one.play(one.state.move_text(one.state.moves()[0]))
    one.undo()
    assert len(one.steps) >= one.given and one.document.can_undo
    again = session_of(record_of(one))
    assert again.given == one.given and again.document.can_undo
    with pytest.raises(ValueError, match="begun"):
        play_random_opening(one, 1)


def test_too_many_turns_at_random_are_refused() -> None:
    session = Session("herd(size=2)", [PERSON] * 2, 5)
    with pytest.raises(ValueError, match="the game is over after"):
        play_random_opening(session, 40)


def test_all_seats_are_changed_as_one(game_id: str) -> None:
    count = fastcore.start(game_id).seats
    session = Session(game_id, [PERSON] * count, 1, names=["Ann"])
    assert session.document.names[0] == "Ann" and not any(session.document.names[1:])
    session.change_seats(["random"] + [PERSON] * (count - 1), ["", *["Ben"] * (count - 1)])
    assert session.seats[0] == "random" and session.document.names == ("", *["Ben"] * (count - 1))
    with pytest.raises(ValueError):
        session.change_seats(["nobody"] * count)
    with pytest.raises(ValueError, match="seats are taken"):
        session.change_seats([PERSON])
    session.undo()
    assert session.seats == (PERSON,) * count and session.document.names[0] == "Ann"
    session.redo()
    assert session.seats[0] == "random"


def test_a_turn_with_the_number_of_an_earlier_one_is_another_turn() -> None:
    """Turns may be counted anew in every round."""
    clock = Clock(Limit(seconds=10, per="turn"), 2)
    clock.before(1, 2)
    clock.used(1, 1, 4.0)
    again = clock.before(1, 2)
    assert again is not None and again.seconds == 6, "the same turn goes on"
    clock.before(0, 1)
    later = clock.before(1, 2)
    assert later is not None and later.seconds == 10
