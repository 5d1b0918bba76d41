"""An index of the positions in stored games: an SQLite file that follows the games when they change or disappear."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import NamedTuple, Self

import msgspec

from fastcore import BadPosition, Conflict, IllegalMove, State
from workbench.boards.kit.symmetry import Symmetry
from workbench.finding.canonical import canonicaliser, public_step, public_view
from workbench.finding.sources import Games, Source
from workbench.matches.archive.archive_file import ArchiveError
from workbench.records import replay, steps
from workbench.records.files import RecordError
from workbench.records.schema import Record, Result
from workbench.system import bounded, decoding, folders, saving
from workbench.system.saving import system_message
from workbench.system.translation import tr

FILE = "positions.sqlite3"
LAYOUT = 1  # version of the index; an index of another version is rebuilt
COMMIT_SECONDS = 0.5  # time between two commits
_TABLES = """
DROP TABLE IF EXISTS games;
DROP TABLE IF EXISTS positions;
CREATE TABLE games (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, name TEXT NOT NULL, stamp TEXT NOT NULL,
    players TEXT NOT NULL, created TEXT NOT NULL, result TEXT NOT NULL, UNIQUE (source, name)
);
CREATE TABLE positions (
    key INTEGER NOT NULL, game INTEGER NOT NULL, at INTEGER NOT NULL, turn INTEGER NOT NULL, next TEXT NOT NULL,
    PRIMARY KEY (key, game)
) WITHOUT ROWID;
CREATE INDEX positions_of_game ON positions (game);
"""
Progress = Callable[[int, int], bool]


class IndexedPosition(NamedTuple):
    """The first occurrence of a position in a game.

    Attributes:
        key: The key of the canonical position.
        at: The number of steps before it on the main line.
        turn: The turn of the position.
        next: What everybody sees of the next decision, in canonical form; "" if nothing followed.
    """

    key: int
    at: int
    turn: int
    next: str


class IndexedGame(NamedTuple):
    """A game that contains a position, and where.

    Attributes:
        source: The folder or archive.
        name: The name of the game in its source.
        players: The players' names by seat, or their specs.
        created: When the game began, in ISO format.
        result: The result, or None for an unfinished game.
        at: The number of steps before the position on the main line.
        turn: The turn of the position.
        next: The next decision, in canonical form.
    """

    source: Path
    name: str
    players: tuple[str, ...]
    created: str
    result: Result | None
    at: int
    turn: int
    next: str


class PositionIndex:
    """The index. Use it as a context manager, on one thread.

    An index that cannot be written, for example on a full disk, is kept in memory instead.

    Args:
        file: The file, by default in the state folder.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = folders.state_path(FILE) if file is None else file
        self._db = self._connect()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def _connect(self) -> sqlite3.Connection:
        for _ in range(2):
            try:
                return self._open()
            except sqlite3.OperationalError:
                break  # locked or read-only, not damaged
            except sqlite3.DatabaseError:
                with suppress(OSError):
                    self.file.unlink()  # damaged: rebuild it
            except OSError:
                break
        memory = sqlite3.connect(":memory:")
        memory.executescript(_TABLES)
        return memory

    def _open(self) -> sqlite3.Connection:
        saving.make_folder(self.file.parent)
        with suppress(FileExistsError):
            saving.create(self.file)
        if not bounded.is_regular(self.file):
            raise OSError(tr("the index is not a regular file"))
        db = sqlite3.connect(self.file, timeout=10)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            if db.execute("PRAGMA user_version").fetchone() != (LAYOUT,):
                db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {LAYOUT}; COMMIT;")
            db.execute("SELECT count(*) FROM (SELECT id, source, stamp FROM games LIMIT 1)").fetchone()
            db.execute("SELECT key, game, at, turn, next FROM positions LIMIT 1").fetchone()
        except BaseException:
            db.close()
            raise
        return db

    # Updating ---------------------------------------------------------------------------------------------------------

    def update(self, sources: Sequence[Source], progress: Progress = lambda done, total: True) -> list[str]:
        """Bring the index up to date with all games of these sources.

        Args:
            sources: The sources. Games of other sources stay in the index.
            progress: Called after each game with the numbers of read and of changed games. If it returns False, the
                update stops; what was read stays in the index.

        Returns:
            Why sources cannot be read.

        Raises:
            ValueError: The index cannot be written.
        """
        failures: list[str] = []
        try:
            for source in sources:
                try:
                    with source.open() as games:
                        if not self._update_source(str(source.path.absolute()), games, progress):
                            break
                except ArchiveError as error:
                    failures.append(str(error))
        except sqlite3.Error as error:
            raise ValueError(
                tr(
                    "{file}: the index cannot be written: {system_message}",
                    file=self.file,
                    system_message=system_message(error),
                )
            ) from None
        return failures

    def _update_source(self, source: str, games: Games, progress: Progress) -> bool:
        present = games.stamps()
        rows = self._db.execute("SELECT name, stamp, id FROM games WHERE source = ?", (source,)).fetchall()
        known = {name: (stamp, number) for name, stamp, number in rows}
        outdated = [number for name, (stamp, number) in known.items() if present.get(name) != stamp]
        with self._db:
            self._db.executemany("DELETE FROM positions WHERE game = ?", ((number,) for number in outdated))
            self._db.executemany("DELETE FROM games WHERE id = ?", ((number,) for number in outdated))
        changed = [name for name, stamp in present.items() if name not in known or known[name][0] != stamp]
        committed = monotonic()
        try:
            for number, name in enumerate(changed, 1):
                self._add(source, name, present[name], games)
                if monotonic() - committed > COMMIT_SECONDS:
                    self._db.commit()
                    committed = monotonic()
                if not progress(number, len(changed)):
                    return False
        finally:
            self._db.commit()
        return True

    def _add(self, source: str, name: str, stamp: str, games: Games) -> None:
        """Add a game. A damaged game is added without positions, so that it is not read again."""
        players, created = tuple[str, ...](), ""
        result: Result | None = None
        positions: list[IndexedPosition] = []
        with suppress(RecordError, BadPosition):
            record = games.record(name)
            positions = list(indexed_positions(record))
            players = tuple(" ".join((seat.name or seat.player).split()) for seat in record.seats)
            created, result = record.created, record.result
        values = (source, name, stamp, "\n".join(players), created, msgspec.json.encode(result).decode())
        number = self._db.execute(
            "INSERT OR REPLACE INTO games (source, name, stamp, players, created, result) VALUES (?, ?, ?, ?, ?, ?)",
            values,
        ).lastrowid
        self._db.executemany(
            "INSERT OR REPLACE INTO positions (key, game, at, turn, next) VALUES (?, ?, ?, ?, ?)",
            ((place.key, number, place.at, place.turn, place.next) for place in positions),
        )

    # Searching --------------------------------------------------------------------------------------------------------

    def find(self, key: int, sources: Sequence[Source]) -> list[IndexedGame]:
        """Return the games of these sources that contain a position, newest first.

        Raises:
            ValueError: The index cannot be read.
        """
        paths = [str(source.path.absolute()) for source in sources]
        try:
            rows = self._db.execute(
                "SELECT source, name, players, created, result, at, turn, next FROM positions JOIN games ON id = game "
                f"WHERE key = ? AND source IN ({', '.join('?' * len(paths))}) ORDER BY created DESC, source, name",
                (key, *paths),
            ).fetchall()
        except sqlite3.Error as error:
            raise ValueError(
                tr(
                    "{file}: the index cannot be read: {system_message}",
                    file=self.file,
                    system_message=system_message(error),
                )
            ) from None
        return [
            IndexedGame(
                Path(source), name, tuple(players.split("\n")), created,
                decoding.json_decoder(Result | None).decode(result), at, turn, step,
            )
            for source, name, players, created, result, at, turn, step in rows
        ]  # fmt: skip

    def count(self) -> tuple[int, int]:
        """Return the numbers of games and of positions in the index."""
        games = self._db.execute("SELECT count(*) FROM games").fetchone()[0]
        return games, self._db.execute("SELECT count(*) FROM positions").fetchone()[0]


def indexed_positions(record: Record) -> Iterator[IndexedPosition]:
    """Yield the different positions on the main line of a record, each with what was played next.

    Raises:
        RecordError: The record is damaged or a move is illegal.
    """
    point = replay.starting_point(record)
    canonical = canonicaliser(record.spec)
    seen: set[int] = set()
    waiting: list[tuple[int, tuple[Symmetry, ...], int, int]] = []  # positions before the next public step
    moves = record.lines[0].moves if record.lines else ()
    for at in range(len(moves) + 1):
        key, forms = canonical.position(public_view(point))
        if key not in seen:
            seen.add(key)
            waiting.append((key, forms, at, point.turn))
        if at == len(moves):
            break
        text = moves[at].move
        set_up = steps.is_set_up(text)
        shown = "" if set_up or not isinstance(point, State) else public_step(point, text)
        if shown or set_up:
            yield from (
                IndexedPosition(key, at, turn, canonical.move(shown, forms)) for key, forms, at, turn in waiting
            )
            waiting.clear()
        try:
            point = steps.apply_step(point, text)
        except (IllegalMove, Conflict) as error:
            raise RecordError(f"lines[0].moves[{at}].move", str(error)) from None
    yield from (IndexedPosition(key, at, turn, "") for key, _, at, turn in waiting)
