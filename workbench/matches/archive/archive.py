"""The archive: matches and their games in one SQLite file.

A game is stored completely or not at all. Totals are always computed from the games.
"""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import msgspec

from workbench.matches.archive.database_files import DatabaseFiles, sibling
from workbench.matches.archive.rows import (
    COLUMNS,
    LISTS,
    Game,
    impossible_fields,
    parse_row,
    row_name,
    shortened_json,
    table_error,
)
from workbench.matches.archive.tables import APPLICATION, SCHEMA, create_tables
from workbench.matches.planning.plan import Plan, PlanError, Schedule
from workbench.matches.planning.task import PlayedGame
from workbench.records.seeds import new_salt
from workbench.system import bounded, limits, saving
from workbench.system.locks import Lock
from workbench.system.saving import system_message
from workbench.system.version import version

__all__ = ["SUFFIX", "Archive", "ArchiveError", "ArchiveFullError", "ArchiveGoneError", "Game", "Match"]

SUFFIX = ".matches"


class ArchiveError(ValueError):
    """Raised when an archive cannot be opened or read. The message names the file and the reason."""


class ArchiveFullError(Exception):
    """Raised when the archive accepts no more games, usually because the disk is full.

    The games already stored are safe. The message gives the reason.
    """


class ArchiveGoneError(ArchiveFullError):
    """Raised when the archive is deleted, replaced or unmounted while in use.

    The message says what happened and where the games are.
    """


class Match(NamedTuple):
    """A match in an archive.

    `begun` is an ISO 8601 time, `program` the name and version of the program that began the match, and `host` its
    machine.
    """

    id: int
    plan: Plan
    begun: str
    program: str
    host: str


class Archive:
    """An open archive file. Use it as a context manager.

    Args:
        path: The file.
        create: Whether to create the file if it does not exist.
        most_pages: The maximum size in pages of 4 kB, to simulate a full disk. None means no limit.
        read_only: Whether to open the file without changing it.

    Raises:
        ArchiveError: The file cannot be opened, is not an archive, or comes from a newer program.
    """

    def __init__(
        self, path: Path, create: bool = False, most_pages: int | None = None, read_only: bool = False
    ) -> None:
        self.path, self.read_only = path, read_only
        self._lock: Lock | None = None
        self._files: DatabaseFiles | None = None
        self._removes_journals = read_only and not sibling(path.resolve(), "-wal").exists()
        if not create and not path.is_file():
            raise ArchiveError(f"{path}: there is no such file")
        fresh = not path.exists() or path.stat().st_size == 0
        try:
            if path.is_dir():
                raise ArchiveError(f"{path}: it is a folder, not an archive")
            if not read_only:
                saving.make_folder(path.parent)
                if fresh:
                    with suppress(FileExistsError):
                        saving.create(path.resolve())
            self._connect(fresh, most_pages)
        except ArchiveError:
            raise
        except (sqlite3.Error, OSError, ValueError) as error:
            raise ArchiveError(f"{path}: it cannot be opened as an archive: {system_message(error)}") from None

    def _connect(self, fresh: bool, most_pages: int | None) -> None:
        uris = [f"{self.path.resolve().as_uri()}?mode={'ro' if self.read_only else 'rwc'}"]
        # SQLite may need files beside the archive; in a read-only folder only `immutable` avoids that
        if self.read_only:
            uris.append(f"{uris[0]}&immutable=1")
        for number, uri in enumerate(uris, 1):
            self._db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=10)
            self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.ARCHIVE_VALUE)
            try:
                self._open(fresh, most_pages)
                if not self.read_only:
                    self._files = DatabaseFiles(self.path.resolve())
                return
            except sqlite3.OperationalError:
                self._close_db()
                if number == len(uris):
                    raise
            except BaseException:
                self._close_db()
                raise

    def _open(self, fresh: bool, most_pages: int | None) -> None:
        if fresh:
            create_tables(self._db)
        if self._pragma("application_id") != APPLICATION:
            raise ArchiveError(f"{self.path}: this is no archive of matches")
        if self._pragma("user_version") > SCHEMA:
            raise ArchiveError(
                f"{self.path}: its version {self._pragma('user_version')} is newer than this program, "
                f"which knows {SCHEMA}"
            )
        if wrong := table_error(self._db):
            raise ArchiveError(f"{self.path}: it is damaged: {wrong}")
        if self.read_only:
            self._db.execute("SELECT count(*) FROM matches").fetchone()
            return
        # A committed game survives a crash of the program. A power failure can lose the last games, which are then
        # played again. In return, storing a game does not wait for the disk.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        if most_pages is not None:
            self._db.execute(f"PRAGMA max_page_count = {most_pages}")

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def lock(self) -> None:
        """Become the only program that adds games, until `close`. Others can still read.

        The lock file is beside the real file, even if `path` is a symbolic link. A file with a second name (a hard
        link) is refused: SQLite names its journal after the file, so two names would damage the archive.

        Raises:
            ArchiveError: Another program holds the lock, the file has a hard link, or it cannot be locked.
        """
        file = self.path.resolve()
        lock = Lock(sibling(file, ".lock"), keep=True)
        try:
            if not lock.acquire():
                raise ArchiveError(f"{self.path}: another match is being played into this archive")
            if os.stat(file).st_nlink > 1:
                lock.release()
                raise ArchiveError(
                    f"{self.path}: this file has a second name (a hard link), which would damage it; "
                    "make a copy and use the copy"
                )
        except OSError as error:
            lock.release()
            raise ArchiveError(f"{self.path}: it cannot be locked: {system_message(error)}") from None
        self._lock = lock

    def check_files(self) -> None:
        """Check that the archive, its journals and its lock are still the files that were opened.

        Raises:
            ArchiveGoneError: A file was deleted, replaced or unmounted, or another program took the lock.
        """
        if self._files is not None and (fault := self._files.fault()):
            raise ArchiveGoneError(f"{self.path}: {self._files.rescue(self._db, fault, self.path)}")
        if self._lock is not None and not self._lock.is_valid():
            try:
                taken = self._lock.acquire()  # the lock file was removed: create it again
            except OSError as error:
                raise ArchiveGoneError(
                    f"{self.path}: it can no longer be locked: {system_message(error)}. All games so far are in the archive"
                ) from None
            if not taken:
                raise ArchiveGoneError(
                    f"{self.path}: its lock was removed, and another program is playing into it. "
                    "All games so far are in the archive"
                )

    def _close_db(self) -> None:
        """Close the database, and remove the journals if only this reader created them.

        A read-only connection cannot remove its journals. A writable one does so when it closes, unless another program
        has the archive open.
        """
        with suppress(sqlite3.Error):
            self._db.close()
        if self._removes_journals:
            with (
                suppress(sqlite3.Error),
                closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=rw", uri=True, timeout=0)) as last,
            ):
                last.execute("SELECT count(*) FROM sqlite_master").fetchone()

    def close(self) -> None:
        """Close the database and release the lock."""
        self._close_db()
        if self._files is not None:
            self._files.remove_journals()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    # Matches ----------------------------------------------------------------------------------------------------------

    def add_match(self, plan: Plan) -> Match:
        """Add a match and return it, with a random salt if the plan has none.

        Raises:
            ArchiveFullError: The match cannot be stored.
        """
        if plan.salt is None:
            plan = msgspec.structs.replace(plan, salt=new_salt())
        self.check_files()
        match = (msgspec.json.encode(plan).decode(), _now(), f"herbarium {version()}", platform.node())
        try:
            row = self._db.execute(
                "INSERT INTO matches (plan, begun, program, host) VALUES (?, ?, ?, ?)", match
            ).lastrowid
        except sqlite3.Error as error:
            raise ArchiveFullError(f"{self.path}: {system_message(error)}") from None
        assert row is not None
        return Match(row, plan, *match[1:])

    def replace_plan(self, match: int, plan: Plan) -> None:
        """Replace the plan of a match by one with the same games, such as one with more blocks.

        Raises:
            ArchiveFullError: The plan cannot be stored.
        """
        self.check_files()
        try:
            self._db.execute("UPDATE matches SET plan = ? WHERE id = ?", (msgspec.json.encode(plan).decode(), match))
        except sqlite3.Error as error:
            raise ArchiveFullError(f"{self.path}: {system_message(error)}") from None

    def matches(self) -> list[Match]:
        """Return the matches that this program can read, oldest first.

        Raises:
            ArchiveError: The archive is damaged.
        """
        return self.load_matches()[0]

    def unreadable(self) -> dict[int, str]:
        """Return the matches that this program cannot read: match number to reason.

        The usual reason is an unknown game or option.

        Raises:
            ArchiveError: The archive is damaged.
        """
        return self.load_matches()[1]

    def match(self, id: int) -> Match:
        """Return a match by its number.

        Raises:
            ArchiveError: There is no such match, or it cannot be read.
        """
        found, unreadable = self.load_matches(id)
        if id in unreadable:
            raise ArchiveError(f"{self.path}: match {id}: this program cannot read it: {unreadable[id]}")
        if not found:
            raise ArchiveError(f"{self.path}: there is no match {id}")
        return found[0]

    def load_matches(self, id: int | None = None) -> tuple[list[Match], dict[int, str]]:
        """Return the readable matches, oldest first, and the reasons why others are unreadable, by number.

        With an `id`, only that match is read.

        Raises:
            ArchiveError: The archive is damaged.
        """
        which, values = ("", ()) if id is None else (" WHERE id = ?", (id,))
        try:
            rows = self._db.execute(
                f"SELECT id, plan, begun, program, host FROM matches{which} ORDER BY id", values
            ).fetchall()
        except (sqlite3.Error, ValueError) as error:
            raise ArchiveError(f"{self.path}: matches: it is damaged: {system_message(error)}") from None
        found: list[Match] = []
        unreadable: dict[int, str] = {}
        for row in rows:
            if type(row[0]) is not int:
                raise ArchiveError(
                    f"{self.path}: matches: it is damaged: {shortened_json(row[0])} is not a match number"
                )
            try:
                if not isinstance(row[1], str):
                    raise PlanError("its plan is not text")
                bounded.check_json(row[1].encode())
                match = msgspec.convert((row[0], msgspec.json.decode(row[1], type=Plan), *row[2:]), Match)
                Schedule(match.plan)  # raises PlanError for an impossible plan
            except (ValueError, RecursionError) as error:
                unreadable[row[0]] = system_message(error)
            else:
                found.append(match)
        return found, unreadable

    # Games ------------------------------------------------------------------------------------------------------------

    def add(self, played: PlayedGame, schedule: Schedule) -> Game:
        """Store a game in one transaction and return its row. A game that is already stored stays unchanged.

        Raises:
            ArchiveFullError: The game cannot be stored.
            ArchiveGoneError: The archive was deleted, replaced or unmounted.
        """
        self.check_files()
        slot = schedule.slot(played.number)
        game = Game(
            played.match, played.number, played.attempt, slot.block, slot.table, slot.order, slot.seats,
            schedule.seed(slot.block), schedule.opening(slot.block).name, played.ending, played.guilty, played.fault,
            played.reason, played.returns, played.points, played.turns, played.decisions, played.seconds,
            played.overrun,
            played.took, played.line, played.versions, _now(), f"herbarium {version()}", platform.node(),
        )  # fmt: skip
        values = [
            msgspec.json.encode(value).decode() if name in LISTS else value
            for name, value in zip(Game._fields, game, strict=True)
        ]
        key = (played.match, played.number, played.attempt)
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                new = self._db.execute(
                    f"INSERT OR IGNORE INTO games ({COLUMNS}) VALUES ({', '.join('?' * len(values))})", values
                ).rowcount
                if new:
                    self._db.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (*key, played.record))
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise ArchiveFullError(f"{self.path}: {system_message(error)}") from None
        self.check_files()
        return game

    def games(self, match: int) -> Iterator[Game]:
        """Yield all attempts of a match in schedule order. A void attempt comes before its replay.

        Raises:
            ArchiveError: A row is damaged or contradicts the plan. The message names the field.
        """
        schedule = Schedule(self.match(match).plan)
        for where, game in self.rows(match):
            if isinstance(game, str):
                raise ArchiveError(f"{self.path}: match {match}, {where}: it is damaged: {game}")
            for wrong in impossible_fields(game, schedule):
                raise ArchiveError(f"{self.path}: match {match}, {where}: it is damaged: {wrong}")
            yield game

    def rows(self, match: int) -> Iterator[tuple[str, Game | str]]:
        """Yield the name of each row of a match with its game, or with the reason why the row cannot be read.

        Unlike `games`, this does not compare the rows with the plan.

        Raises:
            ArchiveError: The table cannot be read.
        """
        rows, where = None, "its games"
        while True:
            try:
                if rows is None:
                    rows = self._db.execute(
                        f"SELECT {COLUMNS} FROM games WHERE match = ? ORDER BY number, attempt", (match,)
                    )
                row = rows.fetchone()
            except (sqlite3.Error, ValueError) as error:
                raise ArchiveError(
                    f"{self.path}: match {match}, after {where}: it is damaged: {system_message(error)}"
                ) from None
            if row is None:
                return
            where = row_name(row[1], row[2])
            try:
                yield where, parse_row(row)
            except ValueError as error:
                yield where, system_message(error)

    def query(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of an SQL query.

        Raises:
            ArchiveError: The query fails.
        """
        try:
            return self._db.execute(query, values).fetchall()
        except (sqlite3.Error, ValueError) as error:
            raise ArchiveError(f"{self.path}: it cannot be searched: {system_message(error)}") from None

    def games_at(self, rows: Sequence[int]) -> list[Game]:
        """Return the attempts with these row ids, in this order. Missing rows are skipped.

        Raises:
            ArchiveError: A row is damaged or contradicts its plan.
        """
        marks = ", ".join("?" * len(rows))
        found = {
            row[0]: row[1:] for row in self.query(f"SELECT rowid, {COLUMNS} FROM games WHERE rowid IN ({marks})", rows)
        }
        schedules: dict[int, Schedule] = {}
        games = []
        for row in (found[row] for row in rows if row in found):
            try:
                game = parse_row(row)
            except ValueError as error:
                raise ArchiveError(
                    f"{self.path}: {row_name(row[1], row[2])}: it is damaged: {system_message(error)}"
                ) from None
            if game.match not in schedules:
                schedules[game.match] = Schedule(self.match(game.match).plan)
            for wrong in impossible_fields(game, schedules[game.match]):
                raise ArchiveError(
                    f"{self.path}: match {game.match}, {row_name(row[1], row[2])}: it is damaged: {wrong}"
                )
            games.append(game)
        return games

    def record(self, match: int, number: int, attempt: int | None = None) -> bytes:
        """Return the bytes of a game's record.

        Args:
            match: The number of the match.
            number: The number of the game, from 0.
            attempt: The attempt, from 1. None means the last.

        Raises:
            ArchiveError: The record is missing or damaged.
        """
        which = (
            "SELECT data FROM records WHERE match = ? AND number = ? AND (? IS NULL OR attempt = ?) ORDER BY "
            "attempt DESC LIMIT 1"
        )
        try:
            row = self._db.execute(which, (match, number, attempt, attempt)).fetchone()
        except (sqlite3.Error, ValueError) as error:
            raise ArchiveError(
                f"{self.path}: match {match}, game {number + 1}: it is damaged: {system_message(error)}"
            ) from None
        if row is None:
            raise ArchiveError(f"{self.path}: match {match} has no game {number + 1}")
        if not isinstance(row[0], bytes):
            wrong = "is missing" if row[0] is None else "is a text or a number, not data"
            raise ArchiveError(f"{self.path}: match {match}, game {number + 1}: it is damaged: its record {wrong}")
        return row[0]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
