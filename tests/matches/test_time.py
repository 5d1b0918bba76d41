"""Who loses on time: a bot that took too long, and none that had to wait for a core or to be heard."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import pytest

import bots
import fastcore
from bots import searching
from bots.allowance import Allowance
from bots.report import Limit
from bots.searching import SearchBot
from tests.kit.matches import play
from workbench.bot_process.decisions import decide
from workbench.bot_process.messages import Seated, Thought
from workbench.bot_process.process import BotProcess
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import task_of
from workbench.matches.workers.game import Game
from workbench.system.waiting import Waiting

SPEC = "herd(size=2)"
FOREST = "forest"  # nobody throws dice before the first decision
LIMIT = Limit(seconds=0.05)
PLAN = Plan(spec=SPEC, bots=("random", "greedy"), blocks=1, limit=LIMIT)
SPINS = "while True: pass"
TOGETHER = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])})\n" + SPINS

needs_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere the system does not tell who waits"
)


class Slow(BotProcess):
    """Says that it took a second, and how much of that it waited for a core."""

    def __init__(self, waited: float) -> None:
        super().__init__("random", 64)
        self.waited = waited

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        self.made, self.point = bots.make("random", seed), fastcore.Viewpoint(spec, seat)
        return Seated(self.bot, "", 1, None)

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        for one in learned:
            self.point.observe(one)
        return Thought((decide(self.made, self.point),), 1.0, self.waited)


@pytest.mark.parametrize(("waited", "ending"), [(0.0, "timeout"), (0.85, "timeout"), (0.96, "normal")])
def test_what_a_bot_waited_for_a_core_is_not_counted(waited: float, ending: str) -> None:
    played = Game(task_of(PLAN, Schedule(PLAN), 1, 0, 1), [Slow(waited), Slow(waited)]).play()
    assert played.ending == ending
    assert played.overrun == (pytest.approx(0.95 - waited) if ending == "timeout" else 0.0)


@contextmanager
def spinning(program: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", program, *words], start_new_session=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def waited_within(pid: int, seconds: float, enough: float) -> float:
    """How long it waited, looked at until that is enough or the time is over."""
    waiting, until = Waiting(pid), perf_counter() + seconds
    try:
        while waiting.seconds < enough and perf_counter() < until:
            sleep(0.02)
        return waiting.seconds
    finally:
        waiting.close()


@needs_linux
def test_two_at_one_core_wait_for_it() -> None:
    core = str(min(os.sched_getaffinity(0)))
    with spinning(TOGETHER, core) as one, spinning(TOGETHER, core):
        assert waited_within(one.pid, 20, 0.3) >= 0.3


def test_nobody_is_known_to_wait_where_the_system_does_not_tell() -> None:
    waiting = Waiting(2**30)  # no such process
    assert waiting.seconds == 0
    waiting.close()


@needs_linux
def test_a_bot_that_shares_its_core_is_told_to_have_waited() -> None:
    player = BotProcess("mcts", 700)
    core = min(os.sched_getaffinity(0))
    try:
        player.sit(FOREST, 0, 1, None)
        assert player.child is not None
        os.sched_setaffinity(player.child.pid, {core})
        with spinning(TOGETHER, str(core)), spinning(TOGETHER, str(core)):
            thought = player.think((), Limit(seconds=1.0), 60.0, False)
    finally:
        player.close(at_once=True)
    assert 0.2 < thought.waited <= thought.seconds


def test_a_search_leaves_time_to_be_heard() -> None:
    """It used the whole limit, and was over it by what telling of it took, in every decision."""
    point = fastcore.Viewpoint(FOREST, 0)
    share = Allowance().of(LIMIT, point)
    assert share.seconds is not None and 0.045 <= share.seconds <= 0.0475
    tiny = Allowance().of(Limit(seconds=0.001), point).seconds
    assert tiny is not None and 0.0005 < tiny < 0.001, "of little time most is still for the search"
    assert Allowance().of(Limit(seconds=0.0), point).seconds == 0


class Slowing:
    """A search by a clock of its own: towards the end it is half as fast, as where another program begins beside it."""

    now = 0.0

    def __init__(self, search: fastcore.Search) -> None:
        self.search = search

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def run(self, simulations: int, focus: Sequence[str] | None = None) -> int:
        Slowing.now += simulations * (1e-5 if Slowing.now < 0.036 else 2e-5)
        self.search.run(1)
        return simulations


def test_a_search_that_slows_down_is_in_time_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last slice was as long as all that was left, by the speed of the one before."""
    bot = bots.make("mcts", 1)
    assert isinstance(bot, SearchBot)
    point, made = fastcore.Viewpoint(FOREST, 0), bot.search_for
    monkeypatch.setattr(searching, "perf_counter", lambda: Slowing.now)
    monkeypatch.setattr(bot, "search_for", lambda point: (Slowing(made(point)[0]), 0))
    monkeypatch.setattr(Slowing, "now", 0.0)
    bot.brief, bot.progress = True, False
    report = decide(bot, point, LIMIT)
    assert 0.045 < report.seconds < 0.048


def test_our_own_bots_keep_a_short_limit(tmp_path: Path) -> None:
    plan = Plan(spec="herd(size=4)", bots=("mcts", "uct"), blocks=1, limit=Limit(seconds=0.02), reports="last")
    _, games = play(tmp_path / "a", plan)
    assert [game.ending for game in games] == ["normal"] * 2, [game.reason for game in games]
