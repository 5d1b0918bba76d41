"""Texts of dialogs and forms, and short names of players and options."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from bots import sources
from fastcore import GameInfo

YES, NO = "yes", "no"
AS_TICKED = "as ticked"
MORE = "More settings"
PERSON = "Person"
YOU = "you"
CANCEL = "Cancel"
POSITIONS = "Positions"
ANY = "All files"
OPEN = "Open"
DISCARD = "Discard"
DISCARD_ALL = "Discard all"
LATER = "Later"
DIVIDER_TIP = "Drag it, or press Up and Down: more room above or below. A double click, or Home, shares it as at first."


def defaults(info: GameInfo) -> str:
    """A game's options at their defaults, as in "size 5"."""
    return options(",".join(f"{option.name}={option.default}" for option in info.options if option.default))


def options(text: str) -> str:
    """The options of a spec in words: "first_turn=1,yellow_cap=3" is "first turn 1, yellow cap 3"."""
    return text.replace("=", " ").replace(",", ", ").replace("_", " ")


def player(text: str, alone: bool) -> str:
    """Return the name of a player, such as "you" or "mcts, simulations 2000", without the folder of a bot's file."""
    if text == "person":
        return YOU if alone else PERSON.lower()
    own = sources.named(text)
    if own is not None:
        return ", ".join(
            filter(None, (re.split(r"[/\\]", own.path)[-1], own.kind, own.preset, options(own.listing or "")))
        )
    name, _, rest = text.rstrip(")").partition("(")
    shown = [part for part in (*name.split(":"), options(rest)) if part]
    return ", ".join(shown)


def saved(file: Path) -> str:
    return f"Saved in {file.name}."


def day(when: datetime, now: datetime) -> str:
    """As in "12:04", or "21 November, 12:04"."""
    time = f"{when:%H:%M}"
    if when.date() == now.date():
        return time
    date = f"{when.day} {when:%B}" + (f" {when.year}" if when.year != now.year else "")
    return f"{date}, {time}"
