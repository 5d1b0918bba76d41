"""The list of games that were open when a window closed, so that the next start reopens them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from workbench.bot_process import trust
from workbench.records import files
from workbench.records.files import RecordError
from workbench.storage.autosave import AbandonedGame, autosave_folder
from workbench.storage.stored_game import StoredGame
from workbench.system import bounded, decoding, folders, limits, saving
from workbench.system.translation import tr

FILE = "tabs.json"
MAX_TABS, MAX_CLOSED = 50, 20


class OpenTabs(msgspec.Struct, frozen=True):
    """The files of the open games, autosaves included, and the index of the shown one (-1 for none).

    `closed` has the files of the closed games, in the order of closing.
    """

    games: tuple[str, ...] = ()
    shown: int = -1
    closed: tuple[str, ...] = ()


class Restored(NamedTuple):
    """The games of the last run, the shown one among them, or None, and the files of the closed games."""

    games: list[StoredGame]
    shown: StoredGame | None
    closed: list[Path]


def list_path() -> Path:
    """Return the file with the list."""
    return folders.state_path(FILE)


def save(games: Sequence[StoredGame], shown: StoredGame | None, closed: Sequence[Path] = ()) -> None:
    """Add the open games of a window that closes normally to the list. Never raise.

    Games of other windows that were closed since the last start stay in the list.

    Args:
        games: The games, in the order of their tabs. Their autosaves have been written.
        shown: The shown game, or None.
        closed: The files of the closed games, in the order of closing.
    """
    known = _read()
    files_of = {id(game): str(game.restorable_file) for game in games if game.restorable_file is not None}
    paths = [*dict.fromkeys((*known.games, *files_of.values()))][:MAX_TABS]
    shown_path = files_of.get(id(shown), "")
    number = paths.index(shown_path) if shown_path in paths else known.shown
    closed_paths = tuple(dict.fromkeys((*known.closed, *map(str, closed))))[-MAX_CLOSED:]
    if paths or closed_paths:
        with suppress(saving.WriteError, UnicodeEncodeError):
            saving.write(list_path(), msgspec.json.encode(OpenTabs(tuple(paths), number, closed_paths)))


def restore(on_fault: Callable[[str], None]) -> Restored:
    """Open the games of the list and delete the list. Never raise. Skip games that cannot be opened.

    If the program crashes later, the autosaves of these games are found as those of a crashed program.

    Args:
        on_fault: Receives one line, on another thread, when an autosave cannot be written.
    """
    tabs = _read()
    with suppress(OSError):
        list_path().unlink(missing_ok=True)
    games: list[StoredGame] = []
    shown: StoredGame | None = None
    for number, name in enumerate(tabs.games):
        with suppress(RecordError, OSError):
            games.append(_open(Path(name), on_fault))
            shown = games[-1] if number == tabs.shown else shown
    closed = [Path(name) for name in tabs.closed if _is_local(Path(name)) and Path(name).is_file()]
    return Restored(games, shown, closed)


def _read() -> OpenTabs:
    with suppress(OSError, ValueError, RecursionError):
        return decoding.decode_json(bounded.read_bytes(list_path(), limits.SETTINGS_FILE), OpenTabs)
    return OpenTabs()


def _is_local(file: Path) -> bool:
    return not trust.is_remote(str(file)) and file.is_absolute() and file.suffix == files.SUFFIX


def _open(file: Path, on_fault: Callable[[str], None]) -> StoredGame:
    if not _is_local(file):
        raise RecordError("file", tr("this is not a local game"))
    file = folders.current(file)
    if file.parent == autosave_folder():
        return StoredGame.recover(AbandonedGame(file, 0.0, None, ""), on_fault)
    return StoredGame.open(file, on_fault)
