"""The rows of the table of candidates, and their places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class CandidateRow(NamedTuple):
    """A row of the table: the move, and for each column its text and its sort key."""

    move: str
    cells: Mapping[str, str]
    keys: Mapping[str, float | str]


@dataclass(frozen=True)
class RowPlaces:
    """The places of rows below a header, in pixels.

    Args:
        count: The number of rows.
        height: The height of a row, at least 1.
        head: The height of the header.
        room: The height available for rows.
    """

    count: int
    height: int
    head: int
    room: int

    @property
    def visible(self) -> int:
        """The number of rows that fit, including empty ones. At least 1."""
        return max(1, self.room // self.height)

    @property
    def last_top(self) -> int:
        """The first visible row when the table is scrolled to its end."""
        return max(0, self.count - self.visible)

    def edges(self, top: int) -> list[int]:
        """Return the upper edges of the visible rows from row `top` on, and the lower edge of the last one."""
        rows = min(self.visible, max(0, self.count - top))
        return [self.head + number * self.height for number in range(rows + 1)]

    def place_at(self, top: int, y: int) -> int:
        """Return the number of the visible row at a coordinate, from 0, or -1 if there is none."""
        edges = self.edges(top)
        return (y - self.head) // self.height if edges[0] <= y < edges[-1] else -1
