"""Tells where a program stands still: what its main thread did, again and again, while no sign of life came from it."""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path


class Standstill:
    """After so many seconds without a sign of life the process prints what it was at over the
    second half of them, and ends."""

    SAMPLES = 5
    GRACE = 10  # seconds after which the interpreter itself is asked, should no thread of Python get to run

    def __init__(self, seconds: float, situation: Callable[[], str]) -> None:
        self.seconds, self.situation = seconds, situation
        self.main = threading.main_thread().ident
        self.told = time.monotonic()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def alive(self) -> None:
        self.told = time.monotonic()
        faulthandler.dump_traceback_later(self.seconds + self.GRACE, exit=True)

    def close(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        stacks: list[str] = []
        pause = self.seconds / 2 / self.SAMPLES
        while not self.over.wait(pause):
            still = time.monotonic() - self.told
            if still < self.seconds / 2:
                stacks = []
                continue
            stacks.append(
                f"after {still:.0f} s:\n{''.join(traceback.format_stack(sys._current_frames()[self.main or 0]))}"
            )
            if still >= self.seconds:
                print(
                    "\n".join((f"it stood still for {still:.0f} s after {self.situation()}", *stacks)),
                    file=sys.stderr,
                    flush=True,
                )
                os._exit(1)


def megabytes() -> float:
    """The memory of this process; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
