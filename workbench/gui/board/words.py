"""What the window says of the board: how it is looked at, and its picture."""

from __future__ import annotations

COMMANDS = {
    "rotate": "Turn the board",
    "rotate_back": "Turn the board back",
    "flip": "Mirror the board",
    "letters": "Letters and numbers beside the board",
    "quicker": "Show moves faster",
    "calmer": "Show moves slower",
    "copy_picture": "Copy picture",
    "save_picture": "Save picture…",
}
MEANINGS = {
    "rotate": "Look at the board from the next side",
    "rotate_back": "Look at the board from the side before",
    "flip": "See the board mirrored, left to right",
    "letters": "Write the letters of the rows and the numbers of the cells at the edge",
    "quicker": "Let pieces come, go and glide faster",
    "calmer": "Let pieces come, go and glide slower",
    "copy_picture": "Copy the board as a picture",
    "save_picture": "Keep the board as a picture, SVG or PNG",
}
NO_TURN = "This board looks right from one side only."
NO_FLIP = "This board cannot be mirrored."
ANIMATION_OFF = "Moves are not shown step by step."
QUICKEST = "Moves are shown as fast as can be."
CALMEST = "Moves are shown as slowly as can be."
NOT_THERE = "It cannot be dragged there."
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
