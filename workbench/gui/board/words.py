"""Texts about the board on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.system.translation import tr

NOT_THERE = tr("This piece cannot be dragged there.")
LEGAL = tr("Legal moves")
POSITION = tr("Position")
FILTER = tr("Filter")
PLAY_CHOSEN = tr("Play")
NOTHING_HAPPENS = tr("This click has no effect.")


def choose(spot: str, choices: Sequence[str]) -> str:
    """Return the tip of a spot on which several moves end."""
    return tr("{spot}: choose to {choices}.", spot=spot, choices=tr(", or to ").join(choices))


def which_move(spot: str) -> str:
    """Return the heading of the card with the moves that end on a spot."""
    return tr("{spot}: which move?", spot=spot)


def as_button(move: str) -> str:
    """Return a move in words as the label of a button."""
    return move[:1].upper() + move[1:]


def cursor_at(spot: str, description: str) -> str:
    """Return the description of a spot, such as "d4: a blue stone"."""
    return f"{spot}: {description}" if description else spot


def deselect(spot: str) -> str:
    """Return the tip of a spot that a click would deselect."""
    return tr("{spot}: click again to deselect.", spot=spot)


def with_key(label: str, key: str) -> str:
    """Return the label of a button, with its key in parentheses if the label does not contain it."""
    return f"{label} ({key.upper()})" if key and key.lower() not in label.lower() else label


def press(key: str, proposed: bool = False) -> str:
    """Return the tip of a button with its keys, or ""."""
    keys = tr(" or ").join(filter(None, (key.upper(), tr("Enter") if proposed else "")))
    return tr("Press {keys} while the board has the focus", keys=keys) if keys else ""


def happens(sentences: Iterable[str]) -> str:
    """Return the sentences about all events as one text."""
    return " ".join(filter(None, sentences)) or NOTHING_HAPPENS
