"""The read-only sheet beside a lesson, with its lock button."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.boards.kit.choices import Sheet
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.sheet import words
from workbench.gui.sheet.line import Heads, SheetRow
from workbench.gui.widgets.keys import on_enter

LINE_HEIGHT, GAP = 25, 3  # height of a line and the gap below it in pixels at 100 %


class SheetView:
    """A read-only sheet in a card.

    Args:
        parent: The column.
        look: Scale, fonts and colours.
        width: The width in pixels.
        locked: Called when the lock button is pressed.
        label: The text of that button.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, width: int, locked: Callable[[], None], label: str = words.LOCK
    ) -> None:
        self.look, self.width = look, width - 2 * look.px(12)
        self.frame = card(parent, look, padding=(12, 8))
        head = ttk.Frame(self.frame, style="Inner.TFrame", padding=(look.px(4), 0))
        head.pack(fill="x")
        self.note = ttk.Label(head, style="CardSmall.TLabel")  # has the place of the lock button once that is hidden
        self.lock = ttk.Button(head, text=label, style="Main.TButton", command=locked)
        on_enter(self.lock, lambda _: self.lock.invoke() or "break")
        head.configure(height=self.lock.winfo_reqheight())
        head.pack_propagate(False)
        self.head = ttk.Label(head, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.heads = Heads(self.frame, look)
        self.heads.frame.pack(fill="x")
        self.inside = ttk.Frame(self.frame, style="Inner.TFrame")
        self.inside.pack(fill="x")
        self.lines: list[SheetRow] = []
        self.sheet: Sheet | None = None

    def set_lock_state(self, may: bool | None) -> None:
        """Enable or disable the lock button; None hides it while no turn is being written."""
        shown, hidden = (self.note, self.lock) if may is None else (self.lock, self.note)
        hidden.pack_forget()
        shown.pack(side="right")
        self.lock.configure(state="normal" if may else "disabled")

    def show(self, sheet: Sheet) -> None:
        """Show a sheet."""
        if sheet == self.sheet:
            return
        self.sheet = sheet
        px = self.look.px
        self.head.configure(text=sheet.head)
        self.note.configure(text=sheet.note)
        self.heads.show(sheet.columns, self.width)
        while len(self.lines) < len(sheet.rows):
            self.lines.append(SheetRow(self.inside, self.look, len(self.lines), {}, {}, lambda _: None, lambda _: None))
        for line in self.lines[len(sheet.rows) :]:
            line.frame.destroy()
        del self.lines[len(sheet.rows) :]
        y = 0
        for line, row in zip(self.lines, sheet.rows, strict=True):
            y += line.show(row, sheet.columns, self.width, px(LINE_HEIGHT), y) + px(GAP)
        self.inside.configure(height=max(1, y))
