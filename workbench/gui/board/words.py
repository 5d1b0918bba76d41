"""What the window says of the board: how it is looked at, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NO_TURN = "This board looks right from one side only."
NO_FLIP = "This board cannot be mirrored."
ANIMATION_OFF = "Moves are not shown step by step."
QUICKEST = "Moves are shown as fast as can be."
CALMEST = "Moves are shown as slowly as can be."
NOT_THERE = "It cannot be dragged there."
SAVE_PICTURE = "Save picture…"
PICTURING = "The picture is being made."
COPIED_PICTURE = "The picture is on the clipboard."
PICTURE_FILES = [("SVG", "*.svg"), ("PNG", "*.png")]
LEGAL = "What may be played"
POSITION = "Position"
FILTER = "Only moves with"
PLAY_CHOSEN = "Play"
NOTHING_HAPPENS = "Nothing happens."


def pace(speed: float) -> str:
    return f"Moves are shown at {speed:g} times the usual speed."


def no_holder(program: str) -> str:
    """Why a picture goes into a file where it was to be copied."""
    return f"No program here (such as {program}) can hold a picture: save it as a file"


def no_picture(reason: str) -> str:
    return f"The picture cannot be made: {reason}."


def saved_picture(name: str) -> str:
    return f"The picture is kept as {name}."


def choose(spot: str, choices: Sequence[str]) -> str:
    """A spot where several moves end."""
    return f"{spot}: choose to {', or to '.join(choices)}."


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
