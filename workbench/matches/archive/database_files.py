"""Watches the files of an open archive: notices when they are deleted, replaced or unmounted."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from workbench.system import folders, saving
from workbench.system.locks import identity
from workbench.system.saving import why

JOURNALS = ("-wal", "-shm")  # files that SQLite keeps beside the archive as long as it is open


class DatabaseFiles:
    """Compares the files at the path of an archive with those that were there when it was opened.

    SQLite does not notice: it keeps writing to a file without a name, and the data is lost when the file is closed.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.identity = identity(file)
        self._device = _device(file.parent)
        self._journals: dict[str, tuple[int, int]] = {}
        self.note_journals()

    def note_journals(self) -> None:
        """Remember the present journals as the archive's own. Call this while the archive is open and in its place."""
        for suffix in JOURNALS:
            there = identity(beside(self.file, suffix))
            if there is not None:
                self._journals.setdefault(suffix, there)

    @property
    def in_place(self) -> bool:
        """Return whether the archive itself is still the file at its path."""
        return self.identity is not None and identity(self.file) == self.identity

    def fault(self) -> str:
        """Return what happened to the files, "" if all of them are in their places."""
        if not self.in_place:
            if _device(self.file.parent) != self._device:
                return "its disk was unmounted"
            return "it was replaced by another file" if self.file.exists() else "it was deleted or moved"
        for suffix, before in self._journals.items():
            if identity(beside(self.file, suffix)) != before:
                return f"its journal {self.file.name}{suffix} was deleted"
        self.note_journals()
        return ""

    def tidy(self) -> None:
        """Remove the journals of a closed archive whose file was deleted. Never fails."""
        if not self.file.exists():
            for suffix, before in self._journals.items():
                if identity(beside(self.file, suffix)) == before:
                    with suppress(OSError):
                        beside(self.file, suffix).unlink()

    def copy_of(self, db: sqlite3.Connection) -> Path:
        """Copy an open archive to a new file and return its path: beside the archive, or where settings are kept if
        its disk is gone. Raise OSError or sqlite3.Error if there can be no copy."""
        last: Exception = OSError("no folder takes it")
        for folder in self._folders():
            try:
                saving.make_folder(folder)
                file = _free(folder, self.file)
            except OSError as error:
                last = error
                continue
            try:
                with closing(sqlite3.connect(file)) as copy:
                    db.backup(copy)
                saving.sync_folder(folder)
                return file
            except (OSError, sqlite3.Error) as error:
                last = error
                with suppress(OSError):
                    file.unlink()
        raise last

    def rescue(self, db: sqlite3.Connection, fault: str, shown: Path) -> str:
        """Save the games of an archive that is no longer in its place, if possible. Return what happened, for the
        user, who knows the archive by the path `shown`."""
        busy = 1
        with suppress(sqlite3.Error):
            # Move games from the journal into the archive, and empty the journal: it must
            # not be applied to another file.
            busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if self.in_place and not busy:
            return (
                f"{fault} while it was in use. All games so far are in the archive; continue the match to play the rest"
            )
        try:
            copy = self.copy_of(db)
        except (OSError, sqlite3.Error) as error:
            return f"{fault} while it was in use, and its games cannot be copied: {why(error)}"
        return (
            f"{fault} while it was in use. All games so far were copied to {copy}; "
            f"put them back as {shown} and continue the match to play the rest"
        )

    def _folders(self) -> Iterator[Path]:
        if _device(self.file.parent) == self._device:
            yield self.file.parent
        yield folders.folder()


def beside(file: Path, suffix: str) -> Path:
    return file.with_name(f"{file.name}{suffix}")


def _device(folder: Path) -> int | None:
    with suppress(OSError):
        return os.stat(folder).st_dev
    return None


def _free(folder: Path, file: Path) -> Path:
    """Create an empty file for the copy, under a name that is free."""
    number = 1
    while True:
        again = f"-{number}" if number > 1 else ""
        with suppress(FileExistsError):
            copy = folder / f"{file.stem}-rescued{again}{file.suffix}"
            saving.create(copy)
            return copy
        number += 1
