"""The contents of folders for the file dialog: entries, details of records, sorting and filtering. Uses no widgets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import fastcore
from workbench import boards
from workbench.gui.file_dialog import words
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.file_dialogs import FileKind, documents
from workbench.positions import lists
from workbench.positions.lists import PositionList, PositionListError
from workbench.records import files
from workbench.records.files import RecordError
from workbench.storage import library
from workbench.system import folders, saving
from workbench.system.language.formats import format_moment

MAX_ENTRIES = 20_000  # files listed in a folder


class Entry(NamedTuple):
    """A file or folder.

    Attributes:
        path: Where it is.
        is_folder: Whether it is a folder.
        size: The size in bytes.
        modified: When it was changed, in nanoseconds.
    """

    path: Path
    is_folder: bool
    size: int
    modified: int

    @property
    def date(self) -> str:
        """When it was changed, as text."""
        return format_moment(datetime.fromtimestamp(self.modified / 1e9))


class Details(NamedTuple):
    """What a list shows of a file.

    Attributes:
        game: The title of the game with its options.
        players: The players.
        result: The result.
        damage: Why the file cannot be opened, or "".
    """

    game: str = ""
    players: str = ""
    result: str = ""
    damage: str = ""


class Place(NamedTuple):
    """A folder in the list of places. Without a folder, it means the recent files."""

    label: str
    folder: Path | None


def places(recent_folders: Iterable[Path]) -> list[Place]:
    """Return the places: recent files, standard folders, and the folders used last."""
    standard = [
        Place(words.RECENT, None),
        Place(words.OWN_GAMES, library.Library().folder),
        Place(words.HOME, Path.home()),
        Place(words.DOCUMENTS, documents()),
        Place(words.DATA, folders.data_folder()),
    ]
    kept: list[Place] = []
    for place in (*standard, *(Place(folder.name, folder) for folder in recent_folders)):
        if place.folder is None or (
            place.folder.is_dir() and place.folder.absolute() not in [p.folder.absolute() for p in kept if p.folder]
        ):
            kept.append(place)
    return kept


def is_path(text: str) -> bool:
    """Return whether a typed text is a path: it has a slash, or begins with ~ for the home folder."""
    return text.startswith("~") or any(mark in text for mark in {"/", os.sep})


def read_folder(folder: Path | None, kinds: Sequence[FileKind], folders_only: bool = False) -> list[Entry]:
    """Return the folders and the files of these kinds (default: any) in a folder, or the recent files for None.

    Hidden files are left out.

    Raises:
        ValueError: The folder cannot be read.
    """
    suffixes = tuple(kind.suffix for kind in kinds)
    if folder is None:
        recent = [path for path in library.recent() if not suffixes or path.name.endswith(suffixes)]
        return [entry for path in recent for entry in _stat(path)]
    entries = []
    try:
        with os.scandir(folder) as found:
            for item in found:
                if item.name.startswith("."):
                    continue
                is_folder = item.is_dir()
                if not is_folder and (folders_only or (suffixes and not item.name.endswith(suffixes))):
                    continue
                entries += _stat(Path(item.path), is_folder)
                if len(entries) >= MAX_ENTRIES:
                    break
    except OSError as error:
        raise ValueError(words.unreadable(saving.system_message(error))) from None
    return entries


def _stat(path: Path, is_folder: bool = False) -> list[Entry]:
    """Return the entry of a path in a list, or an empty list if it disappeared."""
    try:
        status = path.stat()
    except OSError:
        return []
    return [Entry(path, is_folder, status.st_size, status.st_mtime_ns)]


def read_details(path: Path) -> Details:
    """Return what a list shows of a file. Never raise for a bad file."""
    try:
        if path.name.endswith(files.SUFFIX):
            record = files.read(path)
            names = [widgets_words.player(seat.name or seat.player, alone=False) for seat in record.seats]
            return Details(title(record.spec), " – ".join(names), library.result_text(record.result))
        if path.name.endswith(lists.SUFFIX):
            positions = read_positions(path)
            return Details(title(positions.entry.sketch.spec), words.positions(len(positions.entries)))
    except RecordError as error:
        return Details(damage=error.reason)
    except (PositionListError, OSError, ValueError) as error:
        return Details(damage=str(error).removeprefix(f"{path}: "))
    return Details()


def read_positions(path: Path) -> PositionList:
    """Return the positions in a file.

    Raises:
        PositionListError: The file cannot be read.
    """
    return lists.read_file(path, fastcore.games()[0])


def title(spec: str) -> str:
    """Return a game's title and options, or its spec if the game is not installed."""
    game = spec.partition("(")[0]
    if game not in fastcore.games():
        return spec
    return ", ".join(filter(None, (fastcore.info(game).title, boards.describe_options(spec))))


def cells(entry: Entry, details: Details | None) -> tuple[str, ...]:
    """Return the texts of a row."""
    if entry.is_folder:
        return f"{entry.path.name}{os.sep}", "", "", "", entry.date
    known = details or Details()
    return (
        entry.path.name.removesuffix(files.SUFFIX),
        words.DAMAGED if known.damage else known.game,
        known.players,
        known.result,
        entry.date,
    )


def arrange(
    entries: Iterable[Entry], details: dict[Path, Details], text: str, column: int, descending: bool
) -> list[Entry]:
    """Return the entries whose texts contain every word of a filter, folders first, sorted by a column."""
    terms = text.casefold().split()
    found = []
    for entry in entries:
        texts = cells(entry, details.get(entry.path))
        line = " ".join(texts).casefold()
        if all(term in line for term in terms):
            found.append((entry, texts[column].casefold()))
    found.sort(key=lambda item: item[0].path.name.casefold())
    if column == len(words.HEADS) - 1:
        found.sort(key=lambda item: item[0].modified, reverse=descending)
    else:
        found.sort(key=lambda item: item[1], reverse=descending)
    return sorted((entry for entry, _ in found), key=lambda entry: not entry.is_folder)
