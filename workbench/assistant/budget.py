"""The budget of one call: seconds and work. A request above a bound is cut to it, and the answer says so."""

from __future__ import annotations

from threading import Event
from time import monotonic

from workbench.system.translation import tr


class Budget:
    """The time that one call may take.

    Args:
        most: The budget of the session in seconds.
        wanted: The requested seconds; None for the budget of the session.
        cancelled: Set when nobody waits for the answer any more; the time is then used up.

    Attributes:
        seconds: The seconds that the call may take.
        notes: What was cut, as sentences.
    """

    def __init__(self, most: float, wanted: float | None = None, cancelled: Event | None = None) -> None:
        self._cancelled = cancelled or Event()
        self.seconds = most if wanted is None else min(most, wanted)
        self.notes: list[str] = []
        self._end = monotonic() + self.seconds
        if wanted is not None and wanted > most:
            self.notes.append(
                tr("You asked for {wanted:g} s; this session allows {most:g} s per call.", wanted=wanted, most=most)
            )

    @property
    def left(self) -> float:
        """The seconds left, at least 0."""
        return 0.0 if self._cancelled.is_set() else max(0.0, self._end - monotonic())

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return self._cancelled.is_set() or monotonic() >= self._end

    def note(self, sentence: str) -> None:
        """Add a sentence about work that was cut."""
        self.notes.append(sentence)
