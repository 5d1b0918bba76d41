"""Editing of one position or a list of positions, with problems, undo and redo. Uses no widgets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from fastcore import State, Viewpoint
from workbench.positions.fixes import Fix, FixableProblem
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.system.translation import tr

__all__ = ["PositionEditor", "Sketch"]


Steps = tuple[Sequence[Entry], Sequence[Entry]]  # versions to undo, the oldest first, and to redo, the next one first


class _Snapshot(NamedTuple):
    """A state of the history: the list, its entries, the index of the current one, and that entry."""

    positions: PositionList
    entries: list[Entry]
    at: int
    entry: Entry


class PositionEditor:
    """A list of sketches, one of them current, with a shared history.

    Every change is one step to undo. All changes within one gesture are a single step, such as cells painted with one
    stroke. An undo returns to the position where the change was made.

    Args:
        start: The list, or a sketch for a list of one.
        steps: The earlier and the undone versions of a single position, like `steps`.
    """

    def __init__(self, start: Sketch | PositionList, steps: Steps = ((), ())) -> None:
        self.positions = PositionList([Entry(start)]) if isinstance(start, Sketch) else start
        self._undo_stack: list[tuple[_Snapshot, _Snapshot]] = []  # states before and after each step
        self._redo_stack: list[tuple[_Snapshot, _Snapshot]] = []
        self._gesture: _Snapshot | None = None  # state at the start of the gesture in progress
        self._checked: tuple[Sketch, tuple[FixableProblem, ...]] | None = None  # cached problems of a sketch
        if self.count == 1:
            undo, redo = steps
            states = [self._now._replace(entry=entry) for entry in (*undo, self.positions.entry, *redo)]
            pairs = list(pairwise(states))
            self._undo_stack, self._redo_stack = pairs[: len(undo)], pairs[len(undo) :][::-1]

    @property
    def sketch(self) -> Sketch:
        """The current sketch."""
        return self.positions.entry.sketch

    @property
    def count(self) -> int:
        """The number of positions in the list."""
        return len(self.positions.entries)

    @property
    def problems(self) -> tuple[FixableProblem, ...]:
        """The problems of the current sketch in the order of its text; () if it is valid."""
        if self._checked is None or self._checked[0] != self.sketch:
            self._checked = self.sketch, self.sketch.problems()
        return self._checked[1]

    @property
    def point(self) -> State | Viewpoint | None:
        """The current position, or None if it has problems."""
        return None if self.problems else self.sketch.point()

    # Changes ----------------------------------------------------------------------------------------------------------

    def change(self, sketch: Sketch) -> None:
        """Replace the current sketch."""
        if sketch == self.sketch:
            return
        before = self._now
        self.positions.replace(before.entry._replace(sketch=sketch))
        if self._gesture is None:
            self._record(before)

    def apply_fix(self, fix: Fix) -> None:
        """Apply one of the fixes of a problem."""
        self.change(self.sketch.with_situation(fix.situation))

    # The list ---------------------------------------------------------------------------------------------------------

    def open(self, positions: PositionList) -> None:
        """Replace the list."""
        self.end_gesture()
        before = self._now
        self.positions = positions
        self._record(before)

    def step(self, by: int) -> None:
        """Move by this many positions in the list. Undo ignores this.

        Raises:
            ValueError: There is no such position.
        """
        self.end_gesture()
        self.positions.go_to(self.positions.index + by)

    def add(self) -> None:
        """Insert a copy of the current position after it, and make the copy current."""
        before = self._detach_entries()
        self.positions.add(before.entry._replace(name="", comment=""))
        self._record(before)

    def remove(self) -> None:
        """Remove the current position from the list.

        Raises:
            ValueError: There is only one position.
        """
        before = self._detach_entries()
        self.positions.remove()
        self._record(before)

    def _detach_entries(self) -> _Snapshot:
        """Return the current state, and copy the entries so that this state stays unchanged."""
        self.end_gesture()
        before = self._now
        self.positions.entries = list(before.entries)
        return before

    # Gestures, undo and redo ------------------------------------------------------------------------------------------

    @property
    def _now(self) -> _Snapshot:
        positions = self.positions
        return _Snapshot(positions, positions.entries, positions.index, positions.entry)

    def _record(self, before: _Snapshot) -> None:
        self._undo_stack.append((before, self._now))
        self._redo_stack.clear()

    def _restore(self, moment: _Snapshot) -> None:
        self.positions = moment.positions
        self.positions.entries, self.positions.index = moment.entries, moment.at
        self.positions.replace(moment.entry)

    def begin_gesture(self) -> None:
        """Begin a gesture: all changes until `end_gesture` are one step to undo.

        Inside a gesture this has no effect.
        """
        if self._gesture is None:
            self._gesture = self._now

    def end_gesture(self) -> None:
        """End the gesture, and record its changes as one step."""
        start, self._gesture = self._gesture, None
        if start is not None and self.sketch != start.entry.sketch:
            self._record(start)

    def cancel_gesture(self) -> None:
        """Revert the changes of the gesture, for example when Escape is pressed during a drag."""
        if self._gesture is not None:
            self._restore(self._gesture)
            self._gesture = None

    @property
    def steps(self) -> Steps:
        """The earlier and the undone versions of a single position, or none if the history has other lists."""
        pairs = (*self._undo_stack, *self._redo_stack)
        moments = [moment for pair in pairs for moment in pair]
        if any(moment.positions is not self.positions or len(moment.entries) != 1 for moment in moments):
            return (), ()
        return [before.entry for before, _ in self._undo_stack], [after.entry for _, after in self._redo_stack[::-1]]

    @property
    def can_undo(self) -> bool:
        """Whether a change can be undone."""
        return bool(self._undo_stack) or (self._gesture is not None and self._gesture.entry.sketch != self.sketch)

    @property
    def can_redo(self) -> bool:
        """Whether an undone change can be restored."""
        return bool(self._redo_stack)

    def undo(self) -> None:
        """Undo the last step. A gesture in progress is ended first.

        Raises:
            ValueError: There is nothing to undo.
        """
        self.end_gesture()
        if not self._undo_stack:
            raise ValueError(tr("nothing has been changed yet"))
        self._redo_stack.append(self._undo_stack.pop())
        self._restore(self._redo_stack[-1][0])

    def redo(self) -> None:
        """Restore the last undone step.

        Raises:
            ValueError: There is nothing to redo.
        """
        self.end_gesture()
        if not self._redo_stack:
            raise ValueError(tr("nothing has been undone"))
        self._undo_stack.append(self._redo_stack.pop())
        self._restore(self._undo_stack[-1][1])
