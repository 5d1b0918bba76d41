"""What an animation shows at each moment: pieces that come grow, those that go fade, others glide to where they belong.

All goes by the clock, so that a slow moment makes the rest no slower; sizes and shades go in a few steps, so that the
pictures of them are few and made beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from workbench.boards.kit.elements import Item

COMES_SECONDS, GOES_SECONDS, GLIDES_SECONDS = 0.13, 0.19, 0.24
SIZES = (0.5, 0.7, 0.86, 0.95, 1.0)  # of a piece that comes
SHADES = (1.0, 0.8, 0.6, 0.4, 0.2)  # of one that goes


class Moment(NamedTuple):
    """Sizes of the pieces that come, shades of those that go, and the part of their way that others made."""

    comes: float
    goes: float
    glides: float
    over: bool


@dataclass(frozen=True)
class Motion:
    """Pieces that appear, disappear or move. New pieces appear once the moving pieces have arrived."""

    coming: tuple[Item, ...]
    going: tuple[Item, ...]
    ways: tuple[tuple[Item, Item], ...]
    speed: float = 1.0

    def at(self, seconds: float) -> Moment:
        """The picture so long after the beginning."""
        passed = seconds * self.speed
        arrived = GLIDES_SECONDS if self.ways else 0.0
        end = max(
            arrived + (COMES_SECONDS if self.coming else 0.0),
            GOES_SECONDS if self.going else 0.0,
        )
        glides = smooth(passed / GLIDES_SECONDS) if self.ways else 1.0
        return Moment(
            _step(SIZES, (passed - arrived) / COMES_SECONDS) if passed >= arrived else 0.0,
            _step(SHADES, passed / GOES_SECONDS) if passed < GOES_SECONDS else 0.0,
            glides,
            passed >= end,
        )


def smooth(part: float) -> float:
    """A way that begins and ends slowly."""
    part = max(0.0, min(1.0, part))
    return part * part * (3 - 2 * part)


def _step(steps: Sequence[float], part: float) -> float:
    return steps[max(0, min(len(steps) - 1, int(part * len(steps))))]


def pairs(going: Sequence[Item], coming: Sequence[Item]) -> list[tuple[Item, Item]]:
    """Which of the pieces that come is one that goes: of the same kind, the shortest ways first.

    Shapes are of one kind if they differ in what follows their last colon alone, as a card does when it is turned over.
    """
    ways = [(one, other) for one in going for other in coming if _kind(one) == _kind(other)]
    ways.sort(key=lambda way: (hypot(way[1].x - way[0].x, way[1].y - way[0].y), way[0].shape != way[1].shape))
    found = list[tuple[Item, Item]]()
    for start, end in ways:
        if not any(start == one or end == other for one, other in found):
            found.append((start, end))
    return found


def _kind(item: Item) -> str:
    kind, colon, _ = item.shape.rpartition(":")
    return kind if colon else item.shape
