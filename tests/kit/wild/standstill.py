"""A watchdog that reports where the main thread of a frozen program is."""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path


class Watchdog:
    """Ends the process after `seconds` without a sign of life.

    First it prints what the main thread did in the second half of this time.
    """

    SAMPLES = 5
    GRACE = 10  # extra seconds after which the interpreter reports if no Python thread can run

    def __init__(self, seconds: float, situation: Callable[[], str]) -> None:
        self.seconds, self.situation = seconds, situation
        self.main = threading.main_thread().ident
        self.last_sign = time.monotonic()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def alive(self) -> None:
        self.last_sign = time.monotonic()
        faulthandler.dump_traceback_later(self.seconds + self.GRACE, exit=True)

    def close(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        stacks: list[str] = []
        pause = self.seconds / 2 / self.SAMPLES
        while not self.over.wait(pause):
            silence = time.monotonic() - self.last_sign
            if silence < self.seconds / 2:
                stacks = []
                continue
            stacks.append(
                f"after {silence:.0f} s:\n{''.join(traceback.format_stack(sys._current_frames()[self.main or 0]))}"
            )
            if silence >= self.seconds:
                print(
                    "\n".join((f"it stood still for {silence:.0f} s after {self.situation()}", *stacks)),
                    file=sys.stderr,
                    flush=True,
                )
                os._exit(1)


def megabytes() -> float:
    """Return the memory of this process in megabytes, or 0 if the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
