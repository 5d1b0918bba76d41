"""Small tables whose columns are as wide as what stands in them: figures are never cut, names take the room that is left."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping, Sequence
from tkinter import ttk
from types import MappingProxyType

from workbench.gui.look.look import Look
from workbench.gui.widgets.data_table import Column, Row, table
from workbench.gui.widgets.scrolling import ScrollBar

PAD, TIGHT = 14, 10  # at both sides of a text together, at 100 %: usually, and at least where it is wider than was thought
LEAST_NAME = 96  # of a name is shown at least, at 100 %


def room_for(look: Look, text: str) -> int:
    """The width of a label that has room for this text, as labels count: in digits."""
    font = look.fonts["text"]
    return -(-font.measure(text) // font.measure("0"))


def widen(tree: ttk.Treeview, look: Look, samples: Mapping[int, str]) -> None:
    """Let columns have room for these texts, the longest that may come; what has a fixed width keeps it where that is more."""
    for column, text in samples.items():
        wide = max(int(tree.column(column, "width")), look.fonts["text"].measure(text) + look.px(PAD))
        tree.column(column, width=wide, minwidth=wide)


class Fitted(ttk.Frame):
    """`name` is the column of names, None if there is none. Where there is no room for all, the columns of `less` are left out, one after the
    other; then a bar moves the table. Each column has room from the beginning for what `longest` says will stand there, so that nothing moves
    to and fro while figures change."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, columns: Sequence[Column], height: int, name: int | None = None, less: Sequence[int] = (),
        longest: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.name, self.less = look, name, less
        self.heads = [column.name for column in columns]
        self.rows: tuple[Row, ...] = ()
        self.least = [max(look.fonts["small"].measure(head), look.fonts["text"].measure(longest.get(head, ""))) + look.px(PAD) for head in self.heads]
        self.widths = list(self.least)
        self.tree = table(self, look, columns, height)
        self.tree.configure(takefocus=0, selectmode="none")
        self.across = ttk.Scrollbar(self, orient="horizontal", command=self.tree.xview)
        self.down = ScrollBar(self.tree)
        self.tree.configure(xscrollcommand=self.across.set)
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.tree.grid(row=0, column=0, sticky="nsew")
        self.tree.bind("<Configure>", lambda _: self._fit())

    def show(self, rows: Sequence[Row]) -> None:
        """Other lines from now on."""
        top = self.tree.yview()[0]
        self.rows = tuple(rows)
        measure = self.look.fonts["text"].measure
        for column in range(len(self.heads)):
            if column != self.name:
                wide = max((measure(row.values[column]) for row in rows), default=0) + self.look.px(TIGHT)
                self.widths[column] = max(self.least[column], wide)
        if self.name is None:  # then they are all of one kind
            self.widths[1:] = [max(self.widths[1:])] * (len(self.widths) - 1)
        self._fit()
        self.tree.yview_moveto(top)

    def _fit(self) -> None:
        """Give every column its room, and write the lines into it."""
        shown = self._shown()
        figures = sum(self.widths[column] for column in shown if column != self.name)
        least = self.look.px(LEAST_NAME) if self.name is not None else 0
        room = self.room
        self.tree.configure(displaycolumns=[str(column) for column in shown])
        for column in shown:
            wide = max(least, room - figures) if column == self.name else self.widths[column]
            self.tree.column(str(column), width=wide, minwidth=wide, stretch=column != self.name)
        if figures + least > room:
            self.across.grid(row=1, column=0, sticky="ew")
        else:
            self.across.grid_remove()
        self._write(max(least, room - figures) - self.look.px(PAD))

    @property
    def room(self) -> int:
        """The pixels for columns."""
        return self.tree.winfo_width()

    def _shown(self) -> list[int]:
        shown = list(range(len(self.heads)))
        for column in self.less:
            needed = sum(self.look.px(LEAST_NAME) if one == self.name else self.widths[one] for one in shown)
            if needed > self.room:
                shown.remove(column)
        return shown

    def _write(self, name_room: int) -> None:
        tree = self.tree
        tree.delete(*tree.get_children())
        for row in self.rows:
            values = list(row.values)
            if self.name is not None:
                values[self.name] = self.look.shorten(values[self.name], "text", name_room)
            tree.insert("", "end", values=values, tags=(row.tag,) if row.tag else ())
