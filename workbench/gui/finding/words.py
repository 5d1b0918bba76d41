"""The texts of the search for a position."""

from __future__ import annotations

from datetime import datetime

LABEL = "Find this position…"
MEANING = "Find your games with this position, and what was played next"
TITLE = "Games with this position"
STARTING = "Reading your games…"
NONE = "None of your games has this position."
ALL_MOVES = "All moves"
NO_MOVE = "Nothing"  # after the last position of a game
MOVE_HEADS = ("Played next", "Games", "Share")
GAME_HEADS = ("Players", "Result", "Begun", "Turn", "Move")
OPEN, CLOSE = "Open game", "Close"


def score_head(player: str) -> str:
    """Return the heading of the scores of a player."""
    return f"Score of {player}"


def reading(done: int, total: int) -> str:
    """Return the progress of reading games."""
    return f"Reading your games: {done:,} of {total:,}"


def found(games: int) -> str:
    """Return the number of games found."""
    return f"{games:,} {'game' if games == 1 else 'games'}"


def percent(share: float | None) -> str:
    """Return a share as "62 %", or "–" if it is unknown."""
    return "–" if share is None else f"{100 * share:.0f} %"


def players(names: list[str]) -> str:
    """Return the names of the players."""
    return " – ".join(names)


def begun(created: str) -> str:
    """Return when a game began, such as "2026-01-31 12:04"."""
    try:
        return f"{datetime.fromisoformat(created):%Y-%m-%d %H:%M}"
    except ValueError:
        return created[:16]


def not_opened(reason: str) -> str:
    """Return the message that a game cannot be opened."""
    return f"The game cannot be opened: {reason}"
