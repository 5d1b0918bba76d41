"""What bots used and did wrong: seconds, and faults by bot and kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum

import msgspec

from workbench.statistics.games import Fault, Game


class Usage(msgspec.Struct, frozen=True):
    """The time of one bot: all its seconds over so many seats that it played, and those of one on average."""

    bot: int
    seats: int
    seconds: float
    seconds_a_seat: float | None


class Faults(msgspec.Struct, frozen=True):
    """How many games of a bot (None: of no bot in particular) ended by a fault of one kind."""

    bot: int | None
    kind: Fault
    games: int


def usage(bots: int, games: Sequence[Game]) -> tuple[Usage, ...]:
    """The time of each bot, of games as `scored` gives them."""
    found = []
    for bot in range(bots):
        own = [spent for game in games for spent, other in zip(game.seconds, game.seats, strict=True) if other == bot]
        total = fsum(own)
        found.append(Usage(bot, len(own), total, total / len(own) if own else None))
    return tuple(found)


def faults(games: Sequence[Game]) -> tuple[Faults, ...]:
    """All faults by bot and kind, of all games, void ones and those that were played again among them."""
    counts = Counter((game.guilty, game.fault) for game in games if game.fault)
    order = sorted(counts, key=lambda key: (key[0] is None, key[0] or 0, key[1]))
    return tuple(Faults(bot, kind, counts[bot, kind]) for bot, kind in order)
