"""The crosstable: every bot against every other, from all pairs of seats at which they met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from workbench.statistics.games import Game
from workbench.statistics.scale import mean, share


class Cell(msgspec.Struct, frozen=True):
    """What a bot made of its meetings with another; a game in which a bot has several seats is several meetings.
    `score` in [0, 1] is the mean over them by how far apart the two returns were, None if they never met."""

    meetings: int
    wins: int
    draws: int
    losses: int
    score: float | None


def crosstable(bots: int, games: Sequence[Game]) -> tuple[tuple[Cell, ...], ...]:
    """A row a bot, a column an opponent, of games as `scored` gives them. A bot does not meet itself."""
    leads: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        for own, bot in zip(game.returns, game.seats, strict=True):
            for other, opponent in zip(game.returns, game.seats, strict=True):
                if bot != opponent:
                    leads[bot, opponent].append((own - other) / 2)
    return tuple(tuple(_cell(leads[bot, opponent]) for opponent in range(bots)) for bot in range(bots))


def _cell(leads: Sequence[float]) -> Cell:
    wins, losses = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    score = share(mean(leads)) if leads else None
    return Cell(len(leads), wins, len(leads) - wins - losses, losses, score)
