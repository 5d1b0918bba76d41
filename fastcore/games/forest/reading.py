"""The fields of a forest game position text, parsed one by one. A field that cannot be read is None."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from fastcore.games.forest.texts import BOARD, LAST_TURN, MOST_PIECES, OPENING, PAWNS_TO_WIN, PIECES, SIDES
from fastcore.values import quoted

MOST_FAULTS = 40  # most faults reported for one field
MOST_OF = {"r": PAWNS_TO_WIN, "g": PAWNS_TO_WIN, "R": 1, "G": 1}
OPENING_PAWNS = {"p4": (0, 0), "p3": (1, 0), "p2": (1, 1), "p1": (1, 2)}  # red and green pawns on the board
Span = tuple[int, int]  # the start and end within the field


class Fault(NamedTuple):
    """A part of a field that cannot be read; see `Problem` for the attributes."""

    rule: str
    reason: str
    span: Span
    cells: tuple[str, ...] = ()
    values: Mapping[str, Any] = {}


class Read(NamedTuple):
    """A parsed field.

    Attributes:
        tiles: The pieces on each tile; None if the field has faults or is `acted`.
        done: The number of pawns that have acted by tile, with "B" for the BBB; None if the field has faults.
        spans: The place of the entry of each tile.
        faults: The parts that cannot be read.
    """

    tiles: list[str] | None
    done: dict[str, int] | None
    spans: dict[str, Span]
    faults: list[Fault]


def read_rows(text: str, yellow_cap: int) -> Read:
    """Return the pieces of the rows, with the faults of all rows."""
    lines = text.split("/")
    if len(lines) != len(BOARD.rows):
        reason = f"{len(lines)} rows instead of {len(BOARD.rows)}"
        return Read(None, None, {}, [Fault("row-count", reason, (0, len(text)))])
    read = Read([""] * len(BOARD.names), None, {}, [])
    at = 0
    for number, (line, cells) in enumerate(zip(lines, reversed(BOARD.rows), strict=True)):
        _read_row(line, number, at, [BOARD.names[cell] for cell in cells], yellow_cap, read)
        at += len(line) + 1
    return read._replace(tiles=None) if read.faults else read


def _read_row(line: str, number: int, start: int, names: list[str], yellow_cap: int, read: Read) -> None:
    """Add a row to `read`.

    Args:
        line: The text of the row.
        number: The number of the row, from 0 at the top.
        start: Where the row starts in the field.
        names: The names of the tiles of the row.
        yellow_cap: The largest number of yellow pawns on a tile.
        read: The rows that have been read so far.
    """
    assert read.tiles is not None
    letter, row = names[0][0], {"row": number}
    span = start, start + len(line)
    at, place, lengths = start, 0, True
    if re.search("(?:^|,)[1-9][0-9]?,[1-9][0-9]?(?:,|$)", line):
        read.faults.append(Fault("row-numbers", f"row {letter} has two numbers together; add them", span, (), row))
    for entry in line.split(","):
        here, empty = (at, at + len(entry)), re.fullmatch("[1-9][0-9]?", entry)
        if not empty and len(read.faults) >= MOST_FAULTS:
            lengths = lengths and set(entry) <= set(PIECES) and entry != ""
        elif not empty:
            name = names[place] if place < len(names) else ""
            fault = _tile_fault(entry, here, name, yellow_cap)
            if fault:
                if not fault.cells:
                    fault = fault._replace(reason=f"in row {letter}, {fault.reason}")
                read.faults.append(fault._replace(values=row))
                lengths = lengths and set(entry) <= set(PIECES) and entry != ""
            elif name:
                read.tiles[BOARD.index(name)] = entry
                read.spans[name] = here
        place, at = place + (int(entry) if empty else 1), here[1] + 1
    if lengths and place != len(names):
        reason = f"row {letter} has {place} tiles instead of {len(names)}"
        read.faults.append(Fault("row-length", reason, span, (), row))


def _tile_fault(entry: str, span: Span, name: str, yellow_cap: int) -> Fault | None:
    """Return the fault of a tile's entry, or None. `name` is empty beyond the end of the row."""
    cells = (name,) if name else ()
    if re.fullmatch("[0-9]+", entry):
        return Fault("tile-text", f"{quoted(entry)} is not a number of empty tiles", span)
    if not entry or set(entry) - set(PIECES):
        return Fault("tile-text", f"{quoted(entry)} is neither a number nor pieces out of {PIECES}", span)
    for letter, whose in (("R", "red"), ("G", "green")):
        if entry.count(letter) > 1:
            reason = f"{quoted(entry)} has {entry.count(letter)} {whose} BBBs, but the game has only 1"
            return Fault("tile-bbbs", reason, span, cells)
    if len(entry) > MOST_PIECES:
        return Fault("tile-size", f"{len(entry)} pieces on a tile that holds at most {MOST_PIECES}", span, cells)
    if entry.count("y") > yellow_cap:
        reason = f"{entry.count('y')} yellow pawns on a tile that holds at most {yellow_cap}"
        return Fault("tile-yellow", reason, span, cells)
    ordered = "".join(sorted(entry, key=PIECES.index))
    if entry != ordered:
        return Fault("tile-order", f"{quoted(entry)} must be written {ordered}", span, cells)
    return None


def read_acted(text: str) -> Read:
    """Return the pieces that have acted. A count above 3 is a fault because no tile holds more pieces."""
    done: dict[str, int] = {}
    read = Read(None, done, {}, [])
    at = 0
    for entry in [] if text == "-" else text.split(","):
        if len(read.faults) >= MOST_FAULTS:
            break
        here = (at, at + len(entry))
        at = here[1] + 1
        found = re.fullmatch(f"([a-g][1-7]):([1-{MOST_PIECES}])", entry)
        if entry == "B":
            name, count = "B", 1
        elif found and found[1] in BOARD.names:
            name, count = found[1], int(found[2])
        else:
            reason = f"{quoted(entry)} is not '-', B, or a tile with a number of pawns, such as d4:1"
            read.faults.append(Fault("acted-text", reason, here))
            continue
        if done and name <= max(done):
            reason = "is listed twice" if name in done else f"must come before {max(done)}"
            read.faults.append(Fault("acted-order", f"{name} {reason}", here))
            continue
        done[name] = count
        read.spans[name] = here
    return read._replace(done=None) if read.faults else read


class Reading:
    """The fields that can be read; a field that cannot be read is None.

    `left` marks the opening, and `side` the end of the game. If a text has both marks, the game counts as over.

    Args:
        parts: The texts of the fields by name.
        first_turn: The number of actions of the first turn.
        yellow_cap: The largest number of yellow pawns on a tile.

    Attributes:
        board: The rows.
        too_many: The kinds of piece with too many on the board.
        tiles: The pieces on each tile; also None if there are too many of a piece.
        mover: The side to move, or "." after the end.
        number: The number of the turn.
        rest: The pawns or actions that are left.
        actions: The pieces that have acted; `done` has the counts.
        over: Whether the game is over.
        opening: Whether this is the opening.
        playing: Whether this is a turn after the opening.
        full: The number of actions in a full turn, as a text.
    """

    def __init__(self, parts: Mapping[str, str], first_turn: int, yellow_cap: int) -> None:
        self.board = read_rows(parts["rows"], yellow_cap)
        counts = {piece: sum(tile.count(piece) for tile in self.board.tiles or ()) for piece in MOST_OF}
        self.too_many = [piece for piece, most in MOST_OF.items() if counts[piece] > most]
        self.tiles = None if self.too_many else self.board.tiles
        self.mover = parts["side"] if parts["side"] in (*SIDES, ".") else None
        number = int(parts["turn"]) if re.fullmatch("0|[1-9][0-9]{0,2}", parts["turn"]) else -1
        self.number = number if 0 <= number <= LAST_TURN else None
        self.rest = parts["left"] if parts["left"] in (*OPENING, "0", "1", "2") else None
        self.actions = read_acted(parts["acted"])
        self.done = self.actions.done
        self.over = self.mover == "."
        self.opening = self.rest in OPENING and not self.over
        self.playing = self.mover in SIDES and self.rest in ("0", "1", "2")
        self.full = str(first_turn) if self.number == 1 else "2"

    def count(self, piece: str) -> int:
        """Return the number of pieces of a kind on the board, 0 if `tiles` is None."""
        return sum(tile.count(piece) for tile in self.tiles or ())

    @property
    def pawns(self) -> tuple[int, int]:
        """The numbers of red and green pawns on the board."""
        return self.count("r"), self.count("g")

    @property
    def decided(self) -> bool:
        """Whether a side has won by its number of pawns, or has none."""
        return bool(set(self.pawns) & {0, PAWNS_TO_WIN})

    @property
    def side_of_turn(self) -> str:
        """The side that moves this turn; Green if the turn number cannot be read."""
        return side_of(self.number or 0)


def side_of(turn: int) -> str:
    """Return the side that moves in a given turn after the opening."""
    return "gr"[turn % 2]
