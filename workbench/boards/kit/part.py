"""A cropped view of a board: the square around some spots, and the drawings inside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from workbench.boards.kit.elements import Ground, Item, Spot

BESIDE = 1.0  # margin around the spots, in board units
MIN = 5.0  # smallest side, in board units


class CroppedBoard:
    """A cropped board. `ground` is the geometry of this part only, with its own origin.

    Args:
        whole: The whole board.
        spots: The spots to include; none for the whole board.
    """

    def __init__(self, whole: Ground, spots: Collection[str]) -> None:
        included = [whole.spots[name] for name in spots if name in whole.spots] or [*whole.spots.values()]
        corners = [corner for spot in included for corner in spot.outline]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        top, bottom = min(y for _, y in corners), max(y for _, y in corners)
        side = max(MIN, right - left + 2 * BESIDE, bottom - top + 2 * BESIDE)
        edges = [corner for spot in whole.spots.values() for corner in spot.outline]
        self.x, self.width = _clipped((left + right) / 2, side, [x for x, _ in edges])
        self.y, self.height = _clipped((top + bottom) / 2, side, [y for _, y in edges])
        kept = {name: self._spot(spot) for name, spot in whole.spots.items() if self._holds(spot.x, spot.y)}
        self.ground = replace(
            whole,
            width=self.width,
            height=self.height,
            cells=self.items(cell for cell in whole.cells if cell.size <= side),
            labels=(),
            names=tuple(
                label._replace(x=label.x - self.x, y=label.y - self.y) for label in whole.names if label.where in kept
            ),
            spots=kept,
            turns=whole.turns if self.width == self.height else 1,
        )

    def items(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return the drawings inside the part, moved to its coordinates."""
        return tuple(
            item._replace(x=item.x - self.x, y=item.y - self.y) for item in items if self._holds(item.x, item.y)
        )

    def _holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def _spot(self, spot: Spot) -> Spot:
        outline = tuple((x - self.x, y - self.y) for x, y in spot.outline)
        return spot._replace(x=spot.x - self.x, y=spot.y - self.y, outline=outline)


def _clipped(middle: float, side: float, edges: list[float]) -> tuple[float, float]:
    """Return the start and length of an interval around a middle, clipped to the board."""
    low, high = min(edges), max(edges)
    side = min(side, high - low)
    return min(max(middle - side / 2, low), high - side), side
