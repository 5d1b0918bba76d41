"""The base class of bots, and the error for bots that cannot be created."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, NamedTuple

import fastcore
from bots.report import Limit, Report
from fastcore import Option
from fastcore.text import specs


class BotError(ValueError):
    """Raised for a bot that is missing, cannot be loaded or has invalid options. The message is one line."""


def in_one_line(error: BaseException) -> str:
    """Format an exception from a bot's own code as one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__


class Preset(NamedTuple):
    """A named set of options, such as `mcts:steady`."""

    options: str
    meaning: str


class Bot:
    """The base class of bots. Subclasses define `name`, `meaning`, their options and presets, and `think`.

    A bot draws all random numbers from `self.stream(point)`, so that they depend only on seed, seat and position.

    Args:
        seed: The seed of its random streams.
        values: The options by name.
    """

    name: ClassVar[str] = ""
    meaning: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Preset]] = {}
    usual: ClassVar[str] = ""  # preset for a user who has not chosen; "" for the default options
    rank: ClassVar[int] = 0  # strength; among the bots that fit a game, the strongest has the highest rank
    # Whether one process may play several games of a match, each with a new object of the class. What the module
    # has loaded then stays in memory. One process never plays two games with equal dice and deals.
    stays: ClassVar[bool] = False
    origin: str = ""  # such as ./mine.py:Mine, for a bot from a file
    digest: str = ""  # SHA-256 of the file that was run, for a bot from a file
    # If True, the caller reads only the move, and the mixture of a drawn plan; the bot can omit the rest.
    brief: bool = False
    progress: bool = True  # if False, the caller reads only the last report; the bot can omit the earlier ones
    # Whether the caller wants the move now. A bot with `progress` checks this often if it thinks for long without a
    # report.
    should_stop: Callable[[], bool] = staticmethod(lambda: False)

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        self.seed = seed
        self.values = dict(values)

    @classmethod
    def fits(cls, spec: str) -> bool:
        """Return whether the bot can play a game of this spec."""
        return True

    @property
    def text(self) -> str:
        """The canonical spec from which `bots.make` creates this bot."""
        return specs.written(self.origin or self.name, self.values, self.options)

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield at least one report on the best move found so far, until the caller stops.

        Args:
            point: The viewpoint of the player to move.
            limit: The limit; None for the bot's own.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Release the resources. The bot is not used afterwards."""

    def stream(self, point: fastcore.Viewpoint) -> fastcore.Stream:
        """Return the random stream of one decision."""
        return fastcore.Stream(self.seed, self.name, point.actor, point.turn, point.key)
