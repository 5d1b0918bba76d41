"""The time that the tutor has for one decision."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

SECONDS = 0.9  # time for one decision; the rest of a second is for threads and drawing


class Watch:
    """A time limit that starts now. Another thread may stop it.

    Args:
        seconds: The time.
        clock: Returns the current time in seconds.

    Attributes:
        stopped: Whether nobody waits for the result any more.
    """

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = perf_counter) -> None:
        self.seconds, self._clock = seconds, clock
        self._start = clock()
        self.stopped = False

    @property
    def used(self) -> float:
        """The fraction of the time that has passed; 1 or more if it is used up."""
        return (self._clock() - self._start) / self.seconds

    def is_over(self, share: float = 1.0) -> bool:
        """Return whether this share of the time is used up, or nobody waits any more."""
        return self.stopped or self.used >= share

    def stop(self) -> None:
        """Stop the judge at its next look at the time."""
        self.stopped = True
