"""The texts of the file dialog."""

from __future__ import annotations

from pathlib import Path

OPEN, OPEN_SEVERAL, SAVE, FOLDER = "Open a file", "Open files", "Save as", "Choose a folder"
OPEN_BUTTON, SAVE_BUTTON, FOLDER_BUTTON, REPLACE = "Open", "Save", "Choose", "Replace"
CANCEL = "Cancel"
RECENT, OWN_GAMES, HOME, DOCUMENTS, DATA = "Recent files", "My games", "Home", "Documents", "Data folder"
PLACES = "Places"
FIND = "Find"
NAME = "Name"
UP_TIP = "Go to the folder above (Alt+Up)"
PATH_TIP = "Type a folder or a file, then press Enter"
HEADS = ("Name", "Game", "Players", "Result", "Date")
DAMAGED = "damaged"
LOADING = "Reading the folder…"
EMPTY = "No files here."
NO_MATCH = "No file fits."
NO_NAME = "Type a name."
SELECT = "Select a game to see its board."
PREVIEWING = "Loading…"


def replace(name: str) -> str:
    """Return the question before a file is overwritten."""
    return f"{name} exists. Replace it?"


def not_there(path: Path) -> str:
    """Return the message that a path does not exist."""
    return f"{path.name or path} does not exist."


def no_folder(path: Path) -> str:
    """Return the message that a folder for a new file does not exist."""
    return f"The folder {path} does not exist."


def is_folder(path: Path) -> str:
    """Return the message that a file cannot have the name of a folder."""
    return f"{path.name} is a folder."


def unreadable(reason: str) -> str:
    """Return the message that a folder cannot be read."""
    return f"The folder cannot be read: {reason}."


def damaged(reason: str) -> str:
    """Return the message that a file cannot be opened."""
    return f"This file cannot be opened: {reason}."


def positions(count: int) -> str:
    """Return the number of positions in a list."""
    return "1 position" if count == 1 else f"{count:,} positions"


def count(shown: int) -> str:
    """Return the number of files shown."""
    return "1 file" if shown == 1 else f"{shown:,} files"


def selected(chosen: int) -> str:
    """Return the number of selected files."""
    return f"{chosen:,} files selected"
