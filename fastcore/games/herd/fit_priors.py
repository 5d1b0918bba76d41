"""The model of Herd's priors, and its fit by gradient descent to the values of the moves of labelled positions.

The logit of a move is the sum of one number for the neighbourhood of its cell and one for the pattern of each neighbour
of the cell, with separate numbers for each context: a shared part plus its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from fastcore.fitting.adam import Adam, falling
from fastcore.fitting.regression import Array, softmax
from fastcore.fitting.validation import agreement
from fastcore.fitting.writing import Table
from fastcore.games.herd.fit_values import CONTEXTS, NEIGHBOURHOODS, PATTERNS, Whole

DECISIONS = CONTEXTS - 1  # contexts in which a player decides
CLOSE_VALUES = 0.015  # value difference that changes the odds of being the best move by a factor of e
BATCH = 200  # positions


@dataclass
class Choices:
    """The moves of labelled positions.

    Attributes:
        rows: (moves, 7), `Herd.move_features`; PATTERNS for a neighbour that is not there.
        context: (moves,), from 0.
        values: (moves,), for the player who moves.
        starts: (positions + 1,), the first move of each position, then the number of moves.
    """

    rows: npt.NDArray[np.int16]
    context: npt.NDArray[np.uint8]
    values: npt.NDArray[np.float32]
    starts: Whole

    def groups(self) -> Whole:
        """Return the number of the position of each move."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def shares(self) -> Array:
        """Return the target probability of each move: the softmax of the values."""
        return softmax(self.values.astype(float) / CLOSE_VALUES, self.groups())

    def chosen(self, positions: Whole) -> Choices:
        lengths = np.diff(self.starts)[positions]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        moves = np.repeat(self.starts[positions] - starts[:-1], lengths) + np.arange(starts[-1])
        return Choices(self.rows[moves], self.context[moves], self.values[moves], starts)


class Logits:
    """Weights of cells (DECISIONS + 1, NEIGHBOURHOODS) and of neighbours (DECISIONS + 1, PATTERNS + 1).

    The last row is shared. The last column is a neighbour that is not there, whose weight is always 0.
    """

    def __init__(self, tables: Mapping[str, Array]) -> None:
        """Begin with the tables of a weight file."""
        cells = np.log(tables["HERD_MOVE_FACTOR"]).reshape(DECISIONS, NEIGHBOURHOODS)
        neighbours = np.zeros((DECISIONS, PATTERNS + 1))
        neighbours[:, :-1] = np.log(tables["HERD_NEIGHBOUR_FACTOR"]).reshape(DECISIONS, PATTERNS)
        self.weights = {"cells": apart(cells), "neighbours": apart(neighbours)}

    def logits(self, data: Choices) -> Array:
        """Return the logit of each move."""
        cells, neighbours = together(self.weights["cells"]), together(self.weights["neighbours"])
        around: Array = neighbours[data.context[:, None], data.rows[:, 1:]].sum(axis=1)
        return around + cells[data.context, data.rows[:, 0]]

    def slopes(self, data: Choices) -> dict[str, Array]:
        """Return the derivatives of the mean cross entropy of some positions."""
        groups = data.groups()
        slope = (softmax(self.logits(data), groups) - data.shares()) / (len(data.starts) - 1)
        context = data.context.astype(int)
        cells = np.bincount(context * NEIGHBOURHOODS + data.rows[:, 0], slope, DECISIONS * NEIGHBOURHOODS)
        places = (context * (PATTERNS + 1))[:, None] + data.rows[:, 1:]
        sums = np.bincount(places.ravel(), np.repeat(slope, 6), DECISIONS * (PATTERNS + 1))
        neighbours: Array = np.array(sums.reshape(DECISIONS, -1), np.float64)
        neighbours[:, -1] = 0
        own: Array = np.array(cells.reshape(DECISIONS, -1), np.float64)
        return {"cells": with_sum(own), "neighbours": with_sum(neighbours)}

    def tables(self) -> dict[str, Table]:
        """Return the tables of `weights.pxd`."""
        cells = together(self.weights["cells"])
        return {
            "HERD_MOVE_FACTOR": np.exp(cells - cells.mean(axis=1, keepdims=True)),
            "HERD_NEIGHBOUR_FACTOR": np.exp(together(self.weights["neighbours"])[:, :-1]),
        }


def apart(weights: Array) -> Array:
    """Return each row without the mean of all rows, then this mean."""
    shared = weights.mean(axis=0, keepdims=True)
    return np.concatenate([weights - shared, shared])


def together(weights: Array) -> Array:
    """Return the rows of `apart` with their shared part."""
    rows: Array = weights[:-1] + weights[-1]
    return rows


def with_sum(slopes: Array) -> Array:
    """Return the slopes of each row, then those of the shared part."""
    return np.concatenate([slopes, slopes.sum(axis=0, keepdims=True)])


def fit_priors(
    model: Logits, data: Sequence[Choices], epochs: int, rate: float, pull: float, seed: int
) -> Iterator[int]:
    """Fit a model to labelled positions in place. Yield the number of each epoch."""
    random = np.random.default_rng(seed)
    adam = Adam(model.weights, pull)
    examples = sum(len(part.starts) - 1 for part in data)
    places = [(k, first) for k, part in enumerate(data) for first in range(0, len(part.starts) - 1, BATCH)]
    rates = falling(rate, epochs * len(places))
    for epoch in range(epochs):
        orders = [random.permutation(len(part.starts) - 1) for part in data]
        for place in random.permutation(len(places)):
            k, first = places[place]
            adam.step(model.slopes(data[k].chosen(orders[k][first : first + BATCH])), next(rates), examples)
        yield epoch + 1


def prior_errors(model: Logits, data: Sequence[Choices]) -> tuple[float, float, float]:
    """Return how often the best move has the highest prior and one of the five highest, and the mean loss of value.

    The loss is that of the move with the highest prior against the best one.
    """
    firsts, fives, lost, number = 0.0, 0.0, 0.0, 0
    for part in data:
        logits, groups, positions = model.logits(part), part.groups(), len(part.starts) - 1
        first, five, _ = agreement(logits, groups, part.shares())
        best = np.maximum.reduceat(part.values, part.starts[:-1])
        tops = [start + int(np.argmax(logits[start:stop])) for start, stop in pairwise(part.starts)]
        firsts, fives, number = firsts + positions * first, fives + positions * five, number + positions
        lost += float((best - part.values[tops]).sum())
    return firsts / number, fives / number, lost / number
