"""Games that arrive twice. They must have the same moves and results."""

from __future__ import annotations

import msgspec

from workbench.matches.planning.task import PlayedGame
from workbench.records import files
from workbench.records.schema import Line, Move, Record


def is_same_game(stored: bytes, again: PlayedGame) -> bool:
    """Return whether a stored record and another delivery of the game are equal, apart from times and reports."""
    return _timeless(files.decode_record(stored)) == _timeless(files.decode_record(again.record))


def _timeless(record: Record) -> Record:
    """Return a record without everything that depends on the speed of a machine."""
    lines = tuple(Line(moves=tuple(Move(move=move.move) for move in line.moves)) for line in record.lines)
    return msgspec.structs.replace(record, lines=lines, created="")
