"""The files on the command line: records, archives and lists of moves, recognised by their content."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from workbench.cli.shared.readers import InputError
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.default import default_archive
from workbench.matches.archive.rows import Game
from workbench.matches.archive.upgrading import upgrade
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.replay import check
from workbench.records.schema import Record
from workbench.system import bounded, limits, saving
from workbench.system.translation import tr

RECORD, ARCHIVE = b"\x1f\x8b", b"SQLite format 3\0"


def is_file(text: str) -> bool:
    """Return whether a text names an existing file. Never raise."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def file_kind(path: Path) -> str:
    """Return "record", "archive" or "text".

    Raises:
        InputError: The file cannot be read.
    """
    try:
        begin = bounded.read_start(path, 16)
    except FileNotFoundError as error:
        raise InputError(
            tr(
                "{path}: this file cannot be read: {system_message}",
                path=path,
                system_message=saving.system_message(error),
            )
        ) from None
    except bounded.RefusedError as error:
        raise InputError(f"{path}: {error}") from None
    return "record" if begin.startswith(RECORD) else "archive" if begin == ARCHIVE else "text"


def archive_to_write(text: str | None, default: Path) -> Path:
    """Return the archive at this path, or the default if None. Only the default's folder is created.

    Raises:
        InputError: The folder of the archive does not exist.
    """
    if text is None:
        return default
    path = Path(text)
    if not path.parent.is_dir():
        raise InputError(
            tr(
                "{text}: the folder {parent} does not exist; create it, or name another archive",
                text=text,
                parent=path.parent,
            )
        )
    return path


def open_archive(text: str | None, upgrades: bool = False) -> Archive:
    """Open the archive at this path for reading, or the user's own if None.

    Args:
        text: The path.
        upgrades: Whether to bring an archive of an earlier version up to date, if it can be changed.

    Raises:
        InputError: There is no such archive, or it cannot be read.
    """
    path = default_archive() if text is None else Path(text)
    if text is None and not path.exists():
        raise InputError(tr("you have no match yet: start one with herbarium match, or name an archive"))
    if upgrades:
        upgrade(path)
    try:
        return Archive(path, read_only=True)
    except ArchiveError as error:
        raise InputError(str(error)) from None


def find_match(archive: Archive, number: int | None) -> Match:
    """Return a match by its number, or the newest match if None.

    Raises:
        InputError: There is no such match, or it cannot be read.
    """
    try:
        matches = archive.matches()
        if not matches:
            if unreadable := archive.unreadable():
                reasons = "; ".join(tr("match {id}: {why}", id=id, why=why) for id, why in list(unreadable.items())[:3])
                raise InputError(
                    tr("{path}: Herbarium can read none of its matches: {reasons}", path=archive.path, reasons=reasons)
                )
            raise InputError(tr("{path}: this archive has no match", path=archive.path))
        return matches[-1] if number is None else archive.match(number)
    except ArchiveError as error:
        raise InputError(str(error)) from None


def find_games(archive: Archive, match: Match, number: int | None = None) -> Iterator[Game]:
    """Yield the attempts at the games of a match, including void ones.

    Args:
        archive: The archive of the match.
        match: The match.
        number: The number of a single game, from 1. None means all games.

    Raises:
        InputError: The match has no such game.
    """
    found = False
    for game in archive.games(match.id):
        if number is None or game.number == number - 1:
            found = True
            yield game
    if number is not None and not found:
        raise InputError(
            tr("{path}: match {match} has no game {number}", path=archive.path, match=match.id, number=number)
        )


def read_record(path: Path) -> Record:
    """Read a record and check its moves by the rules.

    Raises:
        InputError: The record is damaged or breaks the rules.
    """
    try:
        record = files.read(path)
        check(record)
        return record
    except RecordError as error:
        raise InputError(str(error) if error.file else f"{path}: {error}") from None


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`.

    Raises:
        InputError: The text cannot be read or is too long.
    """
    try:
        if name != "-":
            return bounded.read_bytes(Path(name), limits.TEXT_FILE).decode("utf-8")
        text = sys.stdin.read(limits.TEXT_FILE + 1)
    except bounded.RefusedError as error:
        raise InputError(f"{name}: {error}") from None
    except (OSError, ValueError) as error:
        raise InputError(
            tr(
                "{name}: this file cannot be read: {system_message}",
                name=name,
                system_message=saving.system_message(error),
            )
        ) from None
    if len(text) > limits.TEXT_FILE:
        raise InputError(
            tr(
                "{name}: this file has more than {text_file:,} characters, the maximum",
                name=name,
                text_file=limits.TEXT_FILE,
            )
        )
    return text
