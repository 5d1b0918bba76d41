"""The rows of the table of candidates, and their places, since they may differ in height."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple


class CandidateRow(NamedTuple):
    """A row of the table: the move, and for each column its text and its sort key.

    The text in the first column of a `child` may extend over the columns after it that are empty.
    """

    move: str
    cells: Mapping[str, str]
    keys: Mapping[str, float | str]
    child: bool = False


@dataclass(frozen=True)
class RowPlaces:
    """The places of rows below a header, in pixels.

    Args:
        heights: The height of each row, at least 1.
        head: The height of the header.
        room: The height available for rows.
        usual: The height of an empty row.
    """

    heights: Sequence[int]
    head: int
    room: int
    usual: int

    def _fitting(self, heights: Sequence[int]) -> int:
        return max(1, sum(bottom <= self.room for bottom in accumulate(heights)))

    def visible(self, top: int) -> int:
        """Return how many rows fit from row `top` on, including empty rows at the end. The result is at least 1."""
        shown = self.heights[top:]
        return self._fitting(shown) + max(0, self.room - sum(shown)) // self.usual

    @property
    def last_top(self) -> int:
        """The first visible row when the table is scrolled to its end."""
        return max(0, len(self.heights) - self._fitting(self.heights[::-1]))

    def top_showing(self, last: int) -> int:
        """Return the first visible row for which row `last` is the last row that fits."""
        return last + 1 - self._fitting(self.heights[last::-1])

    def edges(self, top: int) -> list[int]:
        """Return the upper edges of the visible rows from row `top` on, and the lower edge of the last one."""
        return [*accumulate(self.heights[top : top + self.visible(top)], initial=self.head)]

    def place_at(self, top: int, y: int) -> int:
        """Return the number of the visible row at a coordinate, from 0, or -1 if there is none."""
        edges = self.edges(top)
        return bisect_right(edges, y) - 1 if edges[0] <= y < edges[-1] else -1
