"""Bots: made from a text such as `mcts(simulations=500)`, `mcts:steady`, or `./mine.py:Mine(option=1)`.

Every class in a file of this folder that derives from Bot and has a name is a bot; a new one is a new file.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from bots.base import BadBot, Bot, Preset, in_one_line
from bots.report import Limit, Report
from bots.sources import Source, is_bot, load, named
from fastcore import specs
from fastcore.values import quoted

__all__ = ["BadBot", "Bot", "Limit", "Preset", "Report", "Source", "about", "make", "names", "strongest", "values_of"]

MOST_PATH = 200  # characters of a path that a refusal repeats
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


def make(text: str, seed: int, source: Source | None = None) -> Bot:
    """Return the bot of a text. BadBot says in one line what is wrong and what is allowed.

    For a bot from a file, `source` names the file to run instead of the one in the text, and
    the SHA-256 that it must have.
    """
    if not isinstance(text, str):
        raise TypeError(f"a bot is a text, not {type(text).__name__}")
    own, digest = named(text), ""
    if own is not None:
        (kind, digest), preset, listing = load(own.path, own.kind, source), own.preset, own.listing
    else:
        kind, preset, listing = _built_in(text)
    try:
        bot = kind(seed, _values(kind, preset, listing))
        if own is not None:
            bot.origin, bot.digest = f"{own.path}:{own.kind}", digest
        return bot
    except BadBot:
        raise
    except ValueError as error:
        raise BadBot(f"{kind.name if own is None else own.kind}: {error}") from None
    except (Exception, SystemExit) as error:
        raise BadBot(f"{text}: it could not be made: {in_one_line(error)}") from error


def values_of(text: str) -> tuple[type[Bot], dict[str, specs.Value]]:
    """Return the class and the options of a built-in bot without making it. BadBot or
    ValueError if the text is refused."""
    kind, preset, listing = _built_in(text)
    return kind, _values(kind, preset, listing)


def _built_in(text: str) -> tuple[type[Bot], str | None, str | None]:
    found = _BUILT_IN.fullmatch(text)
    if found is None:
        if text.endswith(".py") and text.isprintable() and len(text) < MOST_PATH:
            raise BadBot(f"{text}: name the class too, as in {text}:Mine")
        raise BadBot(f"{quoted(text)} is not of the form name, name:preset or name(option=value,...)")
    return about(found[1]), found[2], found[3]


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
    return [kind for kind in vars(module).values() if is_bot(kind) and kind.name and kind.__module__ == module.__name__]
