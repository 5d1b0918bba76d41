"""The shared parts of all boards: the contract of a board, drawing, editing, lessons and shapes."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import fastcore
from fastcore import packages
from workbench.system.translation import tr

BOARDS = Path(__file__).parents[1]
Made = TypeVar("Made")


def package_of(game: str) -> str:
    """Return the name of the package with the front end of a game that exists."""
    return f"workbench.boards.{game}" if game in packages.built_in() else packages.module_name(game)


def module_of(game: str, part: str) -> ModuleType | None:
    """Return a module of a game's front end, such as `board` or `words`, or None if there is none.

    It is in `workbench.boards.<id>`, or in the package of an installed game. A module of an installed game that cannot
    be imported counts as missing, and standard error gets the reason.
    """
    if game not in fastcore.games():
        return None
    package = package_of(game)
    if game not in packages.built_in():
        return _installed_module(f"{package}.{part}")
    if find_spec(package) is None or find_spec(f"{package}.{part}") is None:
        return None
    return import_module(f"{package}.{part}")


@cache
def _installed_module(name: str) -> ModuleType | None:
    try:
        with packages.prints_aside():
            return None if find_spec(name) is None else import_module(name)
    except (Exception, SystemExit) as error:
        _complain(name, error)
        return None


def made(game: str, part: str, kind: type[Made]) -> Made | None:
    """Return a new object of a class of a game's front end, or None if the game has no such class.

    A class of an installed game that cannot be used counts as missing, and standard error gets the reason.

    Args:
        game: The id of the game.
        part: The module.
        kind: The class from which it derives. It has the same name.
    """
    own = getattr(module_of(game, part), kind.__name__, None)
    if own is None:
        return None
    try:
        found = own()
        if isinstance(found, kind):
            return found
        raise TypeError(f"{kind.__name__} must derive from {kind.__module__}.{kind.__name__}")
    except (Exception, SystemExit) as error:
        if game in packages.built_in():
            raise
        _complain(f"{package_of(game)}.{part}", error)
        return None


def _complain(module: str, error: BaseException) -> None:
    line = tr("herbarium: {module} cannot be used: {reason}", module=module, reason=packages.one_line(error))
    if sys.stderr is not None:
        print(line, file=sys.stderr)


def folder_of(game: str) -> Path | None:
    """Return the folder of a game's front end and data, or None if there is no such game."""
    return BOARDS / game if game in packages.built_in() else packages.folder(game)
