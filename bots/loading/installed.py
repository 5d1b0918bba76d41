"""Bots in third-party packages, found by their entry points in the group `herbarium.bots`.

The name of an entry point is the name of the bot, and its value is a class that derives from Bot, such as
`my_package.player:Player`. Installed bots are used like built-in ones and run with the user's rights.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bots.base import Bot, in_one_line
from bots.loading.sources import is_bot
from fastcore import packages
from fastcore.text import specs
from fastcore.values import quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "herbarium.bots"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class UnusableBot(Exception):  # noqa: N818 - as UnusablePackage for games
    """Raised if an installed bot cannot be used. The message is the reason, in one line."""


def found() -> list[EntryPoint]:
    """Return the entry points of all installed bots, by name."""
    listed = {(entry.name, entry.value): entry for entry in packages.entries(GROUP)}
    return [listed[key] for key in sorted(listed)]


def release(name: str) -> str:
    """Return the name and version of the package with the entry point of a bot, or ""."""
    return packages.release(GROUP, name)


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
        with packages.prints_aside():
            kind = entry.load()
    except (Exception, SystemExit) as error:
        raise UnusableBot(f"it cannot be imported: {in_one_line(error)}") from error
    if not is_bot(kind):
        raise UnusableBot("it is not a class that derives from Bot")
    if kind.name != entry.name:
        raise UnusableBot(f"its class is named {quoted(kind.name)}, but its entry point is named {quoted(entry.name)}")
    try:
        specs.read(None, kind.options)
        for preset in kind.presets.values():
            specs.given(preset.options, kind.options)
    except (Exception, SystemExit) as error:
        raise UnusableBot(f"its options or presets are invalid: {in_one_line(error)}") from error
    if not isinstance(kind.meaning, str) or not isinstance(kind.rank, int):
        raise UnusableBot("its `meaning` must be a str, and its `rank` an int")
    if kind.usual and kind.usual not in kind.presets:
        raise UnusableBot(f"it has no preset {quoted(kind.usual)}, which `usual` names")
    return kind
