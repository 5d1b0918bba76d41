"""The archive: matches and their games in one SQLite file.

A game is stored whole or not at all; totals are recomputed from the games.
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

from workbench.matches.archive.database_files import DatabaseFiles, beside
from workbench.matches.archive.rows import COLUMNS, LISTS, Game, game_of, misfits, row_name, shown, strange
from workbench.matches.archive.tables import APPLICATION, SCHEMA, create_tables
from workbench.matches.planning.plan import BadPlan, Plan, Schedule
from workbench.matches.planning.task import Played
from workbench.records.seeds import new_salt
from workbench.system import bounded, limits, saving
from workbench.system.locks import Lock
from workbench.system.saving import why
from workbench.system.version import version

__all__ = ["SUFFIX", "Archive", "ArchiveFull", "ArchiveGone", "BadArchive", "Game", "Match"]

SUFFIX = ".matches"


class BadArchive(ValueError):
    """An archive that cannot be opened or read; one line says which and why."""


class ArchiveFull(Exception):
    """Raised when the archive takes no more games, usually because the disk is full. Games in it are safe.
    One line says why."""


class ArchiveGone(ArchiveFull):
    """Raised when the archive is deleted, replaced or unmounted while it is in use. One line says what happened and
    where the games are."""


class Match(NamedTuple):
    id: int
    plan: Plan
    begun: str
    program: str
    host: str


class Archive:
    """The file of some matches. `most_pages` bounds its size (4 kB each), as a full disk would."""

    def __init__(
        self, path: Path, create: bool = False, most_pages: int | None = None, read_only: bool = False
    ) -> None:
        self.path, self.read_only = path, read_only
        self._lock: Lock | None = None
        self._whereabouts: DatabaseFiles | None = None
        self._tidies = read_only and not beside(path.resolve(), "-wal").exists()
        if not create and not path.is_file():
            raise BadArchive(f"{path}: there is no such file")
        fresh = not path.exists() or path.stat().st_size == 0
        try:
            if path.is_dir():
                raise BadArchive(f"{path}: it is a folder, not an archive")
            if not read_only:
                saving.make_folder(path.parent)
                if fresh:
                    with suppress(FileExistsError):
                        saving.create(path.resolve())
            self._connect(fresh, most_pages)
        except BadArchive:
            raise
        except (sqlite3.Error, OSError, ValueError) as error:
            raise BadArchive(f"{path}: it cannot be opened as an archive: {why(error)}") from None

    def _connect(self, fresh: bool, most_pages: int | None) -> None:
        ways = [f"{self.path.resolve().as_uri()}?mode={'ro' if self.read_only else 'rwc'}"]
        if self.read_only:  # where nothing may be written beside it, it is read as it lies there
            ways.append(f"{ways[0]}&immutable=1")
        for number, way in enumerate(ways, 1):
            self._db = sqlite3.connect(way, uri=True, isolation_level=None, check_same_thread=False, timeout=10)
            self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.ARCHIVE_VALUE)
            try:
                self._open(fresh, most_pages)
                if not self.read_only:
                    self._whereabouts = DatabaseFiles(self.path.resolve())
                return
            except sqlite3.OperationalError:
                self._close_db()
                if number == len(ways):
                    raise
            except BaseException:
                self._close_db()
                raise

    def _open(self, fresh: bool, most_pages: int | None) -> None:
        if fresh:
            create_tables(self._db)
        if self._pragma("application_id") != APPLICATION:
            raise BadArchive(f"{self.path}: this is no archive of matches")
        if self._pragma("user_version") > SCHEMA:
            raise BadArchive(
                f"{self.path}: its version {self._pragma('user_version')} is newer than this program, "
                f"which knows {SCHEMA}"
            )
        if wrong := strange(self._db):
            raise BadArchive(f"{self.path}: it is damaged: {wrong}")
        if self.read_only:
            self._db.execute("SELECT count(*) FROM matches").fetchone()
            return
        # A game is on the disk with its transaction however the program ends; only when the machine itself fails can
        # the last ones be missing, and those are played again. In exchange a game costs no wait for the disk.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        if most_pages is not None:
            self._db.execute(f"PRAGMA max_page_count = {most_pages}")

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def lock(self) -> None:
        """Become the only program that adds games, until `close`. Raise BadArchive if there is another.
        Others may read meanwhile.

        The lock file is beside the real file, even if a symbolic link leads there. A file with a second name (a hard
        link) is refused: SQLite names its journal after the file, so two names would damage the archive.
        """
        file = self.path.resolve()
        lock = Lock(beside(file, ".lock"), keep=True)
        try:
            if not lock.take():
                raise BadArchive(f"{self.path}: another match is being played into this archive")
            if os.stat(file).st_nlink > 1:
                lock.let_go()
                raise BadArchive(
                    f"{self.path}: this file has a second name (a hard link), which would damage it; "
                    "make a copy and use the copy"
                )
        except OSError as error:
            lock.let_go()
            raise BadArchive(f"{self.path}: it cannot be locked: {why(error)}") from None
        self._lock = lock

    def check_place(self) -> None:
        """Raise ArchiveGone if the archive, its journals or its lock are not what they were when it was opened."""
        if self._whereabouts is not None and (fault := self._whereabouts.fault()):
            raise ArchiveGone(f"{self.path}: {self._whereabouts.rescue(self._db, fault, self.path)}")
        if self._lock is not None and not self._lock.valid():
            try:
                taken = self._lock.take()  # the lock file was removed: create it again
            except OSError as error:
                raise ArchiveGone(
                    f"{self.path}: it can no longer be locked: {why(error)}. All games so far are in the archive"
                ) from None
            if not taken:
                raise ArchiveGone(
                    f"{self.path}: its lock was removed, and another program is playing into it. "
                    "All games so far are in the archive"
                )

    def _close_db(self) -> None:
        """Close the database. A reader that found no journal leaves none: it cannot remove its own, but a connection
        that may write does so when it closes, unless another program has the archive open."""
        with suppress(sqlite3.Error):
            self._db.close()
        if self._tidies:
            with (
                suppress(sqlite3.Error),
                closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=rw", uri=True, timeout=0)) as last,
            ):
                last.execute("SELECT count(*) FROM sqlite_master").fetchone()

    def close(self) -> None:
        self._close_db()
        if self._whereabouts is not None:
            self._whereabouts.tidy()
        if self._lock is not None:
            self._lock.let_go()
            self._lock = None

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    # Matches ----------------------------------------------------------------------------------------------------------

    def add_match(self, plan: Plan) -> Match:
        """Begin a match, with a random salt if the plan has none.

        Raises:
            ArchiveFull: There is no room.
        """
        if plan.salt is None:
            plan = msgspec.structs.replace(plan, salt=new_salt())
        self.check_place()
        match = (msgspec.json.encode(plan).decode(), _now(), f"herbarium {version()}", platform.node())
        try:
            row = self._db.execute(
                "INSERT INTO matches (plan, begun, program, host) VALUES (?, ?, ?, ?)", match
            ).lastrowid
        except sqlite3.Error as error:
            raise ArchiveFull(f"{self.path}: {why(error)}") from None
        assert row is not None
        return Match(row, plan, *match[1:])

    def replace_plan(self, match: int, plan: Plan) -> None:
        """Give a match another number of blocks; its games are the same."""
        self.check_place()
        try:
            self._db.execute("UPDATE matches SET plan = ? WHERE id = ?", (msgspec.json.encode(plan).decode(), match))
        except sqlite3.Error as error:
            raise ArchiveFull(f"{self.path}: {why(error)}") from None

    def matches(self) -> list[Match]:
        """All matches that this program can read, the oldest first; one that it cannot stands in nobody's way."""
        return self.sorted_out()[0]

    def unreadable(self) -> dict[int, str]:
        """Why this program cannot read the other ones, by number:
        as a rule it does not know their game or its options."""
        return self.sorted_out()[1]

    def match(self, id: int) -> Match:
        found, unreadable = self.sorted_out(id)
        if id in unreadable:
            raise BadArchive(f"{self.path}: match {id}: this program cannot read it: {unreadable[id]}")
        if not found:
            raise BadArchive(f"{self.path}: there is no match {id}")
        return found[0]

    def sorted_out(self, id: int | None = None) -> tuple[list[Match], dict[int, str]]:
        """The matches that this program can read, the oldest first, and why it cannot read others;
        all of them, or one."""
        which, values = ("", ()) if id is None else (" WHERE id = ?", (id,))
        try:
            rows = self._db.execute(
                f"SELECT id, plan, begun, program, host FROM matches{which} ORDER BY id", values
            ).fetchall()
        except (sqlite3.Error, ValueError) as error:
            raise BadArchive(f"{self.path}: matches: it is damaged: {why(error)}") from None
        found: list[Match] = []
        unreadable: dict[int, str] = {}
        for row in rows:
            if type(row[0]) is not int:
                raise BadArchive(f"{self.path}: matches: it is damaged: {shown(row[0])} is not a match number")
            try:
                if not isinstance(row[1], str):
                    raise BadPlan("its plan is not text")
                bounded.check_json(row[1].encode())
                match = msgspec.convert((row[0], msgspec.json.decode(row[1], type=Plan), *row[2:]), Match)
                Schedule(match.plan)  # a plan that no match can have
            except (ValueError, RecursionError) as error:
                unreadable[row[0]] = why(error)
            else:
                found.append(match)
        return found, unreadable

    # Games ------------------------------------------------------------------------------------------------------------

    def add(self, played: Played, schedule: Schedule) -> Game:
        """Keep a game in one transaction. A game that is there already stays as it is.

        Raise ArchiveFull if there is no room, and ArchiveGone if the archive is no longer in its place.
        """
        self.check_place()
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
            raise ArchiveFull(f"{self.path}: {why(error)}") from None
        self.check_place()
        return game

    def games(self, match: int) -> Iterator[Game]:
        """Yield all attempts of a match in the order of the schedule, void ones before what they were replaced by.

        Raise BadArchive at the first row that is damaged, or that cannot be by the plan; the message names its field.
        """
        schedule = Schedule(self.match(match).plan)
        for where, game in self.rows(match):
            if isinstance(game, str):
                raise BadArchive(f"{self.path}: match {match}, {where}: it is damaged: {game}")
            for wrong in misfits(game, schedule):
                raise BadArchive(f"{self.path}: match {match}, {where}: it is damaged: {wrong}")
            yield game

    def rows(self, match: int) -> Iterator[tuple[str, Game | str]]:
        """Yield for each row of a match what it is called, and the game in it, or why there is none.
        Nothing else is checked."""
        rows, where = None, "its games"
        while True:
            try:
                if rows is None:
                    rows = self._db.execute(
                        f"SELECT {COLUMNS} FROM games WHERE match = ? ORDER BY number, attempt", (match,)
                    )
                row = rows.fetchone()
            except (sqlite3.Error, ValueError) as error:
                raise BadArchive(f"{self.path}: match {match}, after {where}: it is damaged: {why(error)}") from None
            if row is None:
                return
            where = row_name(row[1], row[2])
            try:
                yield where, game_of(row)
            except ValueError as error:
                yield where, why(error)

    def read(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows of a query of one's own; BadArchive if it cannot be answered."""
        try:
            return self._db.execute(query, values).fetchall()
        except (sqlite3.Error, ValueError) as error:
            raise BadArchive(f"{self.path}: it cannot be searched: {why(error)}") from None

    def games_at(self, rows: Sequence[int]) -> list[Game]:
        """The attempts in these rows, in this order; those that are there no more are left out."""
        marks = ", ".join("?" * len(rows))
        found = {
            row[0]: row[1:] for row in self.read(f"SELECT rowid, {COLUMNS} FROM games WHERE rowid IN ({marks})", rows)
        }
        schedules: dict[int, Schedule] = {}
        games = []
        for row in (found[row] for row in rows if row in found):
            try:
                game = game_of(row)
            except ValueError as error:
                raise BadArchive(f"{self.path}: {row_name(row[1], row[2])}: it is damaged: {why(error)}") from None
            if game.match not in schedules:
                schedules[game.match] = Schedule(self.match(game.match).plan)
            for wrong in misfits(game, schedules[game.match]):
                raise BadArchive(f"{self.path}: match {game.match}, {row_name(row[1], row[2])}: it is damaged: {wrong}")
            games.append(game)
        return games

    def record(self, match: int, number: int, attempt: int | None = None) -> bytes:
        """The bytes of a game's record, of its last attempt unless another is asked for."""
        which = (
            "SELECT data FROM records WHERE match = ? AND number = ? AND (? IS NULL OR attempt = ?) ORDER BY "
            "attempt DESC LIMIT 1"
        )
        try:
            row = self._db.execute(which, (match, number, attempt, attempt)).fetchone()
        except (sqlite3.Error, ValueError) as error:
            raise BadArchive(f"{self.path}: match {match}, game {number + 1}: it is damaged: {why(error)}") from None
        if row is None:
            raise BadArchive(f"{self.path}: match {match} has no game {number + 1}")
        if not isinstance(row[0], bytes):
            wrong = "is missing" if row[0] is None else "is a text or a number, not data"
            raise BadArchive(f"{self.path}: match {match}, game {number + 1}: it is damaged: its record {wrong}")
        return row[0]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
