"""Gradient descent by Adam (Kingma and Ba 2015) for named arrays of weights, with a pull towards their first values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.floating]

FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-7
LAST_RATE = 0.01  # the rate at the end, as a share of the rate at the beginning


class Adam:
    """Changes `weights` in place.

    Attributes:
        weights: the weights by name.
        pull: the strength of the pull towards the first values, in examples.
    """

    def __init__(self, weights: Mapping[str, Numbers], pull: float) -> None:
        self.weights, self.pull = weights, pull
        self.initial = {name: values.copy() for name, values in weights.items()}
        self.first = {name: np.zeros_like(values) for name, values in weights.items()}
        self.second = {name: np.zeros_like(values) for name, values in weights.items()}
        self.steps = 0

    def step(self, slopes: Mapping[str, Numbers], rate: float, examples: int) -> None:
        """Take a step against the slopes, which are means over a batch of all `examples`."""
        self.steps += 1
        for name, slope in slopes.items():
            values, first, second = self.weights[name], self.first[name], self.second[name]
            slope = slope + self.pull / examples * (values - self.initial[name])
            first += (1 - FIRST_MOMENT) * (slope - first)
            second += (1 - SECOND_MOMENT) * (slope * slope - second)
            mean = first / (1 - FIRST_MOMENT**self.steps)
            values -= rate * mean / (np.sqrt(second / (1 - SECOND_MOMENT**self.steps)) + TINY)


def falling(rate: float, steps: int) -> Iterator[float]:
    """Yield a rate for each step, falling along a cosine."""
    for step in range(steps):
        yield rate * ((1 + cos(pi * step / steps)) / 2 + LAST_RATE)
