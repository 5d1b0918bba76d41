"""Converts scores, leads, Elo and intervals; exchanging the two bots mirrors every figure to the last bit.

Figures are made from the lead of the first bot, 2 score - 1: where a lead changes its sign, a score s becomes 1 - s.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, copysign, erf, fsum, log, sqrt, tanh
from statistics import NormalDist

import msgspec

ELO = 800 / log(10)  # Elo is 400 log10(s / (1 - s)), which is ELO atanh(2 s - 1)
Z95 = NormalDist().inv_cdf(0.975)
# Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5:
# what is added to Z95 for each power of 1 / (degrees of freedom)
_T95 = (
    (Z95**3 + Z95) / 4,
    (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / 96,
    (3 * Z95**7 + 19 * Z95**5 + 17 * Z95**3 - 15 * Z95) / 384,
    (79 * Z95**9 + 776 * Z95**7 + 1482 * Z95**5 - 1920 * Z95**3 - 945 * Z95) / 92160,
)


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def share(lead: float) -> float:
    """The score in [0, 1] of a lead in [-1, 1]; share(-lead) == 1 - share(lead), exactly."""
    return (1 + lead) / 2 if lead >= 0 else 1 - (1 - lead) / 2


def lead_of(score: float) -> float:
    """The lead in [-1, 1] of a score in [0, 1]; lead_of(1 - score) == -lead_of(score) for what `share` gives."""
    return 2 * score - 1 if score >= 0.5 else -(2 * (1 - score) - 1)


def elo(lead: float) -> float:
    """The Elo of a lead in (-1, 1)."""
    return ELO * atanh(lead)


def lead_of_elo(value: float) -> float:
    """The lead that an Elo difference predicts."""
    return tanh(value / ELO)


def mean(values: Sequence[float]) -> float:
    """The mean, rounded once: the order of the values does not matter."""
    return fsum(values) / len(values)


def t95(freedom: int) -> float:
    """What 2.5 % of Student's t with so many degrees of freedom, at least 1, are above; from 2 on to 1 %."""
    return Z95 + fsum(term / freedom**power for power, term in enumerate(_T95, 1))


def deviation(values: Sequence[float]) -> float:
    """The standard deviation of what was seen (over n, as in Van den Bergh's notes and in fishtest)."""
    if min(values) == max(values):
        return 0.0
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / len(values))


def certain(leads: Sequence[float]) -> bool:
    """Whether the leads of these blocks give no normal interval within (-1, 1)."""
    if len(leads) < 2:
        return True
    half = Z95 * deviation(leads) / sqrt(len(leads))
    return half == 0 or abs(mean(leads)) + half >= 1


def leads_interval(leads: Sequence[float]) -> Estimate:
    """Mean lead of blocks with its normal interval; Wilson's, each block one trial, where the normal one says nothing
    (fewer than two blocks, all alike, or it would reach beyond a score of 0 or 1)."""
    middle, count = mean(leads), len(leads)
    if not certain(leads):
        half = Z95 * deviation(leads) / sqrt(count)
        return Estimate(middle, middle - half, middle + half)
    shrunk = middle / (1 + Z95**2 / count)
    half = Z95 / (1 + Z95**2 / count) * sqrt((1 - middle**2) / count + Z95**2 / count**2)
    return Estimate(middle, max(shrunk - half, -1.0), min(shrunk + half, 1.0))


def score_interval(leads: Sequence[float]) -> Estimate:
    """Mean score of blocks with its interval."""
    found = leads_interval(leads)
    return Estimate(share(found.value), share(found.low), share(found.high))


def elo_interval(leads: Sequence[float]) -> Estimate | None:
    """Elo with both ends of the interval taken through the Elo function; None where an end has none."""
    if certain(leads):
        return None
    found = leads_interval(leads)
    return Estimate(elo(found.value), elo(found.low), elo(found.high))


def normalised_elo(leads: Sequence[float], games: int) -> Estimate | None:
    """Lead over the deviation of one game, in units of Elo (Van den Bergh, "Normalized Elo"), for blocks of so many
    games. It tells how many games a difference needs, whatever the rate of draws. None if all blocks are alike."""
    spread = deviation(leads)
    if spread == 0:
        return None
    value = mean(leads) / (spread * sqrt(games)) * ELO
    half = Z95 * ELO / sqrt(games * len(leads))
    return Estimate(value, value - half, value + half)


def superiority(leads: Sequence[float]) -> float:
    """The likelihood in [0, 1] that the first bot is the better one, by the normal distribution of the mean; where all
    blocks are alike, by an even prior on how often a block is won."""
    middle, spread = mean(leads), deviation(leads)
    if spread > 0:
        return share(erf(middle / spread * sqrt(len(leads) / 2)))
    return share(copysign(1 - 0.5 ** len(leads), middle) if middle else 0.0)
