"""Symmetries of a board, and the data by which two positions are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

from workbench.boards.kit.elements import Ground

NEAR = 1e-4  # tolerance of coordinates, in board units


class Essence(NamedTuple):
    """The part of a position that decides whether two positions are equal.

    Attributes:
        cells: The contents of the occupied spots.
        rest: Everything else, such as the player to move. Spots have the names that `cells` uses.
    """

    cells: Mapping[str, str]
    rest: str


@dataclass(frozen=True)
class Symmetry:
    """A rotation or reflection that maps the spots of a board to spots.

    Attributes:
        names: The name of each spot's image.
        turns: The clockwise rotation as a fraction of a circle, after the mirror image.
        mirrored: Whether the board is mirrored from left to right first.
    """

    names: Mapping[str, str]
    turns: float
    mirrored: bool

    def rename(self, text: str, pattern: re.Pattern[str]) -> str:
        """Return a text in which every spot that the pattern finds is replaced by its image."""
        return pattern.sub(lambda match: self.names.get(match[0], match[0]), text)

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        turns = self.turns if self.mirrored else -self.turns % 1
        return Symmetry({image: name for name, image in self.names.items()}, turns, self.mirrored)


def symmetries(ground: Ground) -> tuple[Symmetry, ...]:
    """Return all symmetries of a board, the identity first."""
    spots = ground.spots
    if ground.turns == 1 and not ground.mirrors:
        return (Symmetry({name: name for name in spots}, 0.0, False),)
    x = sum(spot.x for spot in spots.values()) / len(spots)
    y = sum(spot.y for spot in spots.values()) / len(spots)
    offsets = {name: (spot.x - x, spot.y - y) for name, spot in spots.items()}
    places = {_rounded(offset): name for name, offset in offsets.items()}
    found = []
    for mirrored in (False, True)[: 1 + ground.mirrors]:
        for step in range(ground.turns):
            angle = 2 * pi * step / ground.turns
            names = {name: places[_rounded(_moved(offset, angle, mirrored))] for name, offset in offsets.items()}
            found.append(Symmetry(names, step / ground.turns, mirrored))
    return tuple(found)


def turned_arrows(text: str, symmetry: Symmetry) -> str:
    """Return a text in which the arrows `^>v<` are rotated and mirrored."""
    arrows = "^>v<"
    steps = round(4 * symmetry.turns)
    turned = "".join(arrows[((-index if symmetry.mirrored else index) + steps) % 4] for index in range(4))
    return text.translate(str.maketrans(arrows, turned))


def _moved(offset: tuple[float, float], angle: float, mirrored: bool) -> tuple[float, float]:
    x, y = (-offset[0] if mirrored else offset[0]), offset[1]
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _rounded(offset: tuple[float, float]) -> tuple[int, int]:
    return round(offset[0] / NEAR), round(offset[1] / NEAR)
