"""The shared parts of all boards: the contract of a board, drawing, editing, lessons and shapes."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import fastcore
from fastcore import packages

BOARDS = Path(__file__).parents[1]


def module_of(game: str, part: str) -> ModuleType | None:
    """Return a module of a game's front end, such as `board` or `words`, or None if there is none.

    It is in `workbench.boards.<id>`, or in the package of an installed game.
    """
    if game not in fastcore.games():
        return None
    package = f"workbench.boards.{game}" if game in packages.built_in() else packages.module_name(game)
    if find_spec(package) is None or find_spec(f"{package}.{part}") is None:
        return None
    return import_module(f"{package}.{part}")


def folder_of(game: str) -> Path | None:
    """Return the folder of a game's front end and data, or None if there is no such game."""
    return BOARDS / game if game in packages.built_in() else packages.folder(game)
