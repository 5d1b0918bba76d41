"""The positions that one tab sets up: one, or a list of them that is walked through, each with all that was done to it."""

from __future__ import annotations

from workbench.position_editor import PositionEditor, Sketch
from workbench.positions import Entry, PositionList


class SketchSet:
    """`before` is the set in the place of which this one was opened: undo goes back to it."""

    def __init__(self, positions: PositionList, before: SketchSet | None = None) -> None:
        self.positions, self.before = positions, before
        self.models = [PositionEditor(entry.sketch) for entry in positions.entries]
        self.saved = positions.text() if positions.file is not None else ""  # as it stands in its file

    @classmethod
    def of(cls, sketch: Sketch) -> SketchSet:
        return cls(PositionList([Entry(sketch)]))

    @property
    def model(self) -> PositionEditor:
        return self.models[self.positions.at]

    @property
    def count(self) -> int:
        return len(self.models)

    def step(self, by: int) -> None:
        """Go to another position of the list; ValueError if there is none."""
        self.note()
        self.positions.go_to(self.positions.at + by)

    def add(self) -> None:
        """Put a copy of the position behind it, and go on with that."""
        self.note()
        entry = self.positions.entry
        self.positions.add(entry._replace(name="", comment=""))
        self.models.insert(self.positions.at, PositionEditor(entry.sketch))

    def remove(self) -> None:
        """Take the position out of the list; ValueError if it is the only one."""
        at = self.positions.at
        self.positions.remove()
        del self.models[at]

    def note(self) -> PositionList:
        """The list with the position before us as it is by now."""
        self.positions.replace(self.positions.entry._replace(sketch=self.model.sketch))
        return self.positions

    @property
    def unsaved(self) -> bool:
        return self.note().text() != self.saved
