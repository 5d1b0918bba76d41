"""Bradley-Terry strengths of players from their scores against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.statistics.pentanomial import Floats
from workbench.statistics.ranking import SEED
from workbench.statistics.scale import ELO, Z95, Estimate

DRAWS = 400
STEPS = 60  # of Newton's method at most
PRIOR = 0.5  # games that each pair has drawn besides, so that a strength is finite however one-sided its scores are


class Score(NamedTuple):
    """Two players by their numbers, their games, and what the first scored of 1 in them, with its interval."""

    first: int
    second: int
    games: int
    share: Estimate


class Ratings(NamedTuple):
    """Strengths in Elo above that of one player, and for each pair the strengths' difference, first less second."""

    strengths: tuple[Estimate, ...]
    differences: tuple[tuple[Estimate, ...], ...]


def ratings(players: int, scores: Sequence[Score], zero: int) -> Ratings:
    """The strengths that explain the scores best, intervals from scores drawn again by their own. Players that no chain
    of meetings joins are not held apart by anything but the prior."""
    random = np.random.default_rng(SEED)
    middle = np.array([score.share.value for score in scores])
    spread = np.array([(score.share.high - score.share.low) / (2 * Z95) for score in scores])
    whole = _fit(players, scores, middle[np.newaxis])[0]
    drawn = _fit(players, scores, np.clip(random.normal(middle, spread, (DRAWS, len(scores))), 0, 1), whole)
    strengths = tuple(_estimate(whole[n] - whole[zero], drawn[:, n] - drawn[:, zero]) for n in range(players))
    between = tuple(
        tuple(_estimate(whole[n] - whole[m], drawn[:, n] - drawn[:, m]) for m in range(players)) for n in range(players)
    )
    return Ratings(strengths, between)


def _estimate(value: float, drawn: Floats) -> Estimate:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Estimate(float(value), min(float(low), float(value)), max(float(high), float(value)))


def _fit(players: int, scores: Sequence[Score], shares: Floats, start: Floats | None = None) -> Floats:
    """The maxima of the likelihoods of shares [draws, scores] by Newton's method, in Elo, each with mean 0:
    [draws, players]."""
    first = np.array([score.first for score in scores], dtype=np.intp)
    second = np.array([score.second for score in scores], dtype=np.intp)
    played = np.array([score.games for score in scores], dtype=np.float64)
    games, won = played + PRIOR, played * shares + PRIOR / 2
    side = np.zeros((len(scores), players))  # 1 for who is first, -1 for who is second
    side[np.arange(len(scores)), first], side[np.arange(len(scores)), second] = 1, -1
    found = np.zeros((len(shares), players)) if start is None else np.tile(start / ELO * 2, (len(shares), 1))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(found[:, second] - found[:, first]))
        slope = (won - games * expected) @ side - 1e-6 * found
        bend = (
            np.einsum("ds,si,sj->dij", games * expected * (1 - expected), side, side, optimize=True)
            + np.eye(players) * 1e-6
        )
        step = np.linalg.solve(bend, slope[..., np.newaxis])[..., 0]
        found = found + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray((found - found.mean(axis=1, keepdims=True)) * ELO / 2, dtype=np.float64)
