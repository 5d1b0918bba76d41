"""The opponents offered for a new game: the levels of a game's bots. The only place that reads the levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import bots
from workbench.game.session import PERSON
from workbench.system.sentences import capitalised


class Opponent(NamedTuple):
    """A level that a person can choose as opponent.

    Args:
        name: The name of the level.
        player: The spec of the bot.
        meaning: How the bot plays, as a sentence.
    """

    name: str
    player: str
    meaning: str


def opponents(spec: str) -> list[Opponent]:
    """Return the levels for a game, weakest first."""
    name = bots.strongest(spec)
    if not name:
        return []
    kind = bots.bot_class(name)
    if not kind.presets:
        return [Opponent(name.capitalize(), name, f"{capitalised(kind.meaning)}.")]
    return [
        Opponent(preset.capitalize(), f"{name}:{preset}", f"{capitalised(about.meaning)}.")
        for preset, about in kind.presets.items()
    ]


def opponent_of(seats: Sequence[str]) -> str | None:
    """Return the player that all seats but those of one person share, or None if there is no such player.

    If every seat has a person, the opponent is a person.
    """
    others = {player for player in seats if player != PERSON}
    if not others and len(seats) > 1:
        return PERSON
    return others.pop() if len(others) == 1 and seats.count(PERSON) == 1 else None


def with_person(seats: Sequence[str]) -> tuple[str, ...]:
    """Return the players of a new game: a person takes the first seat if only bots played before."""
    return tuple(seats) if PERSON in seats else (PERSON, *seats[1:])
