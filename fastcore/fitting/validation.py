"""Validation of a fit on held-out games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from fastcore.fitting.regression import Array

Item = TypeVar("Item")


def held_out(items: Sequence[Item], every: int = 10) -> tuple[list[Item], list[Item]]:
    """Split items into a training set and a test set. The test set has every tenth (`every`) item."""
    return [item for i, item in enumerate(items) if i % every], list(items[::every])


def agreement(scores: Array, groups: npt.NDArray[np.int_], shares: Array, top: int = 5) -> tuple[float, float, float]:
    """Return how often the best move of a group has the highest score, and one of the `top` highest scores.

    Args:
        scores: (rows,); the moves of a group are ranked by them.
        groups: (rows,), the number of each row's group, ascending from 0.
        shares: (rows,); the best move has the largest share.
        top: the number of the highest ranks to count.

    Returns:
        Three numbers in [0, 1]: ranked first, ranked among `top`, and ranked first by a random ranking.
    """
    first = among = chance = 0.0
    starts = np.searchsorted(groups, np.arange(int(groups[-1]) + 2))
    for start, stop in pairwise(starts):
        rank = int((scores[start:stop] > scores[start + np.argmax(shares[start:stop])]).sum())
        first += rank == 0
        among += rank < top
        chance += 1 / (stop - start)
    number = len(starts) - 1
    return first / number, among / number, chance / number


def progress(what: str, every: int = 200) -> Callable[[int], None]:
    """Return a function that prints its number, followed by `what`, if `every` divides the number."""

    def report(number: int) -> None:
        if number % every == 0:
            print(f"{number} {what}", flush=True)

    return report
