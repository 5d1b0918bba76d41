"""Tests of a bot's process after its guard is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

import pytest

from workbench.bot_process.confined import ConfinedChild
from workbench.bot_process.sandbox import Confinement
from workbench.system import linux

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="a parent's death is signalled on Linux only"
)


def fork(work: Callable[[], None]) -> int:
    """Run `work` in a child process and return the child's process id."""
    pid = os.fork()
    if pid == 0:
        with suppress(BaseException):
            work()
        os._exit(0)
    return pid


def is_alive(pid: int) -> bool:
    """Return whether a process, not necessarily a child, is still running after ten seconds."""
    deadline = monotonic() + 10
    while monotonic() < deadline:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                if file.read().rpartition(")")[2].split()[0] in "ZX":
                    return False
        except OSError:
            return False
        sleep(0.01)
    return True


@pytest.mark.parametrize("early", [True, False], ids=["before the call", "after the call"])
def test_bot_ends_when_its_guard_is_killed(early: bool) -> None:
    """The guard dies before or after the bot registers for its parent's death signal.

    Without an extra check, a bot whose guard dies early would run forever.
    """
    reading, writing = os.pipe()

    def bot(parent: int) -> None:
        os.write(writing, f"{os.getpid()}\n".encode())
        if early:
            while os.getppid() == parent:
                sleep(0.001)
        linux.end_with_parent(parent)
        os.write(writing, b"ready\n")
        sleep(60)

    def guard() -> None:
        own_pid = os.getpid()
        fork(lambda: bot(own_pid))
        sleep(60)

    parent = fork(guard)
    try:
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as lines:
            pid = int(lines.readline())
            if not early:
                assert lines.readline() == "ready\n"
            os.kill(parent, signal.SIGKILL)
            assert not is_alive(pid)
            assert lines.readline() == ""
    finally:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
        os.kill(parent, signal.SIGKILL)
        os.waitpid(parent, 0)


def test_process_whose_module_fails_ends_with_status_1() -> None:
    child = ConfinedChild("workbench.nothing", Confinement(512))
    try:
        child.process.wait(60)
        assert child.end() == "it ended with status 1"
        assert "No module named" in child.last_output
    finally:
        child.close(0)
