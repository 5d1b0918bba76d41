"""The archive: matches and their games in one SQLite file.

A game is stored completely or not at all. Totals are not stored.
"""

from __future__ import annotations

import platform
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from workbench.matches.archive.archive_file import ArchiveError, ArchiveFile, ArchiveFullError
from workbench.matches.archive.rows import (
    COLUMNS,
    LISTS,
    Game,
    impossible_fields,
    parse_row,
    row_name,
    shortened_json,
)
from workbench.matches.archive.tables import LOGS, LUCKS, MAX_LOG, SCHEMA
from workbench.matches.archive.turn_counts import can_restart, recount
from workbench.matches.planning.plan import Plan, PlanError, Schedule
from workbench.matches.planning.task import PlayedGame
from workbench.records import files
from workbench.records.seeds import new_salt
from workbench.system import bounded, decoding
from workbench.system.saving import system_message
from workbench.system.version import version


class Match(NamedTuple):
    """A match in an archive.

    `begun` is the ISO 8601 time at which the match began, `program` the name and version of the program, and `host` the
    name of the machine.
    """

    id: int
    plan: Plan
    begun: str
    program: str
    host: str


class Archive(ArchiveFile):
    """An open archive: the matches and games in the file."""

    def lock(self, keep: bool = True) -> None:
        """Become the only program that adds games, until `close`, and upgrade an archive of an earlier version.

        Raises:
            ArchiveError: The archive cannot be locked (see `ArchiveFile.lock`), or is damaged.
            ArchiveFullError: The upgrade cannot be stored. The archive is unchanged.
        """
        super().lock(keep)
        if not self.is_current:
            self._upgrade()

    def _upgrade(self) -> None:
        """Correct the numbers of turns in one transaction, and note the new version."""
        dealt = [] if self.counts_turns else [match.id for match in self.matches() if can_restart(match.plan.spec)]
        try:
            found = list(recount(self._db, dealt))
            with self._transaction():
                self._db.executemany("UPDATE games SET turns = ? WHERE match = ? AND number = ? AND attempt = ?", found)
                self._db.execute(f"PRAGMA user_version = {SCHEMA}")
        except sqlite3.Error as error:
            raise ArchiveFullError(f"{self.path}: {system_message(error)}") from None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit the statements of the block together, or none of them if it fails."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

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
        """Return the readable matches, oldest first, and for each unreadable match number the reason.

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
                match = decoding.convert((row[0], decoding.decode_json(row[1], Plan), *row[2:]), Match)
                Schedule(match.plan)  # raises PlanError for an impossible plan
            except (ValueError, RecursionError) as error:
                unreadable[row[0]] = system_message(error)
            else:
                found.append(match)
        return found, unreadable

    # Games ------------------------------------------------------------------------------------------------------------

    def add(self, played: PlayedGame, schedule: Schedule) -> Game:
        """Store a game and return its row; see `add_all`."""
        return self.add_all([played], schedule)[0]

    def add_all(self, played: Sequence[PlayedGame], schedule: Schedule) -> list[Game]:
        """Store games in one transaction and return their rows. A game that is already stored stays unchanged.

        Raises:
            ArchiveFullError: The games cannot be stored.
            ArchiveGoneError: The archive was deleted, replaced or unmounted.
        """
        self.check_files()
        rows = [self._row(one, schedule) for one in played]
        try:
            with self._transaction():
                for one, game in zip(played, rows, strict=True):
                    self._insert(one, game)
        except sqlite3.Error as error:
            raise ArchiveFullError(f"{self.path}: {system_message(error)}") from None
        self.check_files()
        return rows

    def _row(self, played: PlayedGame, schedule: Schedule) -> Game:
        slot = schedule.slot(played.number)
        return Game(
            played.match, played.number, played.attempt, slot.block, slot.table, slot.order, slot.seats,
            schedule.seed(slot.block), schedule.opening(slot.block).name, played.ending, played.guilty, played.fault,
            played.reason, played.returns, played.points, played.turns, played.decisions, played.seconds,
            played.overrun,
            played.took, played.line, played.versions, _now(), f"herbarium {version()}", platform.node(),
        )  # fmt: skip

    def _insert(self, played: PlayedGame, game: Game) -> None:
        values = [
            msgspec.json.encode(value).decode() if name in LISTS else value
            for name, value in zip(Game._fields, game, strict=True)
        ]
        new = self._db.execute(
            f"INSERT OR IGNORE INTO games ({COLUMNS}) VALUES ({', '.join('?' * len(values))})", values
        ).rowcount
        key = (played.match, played.number, played.attempt)
        if new:
            self._db.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (*key, played.record))
        if new and played.log:
            self._db.execute(LOGS)
            self._db.execute("INSERT INTO logs VALUES (?, ?, ?, ?)", (*key, zlib.compress(played.log.encode())))
        if new and played.luck:
            self._db.execute(LUCKS)
            luck = msgspec.json.encode(played.luck).decode()
            self._db.execute("INSERT INTO lucks VALUES (?, ?, ?, ?)", (*key, luck))

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
        """Yield the name of each row of a match with its game, or with the reason that the row cannot be read.

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

    def change(self, statements: Iterable[tuple[str, Sequence[object]]]) -> None:
        """Execute SQL statements with their values in one transaction.

        Raises:
            ArchiveFullError: The change cannot be stored. The archive is unchanged.
        """
        self.check_files()
        try:
            with self._transaction():
                for statement, values in statements:
                    self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise ArchiveFullError(f"{self.path}: {system_message(error)}") from None

    def shrink(self) -> None:
        """Return unused space to the file system, if no other program reads the archive."""
        with suppress(sqlite3.Error):
            self._db.execute("VACUUM")

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
        if not isinstance(number, int):  # a damaged archive has anything as a number
            raise ArchiveError(f"{self.path}: match {match}: it is damaged: a game's number is not a whole number")
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
        try:
            return files.unpack(row[0])
        except files.RecordError as error:
            raise ArchiveError(
                f"{self.path}: match {match}, game {number + 1}: it is damaged: {error.reason}"
            ) from None

    def log(self, match: int, number: int, attempt: int) -> str:
        """Return what the bot that failed in an attempt wrote last, or "". Never raise."""
        which = "SELECT data FROM logs WHERE match = ? AND number = ? AND attempt = ?"
        with suppress(sqlite3.Error, ValueError, zlib.error, TypeError):
            row = self._db.execute(which, (match, number, attempt)).fetchone()  # archives without faults have no table
            if row is not None:
                return zlib.decompressobj().decompress(row[0], MAX_LOG).decode(errors="replace")
        return ""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
