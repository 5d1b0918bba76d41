"""The display of the events of moves, in order. Any key or click skips to the end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from fastcore import Event
from workbench.table.audience import Batch

PAUSE_MS = 110  # pause after each event
QUIET_MS = 20  # pause after an event without motion, and between moves without animation


class Stage(Protocol):
    """The display on which a `Presenter` shows events."""

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        """Show an event, then call `done`. `turn` has the shown events of its turn, up to this one."""

    def show_points(self, points: Sequence[int]) -> None:
        """Show the points after a move whose events have all been shown."""

    def cancel_animation(self) -> None:
        """Cancel the current animation without calling `done`."""

    def show_current(self) -> None:
        """Show the current position after all events have been shown."""

    def after(self, ms: int, call: Callable[[], None]) -> str:
        """Schedule a call in `ms` milliseconds and return its timer, like Tk's `after`."""

    def after_cancel(self, timer: str) -> None:
        """Cancel a timer, like Tk's `after_cancel`."""


class Presenter:
    """A queue of moves whose events are shown in order.

    Args:
        stage: The display.
        animated: Returns whether events are animated.
        speed: Returns the speed factor.
    """

    def __init__(self, stage: Stage, animated: Callable[[], bool], speed: Callable[[], float] = lambda: 1.0) -> None:
        self.stage, self.animated, self.speed = stage, animated, speed
        self.batches: deque[Batch] = deque()
        self.events: deque[Event] = deque()
        self.batch: Batch | None = None  # the move whose events are being shown
        self.busy = False
        self.timer = ""
        self.turn = 0
        self.shown: list[Event] = []  # events of the turn shown so far

    @property
    def behind(self) -> int:
        """The number of moves not yet shown completely."""
        return len(self.batches) + self.busy

    def reset(self, turn: int, events: Sequence[Event]) -> None:
        """Clear the queue. The `events` of this turn count as shown."""
        self._stop()
        self.turn, self.shown = turn, list(events)

    def add(self, batch: Batch) -> None:
        """Add a move to the queue."""
        self.batches.append(batch)
        if not self.busy:
            self.busy = True
            self._later(0 if self.animated() else QUIET_MS, self._next)

    def skip(self) -> bool:
        """Skip to the end of the queue. Return False if nothing was being shown."""
        was_busy = self.busy
        if was_busy:
            self._stop()
            self.stage.show_current()
        return was_busy

    def _next(self) -> None:
        self.timer = ""
        if not self.animated():
            self._stop()
            self.stage.show_current()
            return
        if not self.events and self.batch is not None:
            self.stage.show_points(self.batch.points)
            self.batch = None
        if not self.events and self.batches:
            batch = self.batch = self.batches.popleft()
            self.events.extend(batch.events)
            if batch.turn != self.turn:
                self.turn, self.shown = batch.turn, []
        if not self.events:
            self.busy = False
            self.stage.show_current()
            return
        event = self.events.popleft()
        self.shown.append(event)
        self.stage.step(
            event,
            tuple(self.shown),
            lambda: self._later(self.scaled(PAUSE_MS) if event.where or event.seat < 0 else QUIET_MS, self._next),
        )

    def scaled(self, ms: int) -> int:
        """Scale a duration in milliseconds to the chosen speed."""
        return max(1, round(ms / max(0.1, self.speed())))

    def _later(self, ms: int, call: Callable[[], None]) -> None:
        self.timer = self.stage.after(ms, call)

    def _stop(self) -> None:
        if self.timer:
            self.stage.after_cancel(self.timer)
            self.timer = ""
        self.stage.cancel_animation()
        self.batches.clear()
        self.events.clear()
        self.batch = None
        self.busy = False
