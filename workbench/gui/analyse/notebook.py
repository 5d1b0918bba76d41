"""The card with the pages: a tab for each, greyed with the reason where there is nothing to be seen on it, and the
page that is shown."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from workbench.gui.analyse.on_board import OnBoard
from workbench.gui.analyse.page_kinds import PageKind
from workbench.gui.analyse.pages.page import Page, Subject
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.look.styles import card
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.tips import Tip

GAP, ROWS = 2, 4  # between two tabs and between two rows of them, at 100 %


class Notebook:
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
        self.buttons: dict[str, ttk.Button] = {}
        self.pages: dict[str, tuple[Page, tkinter.Misc]] = {}
        self.kinds = {kind.name: kind for kind in kinds}
        self.reasons: dict[str, str] = {}
        self.shown = ""
        self.subject: Subject | None = None
        room, x, y = width - 2 * look.px(12), 0, 0
        self._narrow(room)
        for kind in kinds:
            clicked = partial(self._clicked, kind.name)
            button = ttk.Button(self.tabs, text=kind.title, style="Tab.Page.TButton", takefocus=1, command=clicked)
            self.buttons[kind.name] = button
            wide = button.winfo_reqwidth()
            if x and x + wide > room:
                x, y = 0, y + button.winfo_reqheight() + look.px(ROWS)
            button.place(x=x, y=y)
            x += wide + look.px(GAP)
            self.tabs.configure(height=y + button.winfo_reqheight())
            Tip(look, button, partial(self._tip, kind.name))

    def _narrow(self, room: int) -> None:
        """Leave the tabs as much room beside their words as lets all of them stand in one row."""
        look, style = self.shell.look, ttk.Style(self.frame)
        words = sum(look.fonts["small"].measure(kind.title) for kind in self.kinds.values())
        beside = (room - words) // len(self.kinds) - look.px(GAP)
        style.configure("Tab.Page.TButton", padding=(min(look.px(8), max(look.px(2), beside // 2 - 1)), look.px(3)))

    def _tip(self, name: str) -> str:
        """Why there is nothing on a page, or what its numbers mean beside those of the candidates."""
        return self.reasons.get(name, "") or self.kinds[name].tip(self.games.table.point.seats)

    def turn_to(self, name: str) -> None:
        """Show a page, or say why there is nothing on it."""
        if reason := self.reasons.get(name, ""):
            self.on_board.say(reason, True)
            return
        self.shell.settings.analyse_page = name
        if self.subject is not None:
            self.show(self.subject)

    def _clicked(self, name: str) -> None:
        """Whoever comes to a page by its tab goes on in it: with the arrows, if it takes them."""
        self.turn_to(name)
        if self.shown == name and (inside := first_stop(self.pages[name][1])) is not None:
            inside.focus_set()

    def step(self, by: int) -> None:
        """Show the next page on which there is something."""
        names = [name for name in self.kinds if not self.reasons.get(name, "")]
        if names:
            at = names.index(self.shown) if self.shown in names else -by
            self.turn_to(names[(at + by) % len(names)])

    def show(self, subject: Subject) -> None:
        self.subject = subject
        self.reasons = {name: kind.fits(subject) for name, kind in self.kinds.items()}
        wanted = self.shell.settings.analyse_page
        if wanted not in self.kinds or self.reasons[wanted]:
            # without a search the tree has only what somebody opens there
            without = TreePage.name if subject.shown is None else ""
            fitting = [name for name, reason in self.reasons.items() if not reason and name != without]
            wanted = fitting[0] if fitting else next(iter(self.kinds))
        if wanted != self.shown:
            self._turn(wanted)
        for name, button in self.buttons.items():
            state = (
                "disabled" if self.reasons[name] else "!disabled",
                "selected" if name == self.shown else "!selected",
            )
            button.state(state)
        self.pages[wanted][0].show(subject)

    def _turn(self, name: str) -> None:
        self._leave()
        if name not in self.pages:
            page = self.kinds[name].make()
            self.pages[name] = page, page.build(self.body, self.shell.look, self.on_board)
        self.pages[name][1].pack(fill="both", expand=True)  # type: ignore[attr-defined]
        self.shown = name

    def _leave(self) -> None:
        if self.shown:
            page, widget = self.pages[self.shown]
            page.hide()
            widget.pack_forget()  # type: ignore[attr-defined]
            self.on_board.show_position(None)
            self.on_board.show_marks(None)
            self.shown = ""

    def close(self) -> None:
        self._leave()


def first_stop(widget: tkinter.Misc) -> tkinter.Misc | None:
    """The first list or picture below this widget that takes keys."""
    if isinstance(widget, (ttk.Treeview, tkinter.Canvas, tkinter.Text)) and str(widget.cget("takefocus")) not in (
        "0",
        "",
    ):
        return widget
    return next((found for child in widget.winfo_children() if (found := first_stop(child)) is not None), None)
