"""Training examples for evaluations that are linear in their terms, from games of two seats."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

import fastcore
from fastcore.fitting.regression import Array, Design, unsquashed
from fastcore.fitting.selfplay import Game

TRACE = 0.9  # lambda: the weight of later positions in a target; the rest is the position's own search value


def targets_of(game: Game, trace: float = TRACE) -> list[float]:
    """Return the lambda-return (Sutton 1988) of each position for seat 0, in [0, 1].

    The return mixes the search values from this position onwards with the result. With a `trace` of 1 it is the result.
    """
    target = game.returns[0]
    targets = []
    for value in reversed(game.values):
        target = trace * target + (1 - trace) * value
        targets.append((1 + target) / 2)
    return targets[::-1]


def examples_of(games: Iterable[Game]) -> tuple[Design, Array]:
    """Return the design (positions, terms) and the targets (positions,) of all positions of all games."""
    rows: list[list[float]] = []
    targets: list[float] = []
    for game in games:
        state = fastcore.start(game.spec)
        for move, target in zip(game.moves, targets_of(game), strict=True):
            rows.append([term.amount for term in state.evaluate().terms])
            targets.append(target)
            state.play(move)
    return np.array(rows, np.float32), np.array(targets)


def current_leads(games: Iterable[Game]) -> Array:
    """Return the leads that the compiled evaluation gives, in the order of `examples_of`."""
    values = []
    for game in games:
        state = fastcore.start(game.spec)
        for move in game.moves:
            values.append(state.evaluate().values[0])
            state.play(move)
    return unsquashed(np.array(values))
