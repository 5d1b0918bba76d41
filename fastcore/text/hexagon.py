"""The hexagonal board of hexagonal cells that some games use: names, rows, neighbours.

Rows are horizontal, `a` at the bottom; cells in a row are numbered from 1 at the left. A cell's index is the rank of
its name in byte order (`a10` before `a2`), so moves in order of index are also in order of their texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Hexagon:
    """The board of one size. Tuples are indexed by cell; `rows` go from the bottom row up, each left to right."""

    size: int
    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]

    def index(self, name: str) -> int:
        """The index of the cell with this name; KeyError if there is none."""
        return _indexes(self.size)[name]

    def place(self, cell: int) -> tuple[int, int]:
        """(row from the bottom, number in the row), both from 0."""
        return _places(self.size)[cell]


@cache
def hexagon(size: int) -> Hexagon:
    """The hexagon with `size` cells on a side; it has 3·size·(size-1)+1 cells."""
    lengths = [2 * size - 1 - abs(size - 1 - row) for row in range(2 * size - 1)]
    spots = [(row, k) for row, length in enumerate(lengths) for k in range(length)]
    spots.sort(key=lambda spot: _name(*spot))
    index = {spot: cell for cell, spot in enumerate(spots)}

    def around(row: int, k: int) -> tuple[int, ...]:
        near = [(row, k - 1), (row, k + 1)]
        for other in (row - 1, row + 1):
            if 0 <= other < len(lengths):
                shift = 0 if lengths[other] > lengths[row] else -1
                near += [(other, k + shift), (other, k + shift + 1)]
        return tuple(sorted(index[spot] for spot in near if spot in index))

    return Hexagon(
        size=size,
        names=tuple(_name(*spot) for spot in spots),
        rows=tuple(tuple(index[row, k] for k in range(length)) for row, length in enumerate(lengths)),
        neighbours=tuple(around(*spot) for spot in spots),
    )


def _name(row: int, k: int) -> str:
    return f"{chr(ord('a') + row)}{k + 1}"


@cache
def _indexes(size: int) -> dict[str, int]:
    return {name: cell for cell, name in enumerate(hexagon(size).names)}


@cache
def _places(size: int) -> dict[int, tuple[int, int]]:
    board = hexagon(size)
    return {cell: (row, k) for row, cells in enumerate(board.rows) for k, cell in enumerate(cells)}
