"""The smallest difference that a number of games can detect: from theory before a match, from its blocks during it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist

import msgspec

from fastcore.comparison.quantiles import Z95
from workbench.statistics.scale import deviation, elo, mean, widening

DECISIVE = 0.5  # standard deviation of the score of a game of two seats without draws, between equal bots
POWER = 0.8


class Resolution(msgspec.Struct, frozen=True):
    """The precision of a score after a number of games or blocks.

    Args:
        units: The number of games or blocks.
        points: The half-width of the 95 % interval in percentage points.
        elo: The same in Elo, near an even score.
        edge: The difference in percentage points that can be detected with a power of 80 %.
        edge_elo: The same in Elo.
    """

    units: int
    points: float
    elo: float
    edge: float
    edge_elo: float


def resolution(units: int, deviation: float = DECISIVE) -> Resolution:
    """Return the precision after a number of games or blocks.

    With standard deviation s, the half-width is z s / sqrt(n). The edge detected is (z + z of the power) s / sqrt(n).

    Args:
        units: The number of games or blocks.
        deviation: The standard deviation of the score of one of them. The default is for independent games without
            draws.

    Raises:
        ValueError: `units` is less than 1.
    """
    if units < 1:
        raise ValueError(f"units is {units}; it must be at least 1")
    half = min(Z95 * deviation / sqrt(units), 0.5)
    edge = min((Z95 + NormalDist().inv_cdf(POWER)) * deviation / sqrt(units), 0.5)
    return Resolution(units, 100 * half, _elo(half), 100 * edge, _elo(edge))


def game_deviation(seats: int, own: Sequence[int], bots: int) -> float:
    """Return the standard deviation of the score of one game between equal bots, if one seat wins everything.

    The winner has a return of 1 and every other seat -1 / (seats - 1). With two bots, the score is that of the lead;
    with more, it is the mean score of a bot's own seats.

    Args:
        seats: The number of seats.
        own: The possible numbers of a bot's seats, equally frequent, each less than `seats`.
        bots: The number of bots in the match.
    """
    if bots == 2:
        variances = [(seats / 2) ** 2 / (count * (seats - count)) for count in own]
    else:
        variances = [(seats - count) / count for count in own]
    return sqrt(mean(variances)) / (2 * (seats - 1))


def observed_resolution(leads: Sequence[float]) -> Resolution | None:
    """Return the precision after these blocks, from their deviation, widened for few blocks like the interval.

    The result is None for fewer than two blocks, or if all are equal.
    """
    spread = deviation(leads) / 2 if len(leads) > 1 else 0.0
    return resolution(len(leads), spread * widening(len(leads))) if spread > 0 else None


def units_for_precision(points: float, deviation: float = DECISIVE) -> int:
    """Return the number of games or blocks needed for a 95 % interval with this half-width in percentage points.

    Args:
        points: The half-width, above 0 and below 50.
        deviation: The standard deviation of the score of one game or block.

    Raises:
        ValueError: `points` is out of range.
    """
    return _units(points, Z95, deviation)


def units_for_edge(points: float, deviation: float = DECISIVE) -> int:
    """Return the number of games or blocks needed to detect an edge in percentage points with a power of 80 %.

    Args:
        points: The edge, above 0 and below 50.
        deviation: The standard deviation of the score of one game or block.

    Raises:
        ValueError: `points` is out of range.
    """
    return _units(points, Z95 + NormalDist().inv_cdf(POWER), deviation)


def blocks_to_go(leads: Sequence[float], points: float) -> int | None:
    """Return how many more blocks are needed for a 95 % interval with this half-width in percentage points.

    The result is None for fewer than two blocks, or if all are equal.

    Args:
        leads: The leads of the blocks so far.
        points: The half-width, above 0 and below 50.

    Raises:
        ValueError: `points` is out of range.
    """
    spread = deviation(leads) / 2 if len(leads) > 1 else 0.0
    return max(0, units_for_precision(points, spread) - len(leads)) if spread > 0 else None


def _units(points: float, quantile: float, deviation: float) -> int:
    if not 0 < points < 50:
        raise ValueError(f"points is {points:g}; it must be above 0 and below 50")
    return ceil((quantile * deviation / (points / 100)) ** 2)


def _elo(half: float) -> float:
    """Return an edge in Elo, limited to the Elo of a score of 99.9 %."""
    return elo(min(2 * half, 0.998))
