"""Tests of game clocks: charged time, undo, loss on time, and records."""

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


class FakeTime:
    """A clock whose time advances only by assignment to `now`."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def begin(game_id: str, limit: Limit | None) -> tuple[Session, GameClock, FakeTime]:
    session = Session(game_id, [PERSON] * fastcore.start(game_id).seats, 3)
    session.limit = limit
    time = FakeTime()
    return session, GameClock(session, time), time


def make_random_move(session: Session, clock: GameClock, time: FakeTime, seconds: float, stream: Stream) -> int:
    """Draw chance events, then make a random move that takes `seconds`. Return its seat."""
    while session.point.actor == CHANCE:
        session.draw_chance()
        clock.reload()
    state = session.state
    clock.start()
    time.now += seconds
    spent, remaining = clock.decision_cost()
    session.play(state.move_text(stream.choice(state.moves())), (), spent, left=remaining)
    clock.reload()
    return state.actor


def test_clock_charges_mover_and_undo_restores_time(game_id: str) -> None:
    """The test keeps its own list of the times of decisions, split into turns."""
    stream = Stream(1, "clock")
    session, clock, time = begin(game_id, Limit(seconds=900, per="game", increment=2))
    decisions: list[tuple[int, int, float]] = []
    earlier: list[tuple[int, list[float | None]]] = []
    for number in range(deep(40, 400)):
        while session.point.actor == CHANCE:
            turn = session.point.turn
            session.draw_chance()
            decisions.append((CHANCE, turn, 0.0))
            clock.reload()
        if session.point.actor == OVER:
            break
        turns = [
            list(group)
            for _, group in groupby([*decisions, (CHANCE, session.point.turn, 0.0)], lambda decision: decision[1])
        ]
        remaining = [clock.left(seat) for seat in range(len(session.seats))]
        for seat in range(len(session.seats)):
            finished_turns = sum(any(decider == seat for decider, _, _ in group) for group in turns[:-1])
            used = sum(seconds for decider, _, seconds in decisions if decider == seat)
            assert remaining[seat] == pytest.approx(900 - used + 2 * finished_turns)
        earlier.append((session.here, remaining))
        turn, seconds = session.point.turn, 0.25 * (number % 5)
        decisions.append((make_random_move(session, clock, time, seconds, stream), turn, seconds))
    assert len(earlier) > 10
    for node, remaining in reversed(earlier):
        session.retract()
        clock.reload()
        assert session.here == node
        assert [clock.left(seat) for seat in range(len(session.seats))] == pytest.approx(remaining)


def test_time_limit_applies_per_turn_or_decision() -> None:
    for per, remaining in (("turn", 19.5), ("decision", 20.0)):
        session, clock, time = begin("herd(size=3)", Limit(seconds=20, per=per))  # type: ignore[arg-type]
        assert make_random_move(session, clock, time, 0.5, Stream(2)) == 0
        assert (clock.left(0), clock.left(1)) == (remaining, 20)
        while session.point.actor == 0:
            make_random_move(session, clock, time, 0.5, Stream(2))
        assert (clock.left(0), clock.left(1)) == (20, 20)


def test_paused_clock_charges_nothing() -> None:
    session, clock, time = begin("herd(size=3)", Limit(seconds=60, per="game"))
    session.draw_chance()
    clock.reload()
    clock.start()
    time.now += 5
    clock.start()
    assert clock.left(0) == 55 and clock.left(1) == 60
    clock.pause()
    time.now += 500
    clock.pause()
    assert clock.left(0) == 55 and not clock.running and clock.spent == 5
    clock.start()
    time.now += 1
    assert clock.left(0) == 54 and clock.decision_cost() == (6, 54)


def test_low_time_and_overrun_are_detected() -> None:
    session, clock, time = begin("herd(size=3)", Limit(seconds=60, per="game"))
    session.draw_chance()
    clock.reload()
    clock.start()
    assert not clock.is_low(0) and clock.overrun_seat(bot=False) is None
    time.now += 51
    assert clock.is_low(0) and not clock.is_low(1)
    time.now += 9
    assert clock.overrun_seat(bot=False) == 0 and clock.overrun_seat(bot=True) is None, (
        "the machine is not the bot's fault"
    )
    time.now += BOT_MARGIN
    assert clock.overrun_seat(bot=True) == 0
    session.limit = None
    clock.reload()
    assert clock.left(0) is None and clock.overrun_seat(bot=False) is None and not clock.is_low(0)
    assert clock.allowance(0) is None


def test_bot_allowance_respects_remaining_time() -> None:
    session, clock, time = begin("herd(size=3)", Limit(seconds=60, per="game", increment=3))
    session.draw_chance()
    clock.reload()
    clock.start()
    time.now += 10
    assert clock.allowance(0) == Limit(seconds=50, per="game", increment=3)
    assert clock.allowance(0, simulations=400) == Limit(simulations=400, seconds=5), "a level is kept, within the time"
    assert clock.allowance(0, seconds=1.5) == Limit(seconds=1.5)
    assert clock.allowance(0, seconds=30) == Limit(seconds=5)
    time.now += 100
    assert clock.allowance(0) == Limit(seconds=0, per="game", increment=3)


def test_loss_on_time_ends_game_and_can_be_undone(game_id: str) -> None:
    session, clock, time = begin(game_id, Limit(seconds=9, per="game"))
    make_random_move(session, clock, time, 1, Stream(1))
    remaining = clock.left(1)
    session.lose_on_time(1)
    result = session.result
    assert result is not None and (result.ending, result.guilty) == ("timeout", 1)
    assert result.returns[1] == -1 and abs(sum(result.returns)) < 1e-9 and session.waits_for == "over"
    with pytest.raises(ValueError, match="the game has ended"):
        session.lose_on_time(0)
    session.undo()
    clock.reload()
    assert session.result is None and clock.left(1) == remaining


def test_record_keeps_clocks_and_times(game_id: str, tmp_path: Path) -> None:
    session, clock, time = begin(game_id, Limit(seconds=90, per="game", increment=1))
    stream = Stream(4)
    for _ in range(6):
        make_random_move(session, clock, time, 1.5, stream)
    session.lose_on_time(0)
    file = tmp_path / "game.herbarium"
    files.write(file, record_of(session))
    loaded = session_of(files.read(file))
    assert loaded.limit == session.limit and loaded.result == session.result
    clocks = GameClock(loaded, time)
    assert [clocks.left(seat) for seat in range(len(loaded.seats))] == [
        clock.left(seat) for seat in range(len(loaded.seats))
    ]
    decisions = [
        loaded.document.tree.nodes[node]
        for node in loaded.document.main_line()
        if loaded.document.tree.nodes[node].actor >= 0
    ]
    assert all(node.seconds == 1.5 and node.left is not None for node in decisions)


def test_random_opening_cannot_be_undone(game_id: str) -> None:
    session, same_seed = (Session(game_id, [PERSON] * fastcore.start(game_id).seats, 5) for _ in range(2))
    play_random_opening(session, 3)
    play_random_opening(same_seed, 3)
    assert [step.move for step in session.steps] == [step.move for step in same_seed.steps], "the seed decides"
    assert (
        session.opening_steps == len(session.steps) > 0
        and session.document.can_undo
        and session.waits_for in ("person", "chance")
    )
    assert len({(step.turn, step.actor if step.actor >= 0 else 0) for step in session.steps}) >= 3
    with pytest.raises(ValueError):
        session.retract()
    while session.waits_for == "chance":
        session.draw_chance()
    session.play(session.state.move_text(session.state.moves()[0]))
    session.undo()
    assert len(session.steps) >= session.opening_steps and session.document.can_undo
    loaded = session_of(record_of(session))
    assert loaded.opening_steps == session.opening_steps and loaded.document.can_undo
    with pytest.raises(ValueError, match="begun"):
        play_random_opening(session, 1)


def test_too_long_random_opening_is_refused() -> None:
    session = Session("herd(size=2)", [PERSON] * 2, 5)
    with pytest.raises(ValueError, match="the game is over after"):
        play_random_opening(session, 40)


def test_change_of_all_seats_is_one_undo_step(game_id: str) -> None:
    count = fastcore.start(game_id).seats
    session = Session(game_id, [PERSON] * count, 1, names=["Ann"])
    assert session.document.names[0] == "Ann" and not any(session.document.names[1:])
    session.change_seats(["random"] + [PERSON] * (count - 1), ["", *["Ben"] * (count - 1)])
    assert session.seats[0] == "random" and session.document.names == ("", *["Ben"] * (count - 1))
    with pytest.raises(ValueError):
        session.change_seats(["nobody"] * count)
    with pytest.raises(ValueError, match=f"needs {count} players here, not 1"):
        session.change_seats([PERSON])
    session.undo()
    assert session.seats == (PERSON,) * count and session.document.names[0] == "Ann"
    session.redo()
    assert session.seats[0] == "random"


def test_later_turn_with_same_number_has_full_time() -> None:
    """Some games count turns separately in each round."""
    clock = Clock([Limit(seconds=10, per="turn")] * 2)
    clock.allowance(1, 2)
    clock.charge(1, 1, 4.0)
    again = clock.allowance(1, 2)
    assert again is not None and again.seconds == 6, "the same turn goes on"
    clock.allowance(0, 1)
    later = clock.allowance(1, 2)
    assert later is not None and later.seconds == 10
