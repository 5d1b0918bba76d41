"""Dragging a row of the candidates onto another one."""

from __future__ import annotations

import tkinter
from collections.abc import Callable

from workbench.gui.look.look import Look

START = 6  # distance in pixels at 100 % from which a press becomes a drag
PLATE = "drag"  # tag of the label under the pointer


class RowDrag:
    """The drag of a row, with its move in a label beside the pointer.

    Args:
        canvas: The table.
        look: Fonts, colours and scale.
        row_at: Returns the move of the row at a y coordinate, or "".
        on_over: Receives the y coordinate of the pointer during a drag.
    """

    def __init__(
        self, canvas: tkinter.Canvas, look: Look, row_at: Callable[[int], str], on_over: Callable[[int], None]
    ) -> None:
        self.canvas, self.look, self.row_at, self.on_over = canvas, look, row_at, on_over
        self.move = ""  # the row under the pressed button
        self.start = (0, 0)
        self.dragging = False
        canvas.bind("<Button-1>", self._press)
        canvas.bind("<B1-Motion>", self._drag)

    def _press(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.move, self.start, self.dragging = self.row_at(event.y), (event.x, event.y), False

    def _drag(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if not self.move:
            return
        moved = max(abs(event.x - self.start[0]), abs(event.y - self.start[1]))
        if not self.dragging and moved < self.look.px(START):
            return
        self.dragging = True
        self.on_over(event.y)
        self._show_plate(event.x, event.y)

    def _show_plate(self, x: int, y: int) -> None:
        canvas, look = self.canvas, self.look
        canvas.delete(PLATE)
        text = canvas.create_text(
            x + look.px(14), y, text=self.move, anchor="w", fill=look.palette["on_accent"],
            font=look.fonts["strong text"], tags=PLATE,
        )  # fmt: skip
        left, top, right, bottom = canvas.bbox(text)
        room, edge = max(0, right + look.px(6) - canvas.winfo_width()), look.px(4)
        canvas.move(text, -room, 0)
        plate = canvas.create_rectangle(
            left - edge - room, top - edge, right + edge - room, bottom + edge, width=0, fill=look.palette["accent"],
            tags=PLATE,
        )  # fmt: skip
        canvas.tag_lower(plate, text)

    def end(self) -> str:
        """End the drag. Return the move of the dragged row, or "" if the button was only clicked."""
        dragged = self.move if self.dragging else ""
        self.move, self.dragging = "", False
        self.canvas.delete(PLATE)
        return dragged
