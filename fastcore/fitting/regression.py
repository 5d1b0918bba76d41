"""Regression in numpy: values with the core's squashing function, and choices with softmax.

A design is a matrix of features with one row for each example. Weights are found by Newton's method with an L2 penalty
(ridge) towards given weights.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Design = npt.NDArray[np.float32]

ROWS = 20_000  # rows of a design multiplied at a time, to bound the memory
MAX_STEP = 2.0  # largest change of a weight in a step: Newton's method overshoots where the curve is flat
TOLERANCE = 1e-3  # the iteration ends when no weight changes by more than this


def chance(lead: Array) -> Array:
    """Return the expected share of the result, (1 + x / sqrt(1 + x^2)) / 2, of leads x.

    This is the distribution function of Student's t with two degrees of freedom, at x sqrt(2).
    """
    return (1 + lead / np.sqrt(1 + lead * lead)) / 2


def unsquashed(values: Array) -> Array:
    """Return the leads x of values x / sqrt(1 + x^2)."""
    clipped = np.clip(values, -0.999999, 0.999999)
    lead: Array = clipped / np.sqrt(1 - clipped * clipped)
    return lead


def log_loss(lead: Array, targets: Array) -> float:
    """Return the mean cross entropy, in nats, of targets in [0, 1]."""
    p = np.clip(chance(lead), 1e-9, 1 - 1e-9)
    return float(-np.mean(targets * np.log(p) + (1 - targets) * np.log1p(-p)))


def fit_values(
    design: Design,
    targets: Array,
    offset: Array | None = None,
    toward: Array | None = None,
    ridge: Array | float = 1.0,
    steps: int = 12,
) -> Array:
    """Return the weights w for which chance(offset + design w) fits the targets best, by Fisher scoring.

    Args:
        design: (examples, features).
        targets: (examples,), each in [0, 1].
        offset: (examples,), a fixed part of the leads; by default zeros.
        toward: (features,), the weights that the penalty prefers; by default zeros.
        ridge: the strength of the penalty, one number or one for each feature.
        steps: the largest number of iterations.

    For a lead x, the slope of `chance` is (1 + x^2)^(-3/2) / 2 and the information of an example (1 + x^2)^(-2).
    """
    count = design.shape[1]
    toward = np.zeros(count) if toward is None else toward
    offset = np.zeros(len(design)) if offset is None else offset
    weights = toward.copy()
    for _ in range(steps):
        information = ridge * np.eye(count)
        slope = -ridge * (weights - toward)
        for first in range(0, len(design), ROWS):
            rows = design[first : first + ROWS]
            lead = offset[first : first + ROWS] + rows @ weights
            # (target - chance) * slope / variance, with the variance 1 / (4 (1 + x^2))
            residual = 2 * (targets[first : first + ROWS] - chance(lead)) / np.sqrt(1 + lead * lead)
            slope += rows.T @ residual
            rows = rows / (1 + lead * lead).astype(np.float32)[:, None]
            information += rows.T @ rows
        if newton_step(weights, information, slope) < TOLERANCE:
            break
    return weights


def fit_choices(
    design: Design,
    groups: npt.NDArray[np.int_],
    shares: Array,
    toward: Array | None = None,
    ridge: float = 1.0,
    steps: int = 12,
) -> Array:
    """Return the weights w for which the softmax of design w within each group fits the shares best.

    Args:
        design: (rows, features).
        groups: (rows,), the number of each row's group, ascending from 0.
        shares: (rows,); they sum to 1 within each group.
        toward: (features,), the weights that the penalty prefers; by default zeros.
        ridge: the strength of the penalty.
        steps: the largest number of iterations.
    """
    count = design.shape[1]
    toward = np.zeros(count) if toward is None else toward
    weights = toward.copy()
    starts = np.searchsorted(groups, np.arange(int(groups[-1]) + 2))
    for _ in range(steps):
        p = softmax(design @ weights, groups)
        slope = (shares - p).astype(np.float32) @ design - ridge * (weights - toward)
        information = ridge * np.eye(count)
        for first in range(0, len(starts) - 1, 500):
            last = min(first + 500, len(starts) - 1)
            part = slice(starts[first], starts[last])
            rows = design[part] * np.sqrt(p[part, None]).astype(np.float32)
            means = np.add.reduceat(design[part] * p[part, None].astype(np.float32), starts[first:last] - starts[first])
            information += rows.T @ rows - means.T @ means
        if newton_step(weights, information, slope) < TOLERANCE:
            break
    return weights


def newton_step(weights: Array, information: Array, slope: Array) -> float:
    """Take a Newton step of at most MAX_STEP in place. Return the largest change before the limit."""
    step = np.linalg.solve(information, slope)
    largest = float(np.abs(step).max())
    weights += step * MAX_STEP / max(largest, MAX_STEP)
    return largest


def softmax(logits: Array, groups: npt.NDArray[np.int_]) -> Array:
    """Return the softmax of logits within each group. Groups ascend from 0 without gaps."""
    starts = np.searchsorted(groups, np.arange(int(groups[-1]) + 1))
    powers = np.exp(logits - np.maximum.reduceat(logits, starts)[groups])
    shares: Array = powers / np.add.reduceat(powers, starts)[groups]
    return shares
