"""Games in third-party packages, found by their entry points in the group `herbarium.games`.

The name of an entry point is the id of the game, and its value is a package. That package has `INFO` and the class of
the game, exactly as a folder of `fastcore.games`. It is imported when somebody asks for the game or for a list of all
games. A package that cannot be used is left out of the list, with a reason.
"""

from __future__ import annotations

import re
import sys
from contextlib import AbstractContextManager, nullcontext, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from threading import current_thread, main_thread
from types import ModuleType
from typing import TYPE_CHECKING

from fastcore.game import Game
from fastcore.text import specs
from fastcore.values import Field, GameInfo, Has, Option, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

API = 1  # the version of the compiled contract between games and this core; `api.pxd` repeats it
GROUP = "herbarium.games"
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
BUILT_IN = "fastcore.games"
MAX_REASON = 300
SINGLE = {"title": str, "designer": str, "year": int, "has": Has, "longest": int, "goal": str}  # values of INFO
SEVERAL = {"seats": int, "sides": str, "policies": str, "declines": str, "options": Option, "fields": Field}


class UnusablePackage(Exception):
    """Raised if the package of a game cannot be used. The message is the reason, in one line."""


@cache
def built_in() -> tuple[str, ...]:
    """Return the ids of the games that are part of this package, in alphabetical order."""
    folder = Path(__file__).parent / "games"
    return tuple(sorted(module.name for module in iter_modules([str(folder)]) if module.ispkg))


@cache
def entries(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group in all installed packages. A package with damaged metadata has none."""
    from importlib.metadata import distributions, entry_points  # slow to import, and few programs need it

    try:
        return tuple(entry_points(group=group))
    except Exception:  # a package, perhaps an unrelated one, is damaged: ask each one
        found: dict[str, list[EntryPoint]] = {}
        for distribution in distributions():
            with suppress(Exception):
                name = re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()
                found.setdefault(name, [entry for entry in distribution.entry_points if entry.group == group])
        return tuple(entry for listed in found.values() for entry in listed)


def prints_aside() -> AbstractContextManager[object]:
    """Return a context in which `print` writes to standard error, because other programs may read our output.

    Standard output belongs to all threads, so only the main thread diverts it.
    """
    return redirect_stdout(sys.stderr) if current_thread() is main_thread() else nullcontext()


def release(group: str, name: str) -> str:
    """Return the name and version of the installed package with an entry point, such as "my-bots 1.2", or ""."""
    packages = (entry.dist for entry in entries(group) if entry.name == name)
    return next((f"{package.name} {package.version}" for package in packages if package is not None), "")


@cache
def outside() -> dict[str, tuple[str, ...]]:
    """Return the packages of all installed games that are not built in, by the id of the game. There should be one."""
    found: dict[str, set[str]] = {}
    for entry in entries(GROUP):
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
    """Return the folder of a game's package, or None if there is no such game or its package cannot be used."""
    if id in built_in():
        return Path(__file__).parent / "games" / id
    if id not in outside() or id in unusable():
        return None
    file = load(id).__file__
    return None if file is None else Path(file).parent


def game_class(module: ModuleType) -> type[Game]:
    """Return the class that derives from Game in a game's package: of several, the most derived.

    Raises:
        ValueError: there is none.
    """
    kinds = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Game)]
    return max((kind for kind in kinds if kind is not Game), key=lambda kind: len(kind.__mro__))


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
        with prints_aside():
            module = import_module(name)
    except (Exception, SystemExit) as error:
        raise UnusablePackage(f"{name} cannot be imported: {one_line(error)}") from error
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
    if reason := _wrong_value(info):
        return reason
    try:
        kind = game_class(module)
    except ValueError:
        return "it has no class that derives from Game"
    bases = [base for base in kind.__mro__ if issubclass(base, Game) and base is not Game]
    stated = [getattr(sys.modules.get(base.__module__), "API", None) for base in bases]
    compiled = next((version for version in stated if version is not None), None)
    if compiled != API:
        age = "an unknown version" if compiled is None else f"version {compiled}"
        return f"it was compiled for {age} of the core's API, and this is version {API}; compile it again"
    try:
        with prints_aside():
            kind(info, specs.read(None, info.options)).check()
    except (Exception, SystemExit) as error:
        return f"its game cannot be created: {one_line(error)}"
    return ""


def _wrong_value(info: GameInfo) -> str:
    """Return which value of INFO has the wrong type, or ""."""
    for name, kind in SINGLE.items():
        if not isinstance(getattr(info, name), kind):
            return f"{name} in its INFO must be of the type {kind.__name__}"
    for name, kind in SEVERAL.items():
        values = getattr(info, name)
        if not isinstance(values, tuple) or not all(isinstance(value, kind) for value in values):
            return f"{name} in its INFO must be a tuple of {kind.__name__}"
    return "" if info.title.strip() and info.title.isprintable() else "title in its INFO must be one line of text"


def one_line(error: BaseException) -> str:
    """Return an exception from the code of a package as one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:MAX_REASON]
