"""Regression in numpy alone: values through the same squashing as the core's, and choices by softmax.

A design is a matrix of features, a row an example. All weights are found by Newton's method with an L2 penalty
(ridge) that pulls them to given ones.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Design = npt.NDArray[np.float32]

ROWS = 20_000  # of a design, looked at together
LONGEST = 2.0  # no step changes a weight by more: Newton's method overshoots where the curve is flat
CLOSE = 1e-3  # a step that changes no weight by more is the last


def chance(lead: Array) -> Array:
    """The share of the result that a lead is worth: (1 + squashed) / 2 with squashed = x / sqrt(1 + x^2).

    It is the distribution function of Student's t with two degrees of freedom, at x sqrt(2).
    """
    return (1 + lead / np.sqrt(1 + lead * lead)) / 2


def unsquashed(values: Array) -> Array:
    """The leads that values in [-1, 1] were made from."""
    within = np.clip(values, -0.999999, 0.999999)
    lead: Array = within / np.sqrt(1 - within * within)
    return lead


def log_loss(lead: Array, targets: Array) -> float:
    """Mean cross entropy, in nats, of targets in [0, 1]."""
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
    """Weights w that make chance(offset + design w) like the targets, by Fisher scoring.

    With x the lead, the slope of `chance` is (1 + x^2)^(-3/2) / 2 and an example's information (1 + x^2)^(-2).
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
            # (target - chance) times slope over variance, where variance = 1 / (4 (1 + x^2))
            pull = 2 * (targets[first : first + ROWS] - chance(lead)) / np.sqrt(1 + lead * lead)
            slope += rows.T @ pull
            rows = rows / (1 + lead * lead).astype(np.float32)[:, None]
            information += rows.T @ rows
        if newton_step(weights, information, slope) < CLOSE:
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
    """Weights w such that the softmax of design w within each group is like its shares (which sum to 1 a group).

    `groups`: the number of each row's group, ascending from 0.
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
        if newton_step(weights, information, slope) < CLOSE:
            break
    return weights


def newton_step(weights: Array, information: Array, slope: Array) -> float:
    """Step uphill in place; returns the longest change asked for, of which at most LONGEST is made."""
    step = np.linalg.solve(information, slope)
    longest = float(np.abs(step).max())
    weights += step * LONGEST / max(longest, LONGEST)
    return longest


def softmax(logits: Array, groups: npt.NDArray[np.int_]) -> Array:
    """Shares that sum to 1 within each group (ascending, every group has a row)."""
    starts = np.searchsorted(groups, np.arange(int(groups[-1]) + 1))
    powers = np.exp(logits - np.maximum.reduceat(logits, starts)[groups])
    shares: Array = powers / np.add.reduceat(powers, starts)[groups]
    return shares
