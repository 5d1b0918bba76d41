"""The rows of the table of candidates, their order and their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class CandidateRow(NamedTuple):
    """A row of the table: the move, and for each column its text and its sort key.

    `short` replaces the text of the column "move" where it does not fit.
    """

    move: str
    cells: Mapping[str, str]
    keys: Mapping[str, float | str]
    short: str = ""


class HeldOrder:
    """The order of the rows, which stays unchanged while the user may click one of them.

    Attributes:
        given: The rows in the order of the bot.
    """

    def __init__(self) -> None:
        self.given: Sequence[CandidateRow] = ()
        self._shown: list[str] = []  # the moves in the order of the table
        self._sorting: tuple[str, bool] = ("", False)
        self._holds = False

    def hold(self, holds: bool) -> None:
        """Keep the order of the rows from now on, or no longer."""
        self._holds = holds

    def forget(self) -> None:
        """Show the next rows in their own order, because they belong to another position or search."""
        self._shown = []

    def arrange(self, lines: Sequence[CandidateRow], sorted_by: str, ascending: bool) -> list[CandidateRow]:
        """Return rows in the order of the table. While it is held, new rows follow the rows that were shown before.

        Args:
            lines: The rows in the order of the bot.
            sorted_by: The column to sort by, or "" for the order of the bot. Another column ends the hold.
            ascending: Whether to sort in ascending order.
        """
        self.given, ordered = lines, list(lines)
        if sorted_by in (lines[0].keys if lines else ()):
            ordered.sort(key=lambda line: line.keys[sorted_by], reverse=not ascending)
        if self._holds and self._shown and (sorted_by, ascending) == self._sorting:
            places = {move: place for place, move in enumerate(self._shown)}
            ordered.sort(key=lambda line: places.get(line.move, len(places)))
        self._shown, self._sorting = [line.move for line in ordered], (sorted_by, ascending)
        return ordered


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
