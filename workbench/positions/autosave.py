"""Autosaves of positions that are being set up."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from workbench.positions import lists
from workbench.positions.lists import PositionList, PositionListError
from workbench.storage.autosave import BackgroundSaver, abandoned_files, autosave_folder
from workbench.system import saving
from workbench.system.translation import tr


class SketchAutosave(BackgroundSaver[str]):
    """An autosave of the newest text of a list of positions, like `autosave.Autosave` for a game."""

    suffix = lists.SUFFIX
    failed = tr("The position is not being saved as you set it up")

    def note(self, newest: PositionList) -> None:
        """Save this list soon. Later changes of the list have no effect."""
        self.keep(newest.copy().text)  # the text may be long, so the thread builds it

    def _write_file(self, file: Path, newest: str) -> None:
        saving.write(file, newest.encode(errors="backslashreplace"))


class AbandonedSketch(NamedTuple):
    """A list of positions that a crashed program left behind.

    Attributes:
        file: The autosave file.
        changed: When it was written, in seconds since 1970.
        positions: The list.
        whole: Whether the list is known to be a single valid position.
    """

    file: Path
    changed: float
    positions: PositionList
    whole: bool = False


def _is_single_valid(positions: PositionList) -> bool:
    with suppress(ValueError):
        return len(positions.entries) == 1 and not positions.entry.sketch.problems()
    return False


def find_abandoned(folder: Path | None = None) -> list[AbandonedSketch]:
    """Return the sketches that crashed programs left behind, newest first. Never raise.

    Files of running programs are ignored. `autosave.discard` deletes a file.

    Args:
        folder: The folder to search, or None for this program's own.
    """
    abandoned = []
    with suppress(OSError):
        for file in abandoned_files(autosave_folder() if folder is None else folder, lists.SUFFIX):
            with suppress(OSError, PositionListError):
                positions = lists.read_file(file, "")
                abandoned.append(AbandonedSketch(file, file.stat().st_mtime, positions, _is_single_valid(positions)))
    return sorted(abandoned, key=lambda sketch: sketch.changed, reverse=True)
