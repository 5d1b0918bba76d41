"""The hexagonal board in board units: centres, cells, labels and hit areas for all games played on it."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt

from fastcore.text.hexagon import hexagon
from workbench.boards.kit.elements import Ground, Item, Label, Spot

REACH = 1 / sqrt(3)  # distance from the centre of a cell to its corners
ROW = sqrt(3) / 2  # distance between rows
MARGIN = 0.35  # room for the row letters beside the cells
BELOW = 0.2  # room above and below the cells for the numbers
EDGE, BESIDE, NAME = 0.19, 0.16, 0.12  # text size at the edge, of a name beside a row, and in a cell
TIP = REACH + 0.1  # distance from the centre of a cell to its number, beyond the tip of the cell
# Length of a name -> distance from the centre of a cell to the lower edge of the name, and the largest size of the
# name between a round piece and the corner of the cell.
NAME_ROOM = {2: (0.535, 0.17), 3: (0.53, 0.148)}


@cache
def centres(size: int) -> dict[str, tuple[float, float]]:
    """Return the centre of every cell by name."""
    board = hexagon(size)
    left, last = MARGIN + 0.5, 2 * size - 2
    points = {}
    for row, cells in enumerate(board.rows):
        shift = abs(size - 1 - row) / 2
        for k, cell in enumerate(cells):
            points[board.names[cell]] = (left + shift + k, BELOW + REACH + (last - row) * ROW)
    return points


@cache
def ground(size: int, shape: str, fill: str) -> Ground:
    """Return the board of one size.

    Args:
        size: The number of cells along an edge.
        shape: The drawing of every cell.
        fill: The palette colour of the cells, for the plates behind names.
    """
    where = centres(size)
    corners = [(REACH * sin(pi / 3 * k), -REACH * cos(pi / 3 * k)) for k in range(6)]
    return Ground(
        width=2 * size - 1 + 2 * MARGIN,
        height=2 * BELOW + 2 * REACH + (2 * size - 2) * ROW,
        step=(0.5, ROW),
        cells=tuple(Item(shape, x, y, 2 * REACH, name) for name, (x, y) in where.items()),
        labels=(*_letters(size), *_numbers(size)),
        names=tuple(_name(name, x, y, fill) for name, (x, y) in where.items()),
        spots={name: Spot(name, x, y, tuple((x + dx, y + dy) for dx, dy in corners)) for name, (x, y) in where.items()},
        turns=6,
        mirrors=True,
    )


def _name(name: str, x: float, y: float, fill: str) -> Label:
    low, limit = NAME_ROOM[len(name)]
    return Label(name, x, y + low, NAME, "text", name, fill, "s", limit)


def _letters(size: int) -> list[Label]:
    """Return the row letters, each before the first cell of its row."""
    firsts = [(letter, centres(size)[f"{letter}1"]) for letter in map(chr, range(ord("a"), ord("a") + 2 * size - 1))]
    return [Label(letter, x - 0.5 - MARGIN * 0.72, y, EDGE) for letter, (x, y) in firsts]


def _numbers(size: int) -> list[Label]:
    """Return the cell numbers along the lowest and highest row, and the last cell's name beside each row between them.

    Cells with equal numbers form lines that bend at the longest row. Beside a row, a number alone would read as the
    number of the row.
    """
    labels = []
    for row, cells in enumerate(hexagon(size).rows):
        names = [hexagon(size).names[cell] for cell in cells]
        places = [centres(size)[name] for name in names]
        if row in (0, 2 * size - 2):
            side = TIP if row == 0 else -TIP
            labels += [Label(name[1:], x, y + side, EDGE) for name, (x, y) in zip(names, places, strict=True)]
        else:
            x, y = places[-1]
            labels.append(Label(names[-1], x + 0.5 + MARGIN * 0.56, y, BESIDE))
    return labels
