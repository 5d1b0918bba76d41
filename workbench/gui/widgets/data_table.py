"""Tables: plain ones, short ones with fitted columns, and long ones that fetch their rows."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk
from types import MappingProxyType
from typing import Literal, NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel

STYLE = "Match.Treeview"
LINE, HEAD = 26, 28  # heights in pixels at 100 %
CHUNK = 300  # rows per fetch
PAD, TIGHT = 14, 10  # total space beside a text in pixels at 100 %: usual and minimum
MIN_NAME = 96  # minimum width of a name at 100 %


class Column(NamedTuple):
    """A column of a table.

    Args:
        name: The heading.
        width: The width in pixels at 100 %.
        wide: Whether the column takes all spare space.
        right: Whether the cells are right-aligned.
    """

    name: str
    width: float
    wide: bool = False
    right: bool = False


def style(look: Look, name: str = STYLE, line: int = LINE) -> None:
    """Define the style of tables with rows of height `line`. Call it again after a change of the look."""
    palette, widget = look.palette, ttk.Style(look.root)
    widget.configure(
        name, background=palette["card"], fieldbackground=palette["card"], foreground=palette["text"],
        font=look.fonts["text"],
        rowheight=look.px(line), borderwidth=0, relief="flat", bordercolor=palette["card"], lightcolor=palette["card"],
        darkcolor=palette["card"],
    )  # fmt: skip
    widget.configure(
        f"{name}.Heading", background=palette["card"], foreground=palette["quiet"], font=look.fonts["small"],
        borderwidth=0, relief="flat",
        padding=(look.px(4), look.px(4)),
    )  # fmt: skip
    widget.map(name, background=[("selected", palette["accent"])], foreground=[("selected", palette["on_accent"])])
    widget.map(f"{name}.Heading", background=[("active", palette["card"])])


def table(
    parent: tkinter.Misc, look: Look, columns: Sequence[Column], height: int = 4, name: str = STYLE
) -> ttk.Treeview:
    """Return an empty table with these columns, `height` rows high, in the style called `name`."""
    widget = ttk.Treeview(
        parent,
        style=name,
        columns=[str(n) for n in range(len(columns))],
        show="headings",
        selectmode="browse",
        height=height,
    )
    for number, column in enumerate(columns):
        side: Literal["e", "w"] = "e" if column.right else "w"
        widget.heading(number, text=column.name, anchor=side)
        widget.column(
            number,
            width=look.px(column.width),
            minwidth=look.px(min(column.width, 30)),
            anchor=side,
            stretch=column.wide,
        )
    widget.tag_configure("warning", foreground=look.palette["warning"])
    widget.tag_configure("quiet", foreground=look.palette["quiet"])
    return widget


class TableRow(NamedTuple):
    """A row of a table: its cells and the tag for its colour ("warning", "quiet" or "")."""

    values: tuple[str, ...]
    tag: str = ""


class LongTable(ttk.Frame):
    """A table of any length, which fetches its rows when they become visible.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        columns: The columns.
        fetch: Called with a first row and a count. It passes the rows to `receive`, immediately or later.
        open: Called with the number of a row on a double click or Enter.
        chose: Called when the selection changes.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, columns: Sequence[Column], fetch: Callable[[int, int], None],
        open: Callable[[int], None],
        chose: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.columns, self.fetch, self.open, self.chose = look, columns, fetch, open, chose
        self.total = self.first = 0
        self.chosen: int | None = None
        self.known: dict[int, TableRow] = {}
        self.asked: int | None = None  # first row of the running fetch
        self.tree = table(self, look, columns, 1)
        self.bar = ScrollBar(self.tree, command=self._on_scroll, follows=False)
        self.tree.pack(side="left", fill="both", expand=True)
        self.tree.bind("<Configure>", lambda _: self._fill())
        self.tree.bind("<Double-Button-1>", self._double)
        self.tree.bind("<Button-1>", self._click)
        on_enter(self.tree, self._on_enter)
        steps: Mapping[str, Callable[[], int]] = {
            "Up": lambda: -1, "Down": lambda: 1, "Prior": lambda: 1 - self.visible_rows,
            "Next": lambda: self.visible_rows - 1,
            "Home": lambda: -self.total, "End": lambda: self.total,
        }  # fmt: skip
        for key, step in steps.items():
            self.tree.bind(f"<Key-{key}>", lambda _, step=step: self._step(step()))  # type: ignore[misc]
        on_wheel(self.tree.bind, lambda steps, _: self._scroll_rows(3 * steps))

    @property
    def visible_rows(self) -> int:
        """The number of visible rows."""
        return max(1, (self.tree.winfo_height() - self.look.px(HEAD)) // self.look.px(LINE))

    def show(
        self,
        total: int,
        chosen: int | None = None,
        first: int | None = None,
        known: Mapping[int, TableRow] = MappingProxyType({}),
    ) -> None:
        """Replace the rows.

        Args:
            total: The number of rows.
            chosen: The selected row, or None.
            first: The first visible row, or None to keep it.
            known: Rows that need not be fetched.
        """
        self.total, self.chosen = total, chosen
        self.known, self.asked = dict(known), None
        if first is not None:
            self.first = first
        self._fill()
        self.chose()

    def receive(self, first: int, rows: Sequence[TableRow]) -> None:
        """Receive fetched rows."""
        if len(self.known) > 4 * CHUNK:
            self.known.clear()
        self.known |= dict(enumerate(rows, first))
        self.asked = None
        self._fill()

    def choose(self, number: int) -> None:
        """Select a row and scroll to it."""
        if not self.total:
            return
        self.chosen = max(0, min(number, self.total - 1))
        if self.chosen < self.first:
            self.first = self.chosen
        elif self.chosen >= self.first + self.visible_rows:
            self.first = self.chosen - self.visible_rows + 1
        self._fill()
        self.chose()

    def _fill(self) -> None:
        """Write the visible rows."""
        seen, tree = self.visible_rows, self.tree
        self.first = max(0, min(self.first, self.total - seen))
        wanted = min(seen, self.total - self.first)
        lines = tree.get_children()
        for line in lines[wanted:]:
            tree.delete(line)
        for number in range(len(lines), wanted):
            tree.insert("", "end", str(number))
        for number in range(wanted):
            row = self.known.get(self.first + number)
            values = row.values if row is not None else ("…",)
            tree.item(str(number), values=values, tags=(row.tag,) if row is not None and row.tag else ())
        if self.chosen is not None and self.first <= self.chosen < self.first + wanted:
            tree.selection_set(str(self.chosen - self.first))
            tree.focus(str(self.chosen - self.first))
        elif tree.selection():
            tree.selection_remove(*tree.selection())
        total = max(1, self.total)
        self.bar.set(self.first / total, min(1.0, (self.first + wanted) / total) if self.total else 1.0)
        missing = next((n for n in range(self.first, self.first + wanted) if n not in self.known), None)
        if missing is not None and self.asked is None:
            self.asked = max(0, missing - CHUNK // 4)
            self.fetch(self.asked, CHUNK)

    def _on_scroll(self, how: str, amount: str, what: str = "") -> None:
        if how == "moveto":
            self.first = round(float(amount) * self.total)
        else:
            self.first += int(float(amount)) * (self.visible_rows - 1 if what == "pages" else 1)
        self._fill()

    def _scroll_rows(self, rows: int) -> str:
        self.first += rows
        self._fill()
        return "break"

    def _step(self, by: int) -> str:
        self.choose((self.chosen if self.chosen is not None else self.first - 1 if by > 0 else 0) + by)
        return "break"

    def _at(self, event: tkinter.Event[tkinter.Misc]) -> int | None:
        line = self.tree.identify_row(event.y) if self.tree.identify_region(event.x, event.y) == "cell" else ""
        return self.first + int(line) if line else None

    def _click(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        number = self._at(event)
        if number is None:
            return None
        self.tree.focus_set()
        self.choose(number)
        return "break"

    def _double(self, event: tkinter.Event[tkinter.Misc]) -> str:
        number = self._at(event)
        if number is not None:
            self.open(number)
        elif self.tree.identify_region(event.x, event.y) == "heading":
            # Count quick clicks on a heading as single clicks.
            self.tree.tk.call("ttk::treeview::Press", str(self.tree), event.x, event.y)
        return "break"

    def _on_enter(self, _: object) -> str:
        if self.chosen is not None:
            self.open(self.chosen)
        return "break"


def room_for(look: Look, text: str) -> int:
    """Return the width of a label that fits this text, in digits."""
    font = look.fonts["text"]
    return -(-font.measure(text) // font.measure("0"))


def widen(tree: ttk.Treeview, look: Look, samples: Mapping[int, str]) -> None:
    """Widen columns to fit these texts, the longest that can occur."""
    for column, text in samples.items():
        wide = max(int(tree.column(column, "width")), look.fonts["text"].measure(text) + look.px(PAD))
        tree.column(column, width=wide, minwidth=wide)


class FittedTable(ttk.Frame):
    """A short table with columns that fit their content.

    If not all columns fit, those in `less` are omitted one by one; if that is not enough, a bar scrolls the table.
    Columns keep the width of their longest text, so that nothing moves while numbers change.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        columns: The columns.
        height: The number of visible rows.
        name: The number of the column with names, which takes the spare space, or None.
        less: The columns to omit first.
        longest: The longest expected text, by heading.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, columns: Sequence[Column], height: int, name: int | None = None,
        less: Sequence[int] = (),
        longest: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.name, self.less = look, name, less
        self.heads = [column.name for column in columns]
        self.rows: tuple[TableRow, ...] = ()
        self.least = [
            max(look.fonts["small"].measure(head), look.fonts["text"].measure(longest.get(head, ""))) + look.px(PAD)
            for head in self.heads
        ]
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

    def show(self, rows: Sequence[TableRow]) -> None:
        """Replace the rows and keep the scroll position."""
        top = self.tree.yview()[0]
        self.rows = tuple(rows)
        measure = self.look.fonts["text"].measure
        for column in range(len(self.heads)):
            if column != self.name:
                wide = max((measure(row.values[column]) for row in rows), default=0) + self.look.px(TIGHT)
                self.widths[column] = max(self.least[column], wide)
        if self.name is None:  # without names, all columns after the first get the same width
            self.widths[1:] = [max(self.widths[1:])] * (len(self.widths) - 1)
        self._fit()
        self.tree.yview_moveto(top)

    def _fit(self) -> None:
        """Set the column widths and write the rows."""
        shown = self._shown()
        figures = sum(self.widths[column] for column in shown if column != self.name)
        least = self.look.px(MIN_NAME) if self.name is not None else 0
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
        """The width for columns in pixels."""
        return self.tree.winfo_width()

    def _shown(self) -> list[int]:
        shown = list(range(len(self.heads)))
        for column in self.less:
            needed = sum(
                self.look.px(MIN_NAME) if column_shown == self.name else self.widths[column_shown]
                for column_shown in shown
            )
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
