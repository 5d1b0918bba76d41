"""Bot: what every bot is, and the exception for those that cannot be had."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

import fastcore
from bots.report import Limit, Report
from fastcore import Option, specs


class BadBot(ValueError):
    """A bot that is not there, cannot be loaded, or whose options are wrong; says which and why in one line."""


def in_one_line(error: BaseException) -> str:
    """What a bot's own code raised, as a message shows it."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__


class Preset(NamedTuple):
    """A named set of options, as in `mcts:steady`."""

    options: str
    meaning: str


class Bot:
    """A player. Subclasses give `name`, `meaning`, their options and presets, and `think`.

    `values` are the options by name, `seed` what its random streams begin with; a bot draws from
    `self.stream(point)`, so that its luck depends on nothing but seed, seat and position.
    """

    name: ClassVar[str] = ""
    meaning: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Preset]] = {}
    usual: ClassVar[str] = ""  # the preset for whoever has not chosen, "" for the defaults of the options
    rank: ClassVar[int] = 0  # the highest of those that fit a game is taken for the strongest
    origin: str = ""  # as in ./mine.py:Mine, for a bot from a file
    digest: str = ""  # the SHA-256 of the file that was run, for a bot from a file
    # nobody reads more of its reports than what it plays and the value of that: it may save itself the rest
    brief: bool = False
    progress: bool = True  # somebody reads its reports before the last; else it may save itself these

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        self.seed = seed
        self.values = dict(values)

    @classmethod
    def fits(cls, spec: str) -> bool:
        """Whether the bot can play a game of this spec."""
        return True

    @property
    def text(self) -> str:
        """The canonical text that `bots.make` makes this bot from."""
        return specs.written(self.origin or self.name, self.values, self.options)

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Reports of what it has found, as long as the caller asks for more; at least one.

        `point` is a position in which its seat decides; limit None is the bot's own.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Give back what it holds; nothing is asked of it afterwards."""

    def stream(self, point: fastcore.Viewpoint) -> fastcore.Stream:
        """The random stream of one decision."""
        return fastcore.Stream(self.seed, self.name, point.actor, point.turn, point.key)
