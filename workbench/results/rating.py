"""A person's Elo rating in one game, with its uncertainty.

The rating is estimated by Bayes' rule on a grid of ratings. A game against several opponents counts by the model of
Plackett and Luce: a player's chance to win is proportional to 10^(rating / 400). Between two games the rating may
change, because people learn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import log10, sqrt
from typing import NamedTuple

from bots.levels.ladders import NAMES, USUAL, ladder
from workbench.results.history import GameResult

LOWEST, HIGHEST, STEP = 0, 3000, 20  # the grid of ratings
START, START_DEVIATION = 1300, 350  # the rating of a person before the first game
CLUB_RATING = 1500  # of the level Club in every game
GUESSED_SHARE = 0.75
DRIFT = 10  # standard deviation of the change of a rating from one game to the next
ROUNDS = 2  # steps by which the weights drift between two games


class Rating(NamedTuple):
    """A rating, its standard deviation, and the number of games that it comes from."""

    value: float
    deviation: float
    games: int

    @property
    def margin(self) -> float:
        """Half of the interval that contains the rating with a probability of 95 %."""
        return 1.96 * self.deviation


@cache
def level_ratings(game: str) -> tuple[float, ...]:
    """Return the ratings of the levels in a game, from their measured scores. Club has `CLUB_RATING`.

    For games without measurements, every level wins `GUESSED_SHARE` of the games against the level below.
    """
    found = ladder(game)
    others = found.players - 1 if found is not None else 1
    ratings = [0.0]
    for share in found.shares if found is not None else (GUESSED_SHARE,) * (len(NAMES) - 1):
        ratings.append(ratings[-1] + 400 * log10(share * others / (1 - share)))
    club = ratings[NAMES.index(USUAL)]
    return tuple(rating - club + CLUB_RATING for rating in ratings)


def level_rating(game: str, level: str) -> float:
    """Return the rating of a level in a game."""
    return level_ratings(game)[NAMES.index(level)]


def win_chance(rating: float, opponents: Sequence[float]) -> float:
    """Return a player's expected share of the win against opponents with these ratings."""
    return 1 / (1 + sum(10 ** ((other - rating) / 400) for other in opponents))


class Estimator:
    """The probability of each rating of the grid after the games so far."""

    def __init__(self) -> None:
        import numpy as np  # imported here, because most starts of the program need no ratings

        self.games = 0
        self.grid = np.arange(LOWEST, HIGHEST + 1, STEP, dtype=float)
        self.weights = np.exp(-0.5 * ((self.grid - START) / START_DEVIATION) ** 2)
        self.weights /= self.weights.sum()

    def add(self, opponents: Sequence[float], score: float) -> None:
        """Take a game into account.

        Args:
            opponents: The ratings of the opponents.
            score: The player's share of the win, from 0 to 1.
        """
        if self.games:
            self._drift()
        self.games += 1
        chances = 1 / (1 + sum(10 ** ((other - self.grid) / 400) for other in opponents))
        self.weights *= chances**score * (1 - chances) ** (1 - score)
        self.weights /= self.weights.sum()

    def _drift(self) -> None:
        """Spread the weights, because the rating may have changed since the last game."""
        part = 0.5 * (DRIFT / STEP) ** 2 / ROUNDS  # this probability of a step up, and of one down, gives the variance
        for _ in range(ROUNDS):
            up, down = self.weights.copy(), self.weights.copy()
            up[1:], down[:-1] = self.weights[:-1], self.weights[1:]
            self.weights = (1 - 2 * part) * self.weights + part * (up + down)

    @property
    def rating(self) -> Rating:
        """The estimated rating."""
        mean = float((self.weights * self.grid).sum())
        return Rating(mean, sqrt(float((self.weights * (self.grid - mean) ** 2).sum())), self.games)


def history(results: Iterable[GameResult], game: str) -> list[Rating]:
    """Return a person's rating in a game after each rated game, oldest first."""
    estimator, ratings = Estimator(), []
    for result in results:
        if result.game == game and result.rated and result.levels:
            estimator.add([level_rating(game, level) for level in result.levels], result.score)
            ratings.append(estimator.rating)
    return ratings


def current(results: Iterable[GameResult], game: str) -> Rating:
    """Return a person's rating in a game now."""
    return next(reversed(history(results, game)), Estimator().rating)
