"""How small a difference a number of games can detect: before a match from theory, during it from its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist

import msgspec

from workbench.statistics.scale import Z95, deviation, elo

DECISIVE = 0.5  # standard deviation of the score of a game without draws between equal bots
POWER = 0.8


class Resolution(msgspec.Struct, frozen=True):
    """After so many `units` (games or blocks) a score is known to `points` of 100 either way (95 %), near an even score
    `elo` Elo; an edge of `edge` points is found with a power of 80 %, `edge_elo` Elo."""

    units: int
    points: float
    elo: float
    edge: float
    edge_elo: float


def resolution(units: int, deviation: float = DECISIVE) -> Resolution:
    """What so many games or blocks resolve, given the standard deviation of the score of one; by default independent
    games without draws. Half-width z s / sqrt(n); edge found (z + z of the power) s / sqrt(n)."""
    if units < 1:
        raise ValueError(f"units is {units}; it must be at least 1")
    half = min(Z95 * deviation / sqrt(units), 0.5)
    edge = min((Z95 + NormalDist().inv_cdf(POWER)) * deviation / sqrt(units), 0.5)
    return Resolution(units, 100 * half, _elo(half), 100 * edge, _elo(edge))


def seen(leads: Sequence[float]) -> Resolution | None:
    """What the blocks played so far resolve, by their own deviation; None where they do not tell (fewer than two, or
    all alike)."""
    spread = deviation(leads) / 2 if len(leads) > 1 else 0.0
    return resolution(len(leads), spread) if spread > 0 else None


def units_for_precision(points: float, deviation: float = DECISIVE) -> int:
    """How many games or blocks give a 95 % interval of so many points of score either way."""
    return _units(points, Z95, deviation)


def units_for_edge(points: float, deviation: float = DECISIVE) -> int:
    """How many games or blocks find an edge of so many points of score in 80 % of all matches."""
    return _units(points, Z95 + NormalDist().inv_cdf(POWER), deviation)


def blocks_to_go(leads: Sequence[float], points: float) -> int | None:
    """How many more blocks an interval of so many points either way will need; None where the blocks do not tell."""
    spread = deviation(leads) / 2 if len(leads) > 1 else 0.0
    return max(0, units_for_precision(points, spread) - len(leads)) if spread > 0 else None


def _units(points: float, quantile: float, deviation: float) -> int:
    if not 0 < points < 50:
        raise ValueError(f"points is {points:g}; it must be above 0 and below 50")
    return ceil((quantile * deviation / (points / 100)) ** 2)


def _elo(half: float) -> float:
    """The Elo of an edge; of half and more what a score of 99.9 % has, since there is no more to tell."""
    return elo(min(2 * half, 0.998))
