"""Opens the files on the command line: records, archives and lists of moves, by their contents."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from workbench.cli.shared.readers import BadInput
from workbench.matches.archive.archive import Archive, BadArchive, Game, Match
from workbench.matches.archive.records import own_archive
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.records.replay import check
from workbench.records.schema import Record
from workbench.system import bounded, limits, saving

RECORD, ARCHIVE = b"\x1f\x8b", b"SQLite format 3\0"


def kind_of(path: Path) -> str:
    """ "record", "archive" or "text"; BadInput if it cannot be read."""
    try:
        begin = bounded.beginning(path, 16)
    except FileNotFoundError as error:
        raise BadInput(f"{path}: it cannot be read: {saving.why(error)}") from None
    except bounded.Refused as error:
        raise BadInput(f"{path}: {error}") from None
    return "record" if begin.startswith(RECORD) else "archive" if begin == ARCHIVE else "text"


def archive_at(text: str | None) -> Archive:
    """The archive that was named, or one's own; BadInput if there is none."""
    path = own_archive() if text is None else Path(text)
    if text is None and not path.exists():
        raise BadInput("there is no match of one's own yet: begin one with herbarium match, or name an archive")
    try:
        return Archive(path, read_only=True)
    except BadArchive as error:
        raise BadInput(str(error)) from None


def match_in(archive: Archive, number: int | None) -> Match:
    """The match that was asked for, else the newest; BadInput if there is none."""
    try:
        matches = archive.matches()
        if not matches:
            if unreadable := archive.unreadable():
                reasons = "; ".join(f"match {id}: {why}" for id, why in list(unreadable.items())[:3])
                raise BadInput(f"{archive.path}: this program can read no match in it: {reasons}")
            raise BadInput(f"{archive.path}: there is no match in it")
        return matches[-1] if number is None else archive.match(number)
    except BadArchive as error:
        raise BadInput(str(error)) from None


def games_in(archive: Archive, match: Match, number: int | None = None) -> Iterator[Game]:
    """The attempts of a match that count or were void, all or those at one game (from 1); BadInput if there is none."""
    found = False
    for game in archive.games(match.id):
        if number is None or game.number == number - 1:
            found = True
            yield game
    if number is not None and not found:
        raise BadInput(f"{archive.path}: match {match.id} has no game {number}")


def record_at(path: Path) -> Record:
    """The record in a file; BadInput if it is damaged or cannot have happened."""
    try:
        record = files.read(path)
        check(record)
        return record
    except BadRecord as error:
        raise BadInput(str(error) if error.file else f"{path}: {error}") from None


def text_of(name: str) -> str:
    """Return a text from a file, or from standard input for `-`. Raise BadInput if it cannot be read or is too long."""
    try:
        if name != "-":
            return bounded.bytes_of(Path(name), limits.TEXT_FILE).decode("utf-8")
        text = sys.stdin.read(limits.TEXT_FILE + 1)
    except bounded.Refused as error:
        raise BadInput(f"{name}: {error}") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{name}: it cannot be read: {saving.why(error)}") from None
    if len(text) > limits.TEXT_FILE:
        raise BadInput(f"{name}: it has more than {limits.TEXT_FILE:,} characters, the maximum")
    return text
