"""The model of Herd's evaluation, and its fit by gradient descent to the values of searched positions.

From the perspective of the player to move, with separate weights for each context:

    lead = scale[empty cells left] * (stones by neighbourhood + empty cells by neighbourhood + owed + tempo)

The weights of a context are a shared part plus its own part, so that patterns that are rare in a context stay close to
those of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fastcore.fitting import regression
from fastcore.fitting.adam import Adam, falling
from fastcore.fitting.regression import Array, chance, log_loss
from fastcore.fitting.writing import Table

NEIGHBOURHOODS = 3 * 49
PATTERNS = 3 * NEIGHBOURHOODS  # mine, theirs, empty
CONTEXTS = 6
MAX_OWED = 13
MAX_EMPTY = 169
KNOTS = np.array([0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 50, 70, 100, 135, MAX_EMPTY])
BASIS = np.stack([np.interp(np.arange(MAX_EMPTY + 1), KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)
STONES = np.repeat([1.0, -1.0, 0.0], NEIGHBOURHOODS)
BATCH = 4096

Whole = npt.NDArray[np.int64]


@dataclass
class Positions:
    """Positions of one board size.

    Attributes:
        patterns: (n, cells), the pattern of each cell, 0 to PATTERNS - 1.
        rest: (n, 5): context, removals, placements, empty cells left, 1 on turn 1.
        values: (n,), the targets for the player to move, in [-1, 1].
        results: (n,), the results of the games for the player to move, in [-1, 1]; NaN for positions of no game.
    """

    patterns: npt.NDArray[np.int16]
    rest: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]
    results: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)

    def chosen(self, numbers: Whole | slice) -> Positions:
        return Positions(self.patterns[numbers], self.rest[numbers], self.values[numbers], self.results[numbers])


class Model:
    """Weights in stones. Those of patterns and owed stones have a row for each context, the last one is shared."""

    def __init__(self, tables: Mapping[str, Array]) -> None:
        """Begin with the tables of a weight file."""
        knots = BASIS[KNOTS]
        scale = tables["HERD_SCALE"].reshape(CONTEXTS, -1)[:, KNOTS]
        patterns = tables["HERD_PATTERN"].reshape(CONTEXTS, -1) / 1000 - STONES
        shared = patterns.mean(axis=0)
        self.weights = {
            "patterns": np.concatenate([patterns - shared, shared[None]]),
            "removals": tables["HERD_REMOVALS"].reshape(CONTEXTS, -1) / 1000,
            "placements": tables["HERD_PLACEMENTS"].reshape(CONTEXTS, -1) / 1000,
            "tempo": tables["HERD_TEMPO"].reshape(CONTEXTS, -1)[:, KNOTS] @ knots.T / 1000,
            "first": tables["HERD_FIRST_ROLL"] / 1000,
            "scale": np.log(1000 * scale),
        }

    def all_patterns(self) -> Array:
        """Return the value of each pattern in addition to its stones: (CONTEXTS, PATTERNS)."""
        patterns: Array = self.weights["patterns"][:CONTEXTS] + self.weights["patterns"][CONTEXTS]
        return patterns

    def leads(self, data: Positions) -> tuple[Array, Array]:
        """Return the lead of each position in stones, and its scale."""
        w = self.weights
        context, removals, placements, left, _ = data.rest.T.astype(int)
        basis = BASIS[left]
        owed = w["removals"][context, removals] + w["placements"][context, placements]
        owed += np.einsum("nk,nk->n", basis, w["tempo"][context])
        owed[is_first(data)] = w["first"][0]
        table = (self.all_patterns() + STONES).ravel()
        stones: Array = owed + table[data.patterns + (context * PATTERNS)[:, None]].sum(axis=1)
        scale: Array = np.exp(np.einsum("nk,nk->n", basis, w["scale"][context]))
        return stones, scale

    def slopes(self, data: Positions) -> dict[str, Array]:
        """Return the derivatives of the mean cross entropy of some positions."""
        context, removals, placements, left, _ = data.rest.T.astype(int)
        stones, scale = self.leads(data)
        x = stones * scale
        slope = 2 * (chance(x) - (1 + data.values) / 2) / np.sqrt(1 + x * x) / len(data)
        one, owed = slope * scale, np.where(is_first(data), 0, slope * scale)
        basis = BASIS[left]
        cells = data.patterns + (context * PATTERNS)[:, None]
        per_cell = np.broadcast_to(one[:, None], cells.shape).ravel()
        patterns = np.bincount(cells.ravel(), per_cell, CONTEXTS * PATTERNS).reshape(CONTEXTS, -1)
        here = np.eye(CONTEXTS)[context]
        return {
            "patterns": np.concatenate([patterns, patterns.sum(axis=0, keepdims=True)]),
            "removals": np.bincount(context * MAX_OWED + removals, owed, CONTEXTS * MAX_OWED).reshape(CONTEXTS, -1),
            "placements": np.bincount(context * MAX_OWED + placements, owed, CONTEXTS * MAX_OWED).reshape(CONTEXTS, -1),
            "tempo": (here * owed[:, None]).T @ basis,
            "first": np.array([one.sum() - owed.sum()]),
            "scale": (here * (slope * x)[:, None]).T @ basis,
        }

    def tables(self, data: Sequence[Positions]) -> dict[str, Table]:
        """Return the tables of `weights.pxd`, in thousandths of a stone.

        A stone of a context is worth 1 on average over some positions: what the weights gain by this, the scale loses.
        """
        w, whole = self.weights, self.all_patterns() + STONES
        counts = pattern_counts(data)[:, : 2 * NEIGHBOURHOODS]  # of stones
        unit = (counts * np.abs(whole[:, : 2 * NEIGHBOURHOODS])).sum(axis=1) / counts.sum(axis=1)
        thousandths = 1000 / unit[:, None]
        scale = np.exp(w["scale"] @ BASIS.T) / thousandths
        return {
            "HERD_PATTERN": np.rint(thousandths * whole).astype(int),
            "HERD_REMOVALS": np.rint(thousandths * w["removals"]).astype(int),
            "HERD_PLACEMENTS": np.rint(thousandths * w["placements"]).astype(int),
            "HERD_TEMPO": np.rint(thousandths * (w["tempo"] @ BASIS.T)).astype(int),
            "HERD_FIRST_ROLL": np.rint(thousandths[0] * w["first"]).astype(int),
            "HERD_SCALE": scale,
        }


def is_first(data: Positions) -> npt.NDArray[np.bool_]:
    """Return whether each position is the roll of turn 1."""
    first: npt.NDArray[np.bool_] = (data.rest[:, 0] == 0) & (data.rest[:, 4] == 1)
    return first


def pattern_counts(data: Sequence[Positions]) -> Array:
    """Return how often each pattern is in the positions of each context, at least once: (CONTEXTS, PATTERNS)."""
    counts = np.ones(CONTEXTS * PATTERNS)
    for part in data:
        for first in range(0, len(part), BATCH):
            some = part.chosen(slice(first, first + BATCH))
            cells = some.patterns + (some.rest[:, 0].astype(int) * PATTERNS)[:, None]
            counts += np.bincount(cells.ravel(), minlength=len(counts))
    return counts.reshape(CONTEXTS, -1)


def fit_values(
    model: Model, data: Sequence[Positions], epochs: int, rate: float, pull: float, seed: int
) -> Iterator[int]:
    """Fit a model to positions in place. Yield the number of each epoch."""
    random = np.random.default_rng(seed)
    adam = Adam(model.weights, pull)
    examples = sum(map(len, data))
    batches = sum(-(-len(part) // BATCH) for part in data)
    rates = falling(rate, epochs * batches)
    for epoch in range(epochs):
        orders = [random.permutation(len(part)) for part in data]
        places = [(k, first) for k, part in enumerate(data) for first in range(0, len(part), BATCH)]
        for place in random.permutation(len(places)):
            k, first = places[place]
            adam.step(model.slopes(data[k].chosen(orders[k][first : first + BATCH])), next(rates), examples)
        yield epoch + 1


def fit_scale(model: Model, data: Sequence[Positions]) -> float:
    """Multiply the scale of a model, so that its values agree with the results of games, and return the factor.

    Values that are fitted to the values of searches have the right order, but they are too far from 0.
    """
    leads, shares = of_games(model, data)
    factor = float(regression.fit_values(leads[:, None].astype(np.float32), shares, toward=np.ones(1))[0])
    model.weights["scale"] += np.log(factor)
    return factor


def result_loss(model: Model, data: Sequence[Positions]) -> float:
    """Return the mean cross entropy of the games' results, in nats."""
    return log_loss(*of_games(model, data))


def of_games(model: Model, data: Sequence[Positions]) -> tuple[Array, Array]:
    """Return the scaled lead and the result, as a share, of every position of a game."""
    leads, results = all_leads(model, data), np.concatenate([part.results for part in data]).astype(float)
    known = np.isfinite(results)
    return leads[known], (1 + results[known]) / 2


def all_leads(model: Model, data: Sequence[Positions]) -> Array:
    """Return the scaled lead of every position."""
    leads = []
    for part in data:
        for first in range(0, len(part), BATCH):
            stones, scale = model.leads(part.chosen(slice(first, first + BATCH)))
            leads.append(stones * scale)
    return np.concatenate(leads)


def value_errors(model: Model, data: Sequence[Positions]) -> tuple[float, float]:
    """Return the mean cross entropy in nats and the root mean square error of values in [-1, 1]."""
    x = all_leads(model, data)
    shares = (1 + np.concatenate([part.values for part in data]).astype(float)) / 2
    return log_loss(x, shares), float(np.sqrt(np.mean((2 * chance(x) - 2 * shares) ** 2)))
