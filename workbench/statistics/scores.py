"""The score of one bot against an opponent from complete blocks, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec
import numpy as np

from fastcore.comparison.quantiles import Z95
from workbench.statistics.adjusted import Adjusted, adjusted
from workbench.statistics.games import Block
from workbench.statistics.pentanomial import pentanomial
from workbench.statistics.resolution import Resolution, observed_resolution
from workbench.statistics.scale import (
    MIN_NORMAL,
    Estimate,
    deviation,
    elo_interval,
    mean,
    normalised_elo,
    score_interval,
    share,
    superiority,
    widening,
)

TINY = 1e-12  # variances up to this value are rounding errors of equal blocks


class Pair(msgspec.Struct, frozen=True):
    """The results of two bots, given by their numbers, from the point of view of the first.

    None means too few or unsuitable blocks. `games`, wins, draws and losses count only the complete `blocks`.
    `counts` has the number of blocks by score, from all lost to all won, in games of two seats. `superiority` is
    the likelihood that the first bot is stronger (LOS). `gain` is the standard deviation of a mean of independent
    games over that of a block. At 1, playing in blocks gained nothing. `unique` is the number of different games,
    and `divergent` the number of blocks with different games. `seats` has the mean score of each seat over both
    bots. `adjusted` is the score without the luck of the dice, if that is clearly more certain.
    """

    first: int
    second: int
    blocks: int
    games: int
    wins: int
    draws: int
    losses: int
    draw_rate: float | None
    counts: tuple[int, ...] | None
    score: Estimate | None
    elo: Estimate | None
    normalised_elo: Estimate | None
    superiority: float | None
    gain: float | None
    seats: tuple[Estimate, ...]
    unique: int
    divergent: int
    divergent_score: Estimate | None
    resolution: Resolution | None
    adjusted: Adjusted | None = None


class ScorePath(msgspec.Struct, frozen=True):
    """The mean score after each block and its 95 % interval, by the rule of `leads_interval`."""

    score: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def pair(first: int, second: int, blocks: Sequence[Block]) -> Pair:
    """Return the results of two bots from their complete blocks."""
    singles = [lead for block in blocks for lead in block.leads]
    wins, losses = sum(lead > 0 for lead in singles), sum(lead < 0 for lead in singles)
    draws = len(singles) - wins - losses
    unique = len({game.line for block in blocks for game in block.games})
    diverging = [block.lead for block in blocks if block.diverges]
    leads = [block.lead for block in blocks]
    if not blocks:
        return Pair(first, second, 0, 0, 0, 0, 0, None, None, None, None, None, None, None, (), 0, 0, None, None)
    size, without = len(blocks[0].games), adjusted(first, second, blocks)
    two = len(blocks[0].games[0].seats) == 2  # with more seats, a bot that wins everything has less than a full score
    return Pair(
        first,
        second,
        blocks=len(blocks),
        games=len(singles),
        wins=wins,
        draws=draws,
        losses=losses,
        draw_rate=draws / len(singles),
        counts=pentanomial(list(map(share, leads)), size) if two else None,
        score=score_interval(leads),
        elo=elo_interval(leads),
        normalised_elo=normalised_elo(leads, size),
        superiority=superiority(leads),
        gain=gain(blocks),
        seats=seat_scores(blocks),
        unique=unique,
        divergent=len(diverging),
        divergent_score=score_interval(diverging) if diverging else None,
        resolution=observed_resolution(leads),
        adjusted=without if without is not None and without.is_worth_showing else None,
    )


def gain(blocks: Sequence[Block]) -> float | None:
    """Return the deviation of a game / (the deviation of a block's mean * sqrt(games in a block)).

    The result is None if all blocks are equal.
    """
    spread = deviation([block.lead for block in blocks])
    if spread == 0:
        return None
    return deviation([lead for block in blocks for lead in block.leads]) / (spread * sqrt(len(blocks[0].games)))


def seat_scores(blocks: Sequence[Block]) -> tuple[Estimate, ...]:
    """Return the mean score of each seat over both bots."""
    seats = range(len(blocks[0].games[0].seats)) if blocks else ()
    return tuple(score_interval([mean([g.returns[seat] for g in block.games]) for block in blocks]) for seat in seats)


def score_path(leads: Sequence[float]) -> ScorePath:
    """Return the score after each block, in schedule order."""
    blocks = np.arange(1, len(leads) + 1)
    means = np.cumsum(leads) / blocks
    variances = np.maximum(np.cumsum(np.square(leads)) / blocks - means * means, 0.0)
    width = np.array([widening(count) if count >= MIN_NORMAL else 1.0 for count in range(1, len(leads) + 1)])
    half = width * Z95 * np.sqrt(variances / blocks)
    shrinkage = 1 + Z95**2 / blocks
    wilson = Z95 / shrinkage * np.sqrt(np.maximum(1 - means * means, 0.0) / blocks + (Z95 / blocks) ** 2)
    normal = (blocks >= MIN_NORMAL) & (variances > TINY) & (np.abs(means) + half < 1)
    middle, half = np.where(normal, means, means / shrinkage), np.where(normal, half, wilson)
    low, high = np.clip(middle - half, -1, 1), np.clip(middle + half, -1, 1)
    return ScorePath(*(tuple(map(share, values.tolist())) for values in (means, low, high)))
