"""The game of a record, ready to be split into luck and skill."""

from __future__ import annotations

from typing import NamedTuple

from fastcore import OVER, State
from workbench.luck.judges import Values
from workbench.records import replay
from workbench.records.schema import Record
from workbench.system.translation import tr


class FinishedGame(NamedTuple):
    """A finished game: the start, the moves and outcomes of its main line, and the return of each seat."""

    start: State
    moves: tuple[str, ...]
    result: Values


def moves_of(record: Record) -> tuple[State, tuple[str, ...]]:
    """Return the start and the moves of the main line of a record.

    Raises:
        RecordError: The record is damaged.
        ValueError: The record has one player's view.
    """
    if record.follows is not None:
        raise ValueError(tr("one player's view has no luck, because it lacks what other players knew"))
    start = replay.starting_point(record)
    assert isinstance(start, State)
    return start, tuple(move.move for move in record.lines[0].moves) if record.lines else ()


def finished_game(record: Record) -> FinishedGame:
    """Return the game of a record.

    Raises:
        RecordError: The record is damaged.
        ValueError: The game is not finished, or the record has one player's view.
    """
    start, moves = moves_of(record)
    last = replay.final_point(record)
    assert isinstance(last, State)
    if last.actor == OVER:
        return FinishedGame(start, moves, tuple(last.returns()))
    if record.result is None or record.result.ending == "void":
        raise ValueError(tr("the game is not finished, so it has no result"))
    return FinishedGame(start, moves, tuple(record.result.returns))
