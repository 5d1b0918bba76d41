"""The texts about a person's results."""

from __future__ import annotations

from workbench.results.rating import Rating
from workbench.system.language.formats import format_percent, localised
from workbench.system.translation import tr, trn

TITLE = tr("My results")
MEANING = tr("Your scores against each level, and your rating")
CLOSE = tr("Close")
LOADING = tr("Reading your results…")
NO_RESULTS = tr("No results yet. Finish a game against a bot to begin.")
NO_RATING = tr("No rating yet")
RATING_NOTE = tr("Hints are fine. Games with changed or bot moves do not count.")
CLUB = tr("Club")
HEADS = (tr("Opponent"), tr("Games"), tr("Won"), tr("Score"), tr("Even"))


def rating(current: Rating) -> str:
    """Return a rating with its uncertainty, such as "Rating 1480 ± 120"."""
    return tr("Rating {current} ± {margin}", current=round(current.value), margin=round(current.margin))


def after(games: int) -> str:
    """Return the number of games behind a rating."""
    return trn("after {count:,} rated game", "after {count:,} rated games", games) if games else ""


def opponent(name: str, seats: int) -> str:
    """Return the name of an opponent for the table."""
    return name if seats == 2 else tr("{name}, {seats} players", name=name, seats=seats)


def percent(share: float) -> str:
    """Return a share as "62 %"."""
    return format_percent(share)


def wins(number: float) -> str:
    """Return the number of wins; shared wins count in part."""
    return localised(f"{number:.1f}".removesuffix(".0"))


def not_stored(reason: str) -> str:
    """Return the message that a result could not be stored."""
    return tr("your result was not saved: {reason}", reason=reason)
