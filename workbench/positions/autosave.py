"""Autosaves of positions that are being set up."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from workbench.positions import lists
from workbench.positions.lists import BadList, PositionList
from workbench.storage.autosave import BackgroundSaver, abandoned, own_folder
from workbench.system import saving


class SketchAutosave(BackgroundSaver[str]):
    """Keeps the newest text of a list of positions (of one, where only one is set up), as
    `autosave.Autosave` keeps a game."""

    suffix = lists.SUFFIX
    failed = "The position is not being saved as you set it up"

    def note(self, newest: PositionList) -> None:
        """This is what there is now, whatever becomes of the list."""
        self.keep(newest.copy().text)  # it may be long: its text is made on the thread

    def _put(self, file: Path, newest: str) -> None:
        saving.write(file, newest.encode(errors="backslashreplace"))


class LeftSketch(NamedTuple):
    """What a program that died left behind: the file, when it was written (seconds since 1970), and the list in it."""

    file: Path
    changed: float
    positions: PositionList
    whole: bool = False  # whether it is known to be one position in which nothing is wrong


def _whole(found: PositionList) -> bool:
    with suppress(ValueError):
        return len(found.entries) == 1 and not found.entry.sketch.problems()
    return False


def left_behind(folder: Path | None = None) -> list[LeftSketch]:
    """What programs that died left, newest first. Files of programs that still live are not touched. Never fails; to be
    rid of one: `autosave.discard`."""
    left = []
    with suppress(OSError):
        for file in abandoned(own_folder() if folder is None else folder, lists.SUFFIX):
            with suppress(OSError, BadList):
                found = lists.read_file(file, "")
                left.append(LeftSketch(file, file.stat().st_mtime, found, _whole(found)))
    return sorted(left, key=lambda one: one.changed, reverse=True)
