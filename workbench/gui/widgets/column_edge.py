"""The edge between the board and the column, which can be dragged to widen the column."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.gui.look.look import Look

WIDTH = 10  # pixels at 100 %
GRIP = (4, 44)  # width and height in pixels at 100 %
LINE = 2  # width of the line that follows the pointer, in pixels


class ColumnEdge:
    """A vertical handle. While it is dragged, a line shows the new place of the edge.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        widen: Called when the handle is released, with the pixels by which the column grows.
        reset: Called on a double click.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, widen: Callable[[int], None], reset: Callable[[], None]
    ) -> None:
        self.look, self.widen = look, widen
        self.frame = ttk.Frame(parent, style="Window.TFrame", width=look.px(WIDTH), cursor="sb_h_double_arrow")
        self.grip = tkinter.Frame(self.frame, width=look.px(GRIP[0]), height=look.px(GRIP[1]))
        self.grip.place(relx=0.5, rely=0.5, anchor="center")
        self.line = tkinter.Frame(parent, width=LINE, background=look.palette["accent"])
        self.start: int | None = None  # the pointer when the drag began
        for part in (self.frame, self.grip):
            part.bind("<Button-1>", self._grab)
            part.bind("<B1-Motion>", self._drag)
            part.bind("<ButtonRelease-1>", self._release)
            part.bind("<Double-Button-1>", lambda _: reset())
        self.frame.bind("<Enter>", lambda _: self._paint(True))
        self.frame.bind("<Leave>", lambda _: self._paint(self.start is not None))
        self._paint(False)

    def _paint(self, highlighted: bool) -> None:
        self.grip.configure(background=self.look.palette["accent" if highlighted else "line"])

    def _grab(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.start = event.x_root

    def _drag(self, event: tkinter.Event[tkinter.Misc]) -> None:
        y = self.frame.winfo_y()
        self.line.place(x=event.x_root - self.line.master.winfo_rootx(), y=y, height=self.frame.winfo_height())
        self.line.lift()

    def _release(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.line.place_forget()
        start, self.start = self.start, None
        if start is not None and start != event.x_root:
            self.widen(start - event.x_root)
