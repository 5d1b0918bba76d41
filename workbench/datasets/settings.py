"""The settings of a data set, and their checks."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import bots
import fastcore
from bots.searching import SearchBot
from workbench.bot_process import trust
from workbench.system.version import version


class DatasetError(ValueError):
    """Raised when a data set cannot be made. The message is one line."""


@dataclass(frozen=True)
class Settings:
    """Everything that the games of a data set depend on.

    Attributes:
        spec: The game with its options.
        bot: The bot that plays all seats.
        random: The share of moves that are uniformly random instead of the bot's.
        opening: A game begins with 0 to this many random moves and outcomes of chance.
        seed: The seed of all games.
        shard: The number of games in a file.
        recall: Whether each row has the whole information state as text.
    """

    spec: str
    bot: str
    random: float = 0.0
    opening: int = 0
    seed: int = 1
    shard: int = 100
    recall: bool = False

    def noted(self) -> dict[str, Any]:
        """Return the settings and the version of the program as plain values."""
        return {**asdict(self), "version": version()}


def checked(settings: Settings) -> Settings:
    """Return the settings with the canonical texts of the game and the bot.

    Raises:
        DatasetError: A number is out of range, the game or the bot does not exist, the bot cannot play the game, or its
            games cannot be repeated.
    """
    if not (0 <= settings.random <= 1 and settings.opening >= 0 and settings.shard >= 1 and settings.seed >= 0):
        raise DatasetError("random must be 0 to 1, opening and seed at least 0, and shard at least 1")
    try:
        state = fastcore.start(settings.spec)
        if trust.is_foreign(settings.bot):
            raise DatasetError(f"{settings.bot}: data sets need a built-in or installed bot, not a file or a program")
        bot = bots.make(settings.bot, 0, spec=state.spec)
    except (fastcore.BadPosition, bots.BotError) as error:
        raise DatasetError(str(error)) from None
    if not state.shape:
        raise DatasetError(f"{state.info.title} has no tensor, which data sets need")
    if not bot.fits(state.spec):
        fitting = ", ".join((*bots.LEVELS, *bots.names(state.spec)))
        raise DatasetError(f"{bot.name} cannot play {state.spec}; the bots are {fitting}")
    if isinstance(bot, SearchBot):
        if bot.own_limit().seconds is not None:
            raise DatasetError(f"{settings.bot}: with a limit in seconds, nobody can repeat the games; use simulations")
        if bot.sharing_threads > 1:
            raise DatasetError(f"{settings.bot}: threads that share a search make games that nobody can repeat")
    return Settings(**(asdict(settings) | {"spec": state.spec, "bot": bot.text}))
