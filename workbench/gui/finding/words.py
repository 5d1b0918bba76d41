"""The texts of the search for a position."""

from __future__ import annotations

from datetime import datetime

from workbench.system.language.formats import format_moment, format_percent
from workbench.system.translation import tr, trn

LABEL = tr("Find this position…")
MEANING = tr("Find your games with this position, and what was played next")
TITLE = tr("Games with this position")
STARTING = tr("Reading your games…")
NONE = tr("No games with this position.")
ALL_MOVES = tr("All moves")
NO_MOVE = tr("The game ended")  # after the last position of a game
MOVE_HEADS = (tr("Played next"), tr("Games"), tr("Share"))
GAME_HEADS = (tr("Players"), tr("Result"), tr("Started"), tr("Turn"), tr("Move"))
OPEN, CLOSE = tr("Open game"), tr("Close")


def score_head(player: str) -> str:
    """Return the heading of the scores of a player."""
    return tr("Score of {player}", player=player)


def reading(done: int, total: int) -> str:
    """Return the progress of reading games."""
    return tr("Reading your games: {done:,} of {total:,}", done=done, total=total)


def found(games: int) -> str:
    """Return the number of games found."""
    return trn("{count:,} game", "{count:,} games", games)


def percent(share: float | None) -> str:
    """Return a share as "62 %", or "–" if it is unknown."""
    return "–" if share is None else format_percent(share)


def players(names: list[str]) -> str:
    """Return the names of the players."""
    return " – ".join(names)


def begun(created: str) -> str:
    """Return when a game began, such as "2026-01-31 12:04"."""
    try:
        return format_moment(datetime.fromisoformat(created))
    except ValueError:
        return created[:16]


def not_opened(reason: str) -> str:
    """Return the message that a game cannot be opened."""
    return tr("The game cannot be opened: {reason}", reason=reason)
