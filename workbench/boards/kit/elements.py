"""What is drawn of a position: items, labels, clickable spots, the ground below them, and panels beside the board.

Lengths are board units: 1 is the distance from a cell to the next; x grows to the right, y downwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from fastcore import State, Viewpoint

Point = State | Viewpoint
Fields = Mapping[str, str]


class Item(NamedTuple):
    """A drawing on the board: its shape, its centre, the side of the square that it fills, and the spot it stands on.

    Shapes of pieces that differ after their last colon alone, as "card:r" and "card:?", are one thing
    that may be turned over. Drawings stand upright however the board is turned, but those with
    `turns`, such as arrows, turn with it.
    """

    shape: str
    x: float
    y: float
    size: float
    where: str = ""
    turns: bool = False


class Label(NamedTuple):
    """Words on the board, centred; `size` is the height of a line, `colour` one of the palette,
    `where` the spot they stand on.

    Words of a ground that stand on no spot, as letters at its edge, can be switched off. `plate` is the colour of a
    plate behind them, "" for none: it covers what would cross them.
    """

    text: str
    x: float
    y: float
    size: float
    colour: str = "quiet"
    where: str = ""
    plate: str = ""


class Spot(NamedTuple):
    """A place that can be clicked: its name, its centre, and the outline of its hit area."""

    name: str
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the hit area."""
        inside = False
        for (x1, y1), (x2, y2) in zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


@dataclass(frozen=True)
class Ground:
    """What stays as it is through a game: the extent, the cells, the labels, the spots, and the steps of the grid.

    `step` is the smallest distance between columns and between rows: whoever paints may choose a scale that puts both
    on whole pixels. The cells fall on each other when all is turned by one of `turns` equal parts of a circle, and
    where `mirrors` holds also in a mirror: so it may be looked at from these sides.
    """

    width: float
    height: float
    step: tuple[float, float]
    cells: tuple[Item, ...]
    labels: tuple[Label, ...]
    names: tuple[Label, ...]
    spots: Mapping[str, Spot]
    turns: int = 1
    mirrors: bool = False

    def at(self, x: float, y: float) -> str:
        """The spot that holds this point, "" if none does."""
        return next((spot.name for spot in self.spots.values() if spot.holds(x, y)), "")

    def beside(self, name: str, dx: int, dy: int) -> str:
        """The nearest spot in a direction (one of the four of the arrow keys), the same spot if there is none.

        Of two that are as near, the way down takes the right one and the way up the left one, so that a step back
        undoes a step.
        """
        here = self.spots[name]
        best, least = name, float("inf")
        for spot in self.spots.values():
            along = (spot.x - here.x) * dx + (spot.y - here.y) * dy
            across = abs((spot.x - here.x) * dy) + abs((spot.y - here.y) * dx)
            far = along + across - 1e-3 * (spot.x - here.x) * dy
            if along > 1e-6 and across <= along * 1.01 and far < least:
                best, least = spot.name, far
        return best


class Line(NamedTuple):
    """One line of a panel: words, or a row of small shapes ("" is a gap); `weight` is bold, normal or quiet."""

    text: str = ""
    shapes: tuple[str, ...] = ()
    weight: str = "normal"


class Panel(NamedTuple):
    """A card beside the board: large shapes at the left, lines at the right."""

    shapes: tuple[str, ...]
    lines: tuple[Line, ...]
