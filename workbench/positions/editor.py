"""Edits one position or a list of them: changes, problems, undo and redo. It uses no widgets."""

from __future__ import annotations

from typing import NamedTuple

from fastcore import Mend, Problem, State, Viewpoint
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch

__all__ = ["PositionEditor", "Sketch"]


class _Moment(NamedTuple):
    """What there was: the list, the entries in it, which of them was before us, and what that was."""

    positions: PositionList
    entries: list[Entry]
    at: int
    entry: Entry


class PositionEditor:
    """A list of sketches (of one, to begin with a sketch), one of them before us, with
    everything that was done to all of them.

    Every change is one step back; those within one gesture are one together, as cells painted with one stroke. There is
    one history: what was changed in another position of the list, or with the list itself, is undone where it was done.
    """

    def __init__(self, begun: Sketch | PositionList) -> None:
        self.positions = PositionList([Entry(begun)]) if isinstance(begun, Sketch) else begun
        self._done: list[tuple[_Moment, _Moment]] = []  # before and after each step
        self._undone: list[tuple[_Moment, _Moment]] = []
        self._gesture: _Moment | None = None  # what a gesture that goes on began with
        self._judged: tuple[Sketch, tuple[Problem, ...]] | None = None  # the problems that were looked for last

    @property
    def sketch(self) -> Sketch:
        return self.positions.entry.sketch

    @property
    def count(self) -> int:
        return len(self.positions.entries)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, the first thing in the text first; () for a position.
        They are looked for once a sketch."""
        if self._judged is None or self._judged[0] != self.sketch:
            self._judged = self.sketch, self.sketch.problems()
        return self._judged[1]

    @property
    def point(self) -> State | Viewpoint | None:
        """The position, None as long as something is wrong."""
        return None if self.problems else self.sketch.point()

    # Changes ----------------------------------------------------------------------------------------------------------

    def change(self, sketch: Sketch) -> None:
        if sketch == self.sketch:
            return
        before = self._now
        self.positions.replace(before.entry._replace(sketch=sketch))
        if self._gesture is None:
            self._did(before)

    def mended(self, mend: Mend) -> None:
        """Put a problem right in this way."""
        self.change(self.sketch.with_situation(mend.situation))

    # The list ---------------------------------------------------------------------------------------------------------

    def open(self, positions: PositionList) -> None:
        """Go on with another list in the place of this one."""
        self.end_gesture()
        before = self._now
        self.positions = positions
        self._did(before)

    def step(self, by: int) -> None:
        """Go to another position of the list, which changes nothing; ValueError if there is none."""
        self.end_gesture()
        self.positions.go_to(self.positions.at + by)

    def add(self) -> None:
        """Put a copy of the position behind it, and go on with that."""
        before = self._restructured()
        self.positions.add(before.entry._replace(name="", comment=""))
        self._did(before)

    def remove(self) -> None:
        """Take the position out of the list; ValueError if it is the only one."""
        before = self._restructured()
        self.positions.remove()
        self._did(before)

    def _restructured(self) -> _Moment:
        """What there is; from now on its entries stay as they are."""
        self.end_gesture()
        before = self._now
        self.positions.entries = list(before.entries)
        return before

    # Gestures, undo and redo ------------------------------------------------------------------------------------------

    @property
    def _now(self) -> _Moment:
        found = self.positions
        return _Moment(found, found.entries, found.at, found.entry)

    def _did(self, before: _Moment) -> None:
        self._done.append((before, self._now))
        self._undone.clear()

    def _stand(self, moment: _Moment) -> None:
        self.positions = moment.positions
        self.positions.entries, self.positions.at = moment.entries, moment.at
        self.positions.replace(moment.entry)

    def begin_gesture(self) -> None:
        """What is changed from now on, until `end_gesture`, is undone at one go.
        One that goes on already takes it in."""
        if self._gesture is None:
            self._gesture = self._now

    def end_gesture(self) -> None:
        begun, self._gesture = self._gesture, None
        if begun is not None and self.sketch != begun.entry.sketch:
            self._did(begun)

    def give_up_gesture(self) -> None:
        """Nothing of the gesture that goes on has happened, as when Escape is pressed during a drag."""
        if self._gesture is not None:
            self._stand(self._gesture)
            self._gesture = None

    @property
    def can_undo(self) -> bool:
        return bool(self._done) or (self._gesture is not None and self._gesture.entry.sketch != self.sketch)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last step back, where it was done; one that is not finished yet first of all.
        ValueError if there is none."""
        self.end_gesture()
        if not self._done:
            raise ValueError("nothing has been changed yet")
        self._undone.append(self._done.pop())
        self._stand(self._undone[-1][0])

    def redo(self) -> None:
        """Make the step again that was taken back last; ValueError if there is none."""
        self.end_gesture()
        if not self._undone:
            raise ValueError("nothing has been undone")
        self._done.append(self._undone.pop())
        self._stand(self._done[-1][1])
