"""Draw the folders of the program and their imports.

`python -m tests.tools.draw_architecture` writes docs/project/architecture.svg. Each folder is a box above all folders
that it imports. Imports that tests/test_house.py does not allow are left out. So are indirect ones: if `gui/play`
imports `gui/shell`, and `gui/shell` imports `gui/look`, there is no arrow from `gui/play` to `gui/look` (transitive
reduction).
The layout follows K. Sugiyama, S. Tagawa, M. Toda, Methods for visual understanding of hierarchical system structures
(1981): rows, an order in each row with few crossings, then coordinates. The same imports always give the same picture.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from tests.test_house import LAYERS, ROOT, folder_of, imports_among, modules

PICTURE = ROOT / "docs" / "project" / "architecture.svg"
CORE = ("fastcore", "bots")


@cache
def reachable(box: str) -> frozenset[str]:
    """Return the folders of workbench that a folder may import, directly or indirectly."""
    return frozenset(LAYERS[box]).union(*map(reachable, LAYERS[box]))


# Every folder comes after all folders that it may import.
FOLDERS = (*CORE, *sorted(LAYERS, key=lambda box: (len(reachable(box)), box)), "gui")

# height of a box; space between neighbours; width of a lane for an arrow that crosses a row
BOX, GAP, LANE = 30, 14, 12
ROW, PAD, LETTER = 58, 16, 7.2  # distance between rows; margin of a panel; width of a letter
SWEEPS = 40  # maximum number of passes over all rows to reduce crossings


class Item(NamedTuple):
    """An item in a row: a folder, or a lane for the arrow (importer, imported) that crosses this row."""

    row: int
    name: str
    arrow: tuple[str, str] | None = None

    @property
    def width(self) -> float:
        return LANE if self.arrow else len(label(self.name)) * LETTER + 24

    @property
    def column(self) -> int:
        """0 (left) for the command line, 1 (right) for the window. The column is relevant only above the model."""
        return int((self.arrow[0] if self.arrow else self.name).startswith("gui"))


def label(box: str) -> str:
    """Return the text in a folder's box. The title of the panel gives the rest of the path."""
    return "settings.py" if box == "settings" else box.removeprefix("gui/").removeprefix("cli/")


def find_arrows() -> set[tuple[str, str]]:
    """Return the allowed imports between different folders, as pairs (importer, imported)."""
    files = modules(*CORE, "workbench")
    boxes = {
        module: module.partition(".")[0] if module.startswith(CORE) else folder_of(path)
        for module, path in files.items()
    }
    pairs = {(boxes[module], boxes[name]) for module in files for name in imports_among(files, module)}
    return {
        (importer, target)
        for importer, target in pairs
        if importer in FOLDERS and target in allowed_imports(importer) - {importer}
    }


def allowed_imports(importer: str) -> set[str]:
    """Return the folders that a folder may import."""
    return {*CORE, *LAYERS} if importer == "gui" else {*CORE, *LAYERS.get(importer, ())}


def transitive_reduction(arrows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the transitive reduction of the arrows."""
    direct: dict[str, set[str]] = {box: set() for box in FOLDERS}
    for importer, target in arrows:
        direct[importer].add(target)
    reached: dict[str, set[str]] = {}
    for box in FOLDERS:
        reached[box] = direct[box].union(*(reached[target] for target in direct[box]))
    return [
        (box, target)
        for box in FOLDERS
        for target in sorted(direct[box])
        if not any(target in reached[between] for between in direct[box])
    ]


def rows_of(arrows: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Return the row of each folder, 0 at the bottom: above its imports, and above all folders of a lower band."""
    rows: dict[str, int] = {}
    tops: list[int] = []
    for number in range(3):
        floor = 1 + max(rows.values(), default=-1)
        for box in (box for box in FOLDERS if band(box) == number):
            rows[box] = max([floor, *(rows[target] + 1 for importer, target in arrows if importer == box)])
        tops.append(max(rows.values()))
    for box in reversed(FOLDERS):  # shorten arrows: move a box up unless more arrows leave it than reach it
        above = [rows[importer] for importer, target in arrows if target == box]
        if above and len(above) >= sum(importer == box for importer, _ in arrows):
            rows[box] = min(min(above) - 1, tops[band(box)])
    return rows


def part_of(box: str) -> str:
    """Return the part of the program that a folder belongs to, which decides the colour of its box."""
    top = box.partition("/")[0]
    return top if top in ("cli", "gui") else "core" if top in CORE else "model"


def band(box: str) -> int:
    """Return 0 for the core and the bots, 1 for the model, 2 for the command line and the window."""
    return {"core": 0, "model": 1}.get(part_of(box), 2)


class Layout:
    """The rows of items, their neighbours, and the position of each item."""

    def __init__(self, arrows: Sequence[tuple[str, str]]) -> None:
        rows = rows_of(arrows)
        self.arrows = arrows
        self.paths: dict[tuple[str, str], list[Item]] = {}
        self.up: dict[Item, list[Item]] = {}
        self.down: dict[Item, list[Item]] = {}
        self.rows: list[list[Item]] = [[] for _ in range(max(rows.values()) + 1)]
        for box in FOLDERS:
            self._add(Item(rows[box], box))
        for importer, target in arrows:
            lanes = [Item(row, "", (importer, target)) for row in range(rows[importer] - 1, rows[target], -1)]
            for lane in lanes:
                self._add(lane)
            path = [Item(rows[importer], importer), *lanes, Item(rows[target], target)]
            self.paths[importer, target] = path
            for upper, lower in pairwise(path):
                self.down[upper].append(lower)
                self.up[lower].append(upper)
        self.first_model, self.first_front = (
            min(row for box, row in rows.items() if band(box) == number) for number in (1, 2)
        )
        self._order()
        left, right = (self._widest(self.rows[self.first_front :], column) for column in (0, 1))
        self.split = left + 3 * PAD  # left edge of the window's panel
        self.width = max(self.split + right, self._widest(self.rows[: self.first_front], None))
        self.x = self._positions()

    def _add(self, item: Item) -> None:
        self.rows[item.row].append(item)
        self.up[item], self.down[item] = [], []

    @staticmethod
    def _widest(rows: Iterable[Sequence[Item]], column: int | None) -> float:
        return max(fsum(item.width + GAP for item in row if column in (None, item.column)) for row in rows)

    def _columns(self, number: int) -> list[list[Item]]:
        """Return the groups of items in a row that are ordered separately: the whole row, or its two columns."""
        row = self.rows[number]
        return (
            [row]
            if number < self.first_front
            else [[item for item in row if item.column == column] for column in (0, 1)]
        )

    def _order(self) -> None:
        """Order each row by the mean position of its neighbours, alternately those below and those above.

        Then swap adjacent items while that reduces crossings.
        """
        best, fewest = [list(row) for row in self.rows], self.crossings()
        for sweep in range(SWEEPS):
            upwards = sweep % 2 == 0
            for number in range(len(self.rows)) if upwards else reversed(range(len(self.rows))):
                relative_place = {item: place / len(row) for row in self.rows for place, item in enumerate(row)}
                neighbours = self.down if upwards else self.up
                key = {
                    item: mean([relative_place[target] for target in neighbours[item]], relative_place[item])
                    for item in self.rows[number]
                }
                self.rows[number] = [
                    item for part in self._columns(number) for item in sorted(part, key=lambda item: key[item])
                ]
            if (now := self.crossings()) < fewest:
                best, fewest = [list(row) for row in self.rows], now
        self.rows = best
        while self._swap_neighbours():
            pass

    def _swap_neighbours(self) -> bool:
        """Swap adjacent items where this reduces crossings. Return whether it did so anywhere."""
        before = fewest = self.crossings()
        for number, row in enumerate(self.rows):
            for place in range(len(row) - 1):
                left, right = row[place : place + 2]
                if number < self.first_front or left.column == right.column:
                    row[place : place + 2] = right, left
                    if (now := self.crossings()) < fewest:
                        fewest = now
                    else:
                        row[place : place + 2] = left, right
        return fewest < before

    def crossings(self) -> int:
        """Return the number of crossings of arrows between adjacent rows."""
        count = 0
        for lower, upper in pairwise(self.rows):
            place = {item: number for number, item in enumerate(lower)}
            ends = [place[target] for item in upper for target in sorted(self.down[item], key=lambda item: place[item])]
            count += sum(left > right for number, left in enumerate(ends) for right in ends[number + 1 :])
        return count

    def _positions(self) -> dict[Item, float]:
        """Return the centre of each item, as near to its neighbours as the order and the space allow."""
        x = {item: self.width / 2 for row in self.rows for item in row}
        for sweep in range(20 * SWEEPS):
            for number in range(len(self.rows)) if sweep % 2 else reversed(range(len(self.rows))):
                for part in filter(None, self._columns(number)):
                    low, high = 0.0, self.width
                    if number >= self.first_front:
                        low, high = ((0.0, self.split - 3 * PAD), (self.split, self.width))[part[0].column]
                    wanted = [
                        weighted(
                            [(x[neighbour], pull(item, neighbour)) for neighbour in self.up[item] + self.down[item]],
                            x[item],
                        )
                        for item in part
                    ]
                    x.update(zip(part, spread(wanted, [item.width + GAP for item in part], low, high), strict=True))
        return x


def pull(item: Item, neighbour: Item) -> int:
    """Return how strongly two neighbours attract each other. Lanes attract most, so that long arrows are straight."""
    return (1, 2, 8)[(item.arrow is not None) + (neighbour.arrow is not None)]


def mean(values: Sequence[float], otherwise: float) -> float:
    return fsum(values) / len(values) if values else otherwise


def weighted(values: Sequence[tuple[float, int]], otherwise: float) -> float:
    return (
        fsum(value * weight for value, weight in values) / sum(weight for _, weight in values) if values else otherwise
    )


def spread(wanted: Sequence[float], widths: Sequence[float], low: float, high: float) -> list[float]:
    """Return the positions nearest to `wanted` (least squares) at which items in this order do not overlap.

    After subtraction of the widths before each item, the positions must not decrease: an isotonic regression, solved by
    pooling adjacent violators.
    """
    before = [fsum(widths[:number]) + width / 2 for number, width in enumerate(widths)]
    pools: list[list[float]] = []
    for place, offset in zip(wanted, before, strict=True):
        pools.append([place - offset])
        while len(pools) > 1 and mean(pools[-2], 0) >= mean(pools[-1], 0):
            pools[-2:] = [pools[-2] + pools[-1]]
    free = [mean(pool, 0) for pool in pools for _ in pool]
    return [min(max(place, low), high - fsum(widths)) + offset for place, offset in zip(free, before, strict=True)]


STYLE = """
.ground { fill: #ffffff } .panel { fill: #f4f5f2 } .box { fill: #ffffff; stroke-width: 1.2 }
text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2421; text-anchor: middle }
.title { font: 600 13px system-ui, "Inter", "DejaVu Sans", sans-serif; fill: #5b625e; text-anchor: start; \
stroke: #f4f5f2; stroke-width: 5; paint-order: stroke }
.arrow { fill: none; stroke-width: 1.1; opacity: .75 }
.core { stroke: #6d4c9f } .model { stroke: #2b67b0 } .cli { stroke: #b0661a } .gui { stroke: #1f7a63 }
.head { stroke: none } .head.core { fill: #6d4c9f } .head.model { fill: #2b67b0 } .head.cli { fill: #b0661a } \
.head.gui { fill: #1f7a63 }
@media (prefers-color-scheme: dark) {
.ground { fill: #14181b } .panel { fill: #1c2226 } .box { fill: #262d32 }
text { fill: #e8ebe9 } .title { fill: #9aa39e; stroke: #1c2226 }
.core { stroke: #b79be6 } .model { stroke: #7fb2f0 } .cli { stroke: #e9a866 } .gui { stroke: #6cc7ae }
.head { stroke: none } .head.core { fill: #b79be6 } .head.model { fill: #7fb2f0 } .head.cli { fill: #e9a866 } \
.head.gui { fill: #6cc7ae }
}
"""


def picture() -> str:
    """Return the SVG of the current program."""
    layout = Layout(transitive_reduction(find_arrows()))
    height = len(layout.rows) * ROW + 6 * PAD

    def x(item: Item) -> int:
        return round(layout.x[item] + 2 * PAD)

    def y(row: int) -> int:
        """Return the centre of a row. There is space for titles between panels."""
        return (
            height
            - round((row + 0.5) * ROW)
            - PAD * (1 + 2 * (row >= layout.first_front) + (row >= layout.first_model))
        )

    split, right = round(layout.split), round(layout.width) + 3 * PAD
    top, low = y(len(layout.rows) - 1), y(layout.first_front)
    panels = (
        ("command line: workbench/cli", PAD, split, top, low),
        ("window: workbench/gui", split + PAD, right, top, low),
        ("model: workbench", PAD, right, y(layout.first_front - 1), y(layout.first_model)),
        ("rules, search and bots", PAD, right, y(layout.first_model - 1), y(0)),
    )
    size = f'width="{right + PAD}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + PAD} {height}" {size} role="img">',
        "<title>The folders of Herbarium and what they import</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="ground" {size} rx="10"/>',
    ]
    for _, left, end, upper, lower in panels:
        lines.append(
            f'<rect class="panel" x="{left}" y="{upper - 42}" width="{end - left}" height="{lower - upper + 64}" '
            'rx="8"/>'
        )
    for importer, target in layout.arrows:
        lines.append(arrow([(x(item), y(item.row)) for item in layout.paths[importer, target]], part_of(importer)))
    for row in layout.rows:
        for item in row:
            if not item.arrow:
                width, kind = round(item.width), part_of(item.name)
                lines.append(
                    f'<rect class="box {kind}" x="{x(item) - width // 2}" y="{y(item.row) - BOX // 2}" '
                    f'width="{width}" height="{BOX}" rx="6"/>'
                )
                lines.append(f'<text x="{x(item)}" y="{y(item.row) + 4}">{label(item.name)}</text>')
    lines += [
        f'<text class="title" x="{left + 12}" y="{upper - 24}">{title}</text>' for title, left, _, upper, _ in panels
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def arrow(points: Sequence[tuple[int, int]], kind: str) -> str:
    """Return the SVG of a smooth arrow down through these points. The arrow is vertical at each point."""
    (left, top), *between, (end, bottom) = points
    stops = [(left, top + BOX // 2), *between, (end, bottom - BOX // 2 - 5)]
    path = f"M{stops[0][0]} {stops[0][1]}"
    for (x0, y0), (x1, y1) in pairwise(stops):
        path += f"C{x0} {(y0 + y1) // 2} {x1} {(y0 + y1) // 2} {x1} {y1}"
    tip = bottom - BOX // 2
    head = f"M{end} {tip}l-4 -7h8z"
    return f'<path class="arrow {kind}" d="{path}"/><path class="head {kind}" d="{head}"/>'


def main(write: Callable[[str], object] = sys.stdout.write) -> None:
    PICTURE.write_text(picture(), encoding="utf-8")
    write(f"{PICTURE.relative_to(ROOT)} is drawn.\n")


if __name__ == "__main__":
    main()
