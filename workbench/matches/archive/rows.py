"""The rows of an archive's games, and checks for impossible values."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from workbench.matches.planning.plan import Schedule, Slot
from workbench.records.schema import Ending
from workbench.system import decoding

TOLERANCE = 1e-6  # tolerance when comparing numbers
MAX_ATTEMPTS = 2  # at one game
MAX_SECONDS = 1e9  # 30 years


class Game(NamedTuple):
    """A row of the archive: one attempt at one game.

    `seats` has the number of the bot on each seat. Returns, points, seconds and versions are by seat. Blocks, tables,
    orders and games are numbered from 0, attempts from 1.
    """

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
    """A wrong field of a row: the stored and the expected value as text."""

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
NAMES = {"table": "board", "order": "seat_order"}  # columns whose name differs from the field
COLUMNS = ", ".join(NAMES.get(name, name) for name in Game._fields)
_DECODERS = [decoding.json_decoder(LISTS[name]) if name in LISTS else None for name in Game._fields]
_TYPES = list(Game.__annotations__)


def parse_row(row: Sequence[Any]) -> Game:
    """Return the game in a row of `COLUMNS`.

    Raises:
        ValueError: A value has the wrong type. The message names the column.
    """
    values = []
    for name, value, decoder in zip(Game._fields, row, _DECODERS, strict=True):
        try:
            if decoder is not None and not isinstance(value, str):
                raise ValueError("a text with a list is expected")
            values.append(value if decoder is None else decoder.decode(value))
        except ValueError as error:
            raise ValueError(f"{NAMES.get(name, name)}: {error}") from None
    try:
        return decoding.convert(values, Game)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$[")
        number = place.partition("]")[0]
        name = Game._fields[int(number)] if number.isdecimal() else "row"
        raise ValueError(f"{NAMES.get(name, name)}: {reason}") from None


def impossible_fields(game: Game, schedule: Schedule) -> list[Difference]:
    """Return the impossible fields of a row.

    The check needs only the row and the plan, and runs on every read. `audit` compares a row with its record.
    """
    seats = len(schedule.tables[0].orders[0])
    if not 0 <= game.number < schedule.games:
        return [
            Difference(
                "number", str(game.number), f"0 to {schedule.games - 1}, because the plan has {schedule.games:,} games"
            )
        ]
    slot = schedule.slot(game.number)
    if _is_valid(game, slot, schedule, seats):
        return []
    found = [
        _compare("block", game.block, slot.block),
        _compare("board", game.table, slot.table),
        _compare("seat_order", game.order, slot.order),
        _compare("seats", game.seats, slot.seats),
        _compare("seed", game.seed, schedule.seed(slot.block)),
        _compare("opening", game.opening, schedule.opening(slot.block).name),
        _check("attempt", game.attempt, 1 <= game.attempt <= MAX_ATTEMPTS, f"1 to {MAX_ATTEMPTS}"),
        _check("guilty", game.guilty, game.guilty is None or 0 <= game.guilty < seats, f"a seat from 0 to {seats - 1}"),
        _check(
            "returns", game.returns, are_valid_returns(game.returns, seats), f"{seats} numbers from -1 to 1 with sum 0"
        ),
        _check("points", game.points, len(game.points) in (0, seats), f"{seats} numbers"),
        _check(
            "seconds",
            game.seconds,
            len(game.seconds) == seats and all(map(_is_duration, game.seconds)),
            f"{seats} numbers of seconds",
        ),
        _check("versions", game.versions, len(game.versions) == seats, f"{seats} texts"),
        _check("took", game.took, _is_duration(game.took), "a number of seconds"),
        _check("overrun", game.overrun, _is_duration(game.overrun), "a number of seconds"),
        _check("turns", game.turns, game.turns >= 0, "0 or more"),
        _check("decisions", game.decisions, game.decisions >= 0, "0 or more"),
    ]
    wrong = [difference for difference in found if difference is not None]
    return wrong or [difference for difference in (_by_ending(game, seats), _by_points(game)) if difference is not None]


def _is_valid(game: Game, slot: Slot, schedule: Schedule, seats: int) -> bool:
    """Return whether a row is valid. Archives have many rows, and this is faster than listing differences."""
    return (
        (game.block, game.table, game.order, game.seats) == slot[1:]
        and game.seed == schedule.seed(slot.block)
        and game.opening == schedule.opening(slot.block).name
        and 1 <= game.attempt <= MAX_ATTEMPTS
        and (game.guilty is None or 0 <= game.guilty < seats)
        and are_valid_returns(game.returns, seats)
        and len(game.points) in (0, seats)
        and len(game.seconds) == len(game.versions) == seats
        and all(map(_is_duration, (*game.seconds, game.took, game.overrun)))
        and game.turns >= 0
        and game.decisions >= 0
        and _by_ending(game, seats) is None
        and _by_points(game) is None
    )


def are_valid_returns(returns: Sequence[float], seats: int) -> bool:
    """Return whether returns have the right number, are from -1 to 1, and sum to 0."""
    return len(returns) == seats and all(-1 <= value <= 1 for value in returns) and abs(sum(returns)) <= TOLERANCE


def returns_if_lost(seat: int, seats: int) -> tuple[float, ...]:
    """Return the returns if one seat loses and the rest share the win. They sum to 0."""
    return tuple(-1.0 if winner == seat else 1.0 / (seats - 1) for winner in range(seats))


def _by_ending(game: Game, seats: int) -> Difference | None:
    """Return what contradicts the ending: a missing or wrong guilty seat, fault or returns."""
    if game.ending in ("illegal", "timeout", "crash"):
        if game.guilty is None:
            return Difference("guilty", "null", f"a seat, because the ending is {game.ending}")
        expected = returns_if_lost(game.guilty, seats)
    elif game.ending == "void":
        expected = (0.0,) * seats
    else:
        if game.guilty is not None:
            return Difference("guilty", str(game.guilty), f"null, because the ending is {game.ending}")
        return _check("fault", game.fault, not game.fault, f"none, because the ending is {game.ending}")
    if any(abs(stored - required) > TOLERANCE for stored, required in zip(game.returns, expected, strict=True)):
        return Difference("returns", shortened_json(game.returns), shortened_json(expected))
    return None


def _by_points(game: Game) -> Difference | None:
    """Return a difference if a seat with more points has a lower return. No game's rules allow this."""
    if game.ending != "normal" or not game.points:
        return None
    pairs = [(points, value) for points, value in zip(game.points, game.returns, strict=True)]
    wrong = any(first[0] > second[0] and first[1] < second[1] - TOLERANCE for first in pairs for second in pairs)
    return (
        Difference(
            "returns",
            shortened_json(game.returns),
            f"a result in the order of the points {shortened_json(game.points)}",
        )
        if wrong
        else None
    )


def compare(field: str, stored: object, expected: object) -> list[Difference]:
    """Return a list with the difference of two values, or an empty list if they are equal within tolerance."""
    found = _compare(field, stored, expected)
    return [] if found is None else [found]


def _compare(field: str, stored: object, expected: object) -> Difference | None:
    return None if _is_equal(stored, expected) else Difference(field, shortened_json(stored), shortened_json(expected))


def _check(field: str, stored: object, sound: bool, expected: str) -> Difference | None:
    return None if sound else Difference(field, shortened_json(stored), expected)


def _is_equal(first: object, second: object) -> bool:
    if isinstance(first, float) and isinstance(second, (int, float)):
        return abs(first - second) <= TOLERANCE
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(_is_equal, first, second))
    return first == second


def _is_duration(seconds: float) -> bool:
    return 0 <= seconds <= MAX_SECONDS  # false for infinity and NaN


def shortened_json(value: object) -> str:
    """Return a value as JSON for a message, shortened to 80 characters."""
    text = msgspec.json.encode(value).decode(errors="replace")
    return text if len(text) <= 80 else f"{text[:77]}..."


def row_name(number: object, attempt: object) -> str:
    """Return the name of a row in messages, such as "game 3" or "game 3 (attempt 2)"."""
    name = f"game {number + 1:,}" if isinstance(number, int) else f"the game numbered {shortened_json(number)}"
    return name if attempt == 1 else f"{name} (attempt {shortened_json(attempt)})"


_TABLES = {
    "matches": {"id", "plan", "begun", "program", "host"},
    "games": set(COLUMNS.split(", ")),
    "records": {"match", "number", "attempt", "data"},
}


def table_error(db: sqlite3.Connection) -> str:
    """Return why the tables of a database are not those of an archive, or "" if they are.

    A view, a trigger or a computed column could run code whenever the archive is read.
    """
    kinds = {
        name: (kind, sql) for name, kind, sql in db.execute("SELECT name, type, sql FROM sqlite_master LIMIT 1000")
    }
    for name, (kind, _) in kinds.items():
        if kind not in ("table", "index"):
            return f"it holds a {shortened_json(kind)} named {shortened_json(name)}, which no archive has"
    for table, columns in _TABLES.items():
        if table not in kinds or kinds[table][0] != "table" or "VIRTUAL" in str(kinds[table][1]).upper():
            return f"there is no table {table}"
        hidden_flags = {name: hidden for _, name, _, _, _, _, hidden in db.execute(f"PRAGMA table_xinfo({table})")}
        if missing := sorted(columns - hidden_flags.keys()):
            return f"the table {table} has no column {missing[0]}"
        if any(hidden_flags.values()):
            return f"the table {table} has a computed column"
    return ""
