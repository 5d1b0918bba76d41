"""Marks of mistakes and values of analyses, provided by other features. card.py and value_graph.py draw them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from workbench.game.values import Value, Values


class Marker(Protocol):
    """A source of mistakes in the shown game. Their sizes are "inaccuracy", "mistake" and "blunder"."""

    def sizes(self) -> Mapping[int, str]:
        """Return the size of each mistake by the node of the move that lost most."""

    def dots(self, values: list[Value]) -> Mapping[int, tuple[int, str]]:
        """Return the seat and size of the largest mistake of each turn, keyed by the index of the turn's value."""

    def state(self) -> object:
        """Return a value that changes whenever `sizes` or `dots` can change although the game does not."""


class Markers:
    """All sources of mistakes, combined.

    `add_analyses` adds the values of analyses to the values of a line. `shown_value` returns the value of the position
    on the board, or None if only its line has values.
    """

    def __init__(self) -> None:
        self._markers: list[Marker] = []
        self.add_analyses: Callable[[list[Value]], list[Value]] = lambda values: values
        self.shown_value: Callable[[], Values | None] = lambda: None

    def add(self, marker: Marker) -> None:
        """Add a source of mistakes."""
        self._markers.append(marker)

    def sizes(self) -> dict[int, str]:
        """Return the size of each mistake by the node of the move that lost most."""
        return {node: size for marker in self._markers for node, size in marker.sizes().items()}

    def dots(self, values: list[Value]) -> dict[int, tuple[int, str]]:
        """Return the seat and size of the largest mistake of each turn, keyed by the index of the turn's value."""
        return {number: dot for marker in self._markers for number, dot in marker.dots(values).items()}

    def state(self) -> tuple[object, ...]:
        """Return a value that changes whenever `sizes` or `dots` can change although the game does not."""
        return tuple(marker.state() for marker in self._markers)
