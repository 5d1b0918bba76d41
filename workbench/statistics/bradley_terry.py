"""Bradley-Terry strengths of players from their scores against each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

import numpy as np

from fastcore.comparison.quantiles import Z95
from workbench.statistics.pentanomial import Floats
from workbench.statistics.ranking import SEED
from workbench.statistics.scale import ELO, Estimate

DRAWS = 400
STEPS = 60  # maximum number of steps of Newton's method
LIMIT = 12.0  # largest natural logarithm of a ratio of strengths
PRIOR = 0.5  # extra drawn games for each pair, to keep strengths finite for one-sided scores


class Score(NamedTuple):
    """The score of two players against each other.

    `share` is the first player's share of the points in [0, 1], with its interval.
    """

    first: int
    second: int
    games: int
    share: Estimate


def share_of_seats(score: float, seats: int) -> float:
    """Return how often a seat of the first of two bots finishes before a seat of the second, from the bots' score.

    With more than two seats, the score of the bots' leads stays far from 0 and 1 even if one bot always wins. The
    result is the share with which seats in proportion to their strengths, of which one wins everything, give this
    score. The bots fill the seats as evenly as possible, each of two bots with more seats in half of the games.

    Args:
        score: The score of the first bot, from 0 to 1: (lead + 1) / 2.
        seats: The number of seats. With two, the share is the score.
    """
    if seats == 2:
        return score
    fillings = {seats // 2, seats - seats // 2}

    def expected(strength: float) -> float:
        lead = 0.0
        for own in fillings:
            others = seats - own
            won = own * strength / (own * strength + others)
            lead += (won / own - (1 - won) / others) * seats / (2 * (seats - 1)) / len(fillings)
        return (1 + lead) / 2

    low, high = -LIMIT, LIMIT
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if expected(exp(middle)) < score else (low, middle)
    return 1 / (1 + exp(-low))


class Ratings(NamedTuple):
    """Strengths in Elo above one player, and the difference of each pair (first minus second)."""

    strengths: tuple[Estimate, ...]
    differences: tuple[tuple[Estimate, ...], ...]


def ratings(players: int, scores: Sequence[Score], zero: int) -> Ratings:
    """Return the maximum likelihood strengths. Their intervals come from a parametric bootstrap of the scores.

    Only the prior relates players who are not connected by games.

    Args:
        players: The number of players.
        scores: The scores of pairs of players.
        zero: The number of the player whose strength is 0.
    """
    random = np.random.default_rng(SEED)
    middle = np.array([score.share.value for score in scores])
    spread = np.array([(score.share.high - score.share.low) / (2 * Z95) for score in scores])
    values = _fit(players, scores, middle[np.newaxis])[0]
    drawn = _fit(players, scores, np.clip(random.normal(middle, spread, (DRAWS, len(scores))), 0, 1), values)
    strengths = tuple(_estimate(values[n] - values[zero], drawn[:, n] - drawn[:, zero]) for n in range(players))
    between = tuple(
        tuple(_estimate(values[n] - values[m], drawn[:, n] - drawn[:, m]) for m in range(players))
        for n in range(players)
    )
    return Ratings(strengths, between)


def _estimate(value: float, drawn: Floats) -> Estimate:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Estimate(float(value), min(float(low), float(value)), max(float(high), float(value)))


def _fit(players: int, scores: Sequence[Score], shares: Floats, start: Floats | None = None) -> Floats:
    """Return the maximum likelihood strengths in Elo, each row with mean 0: [draws, players].

    `shares` has the shape [draws, scores]. Newton's method is used.
    """
    first = np.array([score.first for score in scores], dtype=np.intp)
    second = np.array([score.second for score in scores], dtype=np.intp)
    played = np.array([score.games for score in scores], dtype=np.float64)
    games, won = played + PRIOR, played * shares + PRIOR / 2
    side = np.zeros((len(scores), players))  # 1 for the first player, -1 for the second
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
