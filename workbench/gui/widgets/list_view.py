"""A list or tree in columns with a scroll bar. Numbers get the width they need; texts share the rest."""

from __future__ import annotations

import re
import tkinter
from collections.abc import Sequence
from tkinter import ttk
from typing import Literal

from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.gui.widgets.tips import Cell, CellTip

# key, heading, share of the space for texts, "w" (text) or "e" (number)
Columns = Sequence[tuple[str, str, float, str]]

FIRST = "#0"  # Tk's name of the column with the tree
STEP, SIGN = 12, 26  # pixels at 100 %: indent per level, and width of the sign that opens a row and of the edge
BESIDE = 12  # pixels at 100 % beside the text of a cell
MIN = 64  # minimum width of texts in pixels at 100 %
DIGIT = re.compile(r"\d")


class ListView:
    """A list or tree of rows in columns.

    Long texts are shortened, and a tip shows them in full. Numbers are never shortened.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        first: The heading of the first column, which has texts.
        columns: The remaining columns.
        share: The first column's share of the space for texts.
        deep: Whether rows can be nested.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, first: str, columns: Columns, share: float, deep: bool = False
    ) -> None:
        self.look, self.deep = look, deep
        self.keys = (FIRST, *(key for key, *_ in columns))
        # Shares of the columns with texts.
        self.shares = {FIRST: share, **{key: part for key, _, part, where in columns if where == "w"}}
        self.heads = dict(zip(self.keys, (first, *(head for _, head, *_ in columns)), strict=True))
        self.full: dict[str, tuple[str, ...]] = {}  # full texts by row
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
        self.tip = CellTip(look, self.tree, self._cell, self._full_text)

    # Rows -------------------------------------------------------------------------------------------------------------

    def fill(self, rows: Sequence[tuple[str, str, Sequence[str]]]) -> None:
        """Replace the rows, given as name, text of the first column, and other cells."""
        self.clear()
        for name, text, cells in rows:
            self.add("", name, text, cells)
        self.fit()

    def add(self, below: str, name: str, text: str, cells: Sequence[str] = (), opened: bool = False) -> None:
        """Add a child row, or a row at the top level if `below` is ""."""
        self.tree.insert(below, "end", iid=name, open=opened)
        self.full[name] = ("",) * len(self.keys)
        self.write(name, text, cells)

    def write(self, name: str, text: str, cells: Sequence[str]) -> None:
        """Replace the texts of a row."""
        self.full[name] = (text, *cells, *("",) * (len(self.keys) - 1 - len(cells)))
        self.tree.item(name, text=text, values=list(cells))

    def clear(self, below: str = "") -> None:
        """Remove the child rows of a row, or all rows."""
        if not below:
            self.measured.clear()
        for row in self.tree.get_children(below):
            self.clear(row)
            self.full.pop(row, None)
            self.tree.delete(row)

    def head(self, key: str, text: str) -> None:
        """Change the heading of a column."""
        self.heads[key] = text
        self.tree.heading(key, text=text)

    @property
    def chosen(self) -> str:
        """The name of the selected row, or ""."""
        return next(iter(self.tree.selection()), "")

    def choose(self, name: str) -> None:
        """Select a row and scroll to it, or clear the selection if `name` is ""."""
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
        """Set the widths: columns of numbers get the width they need, texts the rest."""
        numbers = {key: self._needed_width(index) for index, key in enumerate(self.keys) if key not in self.shares}
        room = self.tree.winfo_width() - 2
        if room - sum(numbers.values()) < self.look.px(MIN) * len(self.shares):
            numbers = {key: wide for key, wide in numbers.items() if self._has_content(key)}  # omit empty columns
        shown = [key for key in self.keys[1:] if key in self.shares or key in numbers]
        if shown != list(self.tree.cget("displaycolumns")):
            self.tree.configure(displaycolumns=shown)
        left = room - sum(numbers.values())
        least = min(self.look.px(MIN), max(1, left // len(self.shares)))  # so that the last column stays visible
        for key, share in self.shares.items():
            numbers[key] = max(least, int(left * share / sum(self.shares.values())))
        for key, wide in numbers.items():
            self.tree.column(key, width=wide, stretch=False, minwidth=0)
        self._shorten(numbers)

    def _needed_width(self, index: int) -> int:
        """Return the width in pixels that a column's heading and longest cell need.

        All digits count as equally wide, so that changing numbers keep the width.
        """
        longest = max(
            (self._text_width(shape) for shape in {DIGIT.sub("0", cells[index]) for cells in self.full.values()}),
            default=0,
        )
        return max(longest, self.look.fonts["small"].measure(self.heads[self.keys[index]])) + self.look.px(BESIDE)

    def _text_width(self, text: str) -> int:
        """Return the width of a text in pixels (cached, because texts recur often)."""
        if text not in self.measured:
            self.measured[text] = self.look.fonts["text"].measure(text)
        return self.measured[text]

    def _has_content(self, key: str) -> bool:
        index = self.keys.index(key)
        return any(cells[index] for cells in self.full.values())

    def _shorten(self, widths: dict[str, int]) -> None:
        """Shorten the texts to the column widths."""
        for row, cells in self.full.items():
            for index, key in enumerate(self.keys):
                if key in self.shares and cells[index]:
                    room = widths[key] - self.look.px(BESIDE) - (self._indent(row) if key == FIRST else 0)
                    self._set(
                        row,
                        key,
                        cells[index]
                        if self._text_width(cells[index]) <= room
                        else self.look.shorten(cells[index], "text", room),
                    )

    def _indent(self, row: str) -> int:
        """Return the indent of a row in the first column."""
        deep, above = 0, self.tree.parent(row) if self.deep else ""
        while above:
            deep, above = deep + 1, self.tree.parent(above)
        return self.look.px(SIGN - BESIDE + STEP * deep)

    def _set(self, row: str, key: str, text: str) -> None:
        if key != FIRST:
            self.tree.set(row, key, text)
        elif self.tree.item(row, "text") != text:
            self.tree.item(row, text=text)

    # Tips of shortened texts ------------------------------------------------------------------------------------------

    def _cell(self, x: int, y: int) -> Cell | None:
        row, column = self.tree.identify_row(y), self.tree.identify_column(x)
        box = self.tree.bbox(row, column) if row else ()
        if not box:
            return None
        left, top, wide, high = box
        key = self.tree.column(column, "id") or FIRST
        return Cell(key, row, (left, top, left + wide, top + high))

    def _full_text(self, key: str, row: str) -> str:
        """Return the full text of a shortened cell, or ""."""
        full = self.full.get(row, ())
        full_text = full[self.keys.index(key)] if full else ""
        seen = self.tree.item(row, "text") if key == FIRST else self.tree.set(row, key)
        return full_text if key in self.shares and seen != full_text else ""
