"""Texts of dialogs and forms, and short names of players and options."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import bots
from bots.loading import sources
from bots.loading.sources import parse_program
from fastcore import GameInfo
from workbench.system.language.formats import format_day, format_time
from workbench.system.translation import tr

YES, NO = tr("yes"), tr("no")
AS_TICKED = tr("custom")
MORE = tr("More settings")
PERSON = tr("Person")
YOU = tr("you")
CANCEL = tr("Cancel")
POSITIONS = tr("Positions")
ANY = tr("All files")
OPEN, CONTINUE = tr("Open"), tr("Continue")
DISCARD = tr("Discard")
DISCARD_ALL = tr("Discard all")
LATER = tr("Later")
RESTORE = tr("Restore")


def yes_means(meaning: str) -> str:
    """Return the explanation beside a switch between yes and no."""
    return tr("yes: {meaning}", meaning=meaning)


def defaults(info: GameInfo, named: Callable[[str, str], str]) -> str:
    """Return the defaults of a game's options, such as "size 5". For `named`, see `options`."""
    return options(",".join(f"{option.name}={option.default}" for option in info.options if option.default), named)


def options(text: str, named: Callable[[str, str], str] | None = None) -> str:
    """Return the options of a spec in words: "first_turn=1,yellow_cap=3" becomes "first turn 1, yellow cap 3".

    Args:
        text: The options.
        named: Returns an option of a game with its value in words, if the game is known.
    """
    if named is None:
        return text.replace("=", " ").replace(",", ", ").replace("_", " ")
    return ", ".join(named(name, value) for name, _, value in (part.partition("=") for part in text.split(",") if part))


LEVELS = {
    "beginner": tr("Beginner"),
    "casual": tr("Casual"),
    "club": tr("Club"),
    "strong": tr("Strong"),
    "maximum": tr("Maximum"),
    "adaptive": tr("Adaptive"),
}


def level(text: str) -> str:
    """Return the name of a level, such as "Club" or "Adaptive (casual)"."""
    name, _, rest = text.rstrip(")").partition("(")
    strength = rest.partition("=")[2]
    title = LEVELS.get(name, name.capitalize())
    return f"{title} ({LEVELS.get(strength, strength).lower()})" if strength else title


def player(text: str, alone: bool) -> str:
    """Return a short name of a player, such as "you", "Club" or "mcts, simulations 2000".

    A bot's file is named without its folder, a preset of an engine by the options that it sets.

    Args:
        text: The player's spec.
        alone: Whether there is only one person, who is called "you".
    """
    if text == "person":
        return YOU if alone else PERSON.lower()
    if bots.is_level(text):
        return level(text)
    if (program := parse_program(text)) is not None:
        return ", ".join(filter(None, (program.label, options(program.listing))))
    bot_file = sources.parse_text(text)
    if bot_file is not None:
        return ", ".join(
            filter(
                None,
                (
                    re.split(r"[/\\]", bot_file.path)[-1],
                    bot_file.kind,
                    bot_file.preset,
                    options(bot_file.listing or ""),
                ),
            )
        )
    name, _, rest = text.rstrip(")").partition("(")
    name, _, preset = name.partition(":")
    if preset and name in bots.names() and preset in bots.bot_class(name).presets:
        rest = ",".join(filter(None, (bots.bot_class(name).presets[preset].options, rest)))
    elif preset:
        name = f"{name}, {preset}"
    return ", ".join(filter(None, (name, options(rest))))


def saved(file: Path) -> str:
    """Return the message that a file was saved."""
    return tr("Saved in {file}.", file=file.name)


def day(when: datetime, now: datetime) -> str:
    """Return a date and time, such as "12:04" for today or "21 November, 12:04"."""
    if when.date() == now.date():
        return format_time(when)
    return f"{format_day(when, when.year != now.year)}, {format_time(when)}"
