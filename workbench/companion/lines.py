"""The lines of a companion's list, and changes of the list that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fastcore.text.limits import MAX_POSITION
from workbench.system import decoding
from workbench.system.translation import tr

MISSED = "*"  # the text of an event that nobody saw; within a text, any part of it
SEVERAL = "**"  # the text of one or more events that nobody saw
UNSURE = 0.9  # the usual probability that a line marked as unsure is right
Kind = Literal["event", "keys", "position", "fact"]
EVENTS: tuple[Kind, ...] = ("event", "keys")  # the kinds of lines that happened at the table


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of the list.

    Attributes:
        id: The number of the line, which it keeps wherever it is moved.
        text: The event as the seat observed it, with `*` for any part that was missed. For keys, the typed keys of an
            event that was impossible, or could not be checked, when it was entered. For a position, the view of the
            seat; for a fact, what the seat also knows, in the syntax of `Viewpoint.suppose`, or several with spaces
            between them.
        kind: The kind of the line.
        confidence: The probability that the text is right; 1 for a sure line.
        struck: Whether the players undid the event, so that it does not count.
    """

    id: int
    text: Annotated[str, Meta(min_length=1, max_length=MAX_POSITION)]
    kind: Kind = "event"
    confidence: Annotated[float, Meta(gt=0, le=1)] = 1.0
    struck: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether the line says one thing and counts as certain."""
        return self.confidence == 1 and not self.is_open

    @property
    def is_open(self) -> bool:
        """Whether a part of the event, or all of it, was missed."""
        return self.kind == "event" and MISSED in self.text


class Change(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One change of the list.

    Attributes:
        at: The index of the first line that it replaces.
        removed: The lines that it removes there.
        added: The lines that it puts in their place.
        joined: Whether it was made together with the change before, and is undone with it.
    """

    at: Annotated[int, Meta(ge=0)]
    removed: tuple[Line, ...] = ()
    added: tuple[Line, ...] = ()
    joined: bool = False

    def inverse(self, joined: bool = False) -> Change:
        """Return the change that undoes this one."""
        return Change(self.at, self.added, self.removed, joined)


class LineList:
    """The list of observations. Every change can be undone.

    Args:
        on_change: Called with every change, also of an undo, before it is made. If it raises an exception, nothing
            changes.

    Attributes:
        lines: The lines, the earliest first.
    """

    def __init__(self, on_change: Callable[[Change], None] | None = None) -> None:
        self.lines: tuple[Line, ...] = ()
        self.on_change = on_change
        self._next_id = 1
        self._done: list[Change] = []
        self._undone: list[Change] = []

    def index(self, line: int) -> int:
        """Return the index of a line by its id.

        Raises:
            ValueError: There is no such line.
        """
        for index, candidate in enumerate(self.lines):
            if candidate.id == line:
                return index
        raise ValueError(tr("there is no line {line}", line=line))

    def add(
        self, text: str, at: int | None = None, kind: Kind = "event", confidence: float = 1.0, joined: bool = False
    ) -> Line:
        """Insert a line at an index (None: at the end) and return it. A joined change is undone with the one before.

        Raises:
            ValueError: The text is empty or too long, or the confidence is not above 0 and at most 1.
        """
        line = _checked(Line(self._next_id, text.strip(), kind, confidence))
        at = len(self.lines) if at is None else min(max(at, 0), len(self.lines))
        self._make(Change(at, (), (line,), joined))
        return line

    def change(
        self, line: int, *, text: str | None = None, confidence: float | None = None, struck: bool | None = None,
        kind: Kind | None = None, joined: bool = False,
    ) -> Line:  # fmt: skip
        """Change some properties of a line and return the new line.

        Raises:
            ValueError: There is no such line, or a property is invalid.
        """
        at = self.index(line)
        before = self.lines[at]
        given = {
            "text": None if text is None else text.strip(),
            "confidence": confidence,
            "struck": struck,
            "kind": kind,
        }
        after = _checked(
            msgspec.structs.replace(before, **{name: value for name, value in given.items() if value is not None})
        )
        if after != before:
            self._make(Change(at, (before,), (after,), joined))
        return after

    def remove(self, line: int) -> None:
        """Remove a line. Raise ValueError if there is none."""
        at = self.index(line)
        self._make(Change(at, (self.lines[at],)))

    def move(self, line: int, to: int) -> None:
        """Move a line so that it has another index. Raise ValueError if there is no such line."""
        at = self.index(line)
        to = min(max(to, 0), len(self.lines) - 1)
        if at == to:
            return
        first, last = min(at, to), max(at, to)
        before = self.lines[first : last + 1]
        rest = [candidate for candidate in before if candidate.id != line]
        rest.insert(to - first, self.lines[at])
        self._make(Change(first, before, tuple(rest)))

    def replace(self, lines: Sequence[Line]) -> None:
        """Replace all lines by others with ids of their own."""
        if tuple(lines) != self.lines:
            self._make(Change(0, self.lines, tuple(lines)))

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to redo."""
        return bool(self._undone)

    def undo(self) -> None:
        """Undo the last change with those that are joined to it. Raise ValueError if there is none."""
        if not self._done:
            raise ValueError(tr("nothing has been entered yet"))
        joined = False
        while True:
            change = self._done[-1]
            self._apply(change.inverse(joined))
            self._undone.append(self._done.pop())
            joined = True
            if not change.joined or not self._done:
                return

    def redo(self) -> None:
        """Redo the change that was undone last. Raise ValueError if there is none."""
        if not self._undone:
            raise ValueError(tr("nothing has been undone"))
        while True:
            self._apply(self._undone[-1])
            self._done.append(self._undone.pop())
            if not self._undone or not self._undone[-1].joined:
                return

    def restore(self, changes: Sequence[Change]) -> None:
        """Make changes that were stored before, without calling `on_change`.

        Raises:
            ValueError: A change does not fit the list.
        """
        for change in changes:
            self._check(change)
            self._replace(change)
            self._done.append(change)

    def _make(self, change: Change) -> None:
        self._apply(change)
        self._done.append(change)
        self._undone.clear()

    def _apply(self, change: Change) -> None:
        if self.on_change is not None:
            self.on_change(change)
        self._replace(change)

    def _check(self, change: Change) -> None:
        if self.lines[change.at : change.at + len(change.removed)] != change.removed or change.at > len(self.lines):
            raise ValueError(tr("the changes do not fit the list"))

    def _replace(self, change: Change) -> None:
        self.lines = (
            *self.lines[: change.at], *change.added, *self.lines[change.at + len(change.removed) :]
        )  # fmt: skip
        self._next_id = max([self._next_id, *(line.id + 1 for line in change.added)])


def kind_of(typed: str) -> Kind:
    """Return the kind of the line of a typed event."""
    return "event" if MISSED in typed else "keys"


def _checked(line: Line) -> Line:
    """Return a line if its properties are valid. Raise ValueError if not."""
    try:
        return decoding.convert(msgspec.to_builtins(line), Line)
    except msgspec.ValidationError as error:
        raise ValueError(decoding.in_plain_words(error)) from None
