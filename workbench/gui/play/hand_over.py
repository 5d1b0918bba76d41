"""Passing the screen from one person to another.

The view is covered in between, and no input of one person stays visible to the next.
"""

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
from workbench.seen.reveal import revealed
from workbench.table.table import Table


class HandOver:
    """The hand-over of the shown game from one person to the next. Owned by `Tabs`.

    Args:
        shell: The window.
        screen: The widgets of the window.
    """

    def __init__(self, shell: Shell, screen: Screen) -> None:
        self.shell, self.screen = shell, screen
        self.person: tuple[Session, int] | None = None  # the session and seat last shown in a shared game
        self.covered: Session | None = None  # the session with a covered view, or None

    def follow(self, table: Table) -> None:
        """Cover the view if the screen must be handed over, else uncover it."""
        shell, cover = self.shell, self.screen.cover
        screen, seat = table.screen, table.screen.covered_for
        screen.session.document.restrict_undo(screen.viewer if screen.is_shared else ANYBODY)
        if seat is not None:
            self._part()
            self._forget()
            if not cover.winfo_manager():
                shell.notice.clear_undo_message()
            truth = revealed(screen.session)
            cover.show(
                captions.person_name(table, seat),
                boards.task(screen.session.viewpoint(None)),
                truth.words if truth is not None else "",
            )
            cover.grid(row=2, column=0, sticky="nsew")
            self.covered = screen.session
            (shell.pages.over or cover).focus_set()
            return
        if cover.winfo_manager():
            cover.grid_remove()
            (shell.pages.over or self.screen.view).focus_set()
        if self.covered is screen.session:  # input made during the cover does not belong to the next person
            self._forget()
        self.covered = None
        if screen.is_shared and self.person != (screen.session, screen.viewer):
            if self.person is not None:  # without a cover, because a bot moves next and anybody may look
                self._part()
                self._forget()
            if screen.viewer is not None:
                self.person = screen.session, screen.viewer
                shell.events.person_came.emit(*self.person)
        self.focus_button()

    def _part(self) -> None:
        if self.person is not None:
            person, self.person = self.person, None
            self.shell.events.person_left.emit(*person)

    def _forget(self) -> None:
        """Clear one person's pointer, typed text and clipboard."""
        self.shell.status.set_typed_text()
        if isinstance(self.screen.view, PlainView):
            self.screen.view.clear_filter()
        else:
            self.screen.view.clear_pointer()
        self.shell.events.screen_covered.emit()
        self.shell.status.set_button("", None)  # an error report contains the person's view
        self.shell.clipboard.clear_own()

    def focus_button(self) -> None:
        """Focus the hand-over button, so that Enter presses it, unless the person is typing."""
        held = focused(self.shell.root)
        writing = isinstance(held, tkinter.Entry) and bool(held.get())
        if self.shell.pages.over is None and self.screen.choices.shown == (HAND_OVER,) and not writing:
            self.screen.choices.buttons[0].focus_set()
