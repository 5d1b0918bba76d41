"""The crosstable: the results of every bot against every opponent, over all pairs of their seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from workbench.statistics.games import Game
from workbench.statistics.scale import mean, share


class Cell(msgspec.Struct, frozen=True):
    """The results of a bot against an opponent.

    If a bot has several seats in a game, each pair of seats is a meeting. `score` is the mean score in [0, 1], computed
    from half the differences of the returns, or None if the bots never met.
    """

    meetings: int
    wins: int
    draws: int
    losses: int
    score: float | None


def crosstable(bots: int, games: Sequence[Game]) -> tuple[tuple[Cell, ...], ...]:
    """Return the crosstable: a row for each bot, a column for each opponent. The diagonal is empty.

    Args:
        bots: The number of bots.
        games: The games, from `scored`.
    """
    leads: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        for first, bot in zip(game.returns, game.seats, strict=True):
            for second, opponent in zip(game.returns, game.seats, strict=True):
                if bot != opponent:
                    leads[bot, opponent].append((first - second) / 2)
    return tuple(tuple(_cell(leads[bot, opponent]) for opponent in range(bots)) for bot in range(bots))


def _cell(leads: Sequence[float]) -> Cell:
    wins, losses = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    score = share(mean(leads)) if leads else None
    return Cell(len(leads), wins, len(leads) - wins - losses, losses, score)
