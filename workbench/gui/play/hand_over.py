"""The screen goes from one person to another: what is covered meanwhile, and that nothing of what one did is there
for the next."""

from __future__ import annotations

import tkinter

from workbench import boards
from workbench.game.session import Session
from workbench.game.undo import ANYBODY
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play import captions
from workbench.gui.play.cover import HAND_OVER
from workbench.gui.play.screen import Screen
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import focused
from workbench.table.table import Table


class HandOver:
    """Covers the shown game until the next person has the screen."""

    def __init__(self, shell: Shell, screen: Screen) -> None:
        self.shell, self.screen = shell, screen
        self.person: tuple[Session, int] | None = None  # whose view was shown last in a game that is handed over
        self.covered: Session | None = None  # the game whose view is covered, if one is shown

    def follow(self, table: Table) -> None:
        """Cover the view until the person is there whom the screen must be handed to, or show it."""
        shell, cover = self.shell, self.screen.cover
        screen, seat = table.screen, table.screen.covered_for
        screen.session.document.undo_for(screen.viewer if screen.shared else ANYBODY)
        if seat is not None:
            self._part()
            self._forget()
            if not cover.winfo_manager():
                shell.notice.decided()
            cover.show(captions.called(table, seat), boards.task(screen.session.viewpoint(None)))
            cover.grid(row=2, column=0, sticky="nsew")
            self.covered = screen.session
            (shell.pages.over or cover).focus_set()
            return
        if cover.winfo_manager():
            cover.grid_remove()
            (shell.pages.over or self.screen.view).focus_set()
        if self.covered is screen.session:  # what anybody typed or pointed at meanwhile is not the next one's
            self._forget()
        self.covered = None
        if screen.shared and self.person != (screen.session, screen.viewer):
            if self.person is not None:  # as when a bot moves next: anybody may look
                self._part()
                self._forget()
            if screen.viewer is not None:
                self.person = screen.session, screen.viewer
                shell.events.met.tell(*self.person)
        self.focus_done()

    def _part(self) -> None:
        """Close what one person has open before the next person sees the screen."""
        if self.person is not None:
            person, self.person = self.person, None
            self.shell.events.parted.tell(*person)

    def _forget(self) -> None:
        """Nothing of what one person pointed at, typed or copied is there for the next."""
        self.shell.status.clear()
        if isinstance(self.screen.view, PlainView):
            self.screen.view.clear_filter()
        else:
            self.screen.view.forget()
        self.shell.events.covered.tell()
        self.shell.status.offer("", None)  # a report of a fault tells what was seen
        self.shell.copying.forget()

    def focus_done(self) -> None:
        """Let Enter hand the screen over, unless somebody writes."""
        held = focused(self.shell.root)
        writing = isinstance(held, tkinter.Entry) and bool(held.get())
        if self.shell.pages.over is None and self.screen.choices.shown == (HAND_OVER,) and not writing:
            self.screen.choices.buttons[0].focus_set()
