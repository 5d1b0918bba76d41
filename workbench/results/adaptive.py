"""The adaptive level: its strength follows a person's results, so that the person wins about an even share."""

from __future__ import annotations

from collections.abc import Sequence

from bots.levels.ladders import ADAPTIVE, NAMES
from fastcore import Stream
from workbench.results.rating import Rating, level_rating, win_chance


def next_level(rating: float, game: str, seats: int, part: float) -> str:
    """Return the level against which a person of this rating should play next.

    No level may be exactly even. Then the choice is between the two nearest, the more often the nearer.

    Args:
        rating: The rating of the person.
        game: The id of the game.
        seats: The number of seats; all other seats play at the same level.
        part: A random number from 0 to 1.
    """
    even = 1 / seats
    chances = [win_chance(rating, [level_rating(game, level)] * (seats - 1)) for level in NAMES]
    for number in range(1, len(NAMES)):
        above, below = chances[number], chances[number - 1]
        if above <= even <= below:
            return NAMES[number] if part * (below - above) < below - even else NAMES[number - 1]
    return NAMES[0] if even > chances[0] else NAMES[-1]


def choose_level(rating: Rating, game: str, seats: int) -> str:
    """Return the level of the next game against the adaptive level."""
    part = Stream(0, "adaptive", game, rating.games).below(1000) / 1000
    return next_level(rating.value, game, seats, part)


def is_adaptive(player: str) -> bool:
    """Return whether a player is the adaptive level, at any strength."""
    return player.partition("(")[0] == ADAPTIVE


def with_strength(spec: str, players: Sequence[str], rating: Rating) -> tuple[str, ...]:
    """Return the players of a new game, with a strength for each adaptive bot.

    Args:
        spec: The game.
        players: The player on each seat.
        rating: The rating of the person.
    """
    level = choose_level(rating, spec.partition("(")[0], len(players))
    return tuple(f"{ADAPTIVE}(level={level})" if is_adaptive(player) else player for player in players)
