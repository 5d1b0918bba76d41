"""Bots in third-party packages, found by their entry points in the group `herbarium.bots`.

The name of an entry point is the name of the bot, and its value is a class that derives from Bot, such as
`my_package.player:Player`. Installed bots are used like built-in ones and run with the user's rights.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from bots.base import Bot, in_one_line
from bots.loading.sources import is_bot
from fastcore.values import quoted

GROUP = "herbarium.bots"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class UnusableBot(Exception):  # noqa: N818 - as UnusablePackage for games
    """Raised if an installed bot cannot be used. The message is the reason, in one line."""


@cache
def found() -> tuple[EntryPoint, ...]:
    """Return the entry points of all installed bots, by name."""
    return tuple(sorted({(entry.name, entry.value): entry for entry in entry_points(group=GROUP)}.values()))


def load(taken: frozenset[str]) -> tuple[dict[str, type[Bot]], dict[str, str]]:
    """Import the classes of all installed bots.

    Args:
        taken: The names of other bots, which installed bots cannot have.

    Returns:
        The classes by name, and why each installed bot that is missing there cannot be used, by name.
    """
    kinds: dict[str, type[Bot]] = {}
    reasons: dict[str, str] = {}
    for entry in found():
        try:
            if entry.name in taken or entry.name in kinds:
                raise UnusableBot(f"there is another bot named {quoted(entry.name)}")
            kinds[entry.name] = _class_of(entry)
        except UnusableBot as error:
            reasons[entry.name] = f"{entry.value}: {error}"
    return kinds, reasons


def _class_of(entry: EntryPoint) -> type[Bot]:
    if NAME.fullmatch(entry.name) is None:
        raise UnusableBot("its name must be 1 to 40 lower-case letters, digits, - and _, beginning with a letter")
    try:
        kind = entry.load()
    except (Exception, SystemExit) as error:
        raise UnusableBot(f"it cannot be imported: {in_one_line(error)}") from error
    if not is_bot(kind):
        raise UnusableBot("it is not a class that derives from Bot")
    if kind.name != entry.name:
        raise UnusableBot(f"its class is named {quoted(kind.name)}, but its entry point is named {quoted(entry.name)}")
    return kind
