"""Turns and mirrors a board: its positions move, what stands on it stays upright."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import NamedTuple

from workbench.boards.kit.elements import Ground, Item, Label, Spot

LABEL_ROOM = 0.12  # from the middle of a label at the edge to the end of the picture


class Turn(NamedTuple):
    """Mirrored left to right or not, then turned to the right by so many of the board's own steps."""

    steps: int = 0
    mirrored: bool = False


@dataclass(frozen=True)
class Aspect:
    """What is seen of a ground after a turn: `ground` has every place as it is seen, `place` finds it for a drawing."""

    source: Ground
    ground: Ground
    degrees: float
    mirrored: bool
    left: float
    top: float

    @property
    def plain(self) -> bool:
        """Whether nothing is turned or mirrored."""
        return not (self.degrees or self.mirrored)

    def place(self, item: Item) -> tuple[float, float]:
        """Where a drawing is seen. One that stands on a spot keeps its place in it;
        one that turns goes round as a whole."""
        spot = self.source.spots.get(item.where)
        if self.plain or item.turns or spot is None:
            x, y = _around(item.x, item.y, self.degrees, self.mirrored)
            return x - self.left, y - self.top
        seen = self.ground.spots[item.where]
        return seen.x + item.x - spot.x, seen.y + item.y - spot.y

    def words(self, label: Label) -> Label:
        """Words as they are seen: upright, in their place on the spot that they stand on."""
        x, y = self.place(Item("", label.x, label.y, label.size, label.where))
        return label._replace(x=x, y=y)

    def drawing(self, item: Item, drawing: str) -> str:
        """The drawing of an item as it is seen."""
        if self.plain or not item.turns:
            return drawing
        flip = " scale(-1,1)" if self.mirrored else ""
        return f'<g transform="rotate({self.degrees:g}){flip}">{drawing}</g>'


def _around(x: float, y: float, degrees: float, mirrored: bool) -> tuple[float, float]:
    """A place after mirroring and turning around the corner where both lengths begin."""
    if mirrored:
        x = -x
    turn = degrees * pi / 180
    return round(x * cos(turn) - y * sin(turn), 9), round(x * sin(turn) + y * cos(turn), 9)  # columns stay columns


def look_at(ground: Ground, turn: Turn = Turn(), labels: bool = True) -> Aspect:
    """A ground as it is seen after a turn, as large as it then is;
    without the labels beside its spots if they are not wanted."""
    degrees = 360 / ground.turns * (turn.steps % ground.turns)
    mirrored = turn.mirrored and ground.mirrors
    if not degrees and not mirrored and labels:
        return Aspect(ground, ground, 0.0, False, 0.0, 0.0)

    def around(x: float, y: float) -> tuple[float, float]:
        return _around(x, y, degrees, mirrored)

    outlines = {name: [around(*corner) for corner in spot.outline] for name, spot in ground.spots.items()}
    kept = [label for label in ground.labels if labels or label.where]
    edge = [around(label.x, label.y) for label in kept]
    across = [x for outline in outlines.values() for x, _ in outline]
    down = [y for outline in outlines.values() for _, y in outline]
    left = min(across + [x - LABEL_ROOM for x, _ in edge])
    top = min(down + [y - LABEL_ROOM for _, y in edge])
    right = max(across + [x + LABEL_ROOM for x, _ in edge])
    bottom = max(down + [y + LABEL_ROOM for _, y in edge])
    middles = {name: around(spot.x, spot.y) for name, spot in ground.spots.items()}
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
    cells = [cell._replace(x=x, y=y) for cell in ground.cells for x, y in [aspect.place(cell)]]
    names = [_beside(label, ground, spots) for label in ground.names]
    return replace(aspect, ground=replace(seen, cells=tuple(cells), names=tuple(names)))


def _beside(label: Label, ground: Ground, spots: dict[str, Spot]) -> Label:
    """A name in its place on the spot that it names."""
    spot, seen = ground.spots[label.where], spots[label.where]
    return label._replace(x=seen.x + label.x - spot.x, y=seen.y + label.y - spot.y)
