"""The bots behind the levels of each game, weakest first. A game has its ladder in `ladder.json` beside its rules.

Weaker levels make the mistakes that people make: they look ahead less, overlook some of their moves, and in games with
hidden hands forget what they saw. No level plays random moves.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

import fastcore
from fastcore import packages

NAMES = ("beginner", "casual", "club", "strong", "maximum")
USUAL = "club"  # the default level in games without a ladder
ADAPTIVE = "adaptive"  # the level that follows a player's results

Share = Annotated[float, Meta(gt=0, lt=1)]


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of a game.

    Attributes:
        bots: The bot of each level, weakest first.
        shares: From the second level on: the measured share of wins against players of the level below.
            `docs/benchmarks/levels.md` has the commands.
        players: The number of players in these measurements.
        usual: The default level: the weakest from club upwards that beats the bot `greedy`.
        doubling: The Elo that twice the search is worth to the game's strongest bot; None if it was not measured.
    """

    bots: tuple[str, str, str, str, str]
    shares: tuple[Share, Share, Share, Share]
    players: int = 2
    usual: str = USUAL
    doubling: int | None = None


LADDERS = msgspec.json.Decoder(Ladder)  # created once: two threads that both create the first one can crash


def ladder_path(game: str) -> Path | None:
    """Return the file with the ladder of a game, or None if there is no such game. The file may be missing."""
    folder = packages.folder(game)
    return None if folder is None else folder / "ladder.json"


@cache
def ladder(game: str) -> Ladder | None:
    """Return the ladder of a game by its id, or None if it has none. A damaged one of an installed game is none."""
    file = ladder_path(game)
    if file is None or not file.is_file():
        return None
    try:
        return LADDERS.decode(file.read_bytes())
    except (OSError, ValueError):
        if game in packages.built_in():
            raise
        return None


def games() -> list[str]:
    """Return the ids of all games with a ladder."""
    return [game for game in fastcore.games() if ladder(game) is not None]
