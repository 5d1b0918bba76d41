"""The thread that bots think on: tickets, stop, move now, and bots that hang, break or talk too much."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from queue import Empty, SimpleQueue
from time import perf_counter, sleep

import pytest

import bots
import fastcore
from bots import Bot, Limit, Report
from bots.searching import SearchBot
from tests.conftest import deep, in_time
from tests.kit.walks import somewhere
from workbench.bot_process.decisions import Reports, decide
from workbench.thinking.thinker import Done, Failed, Message, Note, Progress, Thinker

PROMPT = 0.05  # seconds within which stop must answer
PATIENCE = 10.0  # seconds after which a test gives up


class Slow(Bot):
    """Reports its first move, again and again, and sleeps in between."""

    name = "slow"

    def __init__(self, pause: float, reports: int = 10**9) -> None:
        super().__init__(0, {})
        self.pause, self.reports = pause, reports
        self.asked = 0
        self.inside = self.most_inside = 0

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        try:
            for number in range(self.reports):
                self.asked += 1
                sleep(self.pause)
                yield Report(move=point.move_text(point.moves()[0]), simulations=number + 1)
        finally:
            self.inside -= 1


class Broken(Bot):
    name = "broken"

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        yield Report(move=point.move_text(point.moves()[0]))
        raise SystemExit(4)


@pytest.fixture
def queue() -> SimpleQueue[Message]:
    return SimpleQueue()


@pytest.fixture
def thinker(queue: SimpleQueue[Message]) -> Iterator[Thinker]:
    made = Thinker(queue)
    yield made
    made.close()
    for thread in threading.enumerate():
        if thread.name == "thinker":
            thread.join(PATIENCE)


@pytest.fixture
def point(open_game: str) -> fastcore.Viewpoint:
    state = somewhere(open_game, "thinking")
    while len(state.moves()) < 2:
        state = somewhere(open_game, "thinking", state.key)
    return state.viewpoint(state.actor)


def answer(queue: SimpleQueue[Message], ticket: int) -> Done | Failed:
    """The last message of a task; none but its own come before."""
    while True:
        message = queue.get(timeout=PATIENCE)
        assert not isinstance(message, Note) and message.ticket == ticket
        if not isinstance(message, Progress):
            return message


def silent(queue: SimpleQueue[Message], seconds: float) -> bool:
    try:
        queue.get(timeout=seconds)
    except Empty:
        return True
    return False


def emptied(queue: SimpleQueue[Message]) -> int:
    taken = 0
    while not queue.empty():
        queue.get()
        taken += 1
    return taken


def test_every_bot_answers(thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint) -> None:
    for name in bots.names(point.spec):
        ticket = thinker.start(bots.make(name, 1), point)
        done = answer(queue, ticket)
        assert isinstance(done, Done) and point.why_not(done.report.move) == ""


def test_progress_comes_before_the_answer(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    ticket = thinker.start(Slow(0.001, 5), point)
    messages = [message for _ in range(6) if not isinstance(message := queue.get(timeout=PATIENCE), Note)]
    assert [type(message) for message in messages] == [Progress] * 5 + [Done]
    assert [message.report.simulations for message in messages if not isinstance(message, Failed)] == [1, 2, 3, 4, 5, 5]
    assert {message.ticket for message in messages} == {ticket}


def test_a_task_that_was_stopped_says_nothing(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    for bot in (Slow(0.001), bots.make("mcts(simulations=1000000000)", 1)):
        for _ in range(deep(20, 500)):
            ticket = thinker.start(bot, point)
            sleep(0.002)
            began = perf_counter()
            thinker.stop(ticket)
            assert in_time(perf_counter() - began, PROMPT)
            emptied(queue)  # what it said before is not to be taken back
            assert queue.empty()
        assert silent(queue, 0.1)


def test_old_tickets_never_speak(thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint) -> None:
    """Start after start without a stop: from the moment a task begins, no other is heard."""
    tickets, newest = [], 0
    pair = (Slow(0.0005), Slow(0.0007))
    for number in range(deep(60, 2000)):
        newest = thinker.start(pair[number % 2] if number % 3 else Slow(0.0, 3), point)
        emptied(queue)
        tickets.append(newest)
        sleep(0.002 * (number % 3))
        while not queue.empty():
            message = queue.get()
            assert not isinstance(message, Note) and message.ticket == newest
    assert tickets == sorted(set(tickets)), "a ticket is never used again"
    thinker.stop(newest)
    emptied(queue)
    assert silent(queue, 0.05) and max(bot.most_inside for bot in pair) == 1, "one thread at a time is inside a bot"


def test_stop_then_start_with_the_same_bot(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    bot = bots.make("mcts(simulations=1000000000)", 1)
    first = thinker.start(bot, point)
    assert isinstance(queue.get(timeout=PATIENCE), Progress)
    thinker.stop(first)
    emptied(queue)
    second = thinker.start(bot, point, Limit(simulations=500))
    done = answer(queue, second)
    assert second != first and isinstance(done, Done) and done.report.simulations == 500


def test_old_tickets_stop_and_hurry_nobody(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    old = thinker.start(Slow(0.001), point)
    new = thinker.start(Slow(0.001, 30), point)
    emptied(queue)
    for ticket in (old, 0, -1, 10**6):
        thinker.stop(ticket)
        thinker.move_now(ticket)
    done = answer(queue, new)
    assert isinstance(done, Done) and done.report.simulations == 30


def test_move_now_ends_with_what_was_found(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    for bot in (Slow(0.001), bots.make("mcts(simulations=1000000000)", 1)):
        ticket = thinker.start(bot, point)
        assert isinstance(queue.get(timeout=PATIENCE), Progress)
        began = perf_counter()
        thinker.move_now(ticket)
        done = answer(queue, ticket)
        assert in_time(perf_counter() - began, 1) and isinstance(done, Done) and point.why_not(done.report.move) == ""
    ticket = thinker.start(Slow(0.0, 3), point)
    done = answer(queue, ticket)
    assert isinstance(done, Done) and done.report.simulations == 3, "the next task is not hurried"
    thinker.move_now(ticket)
    thinker.stop(ticket)
    assert queue.empty(), "what has ended can be hurried and stopped without effect"


def test_a_bot_that_hangs_does_not_hold_the_others_up(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    hanging = Slow(1.0)
    ticket = thinker.start(hanging, point)
    sleep(0.1)
    began = perf_counter()
    thinker.move_now(ticket)
    thinker.stop(ticket)
    assert in_time(perf_counter() - began, PROMPT)
    done = answer(queue, thinker.start(bots.make("random", 1), point))
    assert isinstance(done, Done) and in_time(perf_counter() - began, 0.8), "another bot need not wait"
    asked = hanging.asked
    waiting = thinker.start(hanging, point)  # the same bot must: one thread at a time is inside it
    thinker.stop(waiting)
    assert silent(queue, 1.2) and hanging.asked == asked, "nobody asks it any more, nor for the task that was given up"


def test_a_bot_that_breaks_says_so(thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint) -> None:
    failed = answer(queue, thinker.start(Broken(0, {}), point))
    assert failed == Failed(failed.ticket, "broken broke while thinking: SystemExit: 4", "broken broke while thinking")
    assert isinstance(answer(queue, thinker.start(bots.make("random", 1), point)), Done)


def test_nothing_is_heard_after_close(queue: SimpleQueue[Message], point: fastcore.Viewpoint) -> None:
    thinker = Thinker(queue)
    thinker.start(Slow(0.001), point)
    queue.get(timeout=PATIENCE)
    thinker.close()
    emptied(queue)
    assert silent(queue, 0.05)


def test_threads_end_and_bots_are_let_go(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    for _ in range(20):
        answer(queue, thinker.start(bots.make("random", 1), point))
    ends = perf_counter() + PATIENCE
    while any(thread.name == "thinker" for thread in threading.enumerate()) and perf_counter() < ends:
        sleep(0.01)
    assert not any(thread.name == "thinker" for thread in threading.enumerate()) and not thinker._busy


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("game", fastcore.games())
def test_what_a_search_had_at_every_milestone_is_reported(game: str) -> None:
    """The searches of every game tell of 1, 2, 5, 10, ... simulations, as a search that ends there would."""
    state = next(state for number in count() if len((state := somewhere(game, number)).moves()) > 4)
    seen = fastcore.Viewpoint.parse(f"{state.spec} {state.view(state.actor)}", state.actor)
    for name in (name for name in bots.names(state.spec) if issubclass(bots.about(name), SearchBot)):
        heard = Reports()
        decide(bots.make(name, 1), seen, Limit(simulations=30), heard.add)
        assert {1, 2, 5, 10, 20, 30} <= {report.simulations for report in heard.all}, name
        assert heard.all[-1].simulations == 30 and not any(report.history for report in heard.all)
        ten = next(report for report in heard.all if report.simulations == 10)
        stopped = decide(bots.make(name, 1), seen, Limit(simulations=10))
        assert (ten.move, [one.visits for one in ten.candidates]) == (
            stopped.move,
            [one.visits for one in stopped.candidates[:5]],
        ), name
