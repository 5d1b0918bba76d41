"""The user's games: a searchable folder of records, and the list of recently opened files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import time
from typing import NamedTuple

import msgspec

from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.schema import Record, Result
from workbench.storage import traces
from workbench.system import bounded, decoding, folders, limits, saving
from workbench.system.translation import tr

RECENT = 20  # maximum number of recent files
DELETED = ".deleted"  # suffix of a deleted record
DAYS = 30  # days after which a deleted record is permanently removed
UNFINISHED = "unfinished"
_INDEX = "index.sqlite3"
_LAYOUT = 2  # version of the index; an index of another version is rebuilt

# Recent files ---------------------------------------------------------------------------------------------------------


def recent() -> list[Path]:
    """Return the files opened or saved most recently, newest first, without missing ones. Never raise."""
    return [file for file in _recent_list() if file.is_file()]


def add_recent(file: Path) -> None:
    """Move a file to the top of the recent files. A failure to write the list is ignored."""
    file = Path(os.path.abspath(file))
    newest = [file, *(recent_file for recent_file in _recent_list() if recent_file != file)][:RECENT]
    with suppress(saving.WriteError):
        saving.write(_recent_file(), msgspec.json.encode([str(file) for file in newest]))


def _recent_list() -> list[Path]:
    try:
        plain = bounded.read_bytes(_recent_file(), limits.SETTINGS_FILE)
        bounded.check_json(plain)
        return [folders.current(Path(file)) for file in decoding.decode_json(plain, list[str])][:RECENT]
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return []


def _recent_file() -> Path:
    return folders.state_path("recent.json")


# The folder -----------------------------------------------------------------------------------------------------------


class LibraryEntry(NamedTuple):
    """A record in the library folder.

    Args:
        file: The record.
        game: The name of the game.
        players: The players' names, or their specs if they have none.
        result: The points by seat, with the ending if it was not regular, or `UNFINISHED`.
        created: When the game began, in ISO format.
        damage: Why the record cannot be opened, or "". All fields but `file` are empty in a damaged record.
        spec: The game with its options.
        outcome: The result as data, or None.
    """

    file: Path
    game: str
    players: tuple[str, ...]
    result: str
    created: str
    damage: str
    spec: str
    outcome: Result | None


class _Row(NamedTuple):
    """A row of the index: the file's size and modification time, and the searchable fields."""

    file: str
    size: int
    changed: int
    game: str = ""
    players: str = ""  # one per line
    result: str = ""
    created: str = ""
    words: str = ""  # tags and comments, case-folded
    damage: str = ""
    spec: str = ""
    outcome: str = ""  # a `Result` as JSON

    def entry(self, folder: Path) -> LibraryEntry:
        outcome = decoding.decode_json(self.outcome, Result) if self.outcome else None
        players = tuple(self.players.splitlines())
        return LibraryEntry(
            folder / self.file, self.game, players, self.result, self.created, self.damage, self.spec, outcome
        )


class Library:
    """A folder of records.

    Args:
        folder: The folder, created on the first save. By default "games" in the program's folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folders.data_path("games") if folder is None else folder

    def save(self, record: Record) -> Path:
        """Save a record under an unused name and return its file.

        Raises:
            WriteError: The file cannot be written.
        """
        file = create_unused(
            self.folder, files.record_file_name(record.spec, record.created, record.seats).removesuffix(files.SUFFIX)
        )
        try:
            files.write(file, record)
        except saving.WriteError:
            with suppress(OSError):
                file.unlink()
            raise
        return file

    def delete(self, file: Path) -> Path:
        """Mark a record as deleted by renaming it. Return its new path, for `restore`.

        Records deleted more than `DAYS` days ago are removed.

        Raises:
            WriteError: The record cannot be renamed.
        """
        with suppress(OSError):
            for old in self.folder.glob(f"*{DELETED}"):
                if old.stat().st_mtime < time() - DAYS * 86400:
                    old.unlink()
        aside = file.with_name(f"{file.name}{DELETED}")
        try:
            os.replace(file, aside)
            os.utime(aside)  # the days are counted from now
            saving.sync_folder(aside.parent)
            with suppress(FileNotFoundError):
                os.replace(
                    traces.trace_file(file),
                    traces.trace_file(file).with_name(f"{traces.trace_file(file).name}{DELETED}"),
                )
        except OSError as error:
            raise saving.WriteError(
                tr(
                    "{file}: this file cannot be deleted: {system_message}",
                    file=file,
                    system_message=saving.system_message(error),
                )
            ) from None
        return aside

    def restore(self, aside: Path) -> Path:
        """Restore a deleted record and return its file, which has a new name if the old one is taken.

        Raises:
            WriteError: The record cannot be renamed.
        """
        stem = aside.name.removesuffix(DELETED).removesuffix(files.SUFFIX)
        file = create_unused(self.folder, stem)
        try:
            os.replace(aside, file)
            with suppress(FileNotFoundError):
                os.replace(aside.with_name(f"{stem}{traces.SUFFIX}{DELETED}"), traces.trace_file(file))
        except OSError as error:
            with suppress(OSError):
                file.unlink()
            raise saving.WriteError(
                tr(
                    "{aside}: this file cannot be restored: {system_message}",
                    aside=aside,
                    system_message=saving.system_message(error),
                )
            ) from None
        return file

    def search(
        self,
        game: str | None = None,
        player: str | None = None,
        result: str | None = None,
        since: str | None = None,
        until: str | None = None,
        text: str | None = None,
    ) -> list[LibraryEntry]:
        """Return the records that match all given arguments, newest first, and all damaged records.

        Args:
            game: The name of the game.
            player: Part of a player's name; case is ignored.
            result: Part of the result; case is ignored.
            since: The first date, for example 2025-03-01.
            until: The last date, inclusive.
            text: Part of a tag or comment; case is ignored.
        """
        rows = [
            row
            for row in self._rows()
            if row.damage
            or (
                (game is None or row.game == game)
                and (player is None or player.casefold() in row.players.casefold())
                and (result is None or result.casefold() in row.result.casefold())
                and (since is None or row.created[: len(since)] >= since)
                and (until is None or row.created[: len(until)] <= until)
                and (text is None or text.casefold() in row.words)
            )
        ]
        rows.sort(key=lambda row: (not row.damage, row.created), reverse=True)
        return [row.entry(self.folder) for row in rows]

    def _rows(self) -> list[_Row]:
        """Return a row for every record in the folder. Without a usable index, read every file."""
        present = dict(self.record_files())
        if not present:
            return []
        import sqlite3  # imported here because importing sqlite3 slows start-up

        with suppress(sqlite3.Error, OSError, UnicodeError):
            try:
                return self._indexed(present)
            except (sqlite3.DatabaseError, msgspec.ValidationError) as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise  # locked or read-only, not damaged
                (self.folder / _INDEX).unlink()  # damaged: rebuild the index
                return self._indexed(present)
        return [_read(self.folder, name, *stamp) for name, stamp in present.items()]

    def _indexed(self, present: dict[str, tuple[int, int]]) -> list[_Row]:
        import sqlite3

        file = self.folder / _INDEX
        with suppress(FileExistsError):
            saving.create(file)
        if not bounded.is_regular(file):
            raise OSError(tr("the index is not a regular file"))
        with closing(sqlite3.connect(file)) as index, index:
            if index.execute("PRAGMA user_version").fetchone() != (_LAYOUT,):
                index.execute("DROP TABLE IF EXISTS games")
                index.execute(f"CREATE TABLE games ({', '.join(_Row._fields)}, PRIMARY KEY (file))")
                index.execute(f"PRAGMA user_version = {_LAYOUT}")
            rows = index.execute(f"SELECT {', '.join(_Row._fields)} FROM games").fetchall()
            known = {row.file: row for row in decoding.convert(rows, list[_Row])}
            for name, stamp in present.items():
                if name not in known or (known[name].size, known[name].changed) != stamp:
                    known[name] = _read(self.folder, name, *stamp)
                    index.execute(
                        f"INSERT OR REPLACE INTO games VALUES ({', '.join('?' * len(_Row._fields))})", known[name]
                    )
            gone = [(name,) for name in known.keys() - present.keys()]
            index.executemany("DELETE FROM games WHERE file = ?", gone)
        return [known[name] for name in present]

    def record_files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the name, size and modification time (nanoseconds) of every record."""
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(files.SUFFIX):
                    with suppress(OSError):  # deleted since then
                        status = entry.stat()
                        yield entry.name, (status.st_size, status.st_mtime_ns)


def create_unused(folder: Path, stem: str) -> Path:
    """Create an empty file with an unused name, which reserves the name. A taken name gets a number.

    Raises:
        WriteError: The file cannot be created.
    """
    number, file = 1, folder / f"{stem}{files.SUFFIX}"
    try:
        saving.make_folder(folder)
        while True:
            with suppress(FileExistsError):
                saving.create(file)
                return file
            number += 1
            file = folder / f"{stem}-{number}{files.SUFFIX}"
    except OSError as error:
        raise saving.WriteError(
            tr(
                "{file}: this file cannot be written: {system_message}",
                file=file,
                system_message=saving.system_message(error),
            )
        ) from None


def _read(folder: Path, name: str, size: int, changed: int) -> _Row:
    try:
        record = files.read(folder / name)
    except RecordError as error:
        return _Row(name, size, changed, damage=f"{error.field}: {error.reason}")
    comments = [move.comment for line in record.lines for move in line.moves if move.comment]
    words = "\n".join([*record.tags.values(), record.comment, *comments]).casefold()
    players = "\n".join(" ".join((seat.name or seat.player).split()) for seat in record.seats)
    game = record.spec.partition("(")[0]
    outcome = msgspec.json.encode(record.result).decode() if record.result is not None else ""
    return _Row(
        name, size, changed, game, players, result_text(record.result), record.created, words, "", record.spec, outcome
    )


def result_text(result: Result | None) -> str:
    """Return the points by seat with an irregular ending, or `UNFINISHED`."""
    if result is None:
        return UNFINISHED
    numbers = " : ".join(str(points) for points in result.points) or " : ".join(
        f"{value:+g}" for value in result.returns
    )
    return numbers if result.ending == "normal" else f"{numbers} ({result.ending})"
