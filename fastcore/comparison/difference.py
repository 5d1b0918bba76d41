"""The statistics of a comparison: means, errors, intervals, and the causes of a difference."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from fastcore.comparison.quantiles import BOUNDARY, boundary, t_quantile
from fastcore.values import described

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

RARE = 3.0  # of n equal results, at most RARE / n of all results differ (95 %)
WIDEST = 2.0  # the largest distance of two values; differences lie within [-WIDEST, WIDEST]


@described
class Estimate(NamedTuple):
    """A mean with its 95 % interval.

    Attributes:
        mean: The mean, in the unit of the values.
        error: The standard error of the mean.
        low: The lower end of the interval, valid if the number of trials was fixed in advance.
        high: The upper end.
        trials: The number of trials.
    """

    mean: float
    error: float
    low: float
    high: float
    trials: int


@described
class Deciding(NamedTuple):
    """What a chance outcome contributes to a difference.

    Attributes:
        outcome: The number of the outcome.
        text: Its text, such as the two dice.
        probability: Its probability.
        difference: The mean difference in trials with this outcome.
        error: The standard error of that mean; infinite for a single trial.
    """

    outcome: int
    text: str
    probability: float
    difference: float
    error: float


@described
class TermDifference(NamedTuple):
    """How a term of the static evaluation differs after two candidates, for the seat of the comparison.

    Attributes:
        name: The name of the term.
        difference: The mean difference of its weighted amounts, over the trials (see `Evaluation.terms`).
        error: The standard error of that mean.
    """

    name: str
    difference: float
    error: float


@described
class Reply(NamedTuple):
    """A move with which another seat answers a candidate.

    Attributes:
        text: The move.
        share: The share of all trials in which it is the first answer.
    """

    text: str
    share: float


@described
class Difference(NamedTuple):
    """The difference of two candidates on common luck: the first one's value less the second one's.

    Attributes:
        mean: The mean difference for the seat, in [-2, 2].
        error: The standard error of the mean.
        low: The lower end of the 95 % interval, valid if the number of trials was fixed in advance.
        high: The upper end.
        low_any: The lower end of the 95 % interval that stays valid under repeated checks.
        high_any: The upper end.
        trials: The number of trials.
        means: The mean difference for each seat.
        gain: How many times fewer trials common luck needs than independent luck: the sum of the variances of both
            candidates' values, divided by the variance of their differences. Infinite if the differences never vary.
        better: The share of trials in which the first candidate is better.
        equal: The share in which both are equal.
        worse: The share in which the second one is better.
        outcomes: The outcomes of the first chance event, largest |probability x difference| first; () without one.
        terms: How the static evaluation after both candidates differs, largest difference first; () without terms.
        replies: The most frequent answers of other seats to the first and to the second candidate, at most 3 each.
    """

    mean: float
    error: float
    low: float
    high: float
    low_any: float
    high_any: float
    trials: int
    means: tuple[float, ...]
    gain: float
    better: float
    equal: float
    worse: float
    outcomes: tuple[Deciding, ...]
    terms: tuple[TermDifference, ...]
    replies: tuple[tuple[Reply, ...], tuple[Reply, ...]]

    @property
    def clear(self) -> bool:
        """Whether the interval that stays valid under repeated checks excludes 0."""
        return self.low_any > 0 or self.high_any < 0


class Interval(NamedTuple):
    """A mean, its standard error, and half the width of its 95 % interval."""

    mean: float
    error: float
    half: float


def interval(
    values: npt.NDArray[np.float64],
    outcomes: npt.NDArray[np.int32] | None = None,
    probabilities: Mapping[int, float] | None = None,
    reach: float = WIDEST,
) -> Interval:
    """Return the mean of trials with its interval by Student's t.

    Args:
        values: One value for each trial, at least one.
        outcomes: The outcome of a stratified event in each trial.
        probabilities: The probability of each outcome. If each has at least two trials, the mean weighs the outcomes
            by them, and only the variance within outcomes counts (W. G. Cochran, Sampling Techniques, chapter 5).
        reach: How far a rare event that no trial has shown yet could move one value. The interval allows for one such
            event in as many trials again; if all values are equal, for RARE.
    """
    count = len(values)
    if count < 2:
        return Interval(float(values[0]), inf, inf)
    if values.min() == values.max():
        half = RARE / count * reach
        return Interval(float(values[0]), 0.0, half)
    rare = reach / count
    if outcomes is not None and probabilities:
        groups = [(chance, values[outcomes == outcome]) for outcome, chance in probabilities.items()]
        if sum(len(group) for _, group in groups) == count and all(len(group) > 1 for _, group in groups):
            parts = [(chance**2 * float(group.var(ddof=1)) / len(group), len(group) - 1) for chance, group in groups]
            variance = sum(part for part, _ in parts)
            mean = sum(chance * float(group.mean()) for chance, group in groups)
            if variance > 0:
                freedom = variance**2 / sum(part**2 / free for part, free in parts)  # Satterthwaite
                return Interval(mean, sqrt(variance), hypot(t_quantile(max(freedom, 1.0)) * sqrt(variance), rare))
    error = float(values.std(ddof=1)) / sqrt(count)
    return Interval(float(values.mean()), error, hypot(t_quantile(count - 1) * error, rare))


def variance(values: npt.NDArray[np.float64]) -> float:
    """Return the variance of some numbers: exactly 0 if all are equal, without errors of rounding."""
    return float(values.var()) if values.min() < values.max() else 0.0


def reach_of(values: npt.NDArray[np.float64]) -> float:
    """Return the distance between the largest and the smallest value seen, or WIDEST if all are equal."""
    return float(values.max() - values.min()) or WIDEST


def wider(half: float, checks: int) -> float:
    """Return half the width of an interval that stays valid under this many checks, each with twice the data."""
    return half * boundary(checks) / BOUNDARY[0]
