"""What the window says of the board: how it is looked at, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NOT_THERE = "It cannot be dragged there."
LEGAL = "What may be played"
POSITION = "Position"
FILTER = "Only moves with"
PLAY_CHOSEN = "Play"
NOTHING_HAPPENS = "Nothing happens."


def choose(spot: str, choices: Sequence[str]) -> str:
    """A spot where several moves end."""
    return f"{spot}: choose to {', or to '.join(choices)}."


def cursor_at(spot: str, what: str) -> str:
    """As in "d4: a blue stone"."""
    return f"{spot}: {what}" if what else spot


def take_back(spot: str) -> str:
    return f"{spot}: click again to take the choice back."


def with_key(label: str, key: str) -> str:
    """A button with the key that presses it, if the label does not hold it."""
    return f"{label} ({key.upper()})" if key and key.lower() not in label.lower() else label


def press(key: str, proposed: bool = False) -> str:
    keys = " or ".join(filter(None, (key.upper(), "Enter" if proposed else "")))
    return f"Press {keys} while the board has the focus" if keys else ""


def happens(told: Iterable[str]) -> str:
    """All that happens, one sentence after the other."""
    return " ".join(filter(None, told)) or NOTHING_HAPPENS
