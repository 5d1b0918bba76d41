"""Which moves are mistakes, as other features tell. card.py and value_graph.py draw the marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from workbench.game.values import Value


class Marker(Protocol):
    """Knows mistakes in the game that is shown. Their sizes are "inaccuracy", "mistake" and "blunder"."""

    def sizes(self) -> Mapping[int, str]:
        """By node: how large a mistake led to it."""

    def dots(self, values: list[Value]) -> Mapping[int, tuple[int, str]]:
        """By the number of a value of the shown line: the seat and the size of the largest mistake of its turn."""

    def state(self) -> object:
        """What the other answers depend on besides the game."""


class Markers:
    """All markers together."""

    def __init__(self) -> None:
        self._markers: list[Marker] = []

    def add(self, marker: Marker) -> None:
        self._markers.append(marker)

    def sizes(self) -> dict[int, str]:
        return {node: size for marker in self._markers for node, size in marker.sizes().items()}

    def dots(self, values: list[Value]) -> dict[int, tuple[int, str]]:
        return {number: dot for marker in self._markers for number, dot in marker.dots(values).items()}

    def state(self) -> tuple[object, ...]:
        return tuple(marker.state() for marker in self._markers)
