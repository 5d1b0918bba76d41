"""A sheet that is only read, as the one beside a lesson: its head, its columns and its lines."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from workbench.boards.contract import Sheet
from workbench.gui.look import Look
from workbench.gui.sheet_line import Heads, Line
from workbench.gui.styles import card

HIGH, GAP = 25, 3  # a line, and between two, at 100 %


class SheetView:
    """A card that stands in its place while there is a sheet."""

    def __init__(self, parent: tkinter.Misc, look: Look, width: int) -> None:
        self.look, self.width = look, width - 2 * look.px(12)
        self.frame = card(parent, look, padding=(12, 8))
        head = ttk.Frame(self.frame, style="Inner.TFrame", padding=(look.px(4), 0))
        head.pack(fill="x")
        self.note = ttk.Label(head, style="CardSmall.TLabel")
        self.note.pack(side="right")
        self.head = ttk.Label(head, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.heads = Heads(self.frame, look)
        self.heads.frame.pack(fill="x")
        self.inside = ttk.Frame(self.frame, style="Inner.TFrame")
        self.inside.pack(fill="x")
        self.lines: list[Line] = []
        self.sheet: Sheet | None = None

    def show(self, sheet: Sheet) -> None:
        if sheet == self.sheet:
            return
        self.sheet = sheet
        px = self.look.px
        self.head.configure(text=sheet.head)
        self.note.configure(text=sheet.note)
        self.heads.show(sheet.columns, self.width)
        while len(self.lines) < len(sheet.rows):
            self.lines.append(Line(self.inside, self.look, len(self.lines), {}, {}, lambda _: None))
        for line in self.lines[len(sheet.rows) :]:
            line.frame.destroy()
        del self.lines[len(sheet.rows) :]
        y = 0
        for line, row in zip(self.lines, sheet.rows, strict=True):
            y += line.show(row, sheet.columns, self.width, px(HIGH), y) + px(GAP)
        self.inside.configure(height=max(1, y))
