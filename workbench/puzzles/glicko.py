"""Glicko ratings of people and puzzles: an attempt is a game between the two.

The formulas are those of Mark Glickman's "The Glicko system" (1995), with one game in each rating period. Ratings and
deviations are in Elo. `workbench.results.rating` measures games against bots, whose ratings are fixed; here both sides
are uncertain.
"""

from __future__ import annotations

from math import log, pi, sqrt

from workbench.results.rating import START, START_DEVIATION, Rating

LEAST_DEVIATION = 45.0  # people learn, so a rating never becomes exact
GROWTH = 330.0  # variance that a person's rating gains in a day without practice; after a year it is unknown
_Q = log(10) / 400

START_RATING = Rating(float(START), float(START_DEVIATION), 0)


def weight(deviation: float) -> float:
    """Return how much an attempt counts whose opponent's rating has this deviation; 1 if it is exact."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)


def solve_chance(person: Rating, puzzle: Rating) -> float:
    """Return the probability that a person solves a puzzle, given the uncertainty of both ratings."""
    both = sqrt(person.deviation**2 + puzzle.deviation**2)
    return 1 / (1 + 10 ** (-weight(both) * (person.value - puzzle.value) / 400))


def after_attempt(own: Rating, other: Rating, score: float) -> Rating:
    """Return a rating after an attempt.

    Args:
        own: The rating before.
        other: The rating of the puzzle, or of the person.
        score: 1 for a win, 0 for a loss.
    """
    scale = weight(other.deviation)
    expected = 1 / (1 + 10 ** (-scale * (own.value - other.value) / 400))
    information = (_Q * scale) ** 2 * expected * (1 - expected)
    precision = 1 / own.deviation**2 + information
    value = own.value + _Q / precision * scale * (score - expected)
    return Rating(value, max(LEAST_DEVIATION, sqrt(1 / precision)), own.games + 1)


def after_days(rating: Rating, days: float) -> Rating:
    """Return a person's rating some days later: its deviation grows, at most to that of a new rating."""
    grown = sqrt(rating.deviation**2 + GROWTH * max(0.0, days))
    return rating._replace(deviation=min(max(rating.deviation, START_DEVIATION), grown))
