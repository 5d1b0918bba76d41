"""The opponents offered for a new game: the levels, and other people with bots of one level."""

from __future__ import annotations

from collections.abc import Sequence

import bots
from bots.levels import ladders
from workbench.game.session import PERSON


def opponents(spec: str) -> tuple[str, ...]:
    """Return the levels for a game, weakest first, then the adaptive level; () if no bot can play it."""
    return (*bots.LEVELS, ladders.ADAPTIVE) if bots.names(spec) else ()


def opponent_of(seats: Sequence[str]) -> str | None:
    """Return the player that all seats but those of one person share, or None if there is no such player.

    If every seat has a person, the opponent is a person.
    """
    others = {player for player in seats if player != PERSON}
    if not others and len(seats) > 1:
        return PERSON
    return others.pop() if len(others) == 1 and seats.count(PERSON) == 1 else None


def bot_beside_people(seats: Sequence[str]) -> str | None:
    """Return the bot on all seats without a person if several people play; "" without bots, None if bots differ."""
    bots_there = {player for player in seats if player != PERSON}
    if seats.count(PERSON) < 2 or len(bots_there) > 1:
        return None
    return next(iter(bots_there), "")


def with_person(seats: Sequence[str]) -> tuple[str, ...]:
    """Return the players of a new game: a person takes the first seat if only bots played before."""
    return tuple(seats) if PERSON in seats else (PERSON, *seats[1:])
