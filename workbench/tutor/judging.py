"""The judgement of one decision in a short time, from what its player knows.

A first search looks for a better alternative. Then independent samples estimate how much the decision loses against it.
The alternative is chosen before the samples are drawn, so their mean has no bias from that choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from typing import NamedTuple

from bots.report import Report
from fastcore import Viewpoint
from workbench.tutor.comparisons import comparison_for
from workbench.tutor.watch import Watch

SEARCH_SHARE = 0.4  # fraction of the time for the search for a better alternative
MIN_SAMPLES, MAX_SAMPLES = 5, 64
CERTAIN = 2.0  # standard errors between the loss and the threshold
CLEAR = 4.0  # standard errors at which no more samples are drawn: looking often needs a stricter limit
ENOUGH = 1.15  # no more samples are drawn if the error is at most this multiple of the error that they share
FEW = 2.0  # widens the interval of a few samples, whose standard error is uncertain, by 1 + FEW / (samples - 1)


class Objection(NamedTuple):
    """A decision that certainly loses more than a threshold.

    Attributes:
        seat: The player who decided.
        moves: The moves of the decision, as texts.
        better: The moves of a better alternative.
        loss: The estimated loss of value, in (0, 2].
        error: Its standard error.
        report: A report on the better alternative, compared with the decision where both are single moves.
    """

    seat: int
    moves: tuple[str, ...]
    better: tuple[str, ...]
    loss: float
    error: float
    report: Report


def judge(point: Viewpoint, moves: Sequence[str], threshold: float, watch: Watch) -> Objection | None:
    """Return the objection to a decision, or None if none is certain in time.

    The loss must exceed the threshold by two standard errors. The result depends only on the arguments: every search is
    new and starts from the viewpoint.

    Args:
        point: What the player knew before the decision.
        moves: The decision: one move, or the moves of a turn or a plan.
        threshold: The smallest loss of value to object to, in (0, 2].
        watch: The time. It is read between short searches.

    Raises:
        ValueError: No bot can judge this game.
    """
    comparison = comparison_for(point, moves)
    if comparison.is_forced:
        return None
    better = comparison.find_better(watch, SEARCH_SHARE)
    if better is None:
        return None
    differences: list[float] = []
    loss = error = 0.0
    while len(differences) < MAX_SAMPLES and not watch.is_over():
        differences.append(comparison.sample(better, len(differences) + 1))
        if len(differences) < MIN_SAMPLES:
            continue
        loss, error = fsum(differences) / len(differences), standard_error(differences, comparison.bias)
        clear = loss + CERTAIN * error < threshold or loss - CLEAR * error > threshold
        if clear or error <= ENOUGH * comparison.bias:
            break
    if watch.stopped or len(differences) < MIN_SAMPLES or loss - CERTAIN * error <= threshold:
        return None
    return Objection(point.actor, tuple(moves), better, loss, error, comparison.report(better))


def standard_error(samples: Sequence[float], bias: float) -> float:
    """Return the standard error of the mean of at least two samples, with an error that all of them share."""
    number = len(samples)
    middle = fsum(samples) / number
    deviation = sqrt(fsum((sample - middle) ** 2 for sample in samples) / (number - 1))
    return hypot(deviation / sqrt(number) * (1 + FEW / (number - 1)), bias)
