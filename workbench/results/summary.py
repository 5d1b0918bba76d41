"""Scores by game and opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bots.levels.ladders import ADAPTIVE, NAMES
from workbench.results.history import GameResult

ORDER = (*NAMES, ADAPTIVE)


class Score(NamedTuple):
    """A person's score in one game against one choice of opponents.

    Attributes:
        game: The id of the game.
        opponent: The level, or the bots' specs.
        seats: The number of players.
        games: The number of games.
        wins: The shares of the wins, added up.
        rated: The number of games that count for the rating.
    """

    game: str
    opponent: str
    seats: int
    games: int
    wins: float
    rated: int

    @property
    def share(self) -> float:
        """The average share of the win."""
        return self.wins / self.games


def scores(results: Sequence[GameResult], game: str = "") -> list[Score]:
    """Return the scores by game, opponent and number of players, weakest levels first.

    Args:
        results: The results.
        game: The id of the game, or "" for all games.
    """
    groups: dict[tuple[str, str, int], list[GameResult]] = {}
    for result in results:
        if game in ("", result.game):
            groups.setdefault((result.game, result.opponent, len(result.opponents) + 1), []).append(result)
    rows = [
        Score(*key, len(group), sum(result.score for result in group), sum(result.rated for result in group))
        for key, group in groups.items()
    ]
    return sorted(rows, key=_order)


def _order(score: Score) -> tuple[str, int, str, int]:
    place = ORDER.index(score.opponent) if score.opponent in ORDER else len(ORDER)
    return score.game, place, score.opponent, score.seats
