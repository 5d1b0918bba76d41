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
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.sitting = Sitting()
        self.copying = Copying(window.shell.root)
        self.person: tuple[Session, int] | None = None  # whose view was shown last in a game that is handed over
        self.covered: Session | None = None  # the game whose view is covered, if one is shown
        self.opened: WeakKeyDictionary[Session, dict[int, str]] = WeakKeyDictionary()  # what each had open beside the board

    def follow(self) -> None:
        """Cover the view until the person is there whom the screen must be handed to, or show it."""
        window, table = self.window, self.games.table
        screen, seat = table.screen, table.screen.covered_for
        screen.session.undo_for(screen.viewer if screen.shared else ANYBODY)
        if seat is not None:
            self._part()
            self._forget()
            if not window.screen.cover.winfo_manager():
                window.shell.notice.decided()
            window.screen.cover.show(captions.called(table, seat), boards.task(screen.session.viewpoint(None)))
            window.screen.cover.grid(row=2, column=0, sticky="nsew")
            self.covered = screen.session
            (window.shell.pages.over or window.screen.cover).focus_set()
            return
        if window.screen.cover.winfo_manager():
            window.screen.cover.grid_remove()
            (window.shell.pages.over or window.screen.view).focus_set()
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
        for playing in self.games.open:
            if playing.table.session is session:
                playing.typed, playing.drafting.on_top = "", True
                playing.table.browsing.open.clear()
        dock, reveals = self.screen.dock, self.window.reveals
        under = reveals.instead if dock.kind == REVEAL else None  # what a round has revealed is for everybody, and stays
        kind = dock.kind if under is None else under
        self.opened.setdefault(session, {})[seat] = kind = kind if kind in (ACCOUNT, FORM) else ""
        dock.finish()
        if kind and under is None:
            dock.put_away()
        elif kind:
            reveals.instead = self.shell.settings.side = ""

    def _meet(self, session: Session, seat: int) -> None:
        self.person = session, seat
        kind = self.opened.get(session, {}).get(seat, "")
        if kind and not self.screen.dock.kind:
            self.screen.dock.toggle(kind)
            self.screen.view.focus_set()
        elif kind and self.window.reveals.instead == "":
            self.window.reveals.instead = self.shell.settings.side = kind

    def _forget(self) -> None:
        """Nothing of what one person pointed at, typed or copied is there for the next."""
        window = self.window
        window.screen.moves.finish()  # by whoever began to write
        window.shell.status.clear()
        window.screen.moves.forget()
        if isinstance(window.screen.view, PlainView):
            window.screen.view.clear_filter()
        else:
            window.screen.view.forget()
        window.screen.dock.read_out("")
        window.shell.status.offer("", None)  # a report of a fault tells what was seen
        self.copying.forget()
