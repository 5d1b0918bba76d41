"""The expected number of blocks until a sequential test is decided, from its course so far."""

from __future__ import annotations

from collections.abc import Sequence
from math import expm1, sqrt
from statistics import NormalDist

from workbench.statistics.scale import ELO, deviation, lead_of_elo, mean
from workbench.statistics.sprt import Path, Sprt

FEWEST = 20  # blocks from which the ratio's own deviation is used
LEVELS = 15  # number of equally likely drifts over which the expected length is averaged


def blocks_to_decision(sprt: Sprt, path: Path, games: int) -> float:
    """Return the expected number of further blocks until a running test ends.

    The log-likelihood ratio is treated as a Brownian motion between the bounds. Its drift is uncertain, so the
    expected length is averaged over the likely drifts. It is at most the number of blocks that are left.

    Args:
        sprt: The test.
        path: Its course so far.
        games: The number of games in a block.
    """
    if path.decided is not None:
        return 0.0
    count = len(path.ratios)
    left = float("inf") if sprt.most_blocks is None else float(sprt.most_blocks - count)
    steps = [after - before for before, after in zip((0.0, *path.ratios), path.ratios, strict=False)]
    spread = deviation(steps) if count >= FEWEST else 0.0
    spread = spread or usual_step(sprt, games)
    # before the first blocks, all differences between the two hypotheses are equally likely
    drift = NormalDist(path.ratio / max(count, 1), spread / sqrt(max(count, 1)))
    if count < FEWEST:
        drifts: Sequence[float] = [spread**2 * (level / (LEVELS - 1) - 0.5) for level in range(LEVELS)]
    else:
        drifts = [drift.inv_cdf((level + 0.5) / LEVELS) for level in range(LEVELS)]
    return mean([min(passage_time(path.ratio, sprt.lower, sprt.upper, one, spread), left) for one in drifts])


def expected_blocks(sprt: Sprt, games: int) -> float:
    """Return the expected number of blocks of a test whose true difference is one of its two bounds."""
    spread = usual_step(sprt, games)
    lengths = [passage_time(0.0, sprt.lower, sprt.upper, sign * spread**2 / 2, spread) for sign in (-1, 1)]
    return min(mean(lengths), float("inf") if sprt.most_blocks is None else sprt.most_blocks)


def usual_step(sprt: Sprt, games: int) -> float:
    """Return the deviation of the ratio from block to block, for bots of similar strength.

    For the logistic model, games without draws are assumed.
    """
    if sprt.model == "logistic":
        return (lead_of_elo(sprt.elo1) - lead_of_elo(sprt.elo0)) * sqrt(games)
    return (sprt.elo1 - sprt.elo0) / ELO * sqrt(games)


def passage_time(start: float, low: float, high: float, drift: float, spread: float) -> float:
    """Return the mean time after which a Brownian motion leaves an interval.

    Args:
        start: Its position.
        low: The lower end.
        high: The upper end.
        drift: The mean change in a unit of time.
        spread: The standard deviation of the change in a unit of time.
    """
    start = min(max(start, low), high)
    rate = 2 * drift / spread**2
    if abs(rate) * (high - low) < 1e-6:
        return (start - low) * (high - start) / spread**2
    if rate < 0:  # mirrored, so that no exponential overflows
        return passage_time(-start, -high, -low, -drift, spread)
    up = expm1(-rate * (start - low)) / expm1(-rate * (high - low))
    return (low + (high - low) * up - start) / drift
