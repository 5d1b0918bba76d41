"""The user's own archive, and the records of games in an archive."""

from __future__ import annotations

from pathlib import Path

from workbench.matches.archive.archive import SUFFIX, Archive, Game, Match
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.records.replay import check
from workbench.records.schema import Record
from workbench.system import folders


def own_archive() -> Path:
    """Where matches go that were given no archive."""
    return folders.folder() / f"own{SUFFIX}"


def record_in(archive: Archive, match: Match, game: Game) -> Record:
    """The record of an attempt; BadRecord if it is damaged or cannot have happened."""
    name = name_of(archive, match, game)
    record = files.decoded(archive.record(match.id, game.number, game.attempt), name)
    try:
        check(record)
    except BadRecord as error:
        raise BadRecord(error.field, error.reason, name) from None
    return record


def name_of(archive: Archive, match: Match, game: Game) -> str:
    """What a game of an archive is called in messages."""
    again = "" if game.attempt == 1 else f" (attempt {game.attempt})"
    return f"{archive.path}: match {match.id}, game {game.number + 1}{again}"
