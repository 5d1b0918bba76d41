"""The number of turns of a game, also if the game restarts its turn numbers in each round.

Archives of version 1 counted only the turns of the last round. `recount` corrects them by replaying the records.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

import fastcore
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.replay import walk
from workbench.records.schema import Record

ROWS = (
    "SELECT games.turns, records.data, games.match, games.number, games.attempt FROM games JOIN records "
    "USING (match, number, attempt) WHERE games.match = ?"
)


def total_turns(numbers: Iterable[int]) -> int:
    """Return the turns in a game, given the turn number of every position in order.

    A game that has several rounds may number the turns of each round from 1, with 0 before it.
    """
    total = last = 0
    for number in numbers:
        if number < last:
            total += last
        last = number
    return total + last


def turns_of(record: Record) -> int:
    """Return the turns of a game by replaying its record.

    Raises:
        RecordError: The record is illegal.
    """
    return total_turns(number for _, before, after in walk(record) for number in (before.turn, after.turn))


def can_restart(spec: str) -> bool:
    """Return whether the game deals cards, and so may have rounds with turn numbers of their own."""
    name = spec.partition("(")[0]
    return name in fastcore.games() and fastcore.info(name).has.deals


def recount(db: sqlite3.Connection, matches: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the right number of turns, the match, the number and the attempt of each game whose number is wrong.

    A game with a damaged record is skipped; `verify` reports it.

    Args:
        db: The archive.
        matches: The matches of games that may restart their turn numbers.
    """
    for match in matches:
        for stored, data, *key in db.execute(ROWS, (match,)):
            try:
                turns = turns_of(files.decode_record(data, "")) if isinstance(data, bytes) else stored
            except RecordError:
                continue
            if turns != stored:
                yield turns, key[0], key[1], key[2]
