"""Scores, leads, Elo and their intervals. Exchanging the two bots mirrors every figure exactly.

Figures are computed from the first bot's lead, 2 score - 1. If the lead changes sign, a score s becomes 1 - s.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, erf, fsum, inf, log, sqrt, tanh

import msgspec

from fastcore.comparison.quantiles import Z95, t_quantile

ELO = 800 / log(10)  # Elo is 400 log10(s / (1 - s)), which equals ELO atanh(2 s - 1)
MIN_NORMAL = 10  # with fewer blocks, the deviation between them is too uncertain for a normal interval


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95 % interval.

    An end without a bound is infinite. If the value is infinite too, only the finite end is known.
    """

    value: float
    low: float
    high: float


def share(lead: float) -> float:
    """Return the score in [0, 1] of a lead in [-1, 1]. Negating the lead gives exactly 1 minus the score."""
    return (1 + lead) / 2 if lead >= 0 else 1 - (1 - lead) / 2


def lead_of(score: float) -> float:
    """Return the lead in [-1, 1] of a score in [0, 1]. The result is exactly antisymmetric for scores from `share`."""
    return 2 * score - 1 if score >= 0.5 else -(2 * (1 - score) - 1)


def elo(lead: float) -> float:
    """Return the Elo of a lead in [-1, 1]. It is infinite at both ends."""
    return ELO * atanh(lead) if -1 < lead < 1 else inf if lead > 0 else -inf


def lead_of_elo(value: float) -> float:
    """Return the lead predicted by an Elo difference."""
    return tanh(value / ELO)


def mean(values: Sequence[float]) -> float:
    """Return the mean, rounded only once, so the order of the values does not matter."""
    return fsum(values) / len(values)


def widening(blocks: int) -> float:
    """Return by how much Student's t and an unbiased deviation widen the normal interval of at least 2 blocks."""
    return sqrt(blocks / (blocks - 1)) * t_quantile(blocks - 1) / Z95


def deviation(values: Sequence[float]) -> float:
    """Return the standard deviation (over n, like Van den Bergh's notes and fishtest)."""
    if min(values) == max(values):
        return 0.0
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / len(values))


def half_width(leads: Sequence[float]) -> float | None:
    """Return half the width of the interval by Student's t, or None where the interval of Wilson is needed.

    Blocks need that interval if they are fewer than `MIN_NORMAL` or all equal, or if the interval would exceed (-1, 1).
    """
    count = len(leads)
    if count < MIN_NORMAL:
        return None
    half = widening(count) * Z95 * deviation(leads) / sqrt(count)
    return None if half == 0 or abs(mean(leads)) + half >= 1 else half


def leads_interval(leads: Sequence[float]) -> Estimate:
    """Return the mean lead of blocks with its interval by Student's t.

    Wilson's interval, with each block as one trial, is used where that fails (see `half_width`).
    """
    middle, count = mean(leads), len(leads)
    if (half := half_width(leads)) is not None:
        return Estimate(middle, middle - half, middle + half)
    shrunk = middle / (1 + Z95**2 / count)
    half = Z95 / (1 + Z95**2 / count) * sqrt((1 - middle**2) / count + Z95**2 / count**2)
    # a perfect score has no bound on its far side, whatever the rounding
    low, high = (end if abs(middle) == 1 and middle == end else None for end in (-1.0, 1.0))
    return Estimate(
        middle,
        max(shrunk - half, -1.0) if low is None else low,
        min(shrunk + half, 1.0) if high is None else high,
    )


def score_interval(leads: Sequence[float]) -> Estimate:
    """Return the mean score of blocks with its interval."""
    found = leads_interval(leads)
    return Estimate(share(found.value), share(found.low), share(found.high))


def elo_interval(leads: Sequence[float]) -> Estimate | None:
    """Return the Elo with both ends of the interval converted to Elo, or None for fewer than `MIN_NORMAL` blocks.

    If all games are won or all are lost, the value and one end are infinite.
    """
    if len(leads) < MIN_NORMAL:
        return None
    found = leads_interval(leads)
    return Estimate(elo(found.value), elo(found.low), elo(found.high))


def normalised_elo(leads: Sequence[float], games: int) -> Estimate | None:
    """Return the lead over the deviation of one game, in units of Elo (Van den Bergh, "Normalized Elo").

    This value determines how many games reveal a difference, regardless of the draw rate. Return None if all blocks are
    equal.

    Args:
        leads: The leads of the blocks.
        games: The number of games in a block.
    """
    spread = deviation(leads)
    if spread == 0:
        return None
    value = mean(leads) / (spread * sqrt(games)) * ELO
    half = widening(len(leads)) * Z95 * ELO / sqrt(games * len(leads))
    return Estimate(value, value - half, value + half)


def superiority(leads: Sequence[float]) -> float:
    """Return the likelihood in [0, 1] that the first bot is stronger.

    It is the normal probability for the interval of `leads_interval`, whose width already has the uncertainty of few
    blocks. So it is beyond 0.025 and 0.975 exactly if the 95 % interval excludes equal strength. Where Wilson's
    interval is used, it has the deviation of a fair coin.
    """
    half = half_width(leads)
    deviations = mean(leads) * (sqrt(len(leads)) if half is None else Z95 / half)
    return share(erf(deviations / sqrt(2)))
