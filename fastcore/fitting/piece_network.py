"""A small network in which each piece sees the board in its own frame, trained in numpy.

The pieces of both seats share one table of weights. A piece adds up the rows of its features. The sums are clipped to
[0, 1] and squared, and weighed by the second layer. The results count for the piece's seat. Their sum, scaled, is added
to a fixed lead x, and the value is x / sqrt(1 + x^2), like the core's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from fastcore.fitting.network import FIRST_MOMENT, MAX_OUTPUT, SECOND_MOMENT, TINY, Floats, Numbers, cross_entropy

BATCH = 2048


@dataclass(frozen=True)
class PieceExamples:
    """Positions with their targets.

    Attributes:
        rows: (examples, pieces, features), int16: rows of the table; -1 for none. A piece without rows is not there.
        scales: (examples,), by which the network's sum is multiplied.
        leads: (examples,), the fixed part of x for seat 0.
        targets: (examples,), the expected share of the result for seat 0, in [0, 1].
    """

    rows: npt.NDArray[np.int16]
    scales: Floats
    leads: Floats
    targets: Floats

    def __len__(self) -> int:
        return len(self.leads)

    def chosen(self, numbers: Numbers | slice) -> PieceExamples:
        return PieceExamples(*(getattr(self, field.name)[numbers] for field in fields(self)))


def joined(parts: Sequence[PieceExamples]) -> PieceExamples:
    """Return the examples of all parts."""
    names = [field.name for field in fields(PieceExamples)]
    return PieceExamples(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


class PieceNetwork:
    """The weights, and the moments of their slopes.

    Attributes:
        table: (table rows, hidden).
        output: (hidden,).
        signs: (pieces,), 1 for a piece of seat 0, -1 for one of seat 1.
        images: (symmetries, table rows): the row of each feature after a symmetry of the board.
    """

    def __init__(self, images: Numbers, signs: Sequence[int], hidden: int, decay: float, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.images = images
        self.signs = np.array(signs, np.float32)
        self.decay = decay
        self.table = random.normal(0, 0.05, (images.shape[1], hidden)).astype(np.float32)
        self.output = random.normal(0, 0.3, hidden).astype(np.float32)
        self.steps = 0
        self.moments = [(np.zeros_like(weights), np.zeros_like(weights)) for weights in self.weights]

    @property
    def weights(self) -> tuple[Floats, Floats]:
        return self.table, self.output

    @staticmethod
    def _trimmed(rows: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        """Return rows without the last places, which no piece of these examples uses."""
        return rows[:, :, : int((rows >= 0).sum(axis=2).max(initial=1))]

    def _clipped(self, rows: npt.NDArray[np.int16]) -> Floats:
        """Return the clipped sums of the pieces: (examples, pieces, hidden)."""
        table = np.concatenate((self.table, np.zeros((1, self.table.shape[1]), np.float32)))
        sums: Floats = table[rows].sum(axis=2, dtype=np.float32)
        return np.clip(sums, 0, 1, out=sums)

    def corrections(self, examples: PieceExamples) -> Floats:
        """Return the network's part of x: (examples,)."""
        clipped = self._clipped(self._trimmed(examples.rows))
        return np.asarray(((clipped * clipped) @ self.output) @ self.signs * examples.scales, np.float32)

    def step(self, examples: PieceExamples, symmetry: int, rate: float) -> float:
        """Take a step of Adam. Return the mean cross entropy of the examples before it, in nats."""
        rows = np.append(self.images[symmetry], -1).astype(np.int16)[self._trimmed(examples.rows)]
        clipped = self._clipped(rows)
        squares = clipped * clipped
        x = examples.leads + (squares @ self.output) @ self.signs * examples.scales
        root = np.sqrt(1 + x * x)
        shares = (1 + x / root) / 2
        slope = np.asarray((2 / len(x)) * (shares - examples.targets) / root * examples.scales, np.float32)
        piece_slope = slope[:, None] * self.signs
        sums_slope = piece_slope[:, :, None] * self.output * (2 * clipped * (clipped < 1))
        used = rows >= 0
        numbers = rows[used]
        pieces = np.repeat(np.arange(used.shape[0] * used.shape[1]), used.sum(axis=2).ravel())
        flat = sums_slope.reshape(-1, self.table.shape[1])
        table_slope = np.stack(
            [np.bincount(numbers, flat[pieces, k], len(self.table)) for k in range(self.table.shape[1])], axis=1
        ).astype(np.float32)
        self._adam((table_slope, np.tensordot(piece_slope, squares, ((0, 1), (0, 1)))), rate)
        return cross_entropy(shares, examples.targets)

    def _adam(self, slopes: tuple[Floats, Floats], rate: float) -> None:
        self.steps += 1
        scale = np.float32(rate * np.sqrt(1 - SECOND_MOMENT**self.steps) / (1 - FIRST_MOMENT**self.steps))
        for weights, slope, (first, second) in zip(self.weights, slopes, self.moments, strict=True):
            first += (1 - FIRST_MOMENT) * (slope - first)
            second += (1 - SECOND_MOMENT) * (slope * slope - second)
            weights -= scale * first / (np.sqrt(second) + TINY) + np.float32(rate * self.decay) * weights
        np.clip(self.output, -MAX_OUTPUT, MAX_OUTPUT, out=self.output)


def train(network: PieceNetwork, examples: PieceExamples, epochs: int, rate: float, seed: int) -> Iterator[float]:
    """Train a network, and yield the mean cross entropy of each epoch. The rate falls to 0 along a cosine."""
    random = np.random.default_rng(seed)
    total = epochs * -(-len(examples) // BATCH)
    done = 0
    for _ in range(epochs):
        order = random.permutation(len(examples))
        entropies = []
        for first in range(0, len(order), BATCH):
            now = rate * (1 + np.cos(np.pi * done / total)) / 2
            symmetry = int(random.integers(len(network.images)))
            entropies.append(network.step(examples.chosen(order[first : first + BATCH]), symmetry, now))
            done += 1
        yield float(np.mean(entropies))


def losses(examples: PieceExamples, network: PieceNetwork | None = None) -> tuple[float, float]:
    """Return the mean cross entropy in nats and the root mean square error of values in [-1, 1].

    Without a network, those of the leads alone.
    """
    x = examples.leads.astype(np.float64)
    if network is not None:
        parts = range(0, len(examples), BATCH)
        x += np.concatenate([network.corrections(examples.chosen(slice(first, first + BATCH))) for first in parts])
    shares = (1 + x / np.sqrt(1 + x * x)) / 2
    return cross_entropy(shares, examples.targets), float(np.sqrt(np.mean((2 * shares - 2 * examples.targets) ** 2)))
