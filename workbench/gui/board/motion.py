"""Animation of pieces: new pieces grow, removed pieces fade, moved pieces glide.

All timing follows the clock, so a slow frame does not delay the rest. Sizes and opacities change in few steps, so that
few pictures are needed and can be rendered in advance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from workbench.boards.kit.elements import Item

COMES_SECONDS, GOES_SECONDS, GLIDES_SECONDS = 0.13, 0.19, 0.24
SIZES = (0.5, 0.7, 0.86, 0.95, 1.0)  # scale of a new piece
SHADES = (1.0, 0.8, 0.6, 0.4, 0.2)  # opacity of a removed piece


class Moment(NamedTuple):
    """One frame of an animation.

    Args:
        comes: The scale of new pieces, 0..1.
        goes: The opacity of removed pieces, 0..1.
        glides: The fraction of the way that moved pieces have covered, 0..1.
        over: Whether the animation is over.
    """

    comes: float
    goes: float
    glides: float
    over: bool


@dataclass(frozen=True)
class Motion:
    """Pieces that appear, disappear or move. New pieces appear once the moving pieces have arrived.

    Args:
        coming: The new pieces.
        going: The removed pieces.
        ways: The moved pieces, each before and after the move.
        speed: The speed factor.
    """

    coming: tuple[Item, ...]
    going: tuple[Item, ...]
    ways: tuple[tuple[Item, Item], ...]
    speed: float = 1.0

    def at(self, seconds: float) -> Moment:
        """Return the frame at a time after the start, in seconds."""
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
    """Return the eased fraction of the path for a fraction of the time (cubic smoothstep)."""
    part = max(0.0, min(1.0, part))
    return part * part * (3 - 2 * part)


def _step(steps: Sequence[float], part: float) -> float:
    return steps[max(0, min(len(steps) - 1, int(part * len(steps))))]


def pairs(going: Sequence[Item], coming: Sequence[Item]) -> list[tuple[Item, Item]]:
    """Pair removed pieces with new ones of the same kind, shortest distances first, so that they appear to move.

    Shapes of one kind differ only after their last colon, like the two sides of a card.
    """
    couples = [(removed, added) for removed in going for added in coming if _kind(removed) == _kind(added)]
    couples.sort(key=lambda pair: (hypot(pair[1].x - pair[0].x, pair[1].y - pair[0].y), pair[0].shape != pair[1].shape))
    chosen = list[tuple[Item, Item]]()
    for start, end in couples:
        if not any(start == removed or end == added for removed, added in chosen):
            chosen.append((start, end))
    return chosen


def _kind(item: Item) -> str:
    kind, colon, _ = item.shape.rpartition(":")
    return kind if colon else item.shape
