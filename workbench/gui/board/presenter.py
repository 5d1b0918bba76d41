"""What happened, shown step by step: events wait in a line, each is shown, and any key or click skips to the end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from fastcore import Event
from workbench.table.audience import Batch

PAUSE_MS = 110  # after each event
QUIET_MS = 20  # after an event in which nothing moved, and between moves that are not animated


class Stage(Protocol):
    """Where events are shown."""

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        """Show one event (`turn`: what was shown of its turn, this event included), then call `done`."""

    def reached(self, points: Sequence[int]) -> None:
        """All of one move has been shown: these are the points after it."""

    def cut(self) -> None:
        """Drop an animation under way; `done` is not called any more."""

    def settled(self) -> None:
        """All is shown: show the position as it is."""

    def after(self, ms: int, call: Callable[[], None]) -> str: ...
    def after_cancel(self, timer: str) -> None: ...


class Presenter:
    def __init__(self, stage: Stage, animated: Callable[[], bool], speed: Callable[[], float] = lambda: 1.0) -> None:
        self.stage, self.animated, self.speed = stage, animated, speed
        self.batches: deque[Batch] = deque()
        self.events: deque[Event] = deque()
        self.batch: Batch | None = None  # the move whose events are being shown
        self.busy = False
        self.timer = ""
        self.turn = 0
        self.shown: list[Event] = []  # of that turn

    @property
    def behind(self) -> int:
        return len(self.batches) + self.busy

    def begin(self, turn: int, events: Sequence[Event]) -> None:
        """Forget what waits; this turn and these events of it are what is shown."""
        self._stop()
        self.turn, self.shown = turn, list(events)

    def add(self, batch: Batch) -> None:
        self.batches.append(batch)
        if not self.busy:
            self.busy = True
            self._later(0 if self.animated() else QUIET_MS, self._next)

    def skip(self) -> bool:
        """Show the end of all that waits; whether anything did."""
        was = self.busy
        if was:
            self._stop()
            self.stage.settled()
        return was

    def _next(self) -> None:
        self.timer = ""
        if not self.animated():
            self._stop()
            self.stage.settled()
            return
        if not self.events and self.batch is not None:
            self.stage.reached(self.batch.points)
            self.batch = None
        if not self.events and self.batches:
            batch = self.batch = self.batches.popleft()
            self.events.extend(batch.events)
            if batch.turn != self.turn:
                self.turn, self.shown = batch.turn, []
        if not self.events:
            self.busy = False
            self.stage.settled()
            return
        event = self.events.popleft()
        self.shown.append(event)
        self.stage.step(
            event,
            tuple(self.shown),
            lambda: self._later(self.paced(PAUSE_MS) if event.where or event.seat < 0 else QUIET_MS, self._next),
        )

    def paced(self, ms: int) -> int:
        """A time at the speed that is wished for."""
        return max(1, round(ms / max(0.1, self.speed())))

    def _later(self, ms: int, call: Callable[[], None]) -> None:
        self.timer = self.stage.after(ms, call)

    def _stop(self) -> None:
        if self.timer:
            self.stage.after_cancel(self.timer)
            self.timer = ""
        self.stage.cut()
        self.batches.clear()
        self.events.clear()
        self.batch = None
        self.busy = False
