"""The levels as bots: each plays with the bot that its game's ladder names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import bots
import fastcore
from bots.base import Bot
from bots.levels.ladders import ADAPTIVE, NAMES, USUAL
from bots.report import Limit, Report
from fastcore import Option
from fastcore.text import specs


class Level(Bot):
    """A bot of a named level. At its first decision in a game it creates the bot that plays."""

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        self.engine: Bot | None = None  # the bot that plays
        self.spec = ""  # the game that it was made for

    @classmethod
    def fits(cls, spec: str) -> bool:
        """Return whether any bot can play the game."""
        return bool(bots.names(spec))

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield the reports of the bot that plays."""
        if self.engine is None or self.spec != point.spec:
            self.close()
            self.engine, self.spec = bots.make(self.text, self.seed, spec=point.spec), point.spec
        self.engine.brief, self.engine.progress = self.brief, self.progress
        yield from self.engine.think(point, limit)

    def close(self) -> None:
        """Close the bot that plays."""
        if self.engine is not None:
            self.engine.close()
        self.engine = None


class Beginner(Level):
    """A level for people who play for the first time."""

    name = NAMES[0]
    meaning = "knows the rules and overlooks a lot"


class Casual(Level):
    """A level for people who have played a few games."""

    name = NAMES[1]
    meaning = "plays now and then and misses good moves"


class Club(Level):
    """A level for people who play regularly."""

    name = NAMES[2]
    meaning = "plays regularly and sees most threats"


class Strong(Level):
    """A level for experienced players."""

    name = NAMES[3]
    meaning = "plays well and makes few mistakes"


class Maximum(Level):
    """The strongest level."""

    name = NAMES[4]
    meaning = "plays as well as Herbarium can"


class Adaptive(Level):
    """A level that follows a player's results. The program chooses its strength before each game."""

    name = ADAPTIVE
    meaning = "follows your results, so that games stay even"
    options = (Option("level", "choice", USUAL, "the strength in this game", choices=NAMES),)
