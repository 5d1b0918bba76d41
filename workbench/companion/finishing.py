"""The end of a companion: the list becomes an ordinary record, which says that it comes from a table."""

from __future__ import annotations

from collections.abc import Callable

from workbench.companion.companion import Companion
from workbench.companion.histories import full_history
from workbench.companion.lines import EVENTS
from workbench.game.session import PERSON, Session
from workbench.records.schema import Record
from workbench.records.steps import is_set_up, position_text
from workbench.storage.session_records import record_of
from workbench.system.translation import tr

SOURCE = "source"  # the tag that says where a game comes from
TABLE = "real table"
MOST_PROBABLE = "hidden moves"  # the tag of a game whose hidden moves are not all known
MISSED = "missed events"  # the tag of a game of which some events were missed or unsure
GUESSED = "most probable ones"


def seat_record(companion: Companion) -> Record:
    """Return the record of the game as the seat saw it, up to the last line that fits.

    Missed and unsure events are recorded as they most probably were.

    Raises:
        ValueError: The list belongs to no seat in a game with hidden information.
    """
    cursor = companion.belief.cursor
    if cursor.point.seat is None and cursor.point.info.has.covered:
        raise ValueError(tr("only a player's list can be saved as that player's view"))
    return _record(companion, cursor.texts, cursor.point.seat if cursor.point.info.has.covered else None)


def full_record(companion: Companion, stopped: Callable[[], bool] = lambda: False) -> Record:
    """Return the record of the whole game, which can be reviewed like any other.

    The hidden things must be known at the end: from the rules, or because the true hands were entered as facts. If
    several games of all players lead to the same end, the most probable is recorded, and a tag says so.

    Args:
        companion: The companion.
        stopped: Returns whether to give up.

    Raises:
        ValueError: The list has a fault, hidden things are not known yet, or the search was stopped.
    """
    if companion.fault is not None:
        raise ValueError(tr("line {line} does not fit: correct it first", line=companion.fault.at + 1))
    cursor = companion.belief.cursor
    point, until = cursor.point, ""
    if point.info.has.covered and cursor.table.history(cursor.texts) is None:
        worlds = point.worlds(2) if point.count() <= 1 else []
        if not worlds:
            raise ValueError(tr("enter the true hands first: several are still possible"))
        until = worlds[0][0]
    moves = full_history(cursor, until, stopped)
    return _record(companion, moves, None)


def _record(companion: Companion, moves: tuple[str, ...], seat: int | None) -> Record:
    """Return the record of these moves, or of a seat's observations."""
    cursor = companion.belief.cursor
    point = cursor.point
    start = position_text(moves[0]) if moves and is_set_up(moves[0]) else None
    session = Session(
        companion.spec, [PERSON] * point.seats, 0, start, follows=seat, trusted=True, names=companion.table.names
    )
    session.by_hand = "always"
    session.created = companion.table.created or session.created
    for move in moves if start is None else moves[1:]:
        session.play(move)
    guessed = seat is None and point.info.has.covered and cursor.table.history(cursor.texts) is None
    unsure = any(line.kind in EVENTS and not line.is_sure and not line.struck for line in companion.lines)
    tags = {SOURCE: TABLE, **({MOST_PROBABLE: GUESSED} if guessed else {}), **({MISSED: GUESSED} if unsure else {})}
    return record_of(session, **tags)
