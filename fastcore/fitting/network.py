"""A small network on top of a fixed lead, trained in numpy.

The first layer has a sum from the mover's point of view and one from the opponent's: each adds one row of a table for
each feature of the position. The sums are clipped to [0, 1] and squared. The second layer weighs them, in each stage of
the game with other weights; its result is added to the lead x, and the value is x / sqrt(1 + x^2), like the core's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fastcore.fitting.adam import Adam, falling

Floats = npt.NDArray[np.float32]
Columns = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.intp]

MAX_OUTPUT = 10.0  # largest weight of the second layer, so that it fits 16 bits
BATCH = 8192


@dataclass(frozen=True)
class Examples:
    """Positions with their targets.

    Attributes:
        columns: (examples, columns): 0 where a column has no feature, else 1 + its number among those of the column.
        leads: (examples,), the fixed part of x for the mover.
        targets: (examples,), the expected share of the result for the mover, in [0, 1].
        stages: (examples,), the stage of the game, from 0.
    """

    columns: Columns
    leads: Floats
    targets: Floats
    stages: Columns

    def __len__(self) -> int:
        return len(self.leads)

    def chosen(self, numbers: Numbers | slice) -> Examples:
        return Examples(self.columns[numbers], self.leads[numbers], self.targets[numbers], self.stages[numbers])


def joined(parts: Sequence[Examples]) -> Examples:
    """Return the examples of all parts."""
    return Examples(
        np.concatenate([part.columns for part in parts]),
        np.concatenate([part.leads for part in parts]),
        np.concatenate([part.targets for part in parts]),
        np.concatenate([part.stages for part in parts]),
    )


@dataclass(frozen=True)
class Layout:
    """The row of the table that each feature adds.

    Attributes:
        sizes: the number of features of each column.
        rows: (symmetries, 2, features): the row of each feature from the points of view of the mover and of the
            opponent, for each symmetry of the board. The features of a column follow those of the column before.
        table_rows: the number of rows of the table.
    """

    sizes: tuple[int, ...]
    rows: Numbers
    table_rows: int

    def one_hot(self, columns: Columns) -> Floats:
        """Return the features of examples as a matrix of 0 and 1: (examples, features)."""
        count, total = len(columns), sum(self.sizes)
        starts = np.concatenate(([0], np.cumsum(self.sizes)[:-1])) - 1
        places = columns + starts + total * np.arange(count)[:, None]
        matrix = np.zeros(count * total, np.float32)
        matrix[places[columns > 0]] = 1
        return matrix.reshape(count, total)


class Network:
    """The weights, and what their training keeps.

    Attributes:
        hidden: the number of sums.
        table: (table rows, hidden).
        output: (stages, 2 * hidden), for the mover's sums, then the opponent's.
        bias: (stages,).
    """

    def __init__(self, layout: Layout, hidden: int, seed: int, stages: int = 1) -> None:
        random = np.random.default_rng(seed)
        self.layout = layout
        self.hidden = hidden
        self.table = random.normal(0, 0.15, (layout.table_rows, hidden)).astype(np.float32)
        self.output = np.tile(random.normal(0, 0.1, 2 * hidden).astype(np.float32), (stages, 1))
        self.bias = np.zeros(stages, np.float32)
        self.adam = Adam({"table": self.table, "output": self.output, "bias": self.bias}, 0.0)

    def begin_with(self, other: Network) -> None:
        """Take over the weights of a network with the same layout and stages, and no more sums than this one.

        The output weights of the additional sums shrink to a tenth, so the values hardly differ at first.
        """
        hidden = other.hidden
        mine, theirs = (each.output.reshape(len(each.bias), 2, -1) for each in (self, other))
        mine[:, :, hidden:] *= 0.1
        mine[:, :, :hidden] = theirs
        self.table[:, :hidden], self.bias[:] = other.table, other.bias

    def sums(self, features: Floats, symmetry: int = 0) -> Floats:
        """Return the sums of the first layer, clipped: (examples, 2 * hidden)."""
        mover, opponent = self.layout.rows[symmetry]
        sums: Floats = features @ np.concatenate((self.table[mover], self.table[opponent]), axis=1)
        return np.clip(sums, 0, 1, out=sums)

    def corrections(self, examples: Examples) -> Floats:
        """Return the network's part of x: (examples,)."""
        clipped = self.sums(self.layout.one_hot(examples.columns))
        return self.weighed(clipped * clipped, examples.stages)

    def weighed(self, squares: Floats, stages: Columns) -> Floats:
        """Return the result of the second layer, (examples,), for the squares of its inputs, (examples, 2 * hidden)."""
        return np.asarray((squares * self.output[stages]).sum(axis=1) + self.bias[stages], np.float32)

    def step(self, examples: Examples, symmetry: int, rate: float) -> float:
        """Take a step of Adam. Return the mean cross entropy of the examples before it, in nats."""
        features = self.layout.one_hot(examples.columns)
        clipped = self.sums(features, symmetry)
        squares = clipped * clipped
        x = examples.leads + self.weighed(squares, examples.stages)
        root = np.sqrt(1 + x * x)
        shares = (1 + x / root) / 2
        # The derivative of the mean cross entropy for each x.
        slope = np.asarray((2 / len(x)) * (shares - examples.targets) / root, np.float32)
        # The derivative of a clipped square is 2 s for a sum s in (0, 1); at 0 it is 0 anyway.
        sums_slope = slope[:, None] * self.output[examples.stages] * (2 * clipped * (clipped < 1))
        rows_slope = features.T @ sums_slope
        table_slope = np.zeros_like(self.table)
        for rows, part in zip(self.layout.rows[symmetry], np.split(rows_slope, 2, axis=1), strict=True):
            np.add.at(table_slope, rows, part)
        of_stage = np.where(examples.stages == np.arange(len(self.bias))[:, None], slope, 0)
        slopes = {"table": table_slope, "output": of_stage @ squares, "bias": of_stage.sum(axis=1)}
        self.adam.step(slopes, rate, len(x))
        np.clip(self.output, -MAX_OUTPUT, MAX_OUTPUT, out=self.output)
        return cross_entropy(shares, examples.targets)


def cross_entropy(shares: npt.NDArray[np.floating], targets: Floats) -> float:
    """Return the mean cross entropy, in nats."""
    p = np.clip(shares, 1e-6, 1 - 1e-6)
    return float(-np.mean(targets * np.log(p) + (1 - targets) * np.log1p(-p)))


def train(network: Network, examples: Examples, epochs: int, rate: float, seed: int) -> Iterator[float]:
    """Train a network, and yield the mean cross entropy of each epoch. The rate falls along a cosine."""
    random = np.random.default_rng(seed)
    rates = falling(rate, epochs * -(-len(examples) // BATCH))
    for _ in range(epochs):
        order = random.permutation(len(examples))
        entropies = []
        for first in range(0, len(order), BATCH):
            symmetry = int(random.integers(len(network.layout.rows)))
            entropies.append(network.step(examples.chosen(order[first : first + BATCH]), symmetry, next(rates)))
        yield float(np.mean(entropies))


def losses(examples: Examples, network: Network | None = None) -> tuple[float, float]:
    """Return the mean cross entropy in nats and the root mean square error of values in [-1, 1].

    Without a network, those of the leads alone.
    """
    x = examples.leads.astype(np.float64)
    if network is not None:
        parts = range(0, len(examples), BATCH)
        x += np.concatenate([network.corrections(examples.chosen(slice(first, first + BATCH))) for first in parts])
    shares = (1 + x / np.sqrt(1 + x * x)) / 2
    error = float(np.sqrt(np.mean((2 * shares - 2 * examples.targets) ** 2)))
    return cross_entropy(shares, examples.targets), error
