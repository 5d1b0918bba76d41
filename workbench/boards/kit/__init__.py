"""The shared parts of all boards: the contract of a board, drawing, editing, lessons and shapes."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import fastcore


def module_of(game: str, part: str) -> ModuleType | None:
    """Return a game's module under `workbench.boards.<id>`, such as `board` or `words`, or None if there is none."""
    package = f"workbench.boards.{game}"
    if game not in fastcore.games() or find_spec(package) is None or find_spec(f"{package}.{part}") is None:
        return None
    return import_module(f"{package}.{part}")
