"""The user's games: recently opened files, and a folder of records that can be searched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import time
from typing import NamedTuple

import msgspec

from workbench.records import files
from workbench.records.files import BadRecord
from workbench.records.schema import Record, Result
from workbench.storage import traces
from workbench.system import bounded, folders, limits, saving

RECENT = 20
DELETED = ".deleted"  # behind the name of a record that was deleted
DAYS = 30  # after which it goes for good
UNFINISHED = "unfinished"
_INDEX = "index.sqlite3"
_LAYOUT = 2  # of the index; one of another layout is made anew

# Files opened last --------------------------------------------------------------------------------------------------


def recent() -> list[Path]:
    """The files that were opened or saved last, newest first; those that are gone are left out. Never fails."""
    return [file for file in _listed() if file.is_file()]


def note_recent(file: Path) -> None:
    """Put a file first among those opened last. That this cannot be written down does no harm."""
    file = Path(os.path.abspath(file))
    newest = [file, *(other for other in _listed() if other != file)][:RECENT]
    with suppress(saving.CannotWrite):
        saving.write(_recent_file(), msgspec.json.encode([str(file) for file in newest]))


def _listed() -> list[Path]:
    try:
        plain = bounded.bytes_of(_recent_file(), limits.SETTINGS_FILE)
        bounded.check_json(plain)
        return [Path(file) for file in msgspec.json.decode(plain, type=list[str])][:RECENT]
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return []


def _recent_file() -> Path:
    return folders.folder() / "recent.json"


# The folder -----------------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A record in the folder. `players` are names, or what plays; `result` the points by seat and an ending that is
    not the game's own, or UNFINISHED, and `outcome` the same as data; `damage` says why it cannot be opened ("" if
    it can): the rest is empty then."""

    file: Path
    game: str
    players: tuple[str, ...]
    result: str
    created: str
    damage: str
    spec: str
    outcome: Result | None


class _Row(NamedTuple):
    """What the index holds of a file: its size and time of change, and what is searched for."""

    file: str
    size: int
    changed: int
    game: str = ""
    players: str = ""  # a line each
    result: str = ""
    created: str = ""
    words: str = ""  # tags and comments, as they are compared
    damage: str = ""
    spec: str = ""
    outcome: str = ""  # a Result as JSON

    def found(self, folder: Path) -> Found:
        outcome = msgspec.json.decode(self.outcome, type=Result) if self.outcome else None
        players = tuple(self.players.splitlines())
        return Found(folder / self.file, self.game, players, self.result, self.created, self.damage, self.spec, outcome)


class Library:
    """A folder of records, by default one beside the settings. It is made when something is saved."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folders.folder() / "games" if folder is None else folder

    def save(self, record: Record) -> Path:
        """Save a record under a name that is free; CannotWrite if that fails."""
        file = free(self.folder, files.name_of(record.spec, record.created, record.seats).removesuffix(files.SUFFIX))
        try:
            files.write(file, record)
        except saving.CannotWrite:
            with suppress(OSError):
                file.unlink()
            raise
        return file

    def delete(self, file: Path) -> Path:
        """Take a record out of the folder; returns where it lies for a while, to be put back.
        CannotWrite if it cannot be moved."""
        with suppress(OSError):
            for old in self.folder.glob(f"*{DELETED}"):
                if old.stat().st_mtime < time() - DAYS * 86400:
                    old.unlink()
        aside = file.with_name(f"{file.name}{DELETED}")
        try:
            os.replace(file, aside)
            os.utime(aside)  # its days are counted from now
            saving.sync_folder(aside.parent)
            with suppress(FileNotFoundError):
                os.replace(traces.beside(file), traces.beside(file).with_name(f"{traces.beside(file).name}{DELETED}"))
        except OSError as error:
            raise saving.CannotWrite(f"{file}: it cannot be deleted: {saving.why(error)}") from None
        return aside

    def put_back(self, aside: Path) -> Path:
        """Put a record back that was deleted; returns its file, under another name if that is taken by now.
        CannotWrite if it cannot be moved."""
        stem = aside.name.removesuffix(DELETED).removesuffix(files.SUFFIX)
        file = free(self.folder, stem)
        try:
            os.replace(aside, file)
            with suppress(FileNotFoundError):
                os.replace(aside.with_name(f"{stem}{traces.SUFFIX}{DELETED}"), traces.beside(file))
        except OSError as error:
            with suppress(OSError):
                file.unlink()
            raise saving.CannotWrite(f"{aside}: it cannot be put back: {saving.why(error)}") from None
        return file

    def search(
        self,
        game: str | None = None,
        player: str | None = None,
        result: str | None = None,
        since: str | None = None,
        until: str | None = None,
        text: str | None = None,
    ) -> list[Found]:
        """The records that fit, newest first, and behind them all damaged ones. `player`, `result` and `text` (in tags
        and comments) may be parts in any case; `since` and `until` are dates as in 2025-03-01, both included."""
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
        return [row.found(self.folder) for row in rows]

    def _rows(self) -> list[_Row]:
        """What is in the folder now. Where no index can be kept, every file is read."""
        there = dict(self._files())
        if not there:
            return []
        import sqlite3  # takes its time to import, which no start need wait for

        with suppress(sqlite3.Error, OSError, UnicodeError):
            try:
                return self._indexed(there)
            except (sqlite3.DatabaseError, msgspec.ValidationError) as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise  # locked, or not to be written: nothing is wrong with it
                (self.folder / _INDEX).unlink()  # damaged: it is made anew
                return self._indexed(there)
        return [_read(self.folder, name, *stamp) for name, stamp in there.items()]

    def _indexed(self, there: dict[str, tuple[int, int]]) -> list[_Row]:
        import sqlite3

        file = self.folder / _INDEX
        with suppress(FileExistsError):
            saving.create(file)
        if not bounded.is_regular(file):
            raise OSError("the index is no regular file")
        with closing(sqlite3.connect(file)) as index, index:
            if index.execute("PRAGMA user_version").fetchone() != (_LAYOUT,):
                index.execute("DROP TABLE IF EXISTS games")
                index.execute(f"CREATE TABLE games ({', '.join(_Row._fields)}, PRIMARY KEY (file))")
                index.execute(f"PRAGMA user_version = {_LAYOUT}")
            rows = index.execute(f"SELECT {', '.join(_Row._fields)} FROM games").fetchall()
            known = {row.file: row for row in msgspec.convert(rows, list[_Row])}
            for name, stamp in there.items():
                if name not in known or (known[name].size, known[name].changed) != stamp:
                    known[name] = _read(self.folder, name, *stamp)
                    index.execute(
                        f"INSERT OR REPLACE INTO games VALUES ({', '.join('?' * len(_Row._fields))})", known[name]
                    )
            gone = [(name,) for name in known.keys() - there.keys()]
            index.executemany("DELETE FROM games WHERE file = ?", gone)
        return [known[name] for name in there]

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """The records by name, with size and time of change (nanoseconds)."""
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(files.SUFFIX):
                    with suppress(OSError):  # gone meanwhile
                        now = entry.stat()
                        yield entry.name, (now.st_size, now.st_mtime_ns)


def free(folder: Path, stem: str) -> Path:
    """A new, empty record of this name in a folder, or of one with a number: nobody else takes it. CannotWrite if there
    can be none."""
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
        raise saving.CannotWrite(f"{file}: it cannot be written: {saving.why(error)}") from None


def _read(folder: Path, name: str, size: int, changed: int) -> _Row:
    """What is to be known of a file."""
    try:
        record = files.read(folder / name)
    except BadRecord as error:
        return _Row(name, size, changed, damage=f"{error.field}: {error.reason}")
    comments = [move.comment for line in record.lines for move in line.moves if move.comment]
    words = "\n".join([*record.tags.values(), record.comment, *comments]).casefold()
    players = "\n".join(" ".join((seat.name or seat.player).split()) for seat in record.seats)
    game = record.spec.partition("(")[0]
    outcome = msgspec.json.encode(record.result).decode() if record.result is not None else ""
    return _Row(name, size, changed, game, players, _result(record), record.created, words, "", record.spec, outcome)


def _result(record: Record) -> str:
    result = record.result
    if result is None:
        return UNFINISHED
    numbers = " : ".join(str(points) for points in result.points) or " : ".join(
        f"{value:+g}" for value in result.returns
    )
    return numbers if result.ending == "normal" else f"{numbers} ({result.ending})"
