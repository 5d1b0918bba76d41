"""The luck of the games of a match, stored once for each game in a separate table.

Archives of earlier versions have no such table. `add_missing` computes the luck of their games from the records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import isfinite
from pathlib import Path

import msgspec

import fastcore
from workbench.luck.controls import Luck, luck_kinds
from workbench.luck.reading import moves_of
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError, ArchiveFullError
from workbench.matches.archive.rows import row_name, shortened_json
from workbench.matches.archive.tables import LUCKS
from workbench.records import files
from workbench.records.files import RecordError
from workbench.system import decoding

Attempt = tuple[int, int]  # number of the game from 0, attempt from 1
_DECODER = decoding.json_decoder(Luck)


def stored_lucks(archive: Archive, match: int) -> dict[Attempt, Luck]:
    """Return the stored luck of a match's games by number and attempt. Games whose luck is unknown are missing.

    Raises:
        ArchiveError: A stored luck is damaged.
    """
    found: dict[Attempt, Luck] = {}
    rows: Sequence[tuple[int, int, object]] = ()
    with suppress(ArchiveError):  # archives of earlier versions have no table
        rows = archive.query("SELECT number, attempt, data FROM lucks WHERE match = ?", (match,))
    seats = fastcore.start(archive.match(match).plan.spec).seats if rows else 0
    for number, attempt, data in rows:
        try:
            if not isinstance(data, str):
                raise ValueError("a text is expected")
            luck = _DECODER.decode(data)
            if any(len(kind) != seats for kind in luck):
                raise ValueError(f"{seats} numbers are expected")
            if not all(isfinite(value) for kind in luck for value in kind):
                raise ValueError("a number is not finite")
        except ValueError as error:
            raise ArchiveError(
                f"{archive.path}: match {match}, {row_name(number, attempt)}: it is damaged: its luck is "
                f"{shortened_json(data)}: {error}"
            ) from None
        found[number, attempt] = luck
    return found


def statement(match: int, number: int, attempt: int, luck: Luck) -> tuple[str, Sequence[object]]:
    """Return the SQL statement that stores the luck of a game, with its values."""
    text = msgspec.json.encode(luck).decode()
    return "INSERT OR REPLACE INTO lucks VALUES (?, ?, ?, ?)", (match, number, attempt, text)


def has_luck(spec: str) -> bool:
    """Return whether luck is measured in matches of this game: its dice must be open."""
    name = spec.partition("(")[0]
    return name in fastcore.games() and (has := fastcore.info(name).has).chance and not has.deals


def missing(archive: Archive, match: Match) -> list[Attempt]:
    """Return the valid games of a match whose luck is not stored.

    Raises:
        ArchiveError: The archive is damaged.
    """
    if not has_luck(match.plan.spec):
        return []
    known = stored_lucks(archive, match.id)
    rows = archive.query("SELECT number, attempt FROM games WHERE match = ? AND ending != 'void'", (match.id,))
    return [(number, attempt) for number, attempt in rows if (number, attempt) not in known]


def computed(archive: Archive, match: Match, attempts: Sequence[Attempt]) -> Iterator[tuple[Attempt, Luck]]:
    """Yield the luck of games from their records. Games with a damaged record are skipped; `verify` reports them."""
    for number, attempt in attempts:
        with suppress(RecordError, ArchiveError, ValueError):
            record = files.decode_record(archive.record(match.id, number, attempt), "")
            yield (number, attempt), luck_kinds(*moves_of(record))


def add_missing(path: Path, number: int) -> int:
    """Compute and store the luck of a match's games that lack it, and return their number.

    An archive that cannot be changed now, because it is read-only, damaged or in use, stays as it is.

    Args:
        path: The archive.
        number: The number of the match.
    """
    with suppress(ArchiveError, ArchiveFullError):
        with Archive(path, read_only=True) as archive:
            found = list(computed(archive, match := archive.match(number), missing(archive, match)))
        if found:
            with Archive(path) as archive:
                archive.lock(keep=False)
                archive.change([(LUCKS, ()), *(statement(number, *attempt, luck) for attempt, luck in found)])
            return len(found)
    return 0
