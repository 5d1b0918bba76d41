"""The screen goes from one person to another: what is covered meanwhile, and that nothing of what one did is there for the next."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from workbench import boards
from workbench.game.session import Session
from workbench.game.undo import ANYBODY
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play import captions
from workbench.gui.play.cover import focus_done
from workbench.gui.play.side_pages import ACCOUNT, FORM, REVEAL
from workbench.gui.shell.clipboard import Copying
from workbench.seen.screen import Sitting

if TYPE_CHECKING:
    from workbench.gui.window import Window


class Handing:
    """`sitting` is who sits before the screen, whatever game is shown."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.sitting = Sitting()
        self.copying = Copying(window.root)
        self.person: tuple[Session, int] | None = None  # whose view was shown last in a game that is handed over
        self.covered: Session | None = None  # the game whose view is covered, if one is shown
        self.opened: WeakKeyDictionary[Session, dict[int, str]] = WeakKeyDictionary()  # what each had open beside the board

    def follow(self) -> None:
        """Cover the view until the person is there whom the screen must be handed to, or show it."""
        window, table = self.window, self.window.table
        screen, seat = table.screen, table.screen.covered_for
        screen.session.undo_for(screen.viewer if screen.shared else ANYBODY)
        if seat is not None:
            self._part()
            self._forget()
            if not window.cover.winfo_manager():
                window.notice.decided()
            window.cover.show(captions.called(table, seat), boards.task(screen.session.viewpoint(None)))
            window.cover.grid(row=2, column=0, sticky="nsew")
            self.covered = screen.session
            (window.pages.over or window.cover).focus_set()
            return
        if window.cover.winfo_manager():
            window.cover.grid_remove()
            (window.pages.over or window.view).focus_set()
        if self.covered is screen.session:  # what anybody typed or pointed at meanwhile is not the next one's
            self._forget()
        self.covered = None
        if screen.shared and self.person != (screen.session, screen.viewer):
            if self.person is not None:  # as when a bot moves next: anybody may look
                self._part()
                self._forget()
            if screen.viewer is not None:
                self._meet(screen.session, screen.viewer)
        focus_done(window)

    def _part(self) -> None:
        """What one person has open is not open for the next; it is again when they come back."""
        if self.person is None:
            return
        session, seat = self.person
        self.person = None
        for playing in self.window.tabs.open:
            if playing.table.session is session:
                playing.typed, playing.drafting.on_top = "", True
                playing.table.browsing.open.clear()
        dock, reveals = self.window.dock, self.window.reveals
        under = reveals.instead if dock.kind == REVEAL else None  # what a round has revealed is for everybody, and stays
        kind = dock.kind if under is None else under
        self.opened.setdefault(session, {})[seat] = kind = kind if kind in (ACCOUNT, FORM) else ""
        dock.finish()
        if kind and under is None:
            dock.put_away()
        elif kind:
            reveals.instead = self.window.settings.side = ""

    def _meet(self, session: Session, seat: int) -> None:
        self.person = session, seat
        kind = self.opened.get(session, {}).get(seat, "")
        if kind and not self.window.dock.kind:
            self.window.dock.toggle(kind)
            self.window.view.focus_set()
        elif kind and self.window.reveals.instead == "":
            self.window.reveals.instead = self.window.settings.side = kind

    def _forget(self) -> None:
        """Nothing of what one person pointed at, typed or copied is there for the next."""
        window = self.window
        window.moves.finish()  # by whoever began to write
        window.status.clear()
        window.moves.forget()
        if isinstance(window.view, PlainView):
            window.view.clear_filter()
        else:
            window.view.forget()
        window.dock.read_out("")
        window.status.offer("", None)  # a report of a fault tells what was seen
        self.copying.forget()
