"""A position while it is set up: what it is by now, what is wrong with it, undo and redo. It knows no window.

A sketch may be anything that can be written, also text that nobody can read: nothing that was written is lost. It is a
position as soon as nothing is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import fastcore
from fastcore import Problem, State, Viewpoint
from workbench.boards.contract import Fields


@dataclass(frozen=True)
class Sketch:
    """A position in the making: the spec, the position text, whose view it is (a seat from 0; None: everything is known),
    and what else is known of what that seat does not see, as `Viewpoint.suppose` takes it."""

    spec: str
    text: str
    seat: int | None = None
    facts: tuple[str, ...] = ()

    @property
    def situation(self) -> str:
        return f"{self.spec} {self.text}"

    @property
    def fields(self) -> Fields | None:
        """The position text by field, None if it has not as many as the game's."""
        names = [field.name for field in fastcore.info(self.spec.partition("(")[0]).fields]
        parts = self.text.split()
        return dict(zip(names, parts, strict=True)) if len(parts) == len(names) else None

    def with_fields(self, fields: Fields) -> Sketch:
        return replace(self, text=" ".join(fields.values()))


class PositionEditor:
    """A sketch with everything that was done to it. Every change is one step back; those within one `gesture` are one
    together, as cells painted with one stroke."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self._done: list[Sketch] = []
        self._undone: list[Sketch] = []
        self._gesture: Sketch | None = None  # what a gesture that goes on began with

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, the first thing in the text first; () for a position."""
        return tuple(fastcore.problems(self.sketch.situation, self.sketch.seat))

    @property
    def point(self) -> State | Viewpoint | None:
        """The position, None as long as something is wrong."""
        raise NotImplementedError

    def change(self, sketch: Sketch) -> None:
        if sketch == self.sketch:
            return
        if self._gesture is None:
            self._done.append(self.sketch)
            self._undone.clear()
        self.sketch = sketch

    def set_fields(self, fields: Fields) -> None:
        self.change(self.sketch.with_fields(fields))

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """What is changed within is undone at one go."""
        begun, self._gesture = self.sketch, self.sketch
        try:
            yield
        finally:
            self._gesture = None
            if self.sketch != begun:
                self._done.append(begun)
                self._undone.clear()

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> None:
        self._undone.append(self.sketch)
        self.sketch = self._done.pop()

    def redo(self) -> None:
        self._done.append(self.sketch)
        self.sketch = self._undone.pop()
