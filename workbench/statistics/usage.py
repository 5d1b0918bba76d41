"""The time that bots used, and the faults that they caused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum

import msgspec

from workbench.statistics.games import Fault, Game


class Usage(msgspec.Struct, frozen=True):
    """The time of a bot in seconds: in all, and on average for each of the `seats` that it played."""

    bot: int
    seats: int
    seconds: float
    seconds_a_seat: float | None


class Faults(msgspec.Struct, frozen=True):
    """The number of games of a bot that ended by one kind of fault. Without a guilty bot, `bot` is None."""

    bot: int | None
    kind: Fault
    games: int


def usage(bots: int, games: Sequence[Game]) -> tuple[Usage, ...]:
    """Return the time of each bot.

    Args:
        bots: The number of bots.
        games: The games, from `scored`.
    """
    found = []
    for bot in range(bots):
        own = [spent for game in games for spent, player in zip(game.seconds, game.seats, strict=True) if player == bot]
        total = fsum(own)
        found.append(Usage(bot, len(own), total, total / len(own) if own else None))
    return tuple(found)


def faults(games: Sequence[Game]) -> tuple[Faults, ...]:
    """Return all faults by bot and kind. `games` are all attempts, including void and repeated ones."""
    counts = Counter((game.guilty, game.fault) for game in games if game.fault)
    order = sorted(counts, key=lambda key: (key[0] is None, key[0] or 0, key[1]))
    return tuple(Faults(bot, kind, counts[bot, kind]) for bot, kind in order)
