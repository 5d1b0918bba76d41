"""Weights of an evaluation that is linear in its terms, from games: for games with two seats."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

import fastcore
from fastcore.fitting.regression import Array, Design, unsquashed
from fastcore.fitting.selfplay import Game

TRACE = 0.9  # how much of a position's target comes from the positions after it; the rest is its own search's value


def targets_of(game: Game, trace: float = TRACE) -> list[float]:
    """What each position was worth to seat 0, in [0, 1]: the values of the searches from it on, the later the less, and
    the result at the end (the lambda-return of Sutton 1988); with a `trace` of 1 the result alone."""
    worth = game.returns[0]
    targets = []
    for value in reversed(game.values):
        worth = trace * worth + (1 - trace) * value
        targets.append((1 + worth) / 2)
    return targets[::-1]


def examples_of(games: Iterable[Game]) -> tuple[Design, Array]:
    """The amounts of the terms, a row a position, and its target. Every position of every game is one."""
    rows: list[list[float]] = []
    targets: list[float] = []
    for game in games:
        state = fastcore.start(game.spec)
        for move, target in zip(game.moves, targets_of(game), strict=True):
            rows.append([term.amount for term in state.evaluate().terms])
            targets.append(target)
            state.play(move)
    return np.array(rows, np.float32), np.array(targets)


def lead_in_use(games: Iterable[Game]) -> Array:
    """What the compiled evaluation says of the same positions, before it is squashed."""
    values = []
    for game in games:
        state = fastcore.start(game.spec)
        for move in game.moves:
            values.append(state.evaluate().values[0])
            state.play(move)
    return unsquashed(np.array(values))
