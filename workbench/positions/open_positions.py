"""The positions in Set up when a window closed, so that the next start reopens them with their games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from workbench.positions import lists
from workbench.positions.lists import Entry
from workbench.system import bounded, decoding, folders, limits, saving

FILE = "set-up.json"
MAX_POSITIONS, MAX_STEPS = 50, 100  # maximum numbers of positions, and of steps to undo or redo for each


class OpenPosition(msgspec.Struct, frozen=True):
    """A position in Set up over a game of the tabs.

    Attributes:
        game: The file from which the game is reopened.
        viewer: The seat of the person who set up the position, or None if everybody saw it.
        over_game: Whether the tab showed the position instead of the game.
        file: The file with the list of positions, an autosave or the person's own, or "" for the shown position.
        index: The index of the current position in the list.
        undo: The earlier versions of a single position as lines of a list, the oldest first.
        redo: The undone versions, the next one first.
    """

    game: str
    viewer: int | None = None
    over_game: bool = True
    file: str = ""
    index: int = 0
    undo: tuple[str, ...] = ()
    redo: tuple[str, ...] = ()


def list_path() -> Path:
    """Return the file with the open positions."""
    return folders.state_path(FILE)


def save(positions: Sequence[OpenPosition]) -> None:
    """Add the positions of a closing window to those of other windows. Never raise."""
    known = _read()
    kept = [*known, *(position for position in positions if position not in known)][-MAX_POSITIONS:]
    if positions:
        with suppress(saving.WriteError, UnicodeEncodeError):
            saving.write(list_path(), msgspec.json.encode(kept))


def take() -> list[OpenPosition]:
    """Return the positions and delete the list. Never raise."""
    positions = _read()
    with suppress(OSError):
        list_path().unlink(missing_ok=True)
    return list(positions)


def _read() -> tuple[OpenPosition, ...]:
    with suppress(OSError, ValueError, RecursionError):
        return decoding.decode_json(bounded.read_bytes(list_path(), limits.SETTINGS_FILE), tuple[OpenPosition, ...])
    return ()


def format_steps(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return versions of a position as lines of a list, without the oldest if there are too many."""
    return tuple(lists.format_line(entry) for entry in entries[-MAX_STEPS:])


def parse_steps(lines: Sequence[str]) -> list[Entry]:
    """Return versions of a position from lines of a list."""
    return [lists.parse_line(line[: limits.POSITION_LINE], "") for line in lines[-MAX_STEPS:]]
