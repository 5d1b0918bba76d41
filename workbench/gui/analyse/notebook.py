"""The card with the pages and their tabs. The tip of a tab says what the page shows. An unavailable one is disabled."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from workbench.gui.analyse.on_board import OnBoard
from workbench.gui.analyse.page_kinds import PageKind
from workbench.gui.analyse.pages.page import Page, Subject
from workbench.gui.look.styles import card
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip

GAP, ROWS = 2, 4  # pixels at 100 % between tabs, and between rows of tabs
TAB_PADDING = 3  # pixels at 100 % above and below the title of a tab


class Notebook:
    """The card with the pages, each built when it is first opened."""

    def __init__(
        self, parent: tkinter.Misc, shell: Shell, games: Tabs, on_board: OnBoard, kinds: Sequence[PageKind], width: int
    ) -> None:
        self.shell, self.games, self.on_board = shell, games, on_board
        look = shell.look
        self.frame = card(parent, look, padding=(12, 10))
        self.tabs = ttk.Frame(self.frame, style="Inner.TFrame")
        self.tabs.pack(fill="x")
        self.body = ttk.Frame(self.frame, style="Inner.TFrame")
        self.body.pack(fill="both", expand=True, pady=(look.px(8), 0))
        self.body.pack_propagate(False)
        self.note = wrap(ttk.Label(self.body, style="CardQuiet.TLabel", justify="left"))
        self.buttons: dict[str, ttk.Button] = {}
        self.pages: dict[str, tuple[Page, tkinter.Misc]] = {}
        self.kinds = {kind.name: kind for kind in kinds}
        self.reasons: dict[str, str] = {}
        self.shown = ""
        self.subject: Subject | None = None
        self.room = width - 2 * look.px(12)
        self.placed: tuple[str, ...] = ()  # the pages that have a tab now
        for kind in kinds:
            clicked = partial(self._clicked, kind.name)
            button = ttk.Button(self.tabs, text=kind.title, style="Tab.Page.TButton", takefocus=1, command=clicked)
            self.buttons[kind.name] = button
            Tip(look, button, partial(self._tip, kind.name))
        self._place_tabs()

    def _place_tabs(self) -> None:
        """Show the tabs of the pages that fit the shown game, in as many rows as they need."""
        info = self.games.table.point.info
        fitting = tuple(name for name, kind in self.kinds.items() if kind.fits(info))
        if fitting == self.placed:
            return
        self.placed = fitting
        look, x, y = self.shell.look, 0, 0
        padding = self._fit_tabs()
        # Tk applies the style of the tabs later, so their present height may be that of an earlier scale.
        height = look.fonts["small"].metrics("linespace") + 2 * look.px(TAB_PADDING)
        for name, button in self.buttons.items():
            if name not in fitting:
                button.place_forget()
                continue
            tab_width = look.fonts["small"].measure(self.kinds[name].title) + 2 * padding
            if x and x + tab_width > self.room:
                x, y = 0, y + height + look.px(ROWS)
            button.place(x=x, y=y, width=tab_width, height=height)
            x += tab_width + look.px(GAP)
            self.tabs.configure(height=y + height)

    def _fit_tabs(self) -> int:
        """Set the padding of the tabs so that all fit in one row if possible, and return it."""
        look = self.shell.look
        words = sum(look.fonts["small"].measure(self.kinds[name].title) for name in self.placed)
        beside = (self.room - words) // len(self.placed) - look.px(GAP)
        padding = min(look.px(8), max(look.px(1), beside // 2))
        ttk.Style(self.frame).configure("Tab.Page.TButton", padding=(padding, look.px(TAB_PADDING)))
        return padding

    def _tip(self, name: str) -> str:
        """Return what a page shows, and why it is unavailable."""
        return "\n".join(filter(None, (self.kinds[name].tip(self.games.table.point.seats), self.reasons.get(name, ""))))

    def open_page(self, name: str) -> None:
        """Open a page, or show why it is unavailable."""
        if reason := self.reasons.get(name, ""):
            self.on_board.say(reason, True)
            return
        self.shell.settings.analyse_page = name
        if self.subject is not None:
            self.show(self.subject)

    def _clicked(self, name: str) -> None:
        """Open a page and move the focus into it."""
        self.open_page(name)
        if self.shown == name and (inside := first_focusable(self.pages[name][1])) is not None:
            inside.focus_set()

    def step(self, by: int) -> None:
        """Open the next available page, or the previous one if `by` is -1."""
        names = [name for name in self.placed if not self.reasons.get(name, "")]
        if names:
            at = names.index(self.shown) if self.shown in names else -by
            self.open_page(names[(at + by) % len(names)])

    def show(self, subject: Subject) -> None:
        """Update the tabs and show the selected page, or the reason why it is unavailable."""
        self.subject = subject
        self._place_tabs()
        self.reasons = {name: self._reason(self.kinds[name], subject) for name in self.placed}
        wanted = self.shell.settings.analyse_page
        if wanted not in self.placed:
            wanted = next(iter(self.kinds))
        if self.reasons[wanted] and self.kinds[wanted].concerns_game:
            wanted = next(iter(self.kinds))
        for name in self.placed:
            button = self.buttons[name]
            state = ("disabled" if self.reasons[name] else "!disabled", "selected" if name == wanted else "!selected")
            button.state(state)
        if reason := self.reasons[wanted]:
            self._close_page()
            self.note.configure(text=reason)
            self.note.pack(fill="x")
            return
        self.note.pack_forget()
        if wanted != self.shown:
            self._open_page(wanted)
        self.pages[wanted][0].show(subject)

    def _reason(self, kind: PageKind, subject: Subject) -> str:
        """Return why a page is unavailable, or "": first of all because nothing can be analysed here."""
        reason = kind.unavailable_reason(subject)
        return self.on_board.position.reason or reason if reason and not kind.concerns_game else reason

    def _open_page(self, name: str) -> None:
        self._close_page()
        if name not in self.pages:
            page = self.kinds[name].make()
            self.pages[name] = page, page.build(self.body, self.shell.look, self.on_board)
        self.pages[name][1].pack(fill="both", expand=True)  # type: ignore[attr-defined]
        self.shown = name

    def _close_page(self) -> None:
        if self.shown:
            page, widget = self.pages[self.shown]
            page.hide()
            widget.pack_forget()  # type: ignore[attr-defined]
            self.on_board.show_position(None)
            self.on_board.show_marks(None)
            self.shown = ""

    def close(self) -> None:
        """Hide the shown page."""
        self._close_page()


def first_focusable(widget: tkinter.Misc) -> tkinter.Misc | None:
    """Return the first list, canvas or text inside this widget that takes the focus, or None."""
    if isinstance(widget, (ttk.Treeview, tkinter.Canvas, tkinter.Text)) and str(widget.cget("takefocus")) not in (
        "0",
        "",
    ):
        return widget
    return next((found for child in widget.winfo_children() if (found := first_focusable(child)) is not None), None)
