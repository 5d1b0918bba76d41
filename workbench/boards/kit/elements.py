"""The elements of a drawn position: items, labels, clickable spots, the board's geometry, and panels beside the board.

Lengths are in board units: 1 is the distance between neighbouring cells. x grows to the right, y downwards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from fastcore import State, Viewpoint

Point = State | Viewpoint
Fields = Mapping[str, str]

NEAR = 1.3  # board units: maximum distance between neighbouring spots
AROUND = 2.1  # board units: radius of a marked area
LEAST_DECOYS, MOST_DECOYS = 2, 3  # other spots in an area with several spots to find
FEWEST = 4  # minimum number of choices in an area, if half of the choices are that many
LARGE_BOARD = 50  # number of spots from which a board has space for `AROUND`; smaller boards use `NEAR`


class Item(NamedTuple):
    """A drawing on the board.

    Shapes of pieces that differ only after their last colon, such as "card:r" and "card:?", are two faces of one piece.

    Attributes:
        shape: The name of the drawing.
        x: The horizontal centre.
        y: The vertical centre.
        size: The side of the square that the drawing fills.
        where: The spot of the drawing, or "".
        turns: Whether the drawing rotates with the board, like an arrow, instead of staying upright.
    """

    shape: str
    x: float
    y: float
    size: float
    where: str = ""
    turns: bool = False


class Label(NamedTuple):
    """Words on the board.

    Labels of a `Ground` that have no spot, such as coordinates, can be hidden.

    Attributes:
        text: The words.
        x: The horizontal position of the anchor.
        y: The vertical position of the anchor.
        size: The height of a line.
        colour: A colour of the palette.
        where: The spot of the words, or "".
        plate: The colour of a plate behind the words that hides lines crossing them, or "".
        anchor: The point of the words at (x, y): the "center", or a side or corner as a point of the compass.
        limit: The largest size that fits the place of the words, or 0 if any does.
    """

    text: str
    x: float
    y: float
    size: float
    colour: str = "quiet"
    where: str = ""
    plate: str = ""
    anchor: str = "center"
    limit: float = 0.0


class Spot(NamedTuple):
    """A place that can be clicked: its name, its centre, and the outline of its hit area."""

    name: str
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point is in the hit area."""
        inside = False
        for (x1, y1), (x2, y2) in zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


@dataclass(frozen=True)
class Ground:
    """The parts of a board that stay the same throughout a game.

    Attributes:
        width: The width.
        height: The height.
        step: The smallest distances between columns and between rows, from which a pixel-exact scale can be chosen.
        cells: The drawings of the cells.
        labels: The words on the board.
        names: The names of the spots, which can be hidden.
        spots: The clickable places by name.
        turns: The rotational symmetry: a rotation by 1/`turns` of a circle maps cells to cells.
        mirrors: Whether a mirror image also maps cells to cells.
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

    def spot_at(self, x: float, y: float) -> str:
        """Return the spot whose hit area contains this point, or "" if none does."""
        return next((spot.name for spot in self.spots.values() if spot.contains(x, y)), "")

    def neighbour(self, name: str, dx: int, dy: int) -> str:
        """Return the nearest spot in the direction of an arrow key, or the same spot if there is none.

        If two spots are equally near, down takes the right one and up the left one, so that each step can be reversed.

        Args:
            name: The spot to move from.
            dx: The horizontal direction: -1, 0 or 1.
            dy: The vertical direction: -1, 0 or 1.
        """
        start = self.spots[name]
        best, shortest = name, float("inf")
        for spot in self.spots.values():
            along = (spot.x - start.x) * dx + (spot.y - start.y) * dy
            across = abs((spot.x - start.x) * dy) + abs((spot.y - start.y) * dx)
            distance = along + across - 1e-3 * (spot.x - start.x) * dy
            if along > 1e-6 and across <= along * 1.01 and distance < shortest:
                best, shortest = spot.name, distance
        return best


class Line(NamedTuple):
    """A line of a panel: words or a row of small shapes ("" is a gap). `weight` is bold, normal or quiet."""

    text: str = ""
    shapes: tuple[str, ...] = ()
    weight: str = "normal"


class Panel(NamedTuple):
    """A card beside the board: large shapes on the left, lines on the right."""

    shapes: tuple[str, ...]
    lines: tuple[Line, ...]


def area(ground: Ground, spot: str, choices: Collection[str]) -> tuple[str, ...]:
    """Return the choices in an area around a spot, but not centred on it.

    The centre is the neighbour nearest to the middle of the board, so that the area does not give the spot away. If the
    area has few choices, the nearest ones outside are added. It has at most half of the choices.

    Args:
        ground: The board.
        spot: The spot to find.
        choices: The spots that can be clicked, including `spot`.
    """
    centre = ground.spots[spot]
    beside = [near for near in ground.spots.values() if near.name != spot and _distance(near, centre) <= NEAR]
    board_centre = Spot("", ground.width / 2, ground.height / 2, ())
    middle = min(beside or [centre], key=lambda near: _distance(near, board_centre))
    reach = AROUND if len(ground.spots) >= LARGE_BOARD else NEAR
    nearest = sorted(
        (ground.spots[name] for name in choices if name in ground.spots), key=lambda near: _distance(near, middle)
    )
    inside = [near.name for near in nearest if _distance(near, middle) <= reach]
    most = max(1, len(nearest) // 2)
    found = (inside if len(inside) >= FEWEST else [near.name for near in nearest[:FEWEST]])[:most]
    return tuple(found if spot in found else [*found[:-1], spot])


def area_of(ground: Ground, spots: Collection[str], choices: Collection[str]) -> tuple[str, ...]:
    """Return all these spots and a few of the choices near them, in the order of the board.

    A single spot gets the area of `area`.

    Args:
        ground: The board.
        spots: The spots to find, all on the board.
        choices: The spots that can be clicked.
    """
    if len(spots) == 1:
        (spot,) = spots
        found = set(area(ground, spot, {spot, *choices}))
    else:
        wanted = [ground.spots[name] for name in spots]
        apart = {
            name: min(_distance(ground.spots[name], spot) for spot in wanted)
            for name in sorted(choices)
            if name in ground.spots and name not in spots
        }
        nearest = sorted(apart, key=lambda name: apart[name])[:MOST_DECOYS]
        near = sum(apart[name] <= AROUND for name in nearest)
        found = {*spots, *nearest[: max(near, LEAST_DECOYS)]}
    return tuple(name for name in ground.spots if name in found)


def _distance(first: Spot, second: Spot) -> float:
    return hypot(first.x - second.x, first.y - second.y)
