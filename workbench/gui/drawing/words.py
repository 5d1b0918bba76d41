"""Texts about drawing on the board."""

from __future__ import annotations

from workbench.system.translation import tr

NO_CURSOR = tr("First move the cursor on the board with the arrow keys.")
NO_DRAWINGS = tr("Nothing is drawn on this position.")
DESELECT = tr("Deselect")
KEYS_HEAD = tr("Drawing on the board")
KEYS = (
    (tr("Right click, Menu key"), tr("Open the context menu of the board")),
    (tr("Right drag"), tr("Draw an arrow, or remove it")),
    (tr("Shift+right click"), tr("Circle a place, or remove the circle")),
    (tr("With Ctrl, Alt or both"), tr("Draw in red, blue or yellow")),
)


def mark(spot: str) -> str:
    """Return the menu entry that circles a spot."""
    return tr("Circle {spot}", spot=spot)


def unmark(spot: str) -> str:
    """Return the menu entry that removes the circle around a spot."""
    return tr("Remove circle from {spot}", spot=spot)


def begun(spot: str, key: str) -> str:
    """Return the request to choose the end of an arrow."""
    return tr("Arrow from {spot}: move to its end and press {key}.", spot=spot, key=key)


def colour(name: str) -> str:
    """Return the confirmation of a new colour."""
    return tr("You now draw in {name}.", name=name)
