"""The layout of the list of moves: rows broken into lines in their columns. Results are cached."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from workbench.gui.moves.rows import MovesRow, Word

FIRST = 52  # width of the column of turns at 100 %
GAP = 10  # pixels at 100 % between columns
INDENT = 14  # indentation of a variation
LINE, WORD_GAP = 17, 5  # height of a line, and gap between words
TOP_MARGIN, BOTTOM_MARGIN = 3, 3  # margins of a row
EDITOR_HEIGHT = 66  # height of the field for a comment
MAX_COLUMNS = 4  # maximum number of players with columns in the narrow list beside an analysis
MANY = 500  # maximum number of cached rows that are no longer shown


class PlacedWord(NamedTuple):
    """A word or part of a word with its position in its row."""

    word: Word
    text: str
    x: int
    y: int
    width: int


class RowLayout(NamedTuple):
    """The positions of a row's words, and the row's height."""

    words: tuple[PlacedWord, ...]
    height: int


class Layout:
    """The layout for one width. `measure` returns the width of a text, `px` converts a length at 100 % to pixels."""

    def __init__(self, measure: Callable[[str], int], px: Callable[[float], int], width: int, seats: int) -> None:
        self._measure, self.px, self.width = measure, px, width
        first = px(FIRST)
        seat_width = max(1, width - first) / seats
        self.columns = [0, first, *(first + round(seat_width * number) for number in range(1, seats + 1))]
        self.rows: Sequence[MovesRow] = ()
        self.tops: list[int] = [0]  # where each row begins, and the end of the last one
        self._laid: dict[int, tuple[MovesRow, RowLayout]] = {}  # by the id of the row
        self._widths: dict[str, int] = {}

    def set_rows(self, rows: Sequence[MovesRow]) -> None:
        """Lay out these rows."""
        self.rows = rows
        laid = [self.row_layout(row) for row in rows]
        if len(self._laid) > len(rows) + MANY:
            self._laid = {id(row): (row, layout) for row, layout in zip(rows, laid, strict=True)}
        self.tops = [0, *accumulate(layout.height for layout in laid)]

    def row_layout(self, row: MovesRow) -> RowLayout:
        """Return the layout of a row."""
        cached = self._laid.get(id(row))  # row objects are reused, and comparing rows would take longer
        if cached is None:
            cached = self._laid[id(row)] = (row, self._lay_out(row))
        return cached[1]

    def visible_rows(self, top: float, bottom: float) -> range:
        """Return the numbers of the rows that are at least partly between two y coordinates."""
        first = max(0, bisect_right(self.tops, top) - 1)
        return range(first, min(len(self.rows), bisect_right(self.tops, bottom)))

    def word_at(self, x: float, y: float) -> Word | None:
        """Return the word at a point, or None."""
        number = bisect_right(self.tops, y) - 1
        if not 0 <= number < len(self.rows):
            return None
        inside = y - self.tops[number]
        line = [
            placed
            for placed in self.row_layout(self.rows[number]).words
            if placed.y <= inside < placed.y + self.px(LINE)
        ]
        candidates = [
            placed
            for placed in line
            if placed.x - self.px(WORD_GAP) <= x <= placed.x + placed.width + self.px(WORD_GAP)
        ]
        return min(candidates, key=lambda placed: abs(placed.x + placed.width / 2 - x)).word if candidates else None

    def places_of(self, node: int) -> Iterator[tuple[int, PlacedWord]]:
        """Yield the row numbers and positions of a node's move and comment."""
        for number, row in enumerate(self.rows):
            for placed in self.row_layout(row).words:
                if placed.word.node == node and placed.word.kind in ("move", "comment"):
                    yield number, placed

    def indent(self, row: MovesRow) -> int:
        """Return the indentation of a row in pixels."""
        return self.px(INDENT) * row.depth

    def _lay_out(self, row: MovesRow) -> RowLayout:
        px = self.px
        if row.kind == "edit":
            return RowLayout((), px(EDITOR_HEIGHT))
        words, bottom = list[PlacedWord](), px(LINE)
        for number, cell in enumerate(row.cells):
            if row.kind == "log":
                left, right = self.columns[number], self.width if number else self.columns[1] - px(GAP)
            elif row.kind == "round":
                left, right = self.columns[number], self.columns[number + 1] - px(GAP)
            else:
                left, right = self.indent(row) + px(INDENT if row.kind == "comment" else WORD_GAP), self.width
            top = px(TOP_MARGIN)
            if row.kind == "round" and number:
                left, right, top = self._cell_edges(cell, left, right, words)
            placed = list(self._flow(cell, left, max(right, left + px(20)), top))
            words += placed
            bottom = max([bottom, *(word.y + px(LINE) - px(TOP_MARGIN) for word in placed)])
        return RowLayout(tuple(words), bottom + px(TOP_MARGIN) + px(BOTTOM_MARGIN))

    def _cell_edges(
        self, cell: Sequence[Word], left: int, right: int, before: Sequence[PlacedWord]
    ) -> tuple[int, int, int]:
        """Return the left and right edge and the top of a cell.

        A move wider than its column is not broken if it fits beside the turn. It then starts below earlier words that
        it would cover.
        """
        widest = max(
            (self._width(part) for word in cell if word.kind == "move" for part in word.text.split()), default=0
        )
        if right - left < widest <= self.width - self.columns[1]:
            left = min(left, self.width - widest)
            right = left + widest
        beside = [
            placed.y + self.px(LINE)
            for placed in before
            if placed.x >= self.columns[1] and placed.x + placed.width > left
        ]
        return left, right, max([self.px(TOP_MARGIN), *beside]) if cell else self.px(TOP_MARGIN)

    def _flow(self, cell: Sequence[Word], left: int, right: int, top: int) -> Iterator[PlacedWord]:
        """Yield the words of a cell in as many lines as they need."""
        x, y = left, top
        for word in cell:
            for number, line in enumerate(word.text.splitlines() if word.kind == "comment" else [word.text]):
                if number:
                    x, y = left, y + self.px(LINE)
                for text in line.split() if word.kind in ("move", "comment") else [line]:
                    for part in self._parts(text, right - left):
                        width = self._width(part)
                        if x > left and x + width > right:
                            x, y = left, y + self.px(LINE)
                        yield PlacedWord(word, part, x, y, width)
                        x += width + self.px(WORD_GAP)

    def _parts(self, text: str, room: int) -> Iterator[str]:
        """Yield a text, split into parts if it is wider than `room`."""
        while len(text) > 1 and self._width(text) > room:
            low, high = 1, len(text) - 1
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if self._measure(text[:middle]) <= room else (low, middle - 1)
            yield text[:low]
            text = text[low:]
        yield text

    def _width(self, text: str) -> int:
        if text not in self._widths:
            self._widths[text] = self._measure(text)
        return self._widths[text]
