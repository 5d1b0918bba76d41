"""The texts about a person's results."""

from __future__ import annotations

from workbench.results.rating import Rating

TITLE = "My results"
MEANING = "Your scores against each level, and your rating"
CLOSE = "Close"
LOADING = "Reading your results…"
NO_RESULTS = "No results yet. Finish a game against a bot to see them here."
NO_RATING = "No rating yet"
RATING_NOTE = "The level Club has 1500. Games with undo or help do not count."
CLUB = "Club"
HEADS = ("Opponent", "Games", "Won", "Score", "Even")


def rating(current: Rating) -> str:
    """Return a rating with its uncertainty, such as "Rating 1480 ± 120"."""
    return f"Rating {round(current.value)} ± {round(current.margin)}"


def after(games: int) -> str:
    """Return the number of games behind a rating."""
    return f"after {games:,} rated {'game' if games == 1 else 'games'}" if games else ""


def opponent(name: str, seats: int) -> str:
    """Return the name of an opponent for the table."""
    return name if seats == 2 else f"{name}, {seats} players"


def percent(share: float) -> str:
    """Return a share as "62 %"."""
    return f"{100 * share:.0f} %"


def wins(number: float) -> str:
    """Return the number of wins; shared wins count in part."""
    return f"{number:.1f}".removesuffix(".0")


def not_stored(reason: str) -> str:
    """Return the message that a result could not be stored."""
    return f"your result was not saved: {reason}"
