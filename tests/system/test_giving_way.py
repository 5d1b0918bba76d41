"""Tests that background processes and threads have a lower priority than the window."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from queue import SimpleQueue

import pytest

from bots import Limit
from tests.thinking.test_thinker import PATIENCE, SlowBot
from workbench.conformance.walks import random_position
from workbench.matches.reader import ANSWERS, ENCODER, RequestFailed, StatisticsRequest
from workbench.system.cores import POLITE
from workbench.system.processes import Child
from workbench.thinking.thinker import Message, Thinker

pytestmark = pytest.mark.skipif(not hasattr(os, "getpriority"), reason="the system has no priorities")


def priority(pid: int = 0) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


def test_processes_have_lower_priority_and_their_own_session(tmp_path: Path) -> None:
    """In the window's session, they would slow down a filter of 10,000 games from 84 to 380 ms."""
    child = Child("workbench.matches.reader")
    try:
        child.channel.send(ENCODER.encode(StatisticsRequest(str(tmp_path / "none"), 1, False)))
        data = child.channel.receive(PATIENCE)
        assert data is not None and isinstance(ANSWERS.decode(data), RequestFailed)
        pid = child.process.pid
        assert priority(pid) == max(POLITE, priority())
        assert os.getpgid(pid) == os.getsid(pid) == pid
    finally:
        child.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has priorities of threads")
def test_only_the_thinking_thread_has_lower_priority() -> None:
    queue: SimpleQueue[Message] = SimpleQueue()
    thinker = Thinker(queue)
    before = priority()
    state = random_position("herd(size=4)", "giving way", 1)
    ticket = thinker.start(SlowBot(0.01), state.viewpoint(state.actor), Limit(simulations=10**6))
    (thread,) = (candidate for candidate in threading.enumerate() if candidate.name == "thinker")
    try:
        queue.get(timeout=PATIENCE)
        assert thread.native_id is not None
        assert priority(thread.native_id) == max(POLITE, before) and priority() == before
    finally:
        thinker.stop(ticket)
        thread.join(PATIENCE)
