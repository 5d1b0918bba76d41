"""Hexagonal boards with hexagonal cells: the names, rows and neighbours of cells.

Rows are horizontal, with `a` at the bottom. The cells of a row are numbered from 1, from left to right. A cell's index
is the rank of its name in byte order (`a10` before `a2`), so moves sorted by index are also sorted by text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Hexagon:
    """A board of one size.

    Attributes:
        size: The number of cells on each side.
        names: The name of each cell.
        rows: The cells of each row, from the bottom row up, each from left to right.
        neighbours: The neighbours of each cell, in ascending order.
    """

    size: int
    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]

    def index(self, name: str) -> int:
        """Return the index of the cell with this name.

        Raises:
            KeyError: There is no such cell.
        """
        return _indexes(self.size)[name]

    def place(self, cell: int) -> tuple[int, int]:
        """Return a cell's row, counted from the bottom, and its number in the row, both from 0."""
        return _places(self.size)[cell]


@cache
def hexagon(size: int) -> Hexagon:
    """Return the hexagon with `size` cells on each side: 3·size·(size-1)+1 cells."""
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
