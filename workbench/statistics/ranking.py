"""Standings of any number of bots at any number of seats, with intervals from a block bootstrap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import msgspec
import numpy as np

from workbench.statistics.games import Game
from workbench.statistics.pentanomial import Floats
from workbench.statistics.scale import Z95, Estimate, leads_interval, mean, share, t95

DRAWS = 1000
SEED = 20_240_229
PIECE = 1 << 20  # weights made at a time
ALIKE = 1e-9  # draws that differ by less differ by rounding


class Standing(msgspec.Struct, frozen=True):
    """One bot over all games that count, each figure the mean over its seats: `rank` from 1 (equal seats share theirs),
    `wins` the share of games won (several winners share one), `score` in [0, 1]. `fault_points` are the points of 100
    that faults of anybody moved its score: what it is above its score in the games without one; None if there is none.
    """

    bot: int
    games: int
    rank: Estimate | None
    wins: Estimate | None
    score: Estimate | None
    fault_points: float | None


def ranks(returns: Sequence[float]) -> tuple[float, ...]:
    """The rank of each seat from 1; seats with equal returns share the mean of theirs."""
    above = [sum(other > own for other in returns) for own in returns]
    return tuple(1 + n + (returns.count(own) - 1) / 2 for n, own in zip(above, returns, strict=True))


def win_shares(returns: Sequence[float]) -> tuple[float, ...]:
    """The share of the win of each seat: 1 among those with the most."""
    best = max(returns)
    return tuple((own == best) / returns.count(best) for own in returns)


def standings(bots: int, games: Sequence[Game]) -> tuple[Standing, ...]:
    """The standing of each bot, best score first, of games as `scored` gives them."""
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
    return tuple(sorted(found, key=lambda one: (-one.score.value if one.score else 1.0, one.bot)))


def seat_standings(games: Sequence[Game]) -> tuple[Estimate, ...]:
    """The mean score of each seat, whoever sat there."""
    numbers = [game.block for game in games]
    seats = range(len(games[0].seats)) if games else ()
    leads = bootstrap([Column(numbers, [game.returns[seat] for game in games]) for seat in seats])
    return tuple(_as_scores(lead) for lead in leads if lead is not None)


class Column(NamedTuple):
    """One figure of some games, the number of the block of each, and what the figure may be."""

    blocks: list[int]
    values: list[float]
    least: float = -1
    most: float = 1


def bootstrap(columns: Sequence[Column]) -> list[Estimate | None]:
    """The mean of each column with the interval that holds 95 % of its means over blocks drawn again with replacement,
    made wider as few blocks need it; None for one without values; Wilson's, each block one trial, where all draws are
    alike. All games of a block are drawn together, since the same luck is in them. The draws are always the same for a
    number of blocks."""
    numbers = sorted({block for column in columns for block in column.blocks})
    place = {number: row for row, number in enumerate(numbers)}
    sums, counts = [], []
    for column in columns:
        rows = np.array([place[block] for block in column.blocks], dtype=np.int64)
        sums.append(np.bincount(rows, column.values, len(numbers)))
        counts.append(np.bincount(rows, minlength=len(numbers)).astype(np.float64))
    drawn: list[list[Floats]] = [[] for _ in columns]
    for weights in _weights(len(numbers)):
        for n, (total, count) in enumerate(zip(sums, counts, strict=True)):
            games = weights @ count
            drawn[n].append((weights @ total)[games > 0] / games[games > 0])
    return [
        _estimate(column, np.concatenate(means)) if column.values else None
        for column, means in zip(columns, drawn, strict=True)
    ]


def _weights(blocks: int) -> Iterator[Floats]:
    """How often each block is drawn, a row a draw, in several pieces."""
    random = np.random.default_rng(SEED)
    rows = max(1, PIECE // max(blocks, 1))
    for first in range(0, DRAWS if blocks else 0, rows):
        drawn = random.integers(blocks, size=(min(rows, DRAWS - first), blocks), dtype=np.int32)
        yield np.stack([np.bincount(row, minlength=blocks) for row in drawn]).astype(np.float64)


def _estimate(column: Column, means: Floats) -> Estimate:
    """The mean of a column, and the means of the draws that 2.5 % of them are beyond on either side, each as much
    farther from it as Student's t and an unbiased deviation make a normal interval wider (Hesterberg, "What Teachers
    Should Know About the Bootstrap", 2015): draws of few blocks lie too close together."""
    middle, beyond = mean(column.values), int(len(means) * 0.025)
    means = np.sort(means)
    low, high = float(means[beyond]), float(means[-1 - beyond])
    blocks = len(set(column.blocks))
    if blocks > 1:
        wider = sqrt(blocks / (blocks - 1)) * t95(blocks - 1) / Z95
        low, high = (
            max(column.least, middle + (low - middle) * wider),
            min(column.most, middle + (high - middle) * wider),
        )
    if means[-1] - means[0] < ALIKE:
        half, centre = (column.most - column.least) / 2, (column.most + column.least) / 2
        found = leads_interval([(middle - centre) / half] * blocks)
        low, high = centre + half * found.low, centre + half * found.high
    return Estimate(middle, min(low, middle), max(high, middle))


def _own_mean(game: Game, bot: int, figures: Sequence[float]) -> float:
    """The mean of what stands at the seats of a bot."""
    return mean([figure for figure, other in zip(figures, game.seats, strict=True) if other == bot])


def _as_scores(lead: Estimate) -> Estimate:
    return Estimate(share(lead.value), share(lead.low), share(lead.high))


def _fault_points(bot: int, games: Sequence[Game]) -> float | None:
    own = [(_own_mean(game, bot, game.returns), game.fault) for game in games if bot in game.seats]
    clean = [lead for lead, fault in own if not fault]
    if not clean or len(clean) == len(own):
        return None
    return 50 * (mean([lead for lead, _ in own]) - mean(clean))
