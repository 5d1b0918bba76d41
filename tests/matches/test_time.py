"""Tests of time limits: only thinking counts, not waiting for a core or sending a report."""

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
from tests.kit.matches import play_match
from workbench.bot_process.decisions import decide
from workbench.bot_process.messages import Seated, Thought
from workbench.bot_process.process import BotProcess
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import task_of
from workbench.matches.workers.game import Game
from workbench.system.waiting import CoreWait

SPEC = "herd(size=2)"
FOREST = "forest"  # no dice before the first decision
LIMIT = Limit(seconds=0.05)
PLAN = Plan(spec=SPEC, bots=("random", "greedy"), blocks=1, limit=LIMIT)
SPIN = "while True: pass"
SPIN_ON_CORE = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])})\n" + SPIN

needs_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux reports waiting times")


class SlowProcess(BotProcess):
    """A bot process that reports one second of thinking, part of it spent waiting for a core."""

    def __init__(self, waited: float) -> None:
        super().__init__("random", 64)
        self.waited = waited

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        self.random_bot, self.point = bots.make("random", seed), fastcore.Viewpoint(spec, seat)
        return Seated(self.bot, "", 1, None)

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        for event in learned:
            self.point.observe(event)
        return Thought((decide(self.random_bot, self.point),), 1.0, self.waited)


@pytest.mark.parametrize(("waited", "ending"), [(0.0, "timeout"), (0.85, "timeout"), (0.96, "normal")])
def test_time_spent_waiting_for_a_core_is_not_counted(waited: float, ending: str) -> None:
    played = Game(task_of(PLAN, Schedule(PLAN), 1, 0, 1), [SlowProcess(waited), SlowProcess(waited)]).play()
    assert played.ending == ending
    assert played.overrun == (pytest.approx(0.95 - waited) if ending == "timeout" else 0.0)


@contextmanager
def spinning_process(program: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", program, *arguments], start_new_session=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def poll_waiting_time(pid: int, seconds: float, enough: float) -> float:
    """Return the waiting time of a process, polled until it reaches `enough` or `seconds` have passed."""
    waiting, until = CoreWait(pid), perf_counter() + seconds
    try:
        while waiting.seconds < enough and perf_counter() < until:
            sleep(0.02)
        return waiting.seconds
    finally:
        waiting.close()


@needs_linux
def test_processes_sharing_a_core_report_waiting() -> None:
    core = str(min(os.sched_getaffinity(0)))
    with spinning_process(SPIN_ON_CORE, core) as process, spinning_process(SPIN_ON_CORE, core):
        assert poll_waiting_time(process.pid, 20, 0.3) >= 0.3


def test_waiting_time_of_unknown_process_is_zero() -> None:
    waiting = CoreWait(2**30)  # no such process
    assert waiting.seconds == 0
    waiting.close()


@needs_linux
def test_bot_sharing_a_core_reports_waiting() -> None:
    player = BotProcess("mcts", 700)
    core = min(os.sched_getaffinity(0))
    try:
        player.sit(FOREST, 0, 1, None)
        assert player.child is not None
        os.sched_setaffinity(player.child.pid, {core})
        with spinning_process(SPIN_ON_CORE, str(core)), spinning_process(SPIN_ON_CORE, str(core)):
            thought = player.think((), Limit(seconds=1.0), 60.0, False)
    finally:
        player.close(kill=True)
    assert 0.2 < thought.waited <= thought.seconds


def test_search_reserves_time_for_its_report() -> None:
    point = fastcore.Viewpoint(FOREST, 0)
    share = Allowance().share_for(LIMIT, point)
    assert share.seconds is not None and 0.045 <= share.seconds <= 0.0475
    tiny = Allowance().share_for(Limit(seconds=0.001), point).seconds
    assert tiny is not None and 0.0005 < tiny < 0.001, "the search still gets most of a tiny limit"
    assert Allowance().share_for(Limit(seconds=0.0), point).seconds == 0


class LateSearch:
    """A search on a simulated clock that ends every slice a little late, as on a busy machine."""

    now = 0.0

    def __init__(self, search: fastcore.Search) -> None:
        self.search = search

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def run(self, simulations: int, focus: Sequence[str] | None, seconds: float) -> int:
        LateSearch.now += seconds + 0.0002
        return self.search.run(1)


def test_late_search_keeps_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last slice must be short enough to end in time."""
    bot = bots.make("mcts", 1)
    assert isinstance(bot, SearchBot)
    point, search_for = fastcore.Viewpoint(FOREST, 0), bot.search_for
    monkeypatch.setattr(searching, "perf_counter", lambda: LateSearch.now)
    monkeypatch.setattr(bot, "search_for", lambda point: (LateSearch(search_for(point)[0]), 0))
    monkeypatch.setattr(LateSearch, "now", 0.0)
    bot.brief, bot.progress = True, False
    report = decide(bot, point, LIMIT)
    assert 0.045 < report.seconds < 0.048


def test_included_bots_keep_a_short_limit(tmp_path: Path) -> None:
    plan = Plan(spec="herd(size=3)", bots=("mcts", "uct"), blocks=1, limit=Limit(seconds=0.02), reports="last")
    _, games = play_match(tmp_path / "a", plan)
    assert [game.ending for game in games] == ["normal"] * 2, [game.reason for game in games]
