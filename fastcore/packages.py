"""Games in third-party packages, found by their entry points in the group `herbarium.games`.

The name of an entry point is the id of the game, and its value is a package. That package has `INFO` and the class of
the game, exactly as a folder of `fastcore.games`. It is imported when somebody asks for the game or for a list of all
games. A package that cannot be used is left out of the list, with a reason.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from fastcore.game import Game
from fastcore.text import specs
from fastcore.values import GameInfo, quoted

API = 1  # the version of the compiled contract between games and this core; `api.pxd` repeats it
GROUP = "herbarium.games"
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
BUILT_IN = "fastcore.games"
MAX_REASON = 300


class UnusablePackage(Exception):
    """Raised if the package of a game cannot be used. The message is the reason, in one line."""


@cache
def built_in() -> tuple[str, ...]:
    """Return the ids of the games that are part of this package, in alphabetical order."""
    folder = Path(__file__).parent / "games"
    return tuple(sorted(module.name for module in iter_modules([str(folder)]) if module.ispkg))


@cache
def outside() -> dict[str, tuple[str, ...]]:
    """Return the packages of all installed games that are not built in, by the id of the game. There should be one."""
    from importlib.metadata import entry_points  # slow to import, and few programs need it

    found: dict[str, set[str]] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, set()).add(entry.value)
    return {id: tuple(sorted(found[id])) for id in sorted(found)}


@cache
def unusable() -> dict[str, str]:
    """Return why each installed game that cannot be used is left out, by the id of the game."""
    reasons = {}
    for id, packages in outside().items():
        try:
            if id in built_in():
                raise UnusablePackage(f"{packages[0]}: there is already a game {quoted(id)}")
            load(id)
        except UnusablePackage as error:
            reasons[id] = str(error)
    return reasons


def module_name(id: str) -> str:
    """Return the name of the module that has a game's INFO and class.

    Raises:
        KeyError: there is no such game.
    """
    return f"{BUILT_IN}.{id}" if id in built_in() else outside()[id][0]


@cache
def folder(id: str) -> Path | None:
    """Return the folder of a game's package, or None if there is no such game or its package cannot be found."""
    try:
        spec = find_spec(module_name(id))
    except (ImportError, KeyError, ValueError):
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def game_class(module: ModuleType) -> type[Game]:
    """Return the class that derives from Game in a game's package."""
    return next(value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Game))


@cache
def load(id: str) -> ModuleType:
    """Return the module that has a game's INFO and class.

    Raises:
        KeyError: there is no such game.
        UnusablePackage: the module cannot be imported, or this version cannot use it as a game.
    """
    name = module_name(id)
    if id in built_in():
        return import_module(name)
    if len(outside()[id]) > 1:
        raise UnusablePackage(f"more than one package has a game {quoted(id)}: {', '.join(outside()[id])}")
    if ID.fullmatch(id) is None:
        raise UnusablePackage("its id must be 1 to 40 lower-case letters, digits and _, beginning with a letter")
    try:
        module = import_module(name)
    except (Exception, SystemExit) as error:
        raise UnusablePackage(f"{name} cannot be imported: {_one_line(error)}") from error
    if reason := _fault(id, module):
        raise UnusablePackage(f"{name}: {reason}")
    return module


def _fault(id: str, module: ModuleType) -> str:
    """Return why this version cannot use an imported module as a game, or ""."""
    info = getattr(module, "INFO", None)
    if not isinstance(info, GameInfo):
        return "it has no INFO of the type GameInfo"
    if info.id != id:
        return f"its INFO has the id {quoted(info.id)}, but its entry point is named {quoted(id)}"
    try:
        kind = game_class(module)
    except StopIteration:
        return "it has no class that derives from Game"
    compiled = getattr(sys.modules.get(kind.__module__), "API", None)
    if compiled != API:
        age = "an unknown version" if compiled is None else f"version {compiled}"
        return f"it was compiled for {age} of the core's API, and this is version {API}; compile it again"
    try:
        kind(info, specs.read(None, info.options)).check()
    except (Exception, SystemExit) as error:
        return f"its game cannot be created: {_one_line(error)}"
    return ""


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:MAX_REASON]
