"""The columns of the table of candidates: their widths and headings."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping, Sequence

from workbench.gui.analyse.row_places import CandidateRow
from workbench.gui.look.look import Look

HEAD, GAP = 26, 14  # pixels at 100 %: the height of the headings, and the gap between two columns
MARGIN = 16  # pixels at 100 %: both margins of the table together
MIN_WIDTHS = {"move": 44}  # minimum widths of columns
WIDEST_MOVE = 130  # maximum width of the moves beside a line
MAX_CACHED = 5000  # texts whose widths are kept
# Right-aligned columns.
NUMBERS = ("share", "visits", "value", "chance", "seats", "spread", "prior", "reveals", "change")


class TableColumns:
    """The measures of the columns.

    Args:
        look: Fonts and scale.
    """

    def __init__(self, look: Look) -> None:
        self.look = look
        self._text_widths: dict[str, int] = {}

    def text_width(self, text: str) -> int:
        """Return the width of a text in pixels."""
        if text not in self._text_widths:
            if len(self._text_widths) > MAX_CACHED:
                self._text_widths.clear()
            self._text_widths[text] = self.look.fonts["strong text"].measure(text)
        return self._text_widths[text]

    def widths(
        self, columns: Sequence[str], lines: Sequence[CandidateRow], heads: Mapping[str, str], room: int
    ) -> dict[str, int]:
        """Return the width of each column, rounded up so that small changes do not move the columns.

        Args:
            columns: The columns.
            lines: The rows.
            heads: The headings by column.
            room: The width of the table, which the moves fill if there is no line beside them.
        """
        px = self.look.px
        step, widths = px(8), {}
        for column in columns:
            texts = (self.text_width(line.cells[column]) for line in lines)
            longest = 0 if column == "line" else max(texts, default=0)
            head = self.look.fonts["strong small"].measure(heads[column]) + px(10)
            wide = max(longest, head, px(MIN_WIDTHS.get(column, 0)))
            wide = min(wide, px(WIDEST_MOVE)) if column == "move" else wide
            widths[column] = -(-wide // step) * step
        if "move" in widths and "line" not in widths:  # the moves take the rest
            others = sum(width + px(GAP) for column, width in widths.items() if column != "move")
            widths["move"] = max(widths["move"], room - px(MARGIN) - others)
        return widths


def draw_heads(
    canvas: tkinter.Canvas, look: Look, heads: Mapping[str, str], spans: Mapping[str, tuple[int, int]],
    sorted_by: str, ascending: bool,
) -> None:  # fmt: skip
    """Draw the headings and the line below them.

    Args:
        canvas: The table.
        look: Fonts, colours and scale.
        heads: The headings by column.
        spans: The left and the right edge of each shown column.
        sorted_by: The column that sorts the rows, or "".
        ascending: Whether it sorts in ascending order.
    """
    px = look.px
    for column, (left, right) in spans.items():
        strong, number = column == sorted_by, column in NUMBERS
        arrow = (" ↑" if ascending else " ↓") if strong else ""
        canvas.create_text(
            right if number else left, px(HEAD) // 2 - px(1), anchor="e" if number else "w",
            text=heads[column] + arrow, tags="text", fill=look.palette["text" if strong else "quiet"],
            font=look.fonts["strong small" if strong else "small"],
        )  # fmt: skip
    canvas.create_rectangle(0, px(HEAD) - 1, 9999, px(HEAD) - 1, width=0, fill=look.palette["line"], tags="text")
