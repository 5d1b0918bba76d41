"""Numbers of an answer: each with its standard error and its 95 % interval, or with the reason why it has none."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, sqrt
from statistics import fmean, stdev

from fastcore.comparison.difference import Difference, Estimate
from fastcore.comparison.quantiles import t_quantile

DIGITS = 4
NORMAL = 1.96  # standard errors of a 95 % interval with many samples

Number = dict[str, float | str | None]


def rounded(value: float) -> float | None:
    """Return a number as JSON allows it: rounded, or None if it is infinite."""
    return round(value, DIGITS) + 0.0 if isfinite(value) else None


def exact(value: float) -> Number:
    """Return a number without an error."""
    return {"value": rounded(value), "error": 0.0}


def of_search(mean: float, spread: float, visits: int) -> Number:
    """Return the mean of a search's simulations. The interval covers the search's noise, not a wrong evaluation."""
    return sampled(mean, spread / sqrt(visits) if visits > 1 else float("inf"))


def sampled(mean: float, error: float) -> Number:
    """Return a value in [-1, 1] with a standard error and the normal interval."""
    half = NORMAL * error
    return {
        "value": rounded(mean),
        "error": rounded(error),
        "low": rounded(max(-1.0, mean - half)),
        "high": rounded(min(1.0, mean + half)),
    }


def of_estimate(estimate: Estimate) -> Number:
    """Return the mean of games with its interval."""
    low, high = max(-1.0, estimate.low), min(1.0, estimate.high)
    return {
        "value": rounded(estimate.mean), "error": rounded(estimate.error), "low": rounded(low), "high": rounded(high),
    }  # fmt: skip


def of_difference(difference: Difference) -> Number:
    """Return the difference of two candidates with the interval that stays valid under repeated checks."""
    return {
        "value": rounded(difference.mean), "error": rounded(difference.error),
        "low": rounded(max(-2.0, difference.low_any)), "high": rounded(min(2.0, difference.high_any)),
    }  # fmt: skip


def share(value: float, trials: int) -> Number:
    """Return a share of trials with its standard error and Wilson's interval (E. B. Wilson, 1927)."""
    square = NORMAL**2
    middle = (value + square / (2 * trials)) / (1 + square / trials)
    half = NORMAL / (1 + square / trials) * sqrt(value * (1 - value) / trials + square / (4 * trials**2))
    return {
        "value": rounded(value), "error": rounded(sqrt(value * (1 - value) / trials)),
        "low": rounded(max(0.0, middle - half)), "high": rounded(min(1.0, middle + half)),
    }  # fmt: skip


def repeated(values: Sequence[float]) -> Number:
    """Return the mean of independent repetitions, with the interval by Student's t. One value has no interval."""
    mean = fmean(values)
    if len(values) < 2:
        return {"value": rounded(mean), "error": None, "low": None, "high": None}
    error = stdev(values) / sqrt(len(values))
    half = t_quantile(len(values) - 1) * error
    return {
        "value": rounded(mean), "error": rounded(error), "low": rounded(mean - half), "high": rounded(mean + half),
    }  # fmt: skip
