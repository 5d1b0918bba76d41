"""Detection of deleted, replaced or unmounted files of an open archive."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from workbench.system import folders, saving
from workbench.system.locks import identity
from workbench.system.saving import system_message

JOURNALS = ("-wal", "-shm")  # SQLite keeps these files beside an open archive


class DatabaseFiles:
    """The files of an open archive, compared with the files at opening.

    SQLite does not notice a deletion. It keeps writing to an unnamed file whose data is lost on closing.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.identity = identity(file)
        self._device = _device(file.parent)
        self._journals: dict[str, tuple[int, int]] = {}
        self._paths = {suffix: sibling(file, suffix) for suffix in JOURNALS}
        self.note_journals()

    def note_journals(self) -> None:
        """Record the current journals as the archive's own. The archive must be open and in place."""
        for suffix, path in self._paths.items():
            if suffix not in self._journals and (journal := identity(path)) is not None:
                self._journals[suffix] = journal

    @property
    def is_in_place(self) -> bool:
        """Whether the archive is still the file at its path."""
        return self.identity is not None and identity(self.file) == self.identity

    def fault(self) -> str:
        """Return what happened to the files, or "" if all of them are in place."""
        if not self.is_in_place:
            if _device(self.file.parent) != self._device:
                return "its disk was unmounted"
            return "it was replaced by another file" if self.file.exists() else "it was deleted or moved"
        for suffix, before in self._journals.items():
            if identity(self._paths[suffix]) != before:
                return f"its journal {self.file.name}{suffix} was deleted"
        self.note_journals()
        return ""

    def remove_journals(self) -> None:
        """Remove the journals of a closed archive whose file was deleted. Ignore errors."""
        if not self.file.exists():
            for suffix, before in self._journals.items():
                if identity(self._paths[suffix]) == before:
                    with suppress(OSError):
                        self._paths[suffix].unlink()

    def save_copy(self, db: sqlite3.Connection) -> Path:
        """Copy an open archive to a new file and return its path.

        The copy is beside the archive, or in the data folder if the archive's disk is gone.

        Raises:
            OSError: No folder accepts the copy.
            sqlite3.Error: The database cannot be copied.
        """
        last_error: Exception = OSError("no folder takes it")
        for folder in self._folders():
            try:
                saving.make_folder(folder)
                file = _create_copy(folder, self.file)
            except OSError as error:
                last_error = error
                continue
            try:
                with closing(sqlite3.connect(file)) as copy:
                    db.backup(copy)
                saving.sync_folder(folder)
                return file
            except (OSError, sqlite3.Error) as error:
                last_error = error
                with suppress(OSError):
                    file.unlink()
        raise last_error

    def rescue(self, db: sqlite3.Connection, fault: str, shown_path: Path) -> str:
        """Save the games of an archive whose files were deleted, replaced or unmounted. Return a message for the user.

        If only a journal was deleted, its games are moved into the archive in place. If the archive itself is gone, or
        that fails, all games are copied to a new file (see `save_copy`). If the copy fails too, no exception is raised
        and the message gives the reason.

        Args:
            db: The connection to the archive.
            fault: What happened, from `fault`.
            shown_path: The path of the archive as the user knows it.
        """
        busy = 1
        with suppress(sqlite3.Error):
            # Move games from the journal into the archive and empty the journal. A later file of the same name must not
            # inherit the journal.
            busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if self.is_in_place and not busy:
            return (
                f"{fault} while it was in use. All games so far are in the archive; continue the match to play the rest"
            )
        try:
            copy = self.save_copy(db)
        except (OSError, sqlite3.Error) as error:
            return f"{fault} while it was in use, and its games cannot be copied: {system_message(error)}"
        return (
            f"{fault} while it was in use. All games so far were copied to {copy}; "
            f"put them back as {shown_path} and continue the match to play the rest"
        )

    def _folders(self) -> Iterator[Path]:
        if _device(self.file.parent) == self._device:
            yield self.file.parent
        yield folders.data_folder()


def sibling(file: Path, suffix: str) -> Path:
    """Return the path of a file with a suffix added to its name, such as "-wal"."""
    return file.with_name(f"{file.name}{suffix}")


def _device(folder: Path) -> int | None:
    with suppress(OSError):
        return os.stat(folder).st_dev
    return None


def _create_copy(folder: Path, file: Path) -> Path:
    """Create an empty file for the copy, under an unused name."""
    number = 1
    while True:
        again = f"-{number}" if number > 1 else ""
        with suppress(FileExistsError):
            copy = folder / f"{file.stem}-rescued{again}{file.suffix}"
            saving.create(copy)
            return copy
        number += 1
