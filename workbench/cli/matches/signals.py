"""Signals while matches run: Ctrl-C, Ctrl-Z and SIGTERM, and the exit statuses of the results."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import Protocol

PAUSE_NOTICE_SECONDS = 2.0  # the longest wait for the workers to learn of a pause
LINE_SECONDS = 30.0  # between two lines in a pipe
TICK_SECONDS = 0.2
STATUS = {"complete": 0, "decided": 0, "stopped": 130, "halted": 1, "lost": 1, "full": 1, "gone": 1}


class Leader(Protocol):
    """A running match or calibration that can be asked to end or pause."""

    def finish(self) -> None:
        """Start no more games."""

    def stop(self) -> None:
        """Stop the running games."""

    def pause(self) -> None:
        """Pause the running games."""

    def resume(self) -> None:
        """Continue the running games."""

    @property
    def pause_sent(self) -> bool:
        """Whether the workers have received the last pause or resume command."""


@contextmanager
def handle_signals(runner: Leader, on_pause: Callable[[float], None] = lambda seconds: None) -> Iterator[None]:
    """Handle signals while a match runs.

    Ctrl-C lets running games end; a second Ctrl-C, or SIGTERM, stops them. Ctrl-Z pauses the match.

    Args:
        runner: The match or calibration.
        on_pause: Called after a pause with its length in seconds.
    """
    pressed = 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 1:
            runner.finish()
        else:
            runner.stop()

    def suspend(number: int, frame: FrameType | None) -> None:
        start = monotonic()
        runner.pause()
        # Inform the workers first: a stopped process cannot.
        while not runner.pause_sent and monotonic() < start + PAUSE_NOTICE_SECONDS:
            sleep(0.01)
        os.kill(os.getpid(), signal.SIGSTOP)
        runner.resume()
        on_pause(monotonic() - start)

    handlers = {signal.SIGINT: interrupt, signal.SIGTERM: lambda number, frame: runner.stop()}
    if hasattr(signal, "SIGTSTP"):
        handlers[signal.SIGTSTP] = suspend
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
