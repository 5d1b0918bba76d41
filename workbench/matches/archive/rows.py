"""The rows of an archive's games, and the checks for impossible ones."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from workbench.matches.planning.plan import Schedule, Slot
from workbench.records.schema import Ending

NEAR = 1e-6  # results are equal up to this
ATTEMPTS = 2  # at one game, at most
LONGEST = 1e9  # seconds: 30 years


class Game(NamedTuple):
    """A row of the archive: one attempt at one game.
    Seats, versions and seconds are by seat, `seats` numbers of bots."""

    match: int
    number: int
    attempt: int
    block: int
    table: int
    order: int
    seats: tuple[int, ...]
    seed: int
    opening: str
    ending: Ending
    guilty: int | None
    fault: str
    reason: str
    returns: tuple[float, ...]
    points: tuple[int, ...]
    turns: int
    decisions: int
    seconds: tuple[float, ...]
    overrun: float
    took: float
    line: int
    versions: tuple[str, ...]
    finished: str
    program: str
    host: str

    @property
    def counts(self) -> bool:
        """Whether the attempt is scored."""
        return self.ending != "void"


class Difference(NamedTuple):
    """A wrong field of a row: the value stored and the value expected, as texts."""

    field: str
    stored: str
    expected: str

    def __str__(self) -> str:
        return f"{self.field}: stored {self.stored}, expected {self.expected}"


LISTS = {
    "seats": tuple[int, ...],
    "returns": tuple[float, ...],
    "points": tuple[int, ...],
    "seconds": tuple[float, ...],
    "versions": tuple[str, ...],
}
NAMES = {"table": "board", "order": "seat_order"}  # of columns that are called otherwise
COLUMNS = ", ".join(NAMES.get(name, name) for name in Game._fields)
_DECODERS = [msgspec.json.Decoder(LISTS[name]) if name in LISTS else None for name in Game._fields]
_TYPES = list(Game.__annotations__)


def game_of(row: Sequence[Any]) -> Game:
    """Return the game of a row of COLUMNS. Raise ValueError if a value has the wrong type;
    the message names the column."""
    values = []
    for name, value, decoder in zip(Game._fields, row, _DECODERS, strict=True):
        try:
            if decoder is not None and not isinstance(value, str):
                raise ValueError("a text with a list is expected")
            values.append(value if decoder is None else decoder.decode(value))
        except ValueError as error:
            raise ValueError(f"{NAMES.get(name, name)}: {error}") from None
    try:
        return msgspec.convert(values, Game)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$[")
        number = place.partition("]")[0]
        name = Game._fields[int(number)] if number.isdecimal() else "row"
        raise ValueError(f"{NAMES.get(name, name)}: {reason}") from None


def misfits(game: Game, schedule: Schedule) -> list[Difference]:
    """Return the impossible fields of a row. This needs only the row and the plan, and runs on every read."""
    seats = len(schedule.tables[0].orders[0])
    if not 0 <= game.number < schedule.games:
        return [
            Difference(
                "number", str(game.number), f"0 to {schedule.games - 1}, because the plan has {schedule.games:,} games"
            )
        ]
    slot = schedule.slot(game.number)
    if _fits(game, slot, schedule, seats):
        return []
    found = [
        _compared("block", game.block, slot.block),
        _compared("board", game.table, slot.table),
        _compared("seat_order", game.order, slot.order),
        _compared("seats", game.seats, slot.seats),
        _compared("seed", game.seed, schedule.seed(slot.block)),
        _compared("opening", game.opening, schedule.opening(slot.block).name),
        _ruled("attempt", game.attempt, 1 <= game.attempt <= ATTEMPTS, f"1 to {ATTEMPTS}"),
        _ruled("guilty", game.guilty, game.guilty is None or 0 <= game.guilty < seats, f"a seat from 0 to {seats - 1}"),
        _ruled("returns", game.returns, sound_returns(game.returns, seats), f"{seats} numbers from -1 to 1 with sum 0"),
        _ruled("points", game.points, len(game.points) in (0, seats), f"{seats} numbers"),
        _ruled(
            "seconds",
            game.seconds,
            len(game.seconds) == seats and all(map(_duration, game.seconds)),
            f"{seats} numbers of seconds",
        ),
        _ruled("versions", game.versions, len(game.versions) == seats, f"{seats} texts"),
        _ruled("took", game.took, _duration(game.took), "a number of seconds"),
        _ruled("overrun", game.overrun, _duration(game.overrun), "a number of seconds"),
        _ruled("turns", game.turns, game.turns >= 0, "0 or more"),
        _ruled("decisions", game.decisions, game.decisions >= 0, "0 or more"),
    ]
    wrong = [one for one in found if one is not None]
    return wrong or [one for one in (_by_ending(game, seats), _by_points(game)) if one is not None]


def _fits(game: Game, slot: Slot, schedule: Schedule, seats: int) -> bool:
    """Return whether nothing is wrong with a row, quickly: archives have many."""
    return (
        (game.block, game.table, game.order, game.seats) == slot[1:]
        and game.seed == schedule.seed(slot.block)
        and game.opening == schedule.opening(slot.block).name
        and 1 <= game.attempt <= ATTEMPTS
        and (game.guilty is None or 0 <= game.guilty < seats)
        and sound_returns(game.returns, seats)
        and len(game.points) in (0, seats)
        and len(game.seconds) == len(game.versions) == seats
        and all(map(_duration, (*game.seconds, game.took, game.overrun)))
        and game.turns >= 0
        and game.decisions >= 0
        and _by_ending(game, seats) is None
        and _by_points(game) is None
    )


def sound_returns(returns: Sequence[float], seats: int) -> bool:
    return len(returns) == seats and all(-1 <= value <= 1 for value in returns) and abs(sum(returns)) <= NEAR


def lost_by(seat: int, seats: int) -> tuple[float, ...]:
    """Return the result if one seat loses and the others share the win; it sums to 0."""
    return tuple(-1.0 if one == seat else 1.0 / (seats - 1) for one in range(seats))


def _by_ending(game: Game, seats: int) -> Difference | None:
    """Return what contradicts the ending: a bot to blame, or the result that such an ending has."""
    if game.ending in ("illegal", "timeout", "crash"):
        if game.guilty is None:
            return Difference("guilty", "null", f"a seat, because the ending is {game.ending}")
        expected = lost_by(game.guilty, seats)
    elif game.ending == "void":
        expected = (0.0,) * seats
    else:
        if game.guilty is not None:
            return Difference("guilty", str(game.guilty), f"null, because the ending is {game.ending}")
        return _ruled("fault", game.fault, not game.fault, f"none, because the ending is {game.ending}")
    if any(abs(one - other) > NEAR for one, other in zip(game.returns, expected, strict=True)):
        return Difference("returns", shown(game.returns), shown(expected))
    return None


def _by_points(game: Game) -> Difference | None:
    """Return a result that favours fewer points. In a finished game, no game of ours allows this."""
    if game.ending != "normal" or not game.points:
        return None
    pairs = [(points, value) for points, value in zip(game.points, game.returns, strict=True)]
    wrong = any(one[0] > other[0] and one[1] < other[1] - NEAR for one in pairs for other in pairs)
    return (
        Difference("returns", shown(game.returns), f"a result in the order of the points {shown(game.points)}")
        if wrong
        else None
    )


def compared(field: str, stored: object, expected: object) -> list[Difference]:
    """Return the difference of two values, if there is one; numbers may differ by NEAR."""
    found = _compared(field, stored, expected)
    return [] if found is None else [found]


def _compared(field: str, stored: object, expected: object) -> Difference | None:
    return None if _equal(stored, expected) else Difference(field, shown(stored), shown(expected))


def _ruled(field: str, stored: object, sound: bool, expected: str) -> Difference | None:
    return None if sound else Difference(field, shown(stored), expected)


def _equal(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, (int, float)):
        return abs(one - other) <= NEAR
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    return one == other


def _duration(seconds: float) -> bool:
    return 0 <= seconds <= LONGEST  # neither infinite nor NaN


def shown(value: object) -> str:
    """Return a value as text for a message, cut if it is long."""
    text = msgspec.json.encode(value).decode(errors="replace")
    return text if len(text) <= 80 else f"{text[:77]}..."


def row_name(number: object, attempt: object) -> str:
    """Return the name of a row in messages, such as "game 3" or "game 3 (attempt 2)"."""
    name = f"game {number + 1:,}" if isinstance(number, int) else f"the game numbered {shown(number)}"
    return name if attempt == 1 else f"{name} (attempt {shown(attempt)})"


_TABLES = {
    "matches": {"id", "plan", "begun", "program", "host"},
    "games": set(COLUMNS.split(", ")),
    "records": {"match", "number", "attempt", "data"},
}


def strange(db: sqlite3.Connection) -> str:
    """Return why the tables of a database are not those of an archive, "" if they are.

    A view, a trigger or a computed column could run its own code whenever the archive is read.
    """
    kinds = {
        name: (kind, sql) for name, kind, sql in db.execute("SELECT name, type, sql FROM sqlite_master LIMIT 1000")
    }
    for name, (kind, _) in kinds.items():
        if kind not in ("table", "index"):
            return f"it holds a {shown(kind)} named {shown(name)}, which no archive has"
    for table, columns in _TABLES.items():
        if table not in kinds or kinds[table][0] != "table" or "VIRTUAL" in str(kinds[table][1]).upper():
            return f"there is no table {table}"
        there = {name: hidden for _, name, _, _, _, _, hidden in db.execute(f"PRAGMA table_xinfo({table})")}
        if missing := sorted(columns - there.keys()):
            return f"the table {table} has no column {missing[0]}"
        if any(there.values()):
            return f"the table {table} has a computed column"
    return ""
