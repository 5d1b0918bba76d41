"""Texts about drawing on the board."""

from __future__ import annotations

NO_CURSOR = "First move the cursor on the board with the arrow keys."
NO_DRAWINGS = "Nothing is drawn on this position."
KEYS_HEAD = "Drawing on the board"
KEYS = (
    ("Right drag", "Draw an arrow, or remove it"),
    ("Shift+right click", "Circle a place, or remove the circle"),
    ("With Ctrl, Alt or both", "Draw in red, blue or yellow"),
)


def begun(spot: str, key: str) -> str:
    """Return the request to choose the end of an arrow."""
    return f"Arrow from {spot}: move to its end and press {key}."


def colour(name: str) -> str:
    """Return the confirmation of a new colour."""
    return f"You now draw in {name}."
