"""Standings of any number of bots on any number of seats, with intervals from a block bootstrap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from workbench.statistics.games import Game
from workbench.statistics.pentanomial import Floats
from workbench.statistics.scale import Estimate, leads_interval, mean, share, widening

DRAWS = 1000
SEED = 20_240_229
PIECE = 1 << 20  # number of weights computed at a time
ALIKE = 1e-9  # smaller differences between draws are rounding errors


class Standing(msgspec.Struct, frozen=True):
    """The standing of a bot over all valid games. Each figure is the mean over its seats.

    Ranks begin at 1, and tied seats share ranks. `wins` is the fraction of games won, and tied winners share a win.
    `score` is in [0, 1]. `fault_points` is the difference in percentage points between its score and its score in the
    games without faults, or None if there were no faults.
    """

    bot: int
    games: int
    rank: Estimate | None
    wins: Estimate | None
    score: Estimate | None
    fault_points: float | None


def ranks(returns: Sequence[float]) -> tuple[float, ...]:
    """Return the rank of each seat, from 1. Seats with equal returns share the mean of their ranks."""
    above = [sum(value > own for value in returns) for own in returns]
    return tuple(1 + n + (returns.count(own) - 1) / 2 for n, own in zip(above, returns, strict=True))


def win_shares(returns: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's share of the win. Seats with the highest return share it equally."""
    best = max(returns)
    return tuple((own == best) / returns.count(best) for own in returns)


def standings(bots: int, games: Sequence[Game]) -> tuple[Standing, ...]:
    """Return the standings of all bots, best score first.

    Args:
        bots: The number of bots.
        games: The games, from `scored`.
    """
    columns: list[Column] = []
    for bot in range(bots):
        own = [game for game in games if bot in game.seats]
        numbers = [game.block for game in own]
        seats = max((len(game.seats) for game in own), default=0)
        for figures, least, most in ((ranks, 1, seats), (win_shares, 0, 1), (tuple, -1, 1)):
            columns.append(Column(numbers, [_own_mean(game, bot, figures(game.returns)) for game in own], least, most))
    estimates = iter(bootstrap(columns))
    found = []
    for bot in range(bots):
        rank, wins, lead = next(estimates), next(estimates), next(estimates)
        count = sum(bot in game.seats for game in games)
        found.append(Standing(bot, count, rank, wins, lead and _as_scores(lead), _fault_points(bot, games)))
    return tuple(sorted(found, key=lambda standing: (-standing.score.value if standing.score else 1.0, standing.bot)))


def seat_standings(games: Sequence[Game]) -> tuple[Estimate, ...]:
    """Return the mean score of each seat over all bots."""
    numbers = [game.block for game in games]
    seats = range(len(games[0].seats)) if games else ()
    leads = bootstrap([Column(numbers, [game.returns[seat] for game in games]) for seat in seats])
    return tuple(_as_scores(lead) for lead in leads if lead is not None)


class Column(NamedTuple):
    """A figure for some games, the block of each game, and the range of the figure."""

    blocks: list[int]
    values: list[float]
    minimum: float = -1
    maximum: float = 1


def bootstrap(columns: Sequence[Column]) -> list[Estimate | None]:
    """Return the mean of each column with a 95 % interval from a block bootstrap, or None for an empty column.

    All games of a block are resampled together, because they share their luck. Intervals are widened for few blocks. If
    all draws are equal, the interval is Wilson's with each block as one trial. The draws depend only on the number of
    blocks, so results are reproducible.
    """
    numbers = sorted({block for column in columns for block in column.blocks})
    place = {number: row for row, number in enumerate(numbers)}
    sums, counts = [], []
    for column in columns:
        rows = np.array([place[block] for block in column.blocks], dtype=np.int64)
        sums.append(np.bincount(rows, column.values, len(numbers)))
        counts.append(np.bincount(rows, minlength=len(numbers)).astype(np.float64))
    drawn: list[list[Floats]] = [[] for _ in columns]
    for weights in block_weights(len(numbers), DRAWS):
        for n, (total, count) in enumerate(zip(sums, counts, strict=True)):
            games = weights @ count
            drawn[n].append((weights @ total)[games > 0] / games[games > 0])
    return [
        _estimate(column, np.concatenate(means)) if column.values else None
        for column, means in zip(columns, drawn, strict=True)
    ]


def block_weights(blocks: int, draws: int) -> Iterator[Floats]:
    """Yield how often each block is drawn, in batches: [draws, blocks]."""
    random = np.random.default_rng(SEED)
    rows = max(1, PIECE // max(blocks, 1))
    for first in range(0, draws if blocks else 0, rows):
        drawn = random.integers(blocks, size=(min(rows, draws - first), blocks), dtype=np.int32)
        yield np.stack([np.bincount(row, minlength=blocks) for row in drawn]).astype(np.float64)


def _estimate(column: Column, means: Floats) -> Estimate:
    """Return the mean of a column with the percentile interval of its bootstrap means.

    For few blocks, bootstrap means are too close together. The interval is widened as Student's t and an unbiased
    deviation widen a normal interval (Hesterberg, "What Teachers Should Know About the Bootstrap", 2015).
    """
    middle, beyond = mean(column.values), int(len(means) * 0.025)
    means = np.sort(means)
    low, high = float(means[beyond]), float(means[-1 - beyond])
    blocks = len(set(column.blocks))
    if blocks > 1:
        wider = widening(blocks)
        low, high = (
            max(column.minimum, middle + (low - middle) * wider),
            min(column.maximum, middle + (high - middle) * wider),
        )
    if means[-1] - means[0] < ALIKE:
        half, centre = (column.maximum - column.minimum) / 2, (column.maximum + column.minimum) / 2
        found = leads_interval([(middle - centre) / half] * blocks)
        low, high = centre + half * found.low, centre + half * found.high
    return Estimate(middle, min(low, middle), max(high, middle))


def _own_mean(game: Game, bot: int, figures: Sequence[float]) -> float:
    """Return the mean of the figures at the seats of a bot."""
    return mean([figure for figure, player in zip(figures, game.seats, strict=True) if player == bot])


def _as_scores(lead: Estimate) -> Estimate:
    return Estimate(share(lead.value), share(lead.low), share(lead.high))


def _fault_points(bot: int, games: Sequence[Game]) -> float | None:
    own = [(_own_mean(game, bot, game.returns), game.fault) for game in games if bot in game.seats]
    clean = [lead for lead, fault in own if not fault]
    if not clean or len(clean) == len(own):
        return None
    return 50 * (mean([lead for lead, _ in own]) - mean(clean))
