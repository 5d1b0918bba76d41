"""A list or tree of rows in columns, with its scrollbar. Numbers get the width they need, words share the rest."""

from __future__ import annotations

import re
import tkinter
from collections.abc import Sequence
from tkinter import ttk
from typing import Literal

from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.gui.widgets.tips import Cell, CellTip

Columns = Sequence[tuple[str, str, float, str]]  # key, head, share of the width for words, "w" (words) or "e" (numbers)

FIRST = "#0"  # Tk's name of the column that a tree opens in
STEP, SIGN = 12, 26  # at 100 %: by which deeper rows begin further right, and what their sign and edge take up
BESIDE = 12  # and what a cell has beside its words
LEAST = 64  # and the least that words are left
DIGIT = re.compile(r"\d")


class ListView:
    """`first` is the head of the first column, of words, and `share` its share of the room for words.

    Words that are too long are shortened, and a tip shows them in full. Numbers are never shortened.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, first: str, columns: Columns, share: float, deep: bool = False
    ) -> None:
        self.look, self.deep = look, deep
        self.keys = (FIRST, *(key for key, *_ in columns))
        self.shares = {FIRST: share, **{key: part for key, _, part, where in columns if where == "w"}}  # of words
        self.heads = dict(zip(self.keys, (first, *(head for _, head, *_ in columns)), strict=True))
        self.full: dict[str, tuple[str, ...]] = {}  # by row: its words before they were shortened
        self.measured: dict[str, int] = {}
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        style = ttk.Style(look.root)
        style.configure("Deep.House.Treeview", indent=look.px(STEP))
        style.layout("Deep.House.Treeview", [("Treeview.treearea", {"sticky": "nsew"})])
        style.configure(
            "House.Treeview.Heading",
            font=look.fonts["small"],
            foreground=look.palette["quiet"],
            background=look.palette["card"],
            relief="flat",
        )
        self.tree = ttk.Treeview(
            self.frame, columns=self.keys[1:], style="Deep.House.Treeview" if deep else "House.Treeview",
            selectmode="browse", height=3, takefocus=1,
        )  # fmt: skip
        for key in self.keys:
            where: Literal["w", "e"] = "w" if key in self.shares else "e"
            self.tree.heading(key, text=self.heads[key], anchor=where)
            self.tree.column(key, anchor=where, stretch=False, minwidth=0)
        ScrollBar(self.tree)
        self.tree.pack(side="left", fill="both", expand=True)
        self.tree.bind("<Configure>", lambda _: self.fit())
        self.tip = CellTip(look, self.tree, self._cell, self._told)

    # Rows -------------------------------------------------------------------------------------------------------------

    def fill(self, rows: Sequence[tuple[str, str, Sequence[str]]]) -> None:
        """Show other rows: their names, the words of the first column, those of the others."""
        self.clear()
        for name, text, cells in rows:
            self.add("", name, text, cells)
        self.fit()

    def add(self, below: str, name: str, text: str, cells: Sequence[str] = (), opened: bool = False) -> None:
        """A row below another one, or below none."""
        self.tree.insert(below, "end", iid=name, open=opened)
        self.full[name] = ("",) * len(self.keys)
        self.write(name, text, cells)

    def write(self, name: str, text: str, cells: Sequence[str]) -> None:
        """Write other words into a row."""
        self.full[name] = (text, *cells, *("",) * (len(self.keys) - 1 - len(cells)))
        self.tree.item(name, text=text, values=list(cells))

    def clear(self, below: str = "") -> None:
        """Take away the rows below one, or all."""
        if not below:
            self.measured.clear()
        for row in self.tree.get_children(below):
            self.clear(row)
            self.full.pop(row, None)
            self.tree.delete(row)

    def head(self, key: str, text: str) -> None:
        """Write another head over a column."""
        self.heads[key] = text
        self.tree.heading(key, text=text)

    @property
    def chosen(self) -> str:
        return next(iter(self.tree.selection()), "")

    def choose(self, name: str) -> None:
        """Let a row be the chosen one, "" for none."""
        if name == self.chosen:
            return
        if name:
            self.tree.selection_set(name)
            self.tree.focus(name)
            self.tree.see(name)
        else:
            self.tree.selection_set(())

    # Columns ----------------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Give the columns of numbers what their longest needs and the words the rest, shortened to their place."""
        numbers = {key: self._needed(at) for at, key in enumerate(self.keys) if key not in self.shares}
        room = self.tree.winfo_width() - 2
        if room - sum(numbers.values()) < self.look.px(LEAST) * len(self.shares):
            numbers = {key: wide for key, wide in numbers.items() if self._used(key)}  # leave out empty columns
        shown = [key for key in self.keys[1:] if key in self.shares or key in numbers]
        if shown != list(self.tree.cget("displaycolumns")):
            self.tree.configure(displaycolumns=shown)
        left = room - sum(numbers.values())
        for key, share in self.shares.items():
            numbers[key] = max(self.look.px(LEAST), int(left * share / sum(self.shares.values())))
        for key, wide in numbers.items():
            self.tree.column(key, width=wide, stretch=False, minwidth=0)
        self._shorten(numbers)

    def _needed(self, at: int) -> int:
        """Return the width that a column's head and longest cell need.

        Any digit counts as the widest, so that columns keep still as numbers change.
        """
        longest = max(
            (self._long(shape) for shape in {DIGIT.sub("0", cells[at]) for cells in self.full.values()}), default=0
        )
        return max(longest, self.look.fonts["small"].measure(self.heads[self.keys[at]])) + self.look.px(BESIDE)

    def _long(self, text: str) -> int:
        """How long words are; the same come again and again."""
        if text not in self.measured:
            self.measured[text] = self.look.fonts["text"].measure(text)
        return self.measured[text]

    def _used(self, key: str) -> bool:
        """Whether anything stands in a column."""
        at = self.keys.index(key)
        return any(cells[at] for cells in self.full.values())

    def _shorten(self, widths: dict[str, int]) -> None:
        """Write words as far as there is room for them."""
        for row, cells in self.full.items():
            for at, key in enumerate(self.keys):
                if key in self.shares and cells[at]:
                    room = widths[key] - self.look.px(BESIDE) - (self._begins(row) if key == FIRST else 0)
                    self._set(
                        row,
                        key,
                        cells[at] if self._long(cells[at]) <= room else self.look.shorten(cells[at], "text", room),
                    )

    def _begins(self, row: str) -> int:
        """How far from the edge of the first column a row begins."""
        deep, above = 0, self.tree.parent(row) if self.deep else ""
        while above:
            deep, above = deep + 1, self.tree.parent(above)
        return self.look.px(SIGN - BESIDE + STEP * deep)

    def _set(self, row: str, key: str, text: str) -> None:
        if key != FIRST:
            self.tree.set(row, key, text)
        elif self.tree.item(row, "text") != text:
            self.tree.item(row, text=text)

    # Tips of shortened words ------------------------------------------------------------------------------------------

    def _cell(self, x: int, y: int) -> Cell | None:
        row, column = self.tree.identify_row(y), self.tree.identify_column(x)
        box = self.tree.bbox(row, column) if row else ()
        if not box:
            return None
        left, top, wide, high = box
        key = self.tree.column(column, "id") or FIRST
        return Cell(key, row, (left, top, left + wide, top + high))

    def _told(self, key: str, row: str) -> str:
        """All words of a cell that was shortened."""
        full = self.full.get(row, ())
        whole = full[self.keys.index(key)] if full else ""
        seen = self.tree.item(row, "text") if key == FIRST else self.tree.set(row, key)
        return whole if key in self.shares and seen != whole else ""
