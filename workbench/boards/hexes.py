"""The hexagon of hexagonal cells in board units: centres, cells, labels and hit areas for the games played on it."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt

from fastcore.hexagon import hexagon
from workbench.boards.contract import Ground, Item, Label, Spot

REACH = 1 / sqrt(3)  # from the centre of a cell to its corners
ROW = sqrt(3) / 2  # from a row to the next
MARGIN = 0.35  # beside the cells, where the row letters stand


@cache
def centres(size: int) -> dict[str, tuple[float, float]]:
    """The centre of every cell by name."""
    board = hexagon(size)
    left, last = MARGIN + 0.5, 2 * size - 2
    found = {}
    for row, cells in enumerate(board.rows):
        shift = abs(size - 1 - row) / 2
        for k, cell in enumerate(cells):
            found[board.names[cell]] = (left + shift + k, REACH + (last - row) * ROW)
    return found


@cache
def ground(size: int, shape: str, colour: str = "quiet") -> Ground:
    """The board of one size with every cell drawn as `shape` and its name written in a colour of the palette."""
    where = centres(size)
    corners = [(REACH * sin(pi / 3 * k), -REACH * cos(pi / 3 * k)) for k in range(6)]
    letters = []
    for row in range(2 * size - 1):
        letter = chr(ord("a") + row)
        x, y = where[f"{letter}1"]
        letters.append(Label(letter, x - 0.5 - MARGIN * 0.72, y, 0.19))
    return Ground(
        width=2 * size - 1 + 2 * MARGIN,
        height=2 * REACH + (2 * size - 2) * ROW,
        step=(0.5, ROW),
        cells=tuple(Item(shape, x, y, 2 * REACH, name) for name, (x, y) in where.items()),
        labels=tuple(letters),
        names=tuple(Label(name, x, y + 0.457, 0.13, colour, name) for name, (x, y) in where.items()),
        spots={name: Spot(name, x, y, tuple((x + dx, y + dy) for dx, dy in corners)) for name, (x, y) in where.items()},
        turns=6,
        mirrors=True,
    )
