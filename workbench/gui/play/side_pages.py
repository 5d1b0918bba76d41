"""Pages over the lower part of the column, shown on demand in place of the moves, such as rules, live text and a form.

Features add the kinds of pages to `Screen.side_kinds`.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from tkinter import ttk
from typing import Any, Generic, TypeVar

from workbench.gui.look.styles import card
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.tips import Tip

MIN = 230  # pixels at 100 %; a smaller page covers the cards above too

Widget = TypeVar("Widget", bound=ttk.Frame)


@dataclass(frozen=True)
class SideKind(Generic[Widget]):
    """A kind of page. `show` is called when the page opens and whenever its contents may have changed.

    `buttons` are pairs of command and text, from right to left in the header; the first closes the page. `missing`
    returns whether there is nothing to show, `stays` whether the page opens automatically, and `focus` the
    widget that takes keys. `finish` stores unfinished text. `least` is the minimum height in pixels at 100 %.
    Esc closes a page with `is_passing`.
    """

    name: str
    title: str
    make: Callable[[ttk.Frame], Widget]
    focus: Callable[[Widget], tkinter.Misc]
    buttons: Sequence[tuple[str, str]]
    show: Callable[[Widget, SidePages], None] = lambda widget, side: None
    missing: Callable[[], bool] = lambda: False
    stays: Callable[[], bool] = lambda: False
    finish: Callable[[Widget], None] = lambda widget: None
    is_passing: bool = False
    least: int = MIN


class SidePages:
    """The pages of a column. `settings.side` is the name of the shown page, or "".

    Args:
        column: The column.
        shell: The window.
        kinds: The kinds of pages.
        row: The first row that a page covers.
        rows: The number of rows that a page covers.
        changed: Called after a page was opened or closed.
    """

    def __init__(
        self, column: tkinter.Misc, shell: Shell, kinds: Sequence[SideKind[Any]], row: int, rows: int,
        changed: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.column, self.shell, self.row, self.rows, self.changed = column, shell, row, rows, changed
        self.kinds = {kind.name: kind for kind in kinds}
        self.frame: ttk.Frame | None = None
        self.page: Any = None
        self.kind = ""
        self.head: ttk.Label
        self.buttons: dict[str, ttk.Button] = {}  # in the header, by command
        wanted = next((kind.name for kind in kinds if kind.stays()), shell.settings.side)
        if wanted:
            self._open(wanted)

    def toggle(self, kind: str) -> None:
        """Open a page and give it the focus, or close it if it is open."""
        shown = self.kind == kind
        self.shell.settings.side = "" if shown else kind
        self._close()
        if shown:
            self.shell.focus_board()
        else:
            self._open(kind)
            if self.page is not None:
                self.page.update_idletasks()  # only a mapped widget can have the focus
                self.kinds[kind].focus(self.page).focus_set()
        self.changed()

    def restore(self) -> None:
        """Show the page named in the settings after another column was shown."""
        if self.shell.settings.side != self.kind:
            self.show_page(self.shell.settings.side)

    def show_page(self, kind: str) -> None:
        """Show a page without giving it the focus. An empty name closes the page."""
        self._close()
        if kind:
            self._open(kind)

    def close(self) -> bool:
        """Close the page. Return False if there is none."""
        open_before = bool(self.kind)
        if open_before:
            self.toggle(self.kind)
        return open_before

    def escape(self) -> bool:
        """Close a passing page. Return False if none is shown."""
        return bool(self.kind) and self.kinds[self.kind].is_passing and self.close()

    def finish(self) -> None:
        """Store unfinished text of the page."""
        if self.kind:
            self.kinds[self.kind].finish(self.page)

    def refresh(self) -> None:
        """Update the contents of the page."""
        if self.kind:
            self.kinds[self.kind].show(self.page, self)

    def lift(self) -> None:
        """Raise the page above cards that were created later."""
        if self.frame is not None:
            self.frame.lift()

    def _close(self) -> None:
        if self.frame is not None:
            self.frame.destroy()
        self.frame = self.page = None
        self.kind = ""

    def _open(self, name: str) -> None:
        kind, look, px = self.kinds.get(name), self.shell.look, self.shell.look.px
        if kind is None or kind.missing():
            return
        self.frame = card(self.column, look, padding=(4, 4))
        self.frame.grid(row=self.row, column=0, rowspan=self.rows, sticky="nsew")
        head = ttk.Frame(self.frame, style="Inner.TFrame", padding=(px(12), px(8), px(8), px(4)))
        head.pack(fill="x")
        self.buttons = {}
        for command_name, text in kind.buttons:
            button = self.buttons[command_name] = ttk.Button(head, text=text, style="House.TButton", takefocus=1)
            button.configure(command=lambda name=command_name: self.shell.commands.run(name))  # type: ignore[misc]
            button.pack(side="right", padx=(px(6), 0))
            command = self.shell.commands[command_name]
            Tip(look, button, lambda command=command: command.help)  # type: ignore[misc]
        self.head = ttk.Label(head, text=kind.title, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.page = kind.make(self.frame)
        self.kind = name
        self.refresh()
        if self.page is None:  # refreshing can store a note and thereby open another page
            return
        self.page.pack(fill="both", expand=True)
        self.frame.bind("<Configure>", self._fit)
        self.frame.lift()

    def _fit(self, _: object) -> None:
        """Cover the whole column if its lower part is too small to read."""
        if self.frame is None:
            return
        *_, height = self.column.grid_bbox(0, self.row, 0, self.row + self.rows - 1) or (0, 0, 0, 0)
        low = height < self.shell.look.px(self.kinds[self.kind].least)
        self.frame.grid(row=0 if low else self.row, rowspan=self.rows + self.row * low)
