"""Passing the laptop: each player at it has a list of their own, with what this player saw."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from fastcore import Conflict, TooMany
from workbench.companion import journal
from workbench.companion.branches import Belief, Branch, Filter, matches
from workbench.companion.companion import Companion
from workbench.companion.journal import Journal, JournalError, Table
from workbench.companion.line_words import readings
from workbench.companion.lines import EVENTS, MISSED, SEVERAL, Line
from workbench.system.translation import tr


def pass_to(companion: Companion, seat: int) -> Companion:
    """Return the companion of another player at the same table, whose list has all that this player saw.

    What only that player knows is a missed part of a line at first. What they enter then is kept, also when later
    changes of other lists are taken over.

    Raises:
        ValueError: The list has a fault, belongs to no seat, or the game has events that are not the same for all.
        WriteError: The file of that list cannot be written.
    """
    if companion.fault is not None:
        raise ValueError(tr("line {line} does not fit: correct it first", line=companion.fault.at + 1))
    if companion.seat is None:
        raise ValueError(tr("only a player's list can be passed on"))
    seen = seen_by(companion, seat)
    table = msgspec.structs.replace(companion.table, seat=seat)
    folder = companion.journal.file.parent if companion.journal is not None else None
    file = next((file for file, known in _lists(folder) if known == table), None)
    other = Companion.open(journal.create(table, folder) if file is None else Journal(file))
    try:
        other.replace_lines(_merged(seen, other.lines))
        if other.journal is not None:
            other.journal.mark_used()
    except BaseException:
        other.close()
        raise
    return other


def finish_others(companion: Companion) -> None:
    """Mark the lists of all other players at the same table as finished."""
    for file in _other_lists(companion):
        with suppress(JournalError):
            Journal(file).finish()


def is_shared(companion: Companion) -> bool:
    """Return whether another player at the same table has a list on this computer."""
    return any(True for _ in _other_lists(companion))


def _other_lists(companion: Companion) -> Iterator[Path]:
    """Yield the files of all further players at the same table."""
    if companion.journal is None or companion.seat is None:
        return
    for file, table in list(_lists(companion.journal.file.parent)):
        own = table.seat is None or table.seat == companion.seat  # begun in the same second, but not passed on
        if not own and msgspec.structs.replace(table, seat=companion.seat) == companion.table:
            yield file


def _lists(folder: Path | None) -> Iterator[tuple[Path, Table]]:
    for file in journal.journals(folder):
        with suppress(JournalError):
            yield file, journal.read(file)[0]


def seen_by(companion: Companion, seat: int) -> list[Line]:
    """Return the events as another seat saw them."""
    seen = []
    for line, belief in zip(companion.lines, _beliefs(companion), strict=True):
        if line.kind == "position":
            if belief.cursor.point.info.has.covered:
                raise ValueError(tr("a position was set up, and only one player's view of it is known"))
            seen.append(line)
        if line.kind not in EVENTS:
            continue
        text = _text_seen_by(belief, line, seat)
        if not text:
            raise ValueError(tr("in this game, each player needs a device of their own"))
        seen.append(Line(line.id, text, "event", line.confidence, line.struck))
    return seen


def _beliefs(companion: Companion) -> Iterator[Belief]:
    """Yield the belief before each line."""
    filter = Filter(companion.prior)
    belief: Belief | None = None  # None if it is certain
    for index, line in enumerate(companion.lines):
        before = belief or Belief((Branch(companion.cursor_before(index), 0.0),))
        yield before
        if belief is None and line.is_sure:
            continue
        try:
            after = filter.advance(before, line)
        except (Conflict, TooMany):  # the line fits only readings that the filter drops
            after = Belief((Branch(companion.cursor_before(index + 1), 0.0),))
        belief = None if after.is_certain else after


def _text_seen_by(belief: Belief, line: Line, seat: int) -> str:
    """Return the text of an event as another seat saw it, or "" if that seat may see no such line.

    Of a partly missed event, or if earlier lines have several readings, this is what that seat saw in any case: the
    typed text can have more.
    """
    if not belief.cursor.point.info.has.covered or line.text in (MISSED, SEVERAL):
        return line.text
    if line.kind == "keys":  # of a struck line that has no meaning yet
        return MISSED
    texts = set[str]()
    known = set[object]()  # an actor shows the same cards to the same seats throughout a phase
    for cursor, _ in belief.branches:
        kind = cursor.actor, cursor.point.fields.get("phase"), cursor.parts
        if kind in known:
            continue
        events = readings(cursor, line.text) if line.is_open else [] if cursor.why_not(line.text) else [line.text]
        known |= {kind} if events else set()
        texts |= {cursor.table.seen_by(cursor.point, cursor.parts, text, seat) for text in events}
    if "" in texts:
        return ""
    first, last = min(texts, default=""), max(texts, default="")
    if first == last:
        return first or MISSED
    same = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:same] + MISSED


def _merged(seen: list[Line], own: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the events that were seen, with what the player entered for them, and the player's other lines."""
    kept = {line.id: line for line in own if line.kind in EVENTS}
    positions = {line.id for line in seen if line.kind == "position"}
    private = dict[int, list[Line]]()  # all other lines, by the id of the event before them
    before = 0
    for line in own:
        if line.kind in EVENTS or line.id in positions:
            before = line.id
        else:
            private.setdefault(before, []).append(line)
    found = private.pop(0, [])
    for line in seen:
        mine = kept.get(line.id)
        if mine is not None and (mine.text == line.text or (MISSED in line.text and matches(line.text, mine.text))):
            line = msgspec.structs.replace(mine, struck=line.struck)
        found += [line, *private.pop(line.id, ())]
    return (*found, *(line for rest in private.values() for line in rest))
