"""The user's default archive, and the records of games in an archive."""

from __future__ import annotations

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.rows import Game
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.replay import check
from workbench.records.schema import Record


def load_record(archive: Archive, match: Match, game: Game) -> Record:
    """Return the record of an attempt.

    Raises:
        ArchiveError: The record is missing.
        RecordError: The record is damaged, or its moves are illegal.
    """
    name = game_name(archive, match, game)
    record = files.decode_record(archive.record(match.id, game.number, game.attempt), name)
    try:
        check(record)
    except RecordError as error:
        raise RecordError(error.field, error.reason, name) from None
    return record


def game_name(archive: Archive, match: Match, game: Game) -> str:
    """Return the name of a game for messages: archive, match, game and attempt."""
    again = "" if game.attempt == 1 else f" (attempt {game.attempt})"
    return f"{archive.path}: match {match.id}, game {game.number + 1}{again}"
