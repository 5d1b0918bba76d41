"""The texts of the file dialog."""

from __future__ import annotations

from pathlib import Path

from workbench.system.translation import core, tr, trn

OPEN, OPEN_SEVERAL, SAVE, FOLDER = tr("Open a file"), tr("Open files"), tr("Save as"), tr("Choose a folder")
OPEN_BUTTON, SAVE_BUTTON, FOLDER_BUTTON, REPLACE = tr("Open"), tr("Save"), tr("Choose"), tr("Replace")
CANCEL = tr("Cancel")
RECENT, OWN_GAMES, HOME, DOCUMENTS, DATA = (
    tr("Recent files"),
    tr("My games"),
    tr("Home"),
    tr("Documents"),
    tr("Data folder"),
)
PLACES = tr("Places")
FIND = tr("Find")
NAME = tr("Name")
UP_TIP = tr("Go to the folder above (Alt+Up)")
PATH_TIP = tr("Type a folder or a file, then press Enter")
HEADS = (tr("Name"), tr("Game"), tr("Players"), tr("Result"), tr("Date"))
DAMAGED = tr("damaged")
LOADING = tr("Reading the folder…")
EMPTY = tr("No files here.")
NO_MATCH = tr("No matching files.")
NO_NAME = tr("Type a name.")
SELECT = tr("Select a game to see its board.")
PREVIEWING = tr("Loading…")


def replace(name: str) -> str:
    """Return the question before a file is overwritten."""
    return tr("{name} exists. Replace it?", name=name)


def not_there(path: Path) -> str:
    """Return the message that a path does not exist."""
    return tr("{path} does not exist.", path=path.name or path)


def no_folder(path: Path) -> str:
    """Return the message that a folder for a new file does not exist."""
    return tr("The folder {path} does not exist.", path=path)


def is_folder(path: Path) -> str:
    """Return the message that a file cannot have the name of a folder."""
    return tr("{path} is a folder.", path=path.name)


def unreadable(reason: str) -> str:
    """Return the message that a folder cannot be read."""
    return tr("The folder cannot be read: {reason}.", reason=reason)


def damaged(reason: str) -> str:
    """Return the message that a file cannot be opened."""
    return tr("This file cannot be opened: {reason}.", reason=core(reason))


def positions(count: int) -> str:
    """Return the number of positions in a list."""
    return trn("1 position", "{count:,} positions", count)


def count(shown: int) -> str:
    """Return the number of files shown."""
    return trn("1 file", "{count:,} files", shown)


def selected(chosen: int) -> str:
    """Return the number of selected files."""
    return tr("{chosen:,} files selected", chosen=chosen)
