"""What the tab shows of a table: a copy of the list and of everything that follows from it, made on a thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from fastcore import Event, TooMany, Viewpoint
from workbench.companion.alerts import Alert
from workbench.companion.companion import Companion
from workbench.companion.corrections import Meant, corrections
from workbench.companion.cursor import Cursor
from workbench.companion.key_entry import shortest
from workbench.companion.lines import Line
from workbench.companion.replay import Fault, Status
from workbench.companion.suspects import Diagnosis

MOST_MATCHES = 3


class Row(NamedTuple):
    """A line of the list as it is shown."""

    line: Line
    status: Status
    sentence: str


class Statement(NamedTuple):
    """A sentence about something hidden, and whether it is certain."""

    text: str
    certain: bool


class Scene(NamedTuple):
    """A table after a change of its list.

    Attributes:
        rows: The lines.
        fault: The first line that does not fit, or None.
        alert: The rule that was broken, or None.
        diagnosis: The result of the search for wrong entries, or None.
        supposed: The index of the line that the board shows with a text it does not have, and that text, or None.
        statements: What is known of hidden things.
        point: The position in which the next event happens.
        lacks_lines: Whether the next line belongs to an event that has begun.
        actor: The seat whose event is next, or CHANCE or OVER.
        task: What to enter next, if the position does not say it, or "".
        over: Whether the game has ended.
        waits: Whether events are entered without a check.
        moves: The moves that can be entered on the board.
        events: The latest events.
        typed: The keys since the last complete event.
        complete: Whether the keys spell an event, although more keys could follow.
        meant: The events that may have been meant, by the index of the line and their text.
        pad: The rows of keys that may follow.
        matches: The events that the keys can become with their meanings, if there are few.
        labels: The keys of these events.
        message: Why the last input was refused, or "".
        question: Events with their meanings, one of which was meant by a move on the board.
    """

    rows: tuple[Row, ...]
    fault: Fault | None
    alert: Alert | None
    diagnosis: Diagnosis | None
    supposed: tuple[int, str] | None
    statements: tuple[Statement, ...]
    point: Viewpoint
    lacks_lines: bool
    actor: int
    task: str
    over: bool
    waits: bool
    moves: tuple[str, ...]
    events: tuple[Event, ...]
    typed: str
    complete: bool
    meant: Mapping[tuple[int, str], Meant]
    pad: tuple[tuple[str, ...], ...]
    matches: tuple[tuple[str, str], ...]
    labels: tuple[str, ...]
    message: str = ""
    question: tuple[tuple[str, str], ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the list."""
        return tuple(row.line for row in self.rows)


def look_at(companion: Companion, before: Scene | None) -> Scene:
    """Return the present scene. Rows that cannot have changed are taken from the scene before."""
    cursor, fault, typing = companion.cursor, companion.fault, companion.typing
    matches = typing.matches() if not companion.over else ()
    few = matches if len(matches) <= MOST_MATCHES else ()
    return Scene(
        _rows(companion, before),
        fault,
        companion.alert(),
        companion.diagnosis,
        companion.supposed,
        tuple(Statement(companion.sentence(known), known.certain) for known in companion.statements()),
        cursor.point,
        bool(cursor.parts),
        companion.actor,
        companion.task,
        companion.over,
        companion.waits,
        _moves(cursor),
        _latest(companion),
        typing.typed,
        bool(typing.typed) and not companion.waits and typing.typed in typing.spelled,
        corrections(companion),
        cursor.table.pad(typing.next_keys) if not companion.over else (),
        tuple((text, companion.meaning(text)) for text in few),
        tuple(min((keys for keys, meant in typing.spelled.items() if meant == text), key=len) for text in few),
    )


def keys_at(companion: Companion, index: int) -> tuple[tuple[str, ...], str]:
    """Return the keys of every event that may be entered at a place in the list, and those of the line there.

    There are none if they are not known.
    """
    with suppress(ValueError, TooMany):
        spelled = companion.cursor_before(index).spelled
        own = [keys for keys, text in spelled.items() if text == companion.lines[index].text]
        return shortest(spelled), min(own, key=len, default="")
    return (), ""


def meant(companion: Companion, move: str) -> tuple[tuple[str, str], ...]:
    """Return the events, with their meanings, that a move on the board can be. Some moves have an answer."""
    cursor = companion.cursor
    texts = [text for text in cursor.candidates if text.split(";")[0] == move and not cursor.why_not(text)]
    return tuple((text, companion.meaning(text)) for text in texts or [move])


def _rows(companion: Companion, before: Scene | None) -> tuple[Row, ...]:
    lines, kept = companion.lines, list[Row]()
    for index, row in enumerate(before.rows if before is not None else ()):
        if index >= len(lines) or row.line != lines[index] or row.status != companion.status(index):
            break
        if row.status not in ("fits", "struck"):
            break
        kept.append(row)
    return (
        *kept,
        *(Row(lines[n], companion.status(n), companion.describe(n)) for n in range(len(kept), len(lines))),
    )


def _moves(cursor: Cursor) -> tuple[str, ...]:
    """Return the moves of the next event if the board can take them: they are known, and nobody hides them."""
    point = cursor.point
    if cursor.parts or point.actor < 0:
        return ()
    if point.seat is None and point.state is None and point.info.has.covered:
        moves: Sequence[str] = ()
    else:
        moves = tuple(map(point.move_text, point.moves()))
    heads = {text.split(";")[0] for text in cursor.candidates}
    return tuple(move for move in moves if move in heads)


def _latest(companion: Companion) -> tuple[Event, ...]:
    """Return the events of the last line, for the marks on the board."""
    observed = companion.cursor.observations
    if observed is None or not companion.lines or companion.fault is not None:
        return ()
    lines = companion.lines
    if not lines[-1].is_sure or lines[-1].kind != "event" or len(lines) < 2:
        return ()
    with suppress(ValueError):
        cursor = companion.cursor_before(len(lines) - 1)
        if not cursor.parts:
            return tuple(cursor.point.copy().observe(observed.text))
    return ()
