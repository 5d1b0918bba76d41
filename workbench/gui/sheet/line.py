"""A line of the sheet: its cells, its message and its keys."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tkinter import ttk

from workbench.boards.kit.choices import Column, Row
from workbench.gui.look.look import Look
from workbench.gui.sheet import words
from workbench.gui.widgets.scrolling import on_wheel
from workbench.gui.widgets.tips import Tip

INSET = 10  # pixels at 100 % from the edge to the text
RIGHT_ALIGNED = ("number", "sum")  # roles that are aligned to the right
ROLES = {
    "place": ("Small", "small"),
    "name": ("Strong", "strong text"),
    "words": ("Quiet", "text"),
    "number": ("Small", "small"),
    "sum": ("Strong", "strong text"),
}
Press = Callable[[int, "tkinter.Event[tkinter.Misc]"], None]


def columns(width: int, inset: int, shares: Sequence[Column]) -> Iterator[tuple[float, float]]:
    """Yield the left edge and width of each column, in pixels.

    Args:
        width: The width of the line.
        inset: The space at both ends.
        shares: The columns with their shares of the width.
    """
    total, x = sum(column.share for column in shares) or 1.0, float(inset)
    for column in shares:
        wide = (width - 2 * inset) * column.share / total
        yield x, wide
        x += wide


class SheetRow:
    """A line of the sheet. A click or Enter chooses the line, a drag moves it.

    Args:
        parent: The frame with the lines.
        look: Scale, fonts and colours.
        number: The number of the line.
        keys: The actions by key, called with `number`. Empty for a read-only line.
        mouse: The actions by mouse event, bound to all parts of the line.
        wheel: Called with the steps of the mouse wheel.
        on_focus: Called with the row when the line gets the focus.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        number: int,
        keys: dict[str, Callable[[int], None]],
        mouse: dict[str, Press],
        wheel: Callable[[int], object],
        on_focus: Callable[[Row], None],
    ) -> None:
        self.look, self.row = look, Row(())
        self.frame = ttk.Frame(parent, style="Sheet.TFrame", takefocus=0, cursor="hand2" if keys else "")
        self.cells: list[ttk.Label] = []
        self.why = ttk.Label(self.frame, style="WindowWarning.TLabel", font=look.fonts["small"], justify="left")
        self.shown: tuple[object, ...] = ()
        self.placed = (-1, -1, -1)  # y, width and height
        self.height = 0
        self.number, self.mouse, self.wheel = number, mouse, wheel
        for widget in (self.frame, self.why):
            self._listen(widget)
        for key, call in keys.items():
            self.frame.bind(f"<{key}>" if "-" in key else f"<Key-{key}>", partial(self._pressed, call, number))
        self.frame.bind("<Control-Key-Return>", lambda _: None)  # leave this key to the window's command
        self.frame.bind("<FocusIn>", lambda _: on_focus(self.row))
        if keys:
            Tip(look, self.frame, self._tip)

    def _listen(self, widget: tkinter.Misc) -> None:
        for sequence, call in self.mouse.items():
            widget.bind(sequence, partial(call, self.number), add="+")
        on_wheel(widget.bind, lambda steps, _: self.wheel(steps))

    def _pressed(self, call: Callable[[int], None], number: int, _: object) -> str:
        call(number)
        return "break"

    def _tip(self) -> str:
        if self.row.number is None:
            return ""
        return words.NEXT_TIP if self.row.now and not self.row.why else words.LINE_TIP

    def show(self, row: Row, shares: Sequence[Column], width: int, height: int, y: int) -> int:
        """Show a row.

        Args:
            row: The contents.
            shares: The columns.
            width: The width of the line in pixels.
            height: The height without a message, in pixels.
            y: The top edge.

        Returns:
            The height including the message, in pixels.
        """
        shown = (row, tuple(shares), width, height)
        if shown != self.shown:  # configuring a widget repaints it
            self.row, self.shown = row, shown
            self.height = self._fill(row, shares, width, height)
        if (y, width, self.height) != self.placed:
            self.placed = (y, width, self.height)
            self.frame.place(x=0, y=y, width=width, height=self.height)
        return self.height

    def drag_to(self, y: int) -> None:
        """During a drag, show the line at this y coordinate, above the others."""
        self.placed = (-1, -1, -1)
        self.frame.place(y=y)
        self.frame.lift()

    def _fill(self, row: Row, shares: Sequence[Column], width: int, height: int) -> int:
        while len(self.cells) < len(row.cells):
            self.cells.append(ttk.Label(self.frame))
            self._listen(self.cells[-1])
        ground = "Wash" if row.now else "Window"
        self.frame.configure(style="SheetNow.TFrame" if row.now else "SheetFault.TFrame" if row.why else "Sheet.TFrame")
        self._write(row, shares, width, height, ground)
        total, message = height, row.why or row.warning
        if message:
            px = self.look.px
            self.why.configure(text=message, style=f"{ground}Warning.TLabel", wraplength=width - px(2 * INSET))
            self.why.place(x=px(INSET), y=height - px(4), width=width - px(2 * INSET))
            total += self.why.winfo_reqheight() + px(1)
        else:
            self.why.configure(text="")
            self.why.place_forget()
        return total

    def _write(self, row: Row, shares: Sequence[Column], width: int, height: int, ground: str) -> None:
        look, places = self.look, [*columns(width, self.look.px(INSET), shares)]
        start = -1.0  # left edge of the empty cells before this cell, which text may fill
        for number, (label, text, column) in enumerate(zip(self.cells, row.cells, shares, strict=False)):
            x, wide = places[number]
            right, after = column.role in RIGHT_ALIGNED, number + 1
            if not text:
                label.place_forget()
                start = x if start < 0 and number and not right else start
                continue
            if not right and start >= 0:
                x, wide = start, wide + x - start
            while not right and after < len(row.cells) and not row.cells[after]:
                wide, after = wide + places[after][1], after + 1
            start = -1.0
            role, font = ROLES[column.role]
            if row.now and column.role == "name" and not any(row.cells[number + 1 :]):
                role, font = ROLES["words"]
            label.configure(
                text=look.shorten(text, font, round(wide) - look.px(2)),
                style=f"{ground}{role}.TLabel",
                anchor="e" if right else "w",
            )
            label.place(x=round(x), y=height // 2, width=round(wide), anchor="w")
        for label in self.cells[len(row.cells) :]:
            label.place_forget()


class Heads:
    """The column headings above the lines."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        self.look = look
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.labels: list[ttk.Label] = []
        self.shown: tuple[object, ...] = ()

    def show(self, shares: Sequence[Column], width: int) -> None:
        """Show the headings of these columns in a line of this width."""
        if (tuple(shares), width) == self.shown:
            return
        self.shown = (tuple(shares), width)
        for label in self.labels:
            label.destroy()
        self.labels = []
        free = 0.0  # the left end of the space that no heading has taken
        for column, (x, wide) in zip(shares, columns(width, self.look.px(INSET), shares), strict=True):
            if column.head:
                right = column.role in RIGHT_ALIGNED
                end = round(x + wide)
                text = self.look.shorten(column.head, "small", round(end - free)) if right else column.head
                label = ttk.Label(self.frame, text=text, style="CardSmall.TLabel")
                label.place(x=end if right else round(x), y=0, anchor="ne" if right else "nw")
                if text != column.head:
                    Tip(self.look, label, partial(str, column.head))
                self.labels.append(label)
                free = (end if right else x + label.winfo_reqwidth()) + self.look.px(6)
        self.frame.configure(height=max((label.winfo_reqheight() for label in self.labels), default=1))
