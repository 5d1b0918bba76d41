"""Whoever works in the background presses less for a core than the window does."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from queue import SimpleQueue

import pytest

from bots import Limit
from tests.kit.walks import somewhere
from tests.thinking.test_thinker import PATIENCE, Slow
from workbench.matches.reader import ANSWERS, ENCODER, Figures, Refused
from workbench.system.cores import POLITE
from workbench.system.processes import Child
from workbench.thinking.thinker import Message, Thinker

pytestmark = pytest.mark.skipif(not hasattr(os, "getpriority"), reason="the system knows no priorities")


def priority(who: int = 0) -> int:
    return os.getpriority(os.PRIO_PROCESS, who)


def test_processes_give_way_in_a_session_of_their_own(tmp_path: Path) -> None:
    """In the window's session they made a filter among 10,000 games take 380 ms instead of 84, and
    left gaps of 360 ms instead of 45."""
    child = Child("workbench.matches.reader")
    try:
        child.channel.send(ENCODER.encode(Figures(str(tmp_path / "none"), 1, False)))
        said = child.channel.receive(PATIENCE)
        assert said is not None and isinstance(ANSWERS.decode(said), Refused)
        pid = child.process.pid
        assert priority(pid) == max(POLITE, priority())
        assert os.getpgid(pid) == os.getsid(pid) == pid
    finally:
        child.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere threads have no priorities of their own")
def test_a_thread_that_thinks_gives_way_and_the_others_do_not() -> None:
    queue: SimpleQueue[Message] = SimpleQueue()
    thinker = Thinker(queue)
    before = priority()
    state = somewhere("herd(size=4)", "giving way", 1)
    ticket = thinker.start(Slow(0.01), state.viewpoint(state.actor), Limit(simulations=10**6))
    (thread,) = (one for one in threading.enumerate() if one.name == "thinker")
    try:
        queue.get(timeout=PATIENCE)
        assert thread.native_id is not None
        assert priority(thread.native_id) == max(POLITE, before) and priority() == before
    finally:
        thinker.stop(ticket)
        thread.join(PATIENCE)
