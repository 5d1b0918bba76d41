"""Blocks counted by their score: five bins for pairs of games, 2 n + 1 bins for blocks of n games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from workbench.statistics.scale import lead_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def bin_leads(bins: int) -> Floats:
    """Return the lead of each of this many bins: evenly spaced from -1 to 1, and symmetric about 0."""
    half = bins // 2
    right = np.arange(1, half + 1) / half
    return np.concatenate([-right[::-1], [0.0], right])


def bins_of(scores: Sequence[float], games: int) -> Ints:
    """Return the bin of each block by its mean score, from 0.

    The bin is -1 if wins, draws and losses cannot give this score. `games` is the number of games in a block.
    """
    sums = np.array([lead_of(score) for score in scores], dtype=np.float64) * games
    nearest = np.rint(sums)
    return np.where(np.abs(sums - nearest) < 1e-9, nearest + games, -1).astype(np.int64)


def pentanomial(scores: Sequence[float], games: int) -> tuple[int, ...] | None:
    """Return the number of blocks in each bin, from all lost to all won.

    For pairs, the bins are LL, LD, WL or DD, WD, WW. The result is None if a game scored anything but 0, 1/2 or 1.
    """
    found = bins_of(scores, games)
    if (found < 0).any():
        return None
    return tuple(np.bincount(found, minlength=2 * games + 1).tolist())
