"""What a fit is worth on games that it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from fastcore.fitting.regression import Array

Item = TypeVar("Item")


def held_out(items: Sequence[Item], every: int = 10) -> tuple[list[Item], list[Item]]:
    """Most to learn from, and every tenth to check against."""
    return [item for i, item in enumerate(items) if i % every], list(items[::every])


def agreement(worth: Array, groups: npt.NDArray[np.int_], shares: Array, top: int = 5) -> tuple[float, float, float]:
    """How often the move with the greatest share is ranked first, and among the first `top`, by worth; and how often a
    ranking by lot would put it first. Rows of a group stand together; `groups` ascends from 0."""
    first = among = lot = 0.0
    starts = np.searchsorted(groups, np.arange(int(groups[-1]) + 2))
    for start, stop in pairwise(starts):
        rank = int((worth[start:stop] > worth[start + np.argmax(shares[start:stop])]).sum())
        first += rank == 0
        among += rank < top
        lot += 1 / (stop - start)
    number = len(starts) - 1
    return first / number, among / number, lot / number


def progress(what: str, every: int = 200) -> Callable[[int], None]:
    """Says how many there are, now and then."""

    def tell(number: int) -> None:
        if number % every == 0:
            print(f"{number} {what}", flush=True)

    return tell
