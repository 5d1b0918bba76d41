"""One line of the sheet that a turn is written on: its cells, what is wrong with it, and the keys that it takes."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from workbench.boards.contract import Row
from workbench.gui import words_sheet as words
from workbench.gui.bubble import Tip
from workbench.gui.look import Look

INSET = 14  # pixels at 100 % from its edge to its words


class Line:
    """One line of the sheet. It is chosen by a click or Enter."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, number: int, keys: dict[str, Callable[[int], None]], reached: Callable[[Row], None]
    ) -> None:
        """`keys` is what the keys do with the line of a number; "Return" is a click too. `reached` is told when it gets the
        focus."""
        self.look, self.row = look, Row(())
        self.frame = ttk.Frame(parent, style="Sheet.TFrame", takefocus=0, cursor="hand2")
        self.cells: list[ttk.Label] = []
        self.why = ttk.Label(self.frame, style="WindowWarning.TLabel", font=look.fonts["small"], justify="left")
        self.shown: tuple[object, ...] = ()
        self.placed = (-1, -1, -1)  # at which height, how wide, how high
        self.height = 0
        self.number, self.choose = number, keys["Return"]
        for widget in (self.frame, self.why):
            widget.bind("<Button-1>", self._clicked)
        for key, call in keys.items():
            self.frame.bind(f"<{key}>" if "-" in key else f"<Key-{key}>", partial(self._pressed, call, number))
        self.frame.bind("<Control-Key-Return>", lambda _: None)  # a command of the window
        self.frame.bind("<FocusIn>", lambda _: reached(self.row))
        Tip(look, self.frame, self._tip)

    def _pressed(self, call: Callable[[int], None], number: int, _: object) -> str:
        call(number)
        return "break"

    def _clicked(self, _: object) -> None:
        self.choose(self.number)

    def _tip(self) -> str:
        if self.row.number is None:
            return ""
        return words.NEXT_TIP if self.row.now and not self.row.why else words.LINE_TIP

    def show(self, row: Row, widths: Sequence[float], width: int, height: int, y: int) -> int:
        """Show a row at `y`, in a line so wide and at least so high; returns how high it is."""
        shown = (row, tuple(widths), width, height)
        if shown != self.shown:  # whatever is configured is painted again
            self.row, self.shown = row, shown
            self.height = self._fill(row, widths, width, height)
        if (y, width, self.height) != self.placed:
            self.placed = (y, width, self.height)
            self.frame.place(x=0, y=y, width=width, height=self.height)
        return self.height

    def _fill(self, row: Row, widths: Sequence[float], width: int, height: int) -> int:
        while len(self.cells) < len(row.cells):
            label = ttk.Label(self.frame)
            label.bind("<Button-1>", self._clicked)
            self.cells.append(label)
        ground = "Wash" if row.now else "Window"
        self.frame.configure(style="SheetNow.TFrame" if row.now else "SheetFault.TFrame" if row.why else "Sheet.TFrame")
        self._write(row, widths, width, height, ground)
        total = height
        if row.why:
            px = self.look.px
            self.why.configure(text=row.why, style=f"{ground}Warning.TLabel", wraplength=width - px(2 * INSET))
            self.why.place(x=px(INSET), y=height - px(4), width=width - px(2 * INSET))
            total += self.why.winfo_reqheight() + px(3)
        else:
            self.why.configure(text="")
            self.why.place_forget()
        return total

    def _write(self, row: Row, widths: Sequence[float], width: int, height: int, ground: str) -> None:
        look, inset = self.look, self.look.px(INSET)
        room, whole, last = width - 2 * inset, sum(widths) or 1.0, len(row.cells) - 1
        x, free = float(inset), 0.0
        for number, (label, text, share) in enumerate(zip(self.cells, row.cells, widths, strict=False)):
            wide = room * share / whole
            right = number > max(last - 2, 0)
            if not text:
                label.place_forget()
                free += 0 if right or not number else wide
                x += wide
                continue
            over, after = free + wide, number + 1
            while not right and after <= last and not row.cells[after]:  # words go on over empty cells
                over, after = over + room * widths[after] / whole, after + 1
            strong = number in (1, last - 1) and bool(not row.now or row.cells[last])
            role, font = ("Strong", "strong text") if strong else ("Small", "small") if number in (0, last) else ("Quiet", "text")
            label.configure(text=look.shorten(text, font, round(over) - look.px(4)), style=f"{ground}{role}.TLabel", anchor="e" if right else "w")
            label.place(x=round(x - free), y=height // 2, width=round(over), anchor="w")
            x, free = x + wide, 0.0
        for label in self.cells[len(row.cells) :]:
            label.place_forget()
