"""Tests of the thinking thread: tickets, stop, decide now, and bots that hang, fail or report too much."""

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
from tests.conftest import deep, is_fast_enough
from workbench.bot_process.decisions import Reports, decide
from workbench.conformance.walks import random_position
from workbench.thinking.thinker import Done, Failed, Message, Note, Progress, Thinker

PROMPT = 0.05  # seconds within which stop must return
PATIENCE = 10.0  # seconds after which a test gives up


class SlowBot(Bot):
    """A bot that reports the first legal move repeatedly and sleeps in between."""

    name = "slow"

    def __init__(self, pause: float, reports: int = 10**9) -> None:
        super().__init__(0, {})
        self.pause, self.reports = pause, reports
        self.step_count = 0
        self.active = self.max_active = 0

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        self.active += 1
        self.max_active = max(self.max_active, self.active)
        try:
            for number in range(self.reports):
                self.step_count += 1
                sleep(self.pause)
                yield Report(move=point.move_text(point.moves()[0]), simulations=number + 1)
        finally:
            self.active -= 1


class BrokenBot(Bot):
    name = "broken"

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        yield Report(move=point.move_text(point.moves()[0]))
        raise SystemExit(4)


@pytest.fixture
def queue() -> SimpleQueue[Message]:
    return SimpleQueue()


@pytest.fixture
def thinker(queue: SimpleQueue[Message]) -> Iterator[Thinker]:
    new_thinker = Thinker(queue)
    yield new_thinker
    new_thinker.close()
    for thread in threading.enumerate():
        if thread.name == "thinker":
            thread.join(PATIENCE)


@pytest.fixture
def point(open_game: str) -> fastcore.Viewpoint:
    state = random_position(open_game, "thinking")
    while len(state.moves()) < 2:
        state = random_position(open_game, "thinking", state.key)
    return state.viewpoint(state.actor)


def answer(queue: SimpleQueue[Message], ticket: int) -> Done | Failed:
    """Return the last message of a task. Fail on messages of other tasks."""
    while True:
        message = queue.get(timeout=PATIENCE)
        assert not isinstance(message, Note) and message.ticket == ticket
        if not isinstance(message, Progress):
            return message


def is_silent(queue: SimpleQueue[Message], seconds: float) -> bool:
    try:
        queue.get(timeout=seconds)
    except Empty:
        return True
    return False


def drain(queue: SimpleQueue[Message]) -> int:
    count_of_messages = 0
    while not queue.empty():
        queue.get()
        count_of_messages += 1
    return count_of_messages


def test_every_bot_answers(thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint) -> None:
    for name in bots.names(point.spec):
        ticket = thinker.start(bots.make(name, 1), point)
        message = answer(queue, ticket)
        assert isinstance(message, Done) and point.why_not(message.report.move) == ""


def test_progress_comes_before_the_answer(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    ticket = thinker.start(SlowBot(0.001, 5), point)
    messages = [message for _ in range(6) if not isinstance(message := queue.get(timeout=PATIENCE), Note)]
    assert [type(message) for message in messages] == [Progress] * 5 + [Done]
    assert [message.report.simulations for message in messages if not isinstance(message, Failed)] == [1, 2, 3, 4, 5, 5]
    assert {message.ticket for message in messages} == {ticket}


def test_stopped_task_sends_no_message(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    for bot in (SlowBot(0.001), bots.make("mcts(simulations=1000000000)", 1)):
        for _ in range(deep(20, 500)):
            ticket = thinker.start(bot, point)
            sleep(0.002)
            start = perf_counter()
            thinker.stop(ticket)
            assert is_fast_enough(perf_counter() - start, PROMPT)
            drain(queue)  # messages from before the stop may remain
            assert queue.empty()
        assert is_silent(queue, 0.1)


def test_replaced_tasks_send_no_message(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    """Each task starts without stopping the previous one. From then on only the newest sends messages."""
    tickets, newest = [], 0
    pair = (SlowBot(0.0005), SlowBot(0.0007))
    for number in range(deep(60, 2000)):
        newest = thinker.start(pair[number % 2] if number % 3 else SlowBot(0.0, 3), point)
        drain(queue)
        tickets.append(newest)
        sleep(0.002 * (number % 3))
        while not queue.empty():
            message = queue.get()
            assert not isinstance(message, Note) and message.ticket == newest
    assert tickets == sorted(set(tickets)), "tickets are never reused"
    thinker.stop(newest)
    drain(queue)
    assert is_silent(queue, 0.05) and max(bot.max_active for bot in pair) == 1, "only one thread at a time runs a bot"


def test_stopped_bot_can_be_started_again(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    bot = bots.make("mcts(simulations=1000000000)", 1)
    first = thinker.start(bot, point)
    assert isinstance(queue.get(timeout=PATIENCE), Progress)
    thinker.stop(first)
    drain(queue)
    second = thinker.start(bot, point, Limit(simulations=500))
    message = answer(queue, second)
    assert second != first and isinstance(message, Done) and message.report.simulations == 500


def test_old_tickets_affect_no_other_task(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    old = thinker.start(SlowBot(0.001), point)
    new = thinker.start(SlowBot(0.001, 30), point)
    drain(queue)
    for ticket in (old, 0, -1, 10**6):
        thinker.stop(ticket)
        thinker.decide_now(ticket)
    message = answer(queue, new)
    assert isinstance(message, Done) and message.report.simulations == 30


def test_decide_now_returns_the_best_move_so_far(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    for bot in (SlowBot(0.001), bots.make("mcts(simulations=1000000000)", 1)):
        ticket = thinker.start(bot, point)
        assert isinstance(queue.get(timeout=PATIENCE), Progress)
        start = perf_counter()
        thinker.decide_now(ticket)
        message = answer(queue, ticket)
        assert (
            is_fast_enough(perf_counter() - start, 1)
            and isinstance(message, Done)
            and point.why_not(message.report.move) == ""
        )
    ticket = thinker.start(SlowBot(0.0, 3), point)
    message = answer(queue, ticket)
    assert isinstance(message, Done) and message.report.simulations == 3, "the next task is not hurried"
    thinker.decide_now(ticket)
    thinker.stop(ticket)
    assert queue.empty(), "hurrying or stopping a finished task has no effect"


def test_hanging_bot_does_not_delay_other_bots(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    hanging = SlowBot(1.0)
    ticket = thinker.start(hanging, point)
    sleep(0.1)
    start = perf_counter()
    thinker.decide_now(ticket)
    thinker.stop(ticket)
    assert is_fast_enough(perf_counter() - start, PROMPT)
    message = answer(queue, thinker.start(bots.make("random", 1), point))
    assert isinstance(message, Done) and is_fast_enough(perf_counter() - start, 0.8), "another bot need not wait"
    step_count = hanging.step_count
    waiting = thinker.start(hanging, point)  # must wait, because only one thread at a time runs a bot
    thinker.stop(waiting)
    assert is_silent(queue, 1.2) and hanging.step_count == step_count, "no task asks the hanging bot again"


def test_failing_bot_reports_its_error(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    failed = answer(queue, thinker.start(BrokenBot(0, {}), point))
    assert failed == Failed(failed.ticket, "broken broke while thinking: SystemExit: 4", "broken broke while thinking")
    assert isinstance(answer(queue, thinker.start(bots.make("random", 1), point)), Done)


def test_no_message_is_sent_after_close(queue: SimpleQueue[Message], point: fastcore.Viewpoint) -> None:
    thinker = Thinker(queue)
    thinker.start(SlowBot(0.001), point)
    queue.get(timeout=PATIENCE)
    thinker.close()
    drain(queue)
    assert is_silent(queue, 0.05)


def test_running_bot_is_closed_when_its_thread_ends(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    bot = bots.make("mcts(seconds=600)", 1)
    assert isinstance(bot, SearchBot)
    ticket = thinker.start(bot, point)
    while bot.search is None or not bot.search.simulations:
        sleep(0.001)
    thinker.close_bot(bot)
    assert bot.search is not None, "the thread still uses it"
    thinker.stop(ticket)
    deadline = perf_counter() + PATIENCE
    while bot.search is not None and perf_counter() < deadline:
        sleep(0.002)
    assert bot.search is None and not thinker._leaving
    thinker.start(bot, point, Limit(simulations=10))
    while thinker._busy:
        sleep(0.001)
    thinker.close_bot(bot)
    assert bot.search is None, "no thread uses it"


def test_threads_end_and_bots_are_released(
    thinker: Thinker, queue: SimpleQueue[Message], point: fastcore.Viewpoint
) -> None:
    for _ in range(20):
        answer(queue, thinker.start(bots.make("random", 1), point))
    deadline = perf_counter() + PATIENCE
    while any(thread.name == "thinker" for thread in threading.enumerate()) and perf_counter() < deadline:
        sleep(0.01)
    assert not any(thread.name == "thinker" for thread in threading.enumerate()) and not thinker._busy


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("game", fastcore.games())
def test_searches_report_every_milestone(game: str) -> None:
    """The report at 10 simulations equals the result of a search that stops there."""
    state = next(state for number in count() if len((state := random_position(game, number)).moves()) > 4)
    viewpoint = fastcore.Viewpoint.parse(f"{state.spec} {state.view(state.actor)}", state.actor)
    for name in (name for name in bots.names(state.spec) if issubclass(bots.bot_class(name), SearchBot)):
        collected = Reports()
        decide(bots.make(name, 1), viewpoint, Limit(simulations=30), collected.add)
        assert {1, 2, 5, 10, 20, 30} <= {report.simulations for report in collected.all}, name
        assert collected.all[-1].simulations == 30 and not any(report.history for report in collected.all)
        report_at_ten = next(report for report in collected.all if report.simulations == 10)
        stopped = decide(bots.make(name, 1), viewpoint, Limit(simulations=10))
        assert (report_at_ten.move, [candidate.visits for candidate in report_at_ten.candidates]) == (
            stopped.move,
            [candidate.visits for candidate in stopped.candidates[:5]],
        ), name
