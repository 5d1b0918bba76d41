"""Bots: made from a text such as `mcts(simulations=500)`, `mcts:steady`, or `./mine.py:Mine(option=1)`.

Every class in a file of this folder that derives from Bot and has a name is a bot; a new one is a new file.
"""

from __future__ import annotations

import inspect
import re
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeGuard

from bots.base import BadBot, Bot, Preset, in_one_line
from bots.report import Limit, Report
from fastcore import specs
from fastcore.values import quoted

__all__ = ["BadBot", "Bot", "Limit", "Preset", "Report", "about", "make", "names", "strongest"]

_FILE = re.compile(r"(.+\.py):([A-Za-z_][A-Za-z0-9_]*)(?::([a-z][a-z0-9_-]*))?(?:\((.*)\))?", re.DOTALL)
_BUILT_IN = re.compile(r"([a-z][a-z0-9_-]*)(?::([a-z][a-z0-9_-]*))?(?:\((.*)\))?", re.DOTALL)


def names(spec: str | None = None) -> list[str]:
    """The bots there are, or those that fit a game of this spec (BadPosition if it is refused)."""
    return [name for name, kind in sorted(_kinds().items()) if spec is None or kind.fits(spec)]


def strongest(spec: str) -> str:
    """The strongest of the bots that fit a game of this spec, "" if none does."""
    return max(names(spec), key=lambda name: (about(name).rank, name), default="")


def about(name: str) -> type[Bot]:
    """The class of a bot, with its meaning, options and presets; BadBot if there is none."""
    if name not in _kinds():
        raise BadBot(f"no bot {quoted(name)}; there is {', '.join(sorted(_kinds()))}, or a file as in ./mine.py:Mine")
    return _kinds()[name]


def make(text: str, seed: int) -> Bot:
    """The bot of a text; BadBot says in one line what is wrong and what is allowed."""
    if not isinstance(text, str):
        raise TypeError(f"a bot is a text, not {type(text).__name__}")
    own = _FILE.fullmatch(text)
    if own is not None:
        kind, preset, listing = _from_file(own[1], own[2]), own[3], own[4]
    else:
        found = _BUILT_IN.fullmatch(text)
        if found is None:
            raise BadBot(f"{quoted(text)} is not of the form name, name:preset or name(option=value,...)")
        kind, preset, listing = about(found[1]), found[2], found[3]
    try:
        bot = kind(seed, _values(kind, preset, listing))
        if own is not None:
            bot.origin = f"{own[1]}:{own[2]}"
        return bot
    except BadBot:
        raise
    except ValueError as error:
        raise BadBot(f"{kind.name}: {error}") from None
    except (Exception, SystemExit) as error:
        raise BadBot(f"{text}: it could not be made: {in_one_line(error)}") from error


def _values(kind: type[Bot], preset: str | None, listing: str | None) -> dict[str, specs.Value]:
    values = specs.read(None, kind.options)
    if preset is not None:
        if preset not in kind.presets:
            raise ValueError(f"no preset {quoted(preset)}; there is {', '.join(kind.presets) or 'none'}")
        values |= specs.given(kind.presets[preset].options, kind.options)
    if listing is not None:
        values |= specs.given(listing, kind.options)
    return values


@cache
def _kinds() -> dict[str, type[Bot]]:
    found: dict[str, type[Bot]] = {}
    for module in iter_modules(__path__, f"{__name__}."):
        for kind in _bots_of(import_module(module.name)):
            found[kind.name] = kind
    return found


def _bots_of(module: ModuleType) -> list[type[Bot]]:
    return [kind for kind in vars(module).values() if _is_bot(kind) and kind.name and kind.__module__ == module.__name__]


def _is_bot(kind: object) -> TypeGuard[type[Bot]]:
    return inspect.isclass(kind) and issubclass(kind, Bot) and kind is not Bot


def _from_file(path: str, name: str) -> type[Bot]:
    """The class `name` of a Python file of one's own."""
    try:
        file = Path(path).expanduser()
        there = file.is_file()
    except (OSError, RuntimeError, ValueError) as error:  # a name that no file can have, or an unknown home
        raise BadBot(f"{quoted(path)}: {in_one_line(error)}") from None
    if not there:
        raise BadBot(f"{quoted(path)}: there is no such file")
    module_name = f"herbarium_bot_{file.stem}_{abs(hash(str(file.resolve())))}"
    spec = spec_from_file_location(module_name, file)
    assert spec is not None and spec.loader is not None, "a name that ends in .py has a loader"
    module = module_from_spec(spec)
    sys.modules[module_name] = module  # before it runs, as dataclasses and pickle look it up there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise BadBot(f"{path}: it cannot be loaded: {in_one_line(error)}") from error
    kind = getattr(module, name, None)
    if not _is_bot(kind):
        others = ", ".join(sorted(other for other, value in vars(module).items() if _is_bot(value)))
        raise BadBot(f"{path}: no bot class {name}; there is {others or 'none'} (a bot derives from bots.Bot)")
    if not kind.name:
        kind.name = name
    return kind
