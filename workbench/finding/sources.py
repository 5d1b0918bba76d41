"""The collections of games that are searched: the user's own games and archives of matches."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.default import default_archive
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.schema import Record
from workbench.storage.library import Library
from workbench.system.translation import tr


class Games(Protocol):
    """The games of a source while it is open."""

    def stamps(self) -> dict[str, str]:
        """Return a text for every game by its name. The text changes whenever the game changes."""

    def record(self, name: str) -> Record:
        """Return the record of a game.

        Raises:
            RecordError: The record is damaged or missing.
        """


class Source(Protocol):
    """A collection of games, named by the path of its folder or file."""

    path: Path

    def open(self) -> AbstractContextManager[Games]:
        """Return a context manager with the games.

        Raises:
            ArchiveError: The collection cannot be read.
        """


class LibrarySource:
    """The records in a folder; a game is named by its file.

    Args:
        library: The folder, by default that of the user's own games.
    """

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or Library()
        self.path = self.library.folder

    def open(self) -> AbstractContextManager[Games]:
        """Return the games. A missing folder is empty."""
        return nullcontext(self)

    def stamps(self) -> dict[str, str]:
        """Return the size and modification time of every record."""
        return {name: f"{size} {changed}" for name, (size, changed) in self.library.record_files()}

    def record(self, name: str) -> Record:
        """Return the record in a file."""
        return files.read(self.path / name)


class ArchiveSource:
    """The games of an archive, named `match game attempt` with the numbers that messages show.

    Args:
        path: The archive.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self) -> AbstractContextManager[Games]:
        """Open the archive for reading. A missing archive is empty."""
        return _OpenArchive(self.path) if self.path.is_file() else nullcontext(_NoGames())


class _NoGames:
    def stamps(self) -> dict[str, str]:
        return {}

    def record(self, name: str) -> Record:
        raise RecordError("file", tr("there is no game {name}", name=name))


class _OpenArchive:
    def __init__(self, path: Path) -> None:
        self._archive = Archive(path, read_only=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._archive.close()

    def stamps(self) -> dict[str, str]:
        rows = self._archive.query(
            "SELECT match, number, attempt, finished, length(data) FROM games JOIN records "
            "USING (match, number, attempt) WHERE ending != 'void'"
        )
        return {f"{match} {number + 1} {attempt}": f"{done} {size}" for match, number, attempt, done, size in rows}

    def record(self, name: str) -> Record:
        match, number, attempt = map(int, name.split(" "))
        try:
            return files.decode_record(self._archive.record(match, number - 1, attempt))
        except ArchiveError as error:
            raise RecordError("file", str(error)) from None


def own_sources() -> list[Source]:
    """Return the user's own games and the default archive."""
    return [LibrarySource(), ArchiveSource(default_archive())]
