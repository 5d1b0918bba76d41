"""Records for these tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import fastcore
from workbench.records import files
from workbench.records.schema import Line, Move, Record, Seat


def write_record(path: Path, spec: str, moves: Sequence[str]) -> str:
    """Write a record of a game and return its file."""
    seats = tuple(Seat(player="greedy") for _ in range(fastcore.start(spec).seats))
    record = Record(spec=spec, seats=seats, lines=(Line(moves=tuple(Move(move=move) for move in moves)),))
    path.write_bytes(files.encode_record(record))
    return str(path)
