"""Bots, created from a spec such as `club`, `mcts(simulations=500)`, `mcts:steady`, or `./mine.py:Mine(option=1)`.

Every class in this package that derives from Bot and has a name is a bot. A new bot needs only a new file. Installed
packages can add bots (`bots.loading.installed`). The levels for people, such as `club`, are bots too. They play with
another bot, which depends on the game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from bots.base import Bot, BotError, Preset, in_one_line
from bots.levels import ladders
from bots.loading import installed
from bots.loading.sources import NAME, Source, is_bot, load, parse_program, parse_text, written_program
from bots.report import Limit, Report
from fastcore.text import specs
from fastcore.values import choices, quoted

__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "Limit",
    "Preset",
    "Report",
    "Source",
    "bot_class",
    "is_built_in",
    "is_level",
    "level_bot",
    "level_name",
    "make",
    "names",
    "preset_name",
    "release",
    "strongest",
    "unusable",
    "usual_level",
    "values_of",
]

LEVELS = ladders.NAMES  # the levels for people, weakest first
MAX_PATH = 200  # maximum length of a path repeated in an error message, in characters
_BUILT_IN = re.compile(r"([a-z][a-z0-9_-]*)(?::([a-z][a-z0-9_-]*))?(?:\((.*)\))?", re.DOTALL)


def names(spec: str | None = None) -> list[str]:
    """Return the sorted names of the built-in and installed bots, or of those that can play `spec`, without levels.

    Raises:
        BadPosition: The spec is invalid.
    """
    return [name for name, kind in sorted(_kinds().items()) if spec is None or _fits(kind, spec)]


def strongest(spec: str) -> str:
    """Return the name of the strongest bot that can play the game `spec`, or "" if there is none.

    An installed bot counts only if no built-in bot can play the game.
    """

    def strength(name: str) -> tuple[bool, int, str]:
        return name in _built_in_kinds(), bot_class(name).rank, name

    return max(names(spec), key=strength, default="")


def unusable() -> dict[str, str]:
    """Return why each installed bot that cannot be used is left out, by its name."""
    return dict(_installed()[1])


def release(name: str) -> str:
    """Return the name and version of the package of an installed bot, such as "my-bots 1.2", or "" for other bots."""
    return installed.release(name) if name in _installed()[0] else ""


def is_built_in(name: str) -> bool:
    """Return whether this is the name of one of Herbarium's own bots or of a level for people."""
    return name in _built_in_kinds() or name in _level_kinds()


def is_level(text: str) -> bool:
    """Return whether the spec of a bot names a level for people."""
    return text.partition("(")[0] in (*LEVELS, ladders.ADAPTIVE)


def usual_level(spec: str) -> str:
    """Return the default level of an opponent, or "" if no bot can play the game."""
    ladder = ladders.ladder(spec.partition("(")[0])
    if not names(spec):
        return ""
    return ladder.usual if ladder is not None else ladders.USUAL


def level_bot(level: str, spec: str) -> str:
    """Return the spec of the bot that plays at a level in the game `spec`.

    Raises:
        BotError: No bot can play the game.
    """
    number = LEVELS.index(level)
    ladder = ladders.ladder(spec.partition("(")[0])
    if ladder is not None:
        return ladder.bots[number]
    name = strongest(spec)
    if not name:
        raise BotError(f"no bot can play {quoted(spec)}")
    presets = list(bot_class(name).presets)
    return f"{name}:{presets[number * len(presets) // len(LEVELS)]}" if presets else name


def level_name(text: str, spec: str) -> str:
    """Return the level that this bot plays at in the game `spec`, or "" if it plays at none."""
    return _levels_by_bot(spec).get(text, "")


def preset_name(text: str) -> str:
    """Return the name of the preset with these options, such as "mcts:steady", or "" if there is none."""
    return _presets_by_bot().get(text, "")


@cache
def _presets_by_bot() -> dict[str, str]:
    """Return the names of all presets by the canonical texts of their bots. Of equal presets, the first counts."""
    names = [f"{name}:{preset}" for name, kind in _kinds().items() for preset in kind.presets]
    return _by_text(names, "")


@cache
def _levels_by_bot(spec: str) -> dict[str, str]:
    return _by_text(LEVELS, spec) if names(spec) else {}


def _by_text(texts: Sequence[str], spec: str) -> dict[str, str]:
    found = {}
    for text in reversed(texts):
        with suppress(BotError):  # an installed bot may fail
            found[make(text, 0, spec=spec).text] = text
    return found


def bot_class(name: str) -> type[Bot]:
    """Return the class of a built-in or installed bot, with its description, options and presets.

    Raises:
        BotError: There is no such bot.
    """
    if name in _level_kinds():
        return _level_kinds()[name]
    if name not in _kinds():
        if name in _installed()[1]:
            raise BotError(f"the bot {quoted(name)} cannot be used: {_installed()[1][name]}")
        known = ", ".join((*_level_kinds(), *sorted(_kinds())))
        raise BotError(f"there is no bot {quoted(name)}; the bots are {known}, or a file such as ./mine.py:Mine")
    return _kinds()[name]


def make(text: str, seed: int, source: Source | None = None, spec: str = "") -> Bot:
    """Create a bot from its spec.

    Args:
        text: The spec of the bot.
        seed: The seed of its random streams.
        source: For a bot from a file: the file to run instead of the one in the spec, and its required SHA-256.
        spec: The game, if it is known. Then a level becomes the bot that plays at this level.

    Raises:
        BotError: The spec is invalid or the bot cannot be created. The one-line message lists the valid values.
        TypeError: `text` is not a string.
    """
    if not isinstance(text, str):
        raise TypeError(f"a bot must be a str, not {type(text).__name__}")
    if spec and is_level(text):
        kind, values = values_of(text)
        return make(level_bot(str(values.get("level", kind.name)), spec), seed)
    if parse_program(text) is not None:
        raise BotError(f"{quoted(text)} is a program; only the workbench runs programs")
    own, digest = parse_text(text), ""
    if own is not None:
        (kind, digest), preset, listing = load(own.path, own.kind, source), own.preset, own.listing
    else:
        kind, preset, listing = _built_in(text)
    try:
        bot = kind(seed, _values(kind, preset, listing))
        if own is not None:
            bot.origin, bot.digest = f"{own.path}:{own.kind}", digest
        return bot
    except BotError:
        raise
    except ValueError as error:
        raise BotError(f"{kind.name if own is None else own.kind}: {error}") from None
    except (Exception, SystemExit) as error:
        raise BotError(f"{text}: the bot could not be created: {in_one_line(error)}") from error


def values_of(text: str) -> tuple[type[Bot], dict[str, specs.Value]]:
    """Return the class and the options of a built-in bot without creating it.

    Raises:
        BotError: The spec names no built-in bot.
        ValueError: Its preset or options are invalid.
    """
    kind, preset, listing = _built_in(text)
    return kind, _values(kind, preset, listing)


def _built_in(text: str) -> tuple[type[Bot], str | None, str | None]:
    match = _BUILT_IN.fullmatch(text)
    if match is None:
        if text.endswith(".py") and text.isprintable() and len(text) < MAX_PATH:
            command = written_program(NAME, text)
            raise BotError(f"{text}: add the name of the class, such as {text}:Mine, or write {command} for a program")
        raise BotError(f"{quoted(text)} must have the form name, name:preset or name(option=value,...)")
    return bot_class(match[1]), match[2], match[3]


def _values(kind: type[Bot], preset: str | None, listing: str | None) -> dict[str, specs.Value]:
    values = specs.read(None, kind.options)
    if preset is not None:
        if preset not in kind.presets:
            raise ValueError(f"there is no preset {quoted(preset)}; {choices(kind.presets, 'preset')}")
        values |= specs.given(kind.presets[preset].options, kind.options)
    if listing is not None:
        values |= specs.given(listing, kind.options)
    return values


@cache
def _level_kinds() -> dict[str, type[Bot]]:
    module = import_module("bots.levels.level")
    return {kind.name: kind for kind in _bots_of(module)}


def _fits(kind: type[Bot], spec: str) -> bool:
    """Return whether a bot can play a game. An installed bot whose check fails cannot."""
    if kind.name in _built_in_kinds():
        return kind.fits(spec)
    try:
        return bool(kind.fits(spec))
    except (Exception, SystemExit):
        return False


def _kinds() -> dict[str, type[Bot]]:
    return {**_built_in_kinds(), **_installed()[0]}


@cache
def _installed() -> tuple[dict[str, type[Bot]], dict[str, str]]:
    return installed.load(frozenset({*_built_in_kinds(), *_level_kinds(), NAME}))


@cache
def _built_in_kinds() -> dict[str, type[Bot]]:
    kinds: dict[str, type[Bot]] = {}
    for module in iter_modules(__path__, f"{__name__}."):
        for kind in _bots_of(import_module(module.name)):
            kinds[kind.name] = kind
    return kinds


def _bots_of(module: ModuleType) -> list[type[Bot]]:
    return [kind for kind in vars(module).values() if is_bot(kind) and kind.name and kind.__module__ == module.__name__]
