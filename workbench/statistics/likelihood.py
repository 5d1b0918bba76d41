"""The log-likelihood ratio of two Elo differences, vectorised over many counts of blocks.

Every sum adds pairs of opposite bins, so exchanging the bots mirrors the result exactly.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from workbench.statistics.pentanomial import Floats, bin_leads
from workbench.statistics.scale import ELO, lead_of_elo

EMPTY = 1e-3  # the count of an empty bin, to avoid zero likelihoods (like fishtest and fastchess)
PRECISION = 1e-11  # precision of shares and multipliers, much finer than needed for the ratio


def _sum(values: Floats) -> Floats:
    """Return the row sums. Reversing every row gives exactly the same sums."""
    half = values.shape[1] // 2
    pairs = values[:, :half] + values[:, : values.shape[1] - half - 1 : -1]
    total = values[:, half].copy()
    for column in range(half):
        total += pairs[:, column]
    return total


def _tilt(shares: Floats, excess: Floats, start: Floats) -> Floats:
    """Return the Lagrange multiplier of each row: the x with sum(p a / (1 + x a)) = 0.

    p / (1 + x a) is the maximum likelihood distribution in which a has mean 0. Newton's method is used within brackets.
    Each row of a must have values on both sides of 0.
    """
    low, high = -1 / excess.max(axis=1), -1 / excess.min(axis=1)
    x = np.where((low < start) & (start < high), start, 0.0)
    found = x.copy()
    rows = np.arange(len(x))
    for _ in range(200):
        ratio = excess / (1 + x[:, None] * excess)
        weighed = shares * ratio
        value = _sum(weighed)
        low, high = np.where(value > 0, x, low), np.where(value < 0, x, high)
        step = value / _sum(weighed * ratio)
        moved = np.abs(step) > PRECISION
        inside = (low < x + step) & (x + step < high)
        following = np.where(inside | ~moved, x + step, (low + high) / 2)
        found[rows] = following
        if not moved.any():
            break
        if not moved.all():
            rows, shares, excess = rows[moved], shares[moved], excess[moved]
            low, high, following = low[moved], high[moved], following[moved]
        x = following
    return found


def _logistic(shares: Floats, leads: Floats, elo: float) -> Floats:
    """Return the log of the ratio of observed to maximum likelihood shares, given the mean lead predicted by an Elo."""
    excess = np.broadcast_to(leads - lead_of_elo(elo), shares.shape)
    return _log_ratios(shares, _tilt(shares, excess, np.zeros(len(shares)))[:, None] * excess)


def _normalised(shares: Floats, leads: Floats, ratio: float) -> Floats:
    """Return the log of the ratio of observed to maximum likelihood shares, given the ratio of mean lead to deviation.

    The mean is then `part` times the root mean square. This constraint is not linear in the shares, so its tangent at
    the last shares is used until they converge.
    """
    part = ratio / sqrt(1 + ratio * ratio)
    squares = leads * leads
    x = np.zeros(len(shares))
    excess = np.zeros_like(shares)
    found = np.full_like(shares, 1 / shares.shape[1])
    active = np.ones(len(shares), dtype=bool)
    for _ in range(100):
        own = found[active]
        root = np.sqrt(_sum(own * squares))[:, None]
        slope = leads - part * (root + squares / root) / 2
        excess[active] = slope
        x[active] = _tilt(shares[active], slope, x[active])
        following = shares[active] / np.maximum(1 + x[active, None] * slope, shares[active])
        found[active] = following
        active[active] = np.abs(following - own).max(axis=1) > PRECISION
        if not active.any():
            break
    return _log_ratios(shares, x[:, None] * excess)


def _log_ratios(shares: Floats, change: Floats) -> Floats:
    """Return log(1 + change), the log of the ratio of the observed to the most likely shares.

    No share is above 1, so the ratio is at least the observed share. With very many blocks and an empty bin, rounding
    would put it below 0.
    """
    return np.log1p(np.maximum(change, shares - 1))


def log_likelihood_ratios(counts: Floats, elo0: float, elo1: float, model: str) -> Floats:
    """Return the log-likelihood ratio of elo1 to elo0 for each row of counts, by maximum likelihood.

    Sources: Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution" and
    "Normalized Elo for practitioners".

    Args:
        counts: The number of blocks in each bin: [rows, bins].
        elo0: The Elo difference of H0.
        elo1: The Elo difference of H1.
        model: "logistic" or "normalised".
    """
    filled = np.where(counts == 0, EMPTY, counts)
    total = _sum(filled)
    shares = filled / total[:, None]
    leads = bin_leads(counts.shape[1])
    if model == "logistic":
        apart = _logistic(shares, leads, elo0) - _logistic(shares, leads, elo1)
    else:
        games = sqrt(counts.shape[1] // 2)
        apart = _normalised(shares, leads, elo0 / ELO * games) - _normalised(shares, leads, elo1 / ELO * games)
    return total * _sum(shares * apart)
