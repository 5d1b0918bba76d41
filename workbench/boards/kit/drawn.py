"""Drawings of a person on the board: arrows between two spots, and circles around one spot.

A record stores a drawing as a mark of the kind "arrow:<colour>" or "circle:<colour>" with the names of its spots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from bots.report import Mark
from workbench.boards.kit.elements import Ground, Item, Spot

COLOURS = ("green", "red", "blue", "yellow")
KINDS = {1: "circle", 2: "arrow"}  # number of spots -> kind of mark
OPACITY = 0.82
# In board units: gaps at the two ends of an arrow, width of its stem, and length and half width of its head.
START_GAP, END_GAP, STEM, HEAD, HEAD_HALF = 0.22, 0.1, 0.12, 0.36, 0.2
LINE = 0.08  # width of a circle's line, in board units
LARGEST_CIRCLE, ROUND = 1.1, 1.2  # largest width and ratio of sides; other spots get a rounded rectangle

Corner = tuple[float, float]


class Drawing(NamedTuple):
    """An arrow between two spots, or a circle around one."""

    colour: str
    spots: tuple[str, ...]

    @property
    def mark(self) -> Mark:
        """The mark that stores the drawing."""
        return Mark(f"{KINDS[len(self.spots)]}:{self.colour}", self.spots, 1.0)


def drawing_of(mark: Mark) -> Drawing | None:
    """Return the drawing that a mark stores, or None if it stores something else."""
    kind, _, colour = mark.kind.partition(":")
    known = KINDS.get(len(mark.where)) == kind and colour in COLOURS and len(set(mark.where)) == len(mark.where)
    return Drawing(colour, tuple(mark.where)) if known else None


def drawings(marks: Iterable[Mark]) -> tuple[Drawing, ...]:
    """Return the drawings among marks, without repetitions."""
    return tuple(dict.fromkeys(drawing for mark in marks if (drawing := drawing_of(mark)) is not None))


def toggled(marks: Sequence[Mark], drawing: Drawing) -> tuple[Mark, ...]:
    """Return the marks with a drawing added, or without it if it is there already.

    The drawing replaces one on the same spots in another colour.
    """
    others = tuple(mark for mark in marks if (old := drawing_of(mark)) is None or old.spots != drawing.spots)
    return others if drawing in drawings(marks) else (*others, drawing.mark)


def without_drawings(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks that are no drawings."""
    return tuple(mark for mark in marks if drawing_of(mark) is None)


def palette_colour(drawing: Drawing) -> str:
    """Return the palette colour of a drawing."""
    return f"draw_{drawing.colour}"


def arrow_corners(start: Spot, end: Spot) -> tuple[Corner, ...]:
    """Return the corners of an arrow from one spot to another, in board units."""
    across, down = end.x - start.x, end.y - start.y
    length = max(hypot(across, down), 1e-6)
    dx, dy = across / length, down / length
    scale = min(1.0, length / (START_GAP + END_GAP + HEAD + STEM))  # a short arrow is smaller as a whole

    def corner(along: float, aside: float) -> Corner:
        return start.x + dx * along - dy * aside, start.y + dy * along + dx * aside

    tail, tip, stem, half = START_GAP * scale, length - END_GAP * scale, STEM * scale / 2, HEAD_HALF * scale
    neck = tip - HEAD * scale
    return (
        corner(tail, -stem), corner(neck, -stem), corner(neck, -half), corner(tip, 0),
        corner(neck, half), corner(neck, stem), corner(tail, stem),
    )  # fmt: skip


def circles(ground: Ground, drawn: Iterable[Drawing]) -> dict[Item, str]:
    """Return the drawings of the circles. A spot longer than wide gets a rounded rectangle. Unknown spots are skipped.

    Args:
        ground: The board before rotation.
        drawn: Drawings of any kind.
    """
    return dict(_circle(ground.spots[one.spots[0]], one) for one in _on_board(ground, drawn) if len(one.spots) == 1)


def arrows(ground: Ground, drawn: Iterable[Drawing]) -> list[Drawing]:
    """Return the arrows on known spots."""
    return [one for one in _on_board(ground, drawn) if len(one.spots) == 2]


def arrow_items(ground: Ground, drawn: Iterable[Drawing]) -> dict[Item, str]:
    """Return the arrows as items with their drawings, for pictures of the board before rotation."""
    return dict(_arrow(ground, one) for one in arrows(ground, drawn))


def _on_board(ground: Ground, drawn: Iterable[Drawing]) -> Iterator[Drawing]:
    return (one for one in drawn if all(spot in ground.spots for spot in one.spots))


def _circle(spot: Spot, drawing: Drawing) -> tuple[Item, str]:
    xs, ys = [x for x, _ in spot.outline], [y for _, y in spot.outline]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    colour, size = palette_colour(drawing), min(wide, high)
    is_round = size <= LARGEST_CIRCLE and max(wide, high) <= size * ROUND
    line = LINE * 100 / (size if is_round else max(wide, high))
    look = f'fill="none" stroke="{{{colour}}}" stroke-width="{line:.2f}" opacity="{OPACITY:g}"/>'
    if is_round:
        return Item(
            f"drawn:circle:{colour}", spot.x, spot.y, size, spot.name
        ), f'<circle r="{48 - line / 2:.2f}" {look}'
    size = max(wide, high)
    across, down = 100 * wide / size - line, 100 * high / size - line
    box = f'<rect x="{-across / 2:.2f}" y="{-down / 2:.2f}" width="{across:.2f}" height="{down:.2f}" rx="6" {look}'
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Item(f"drawn:box:{colour}:{wide:.2f}:{high:.2f}", *middle, size, spot.name, True), box


def _arrow(ground: Ground, drawing: Drawing) -> tuple[Item, str]:
    start, end = (ground.spots[spot] for spot in drawing.spots)
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    corners = arrow_corners(start, end)
    size = 2 * max(max(abs(cx - x), abs(cy - y)) for cx, cy in corners)
    path = "L".join(f"{(cx - x) / size * 100:.2f},{(cy - y) / size * 100:.2f}" for cx, cy in corners)
    body = f'<path d="M{path}Z" fill="{{{palette_colour(drawing)}}}" opacity="{OPACITY:g}"/>'
    return Item(f"drawn:{drawing.mark.kind}:{'-'.join(drawing.spots)}", x, y, size, turns=True), body
