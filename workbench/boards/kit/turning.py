"""Rotation and mirroring of a board: positions move, pieces stay upright."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import NamedTuple

from workbench.boards.kit.elements import Ground, Item, Label, Spot

LABEL_ROOM = 0.12  # from the centre of an edge label to the edge of the picture


class Turn(NamedTuple):
    """An optional left-to-right mirror image, then a clockwise rotation by `steps` of the board's rotation steps."""

    steps: int = 0
    mirrored: bool = False


@dataclass(frozen=True)
class Aspect:
    """A view of a board's geometry after a turn.

    Attributes:
        source: The geometry as the board defines it.
        ground: The turned geometry.
        degrees: The clockwise rotation.
        mirrored: Whether it is mirrored.
        left: The left edge of the turned geometry in turned coordinates.
        top: Its top edge.
    """

    source: Ground
    ground: Ground
    degrees: float
    mirrored: bool
    left: float
    top: float

    @property
    def plain(self) -> bool:
        """Whether the view is neither rotated nor mirrored."""
        return not (self.degrees or self.mirrored)

    def position(self, item: Item) -> tuple[float, float]:
        """Return the centre of a drawing in the view.

        A drawing on a spot keeps its offset from the spot. A drawing that `turns` rotates as a whole.
        """
        spot = self.source.spots.get(item.where)
        if self.plain or item.turns or spot is None:
            x, y = _rotated(item.x, item.y, self.degrees, self.mirrored)
            return x - self.left, y - self.top
        seen = self.ground.spots[item.where]
        return seen.x + item.x - spot.x, seen.y + item.y - spot.y

    def place_label(self, label: Label) -> Label:
        """Return a label in the view: upright, with its offset from its spot."""
        x, y = self.position(Item("", label.x, label.y, label.size, label.where))
        return label._replace(x=x, y=y)

    def drawing(self, item: Item, drawing: str) -> str:
        """Return the SVG of an item in the view."""
        if self.plain or not item.turns:
            return drawing
        flip = " scale(-1,1)" if self.mirrored else ""
        return f'<g transform="rotate({self.degrees:g}){flip}">{drawing}</g>'


def _rotated(x: float, y: float, degrees: float, mirrored: bool) -> tuple[float, float]:
    """Return a point after mirroring and rotating it around the origin."""
    if mirrored:
        x = -x
    turn = degrees * pi / 180
    # rounded, so that columns stay aligned
    return round(x * cos(turn) - y * sin(turn), 9), round(x * sin(turn) + y * cos(turn), 9)


def turned_view(ground: Ground, turn: Turn = Turn(), labels: bool = True) -> Aspect:
    """Return the view of a board's geometry after a turn, with its new extent.

    Args:
        ground: The geometry.
        turn: The rotation and mirroring.
        labels: Whether to keep the labels that belong to no spot.
    """
    degrees = 360 / ground.turns * (turn.steps % ground.turns)
    mirrored = turn.mirrored and ground.mirrors
    if not degrees and not mirrored and labels:
        return Aspect(ground, ground, 0.0, False, 0.0, 0.0)

    def rotated(x: float, y: float) -> tuple[float, float]:
        return _rotated(x, y, degrees, mirrored)

    outlines = {name: [rotated(*corner) for corner in spot.outline] for name, spot in ground.spots.items()}
    kept = [label for label in ground.labels if labels or label.where]
    edge = [rotated(label.x, label.y) for label in kept]
    across = [x for outline in outlines.values() for x, _ in outline]
    down = [y for outline in outlines.values() for _, y in outline]
    left = min(across + [x - LABEL_ROOM for x, _ in edge])
    top = min(down + [y - LABEL_ROOM for _, y in edge])
    right = max(across + [x + LABEL_ROOM for x, _ in edge])
    bottom = max(down + [y + LABEL_ROOM for _, y in edge])
    middles = {name: rotated(spot.x, spot.y) for name, spot in ground.spots.items()}
    spots = {
        name: Spot(name, x - left, y - top, tuple((x - left, y - top) for x, y in outlines[name]))
        for name, (x, y) in middles.items()
    }
    seen = replace(
        ground,
        width=right - left,
        height=bottom - top,
        spots=spots,
        labels=tuple(label._replace(x=x - left, y=y - top) for label, (x, y) in zip(kept, edge, strict=True)),
    )
    aspect = Aspect(ground, seen, degrees, mirrored, left, top)
    cells = [cell._replace(x=x, y=y) for cell in ground.cells for x, y in [aspect.position(cell)]]
    names = [_moved_name(label, ground, spots) for label in ground.names]
    return replace(aspect, ground=replace(seen, cells=tuple(cells), names=tuple(names)))


def _moved_name(label: Label, ground: Ground, spots: dict[str, Spot]) -> Label:
    spot, seen = ground.spots[label.where], spots[label.where]
    return label._replace(x=seen.x + label.x - spot.x, y=seen.y + label.y - spot.y)
