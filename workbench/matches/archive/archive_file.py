"""The file of an archive: opening, locking, checking and closing it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from workbench.matches.archive.database_files import DatabaseFiles, sibling
from workbench.matches.archive.rows import table_error
from workbench.matches.archive.tables import APPLICATION, SCHEMA, TURNS_COUNTED, create_tables
from workbench.system import folders, limits, saving
from workbench.system.locks import Lock
from workbench.system.saving import system_message


class ArchiveError(ValueError):
    """Raised when an archive cannot be opened or read. The message names the file and the reason."""


class ArchiveBusyError(ArchiveError):
    """Raised when another program adds games to the archive."""


class ArchiveFullError(Exception):
    """Raised when the archive accepts no more games, usually because the disk is full.

    The games already stored are safe. The message gives the reason.
    """


class ArchiveGoneError(ArchiveFullError):
    """Raised when the archive is deleted, replaced or unmounted while in use.

    The message says what happened and where the games are.
    """


class ArchiveFile:
    """An open archive file: its database connection, lock and journals. Use it as a context manager.

    Args:
        path: The file.
        create: Whether to create the file if it does not exist.
        most_pages: The maximum size in pages of 4 kB, to simulate a full disk, or None.
        read_only: Whether to open the file without changing it.

    Raises:
        ArchiveError: The file cannot be opened, is not an archive, or comes from a newer version of the program.
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

    @property
    def is_current(self) -> bool:
        """Whether the archive has the newest version."""
        return self._pragma("user_version") == SCHEMA

    @property
    def counts_turns(self) -> bool:
        """Whether the archive counts all turns of a game, as all do since version 2."""
        return self._pragma("user_version") >= TURNS_COUNTED

    def lock(self, keep: bool = True) -> None:
        """Become the only program that adds games, until `close`. Other programs can still read.

        The lock file is beside the real file, even if `path` is a symbolic link. A file with a second name (a hard
        link) is refused: SQLite names its journal after the file, so two names would damage the archive.

        Args:
            keep: Whether the lock file stays after `close`.

        Raises:
            ArchiveBusyError: Another program holds the lock.
            ArchiveError: The file is read-only or has a hard link, or it cannot be locked.
        """
        file = self.path.resolve()
        if not os.access(file, os.W_OK):
            raise ArchiveError(f"{self.path}: this file is read-only; make it writable, or use a copy")
        lock = Lock(sibling(file, ".lock"), keep)
        try:
            if not lock.acquire():
                raise ArchiveBusyError(f"{self.path}: another match is being played into this archive")
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
        folders.close_archive(file)

    def check_files(self) -> None:
        """Check that the archive, its journals and its lock are still the files that were opened.

        Raises:
            ArchiveGoneError: A file was deleted, replaced or unmounted, or another program took the lock.
        """
        if self._files is not None and (fault := self._files.fault()):
            raise ArchiveGoneError(f"{self.path}: {self._files.rescue(self._db, fault, self.path)}")
        if self._lock is not None and not self._lock.is_valid():
            try:
                locked = self._lock.acquire()  # creates the lock file again if it was removed
            except OSError as error:
                raise ArchiveGoneError(
                    f"{self.path}: it can no longer be locked: {system_message(error)}. "
                    "All games so far are in the archive"
                ) from None
            if not locked:
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
            folders.open_archive(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()
