"""What the window says of the board: how it is looked at, and its picture."""

from __future__ import annotations

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


def pace(speed: float) -> str:
    return f"Moves are shown at {speed:g} times the usual speed."


def no_holder(program: str) -> str:
    """Why a picture goes into a file where it was to be copied."""
    return f"No program here (such as {program}) can hold a picture: save it as a file"


def no_picture(reason: str) -> str:
    return f"The picture cannot be made: {reason}."


def saved_picture(name: str) -> str:
    return f"The picture is kept as {name}."
