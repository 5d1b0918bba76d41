"""Games that go on from what one of several persons saw: their tabs are not shown to the others unasked, nor opened
again from their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from weakref import WeakKeyDictionary, WeakSet

from workbench import boards
from workbench.game.session import Session
from workbench.gui.play import words as play_words
from workbench.gui.play.screen import Screen
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.bar import BarRow
from workbench.seen.shared_screen import Sitting
from workbench.table.table import Table

TAG = "private"  # of such a game, for whom it is: it says so in its file too


class PrivateTabs:
    """`owners` are the persons, by game and seat, whose view a game follows; `opened` the games that come from
    files."""

    def __init__(
        self,
        shell: Shell,
        screen: Screen,
        sitting: Sitting,
        shown: Callable[[], Table],
        tables: Callable[[], Iterable[Table]],
    ) -> None:
        """`shown` returns the table on the screen, `tables` all open tables."""
        self.shell, self.screen, self.sitting, self.shown, self.tables = shell, screen, sitting, shown, tables
        self.owners: WeakKeyDictionary[Session, tuple[Session, int]] = WeakKeyDictionary()
        self.opened: WeakSet[Session] = WeakSet()
        self.bar: BarRow | None = None

    def note(self, session: Session, before: Session) -> None:
        """A game was begun from what is shown, or goes on from that of the game before."""
        if session.follows is None:
            return
        screen, owner = self.shown().screen, self.owners.get(before)
        if owner is None and screen.session is before and screen.shared and screen.viewer is not None:
            owner = before, screen.viewer
        if owner is not None:
            self.owners[session] = owner
            session.document.annotations.tag(TAG, self.called(*owner))
            self.sitting.person = owner  # who begins it is there

    def may_see(self, session: Session) -> bool:
        """Whether whoever is known to be before the screen may see this game."""
        owner, person = self.owner(session), self.sitting.person
        if owner is None or person == owner:
            return True
        return person is not None and bool(_name(*owner)) and _name(*person) == _name(*owner)

    def owner(self, session: Session) -> tuple[Session, int] | None:
        """The person whose view a game follows, None if nobody need be asked for: of a game from a file where the
        file says so, or several persons share the screen by now."""
        if session in self.owners or session.follows is None or session not in self.opened:
            return self.owners.get(session)
        shared = any(table.screen.shared for table in self.tables())
        return (session, session.follows) if shared or TAG in session.document.tags else None

    @staticmethod
    def called(session: Session, seat: int) -> str:
        return _name(session, seat) or boards.side(session.point.info, seat)

    def asks(self, session: Session, show: Callable[[], None]) -> bool:
        """Whether it is asked first if the person is there whose view it is; then it is shown."""
        self.put_away()
        if self.may_see(session):
            return False
        owner = self.owner(session)
        assert owner is not None
        calls: dict[str, Callable[[], None]] = {
            play_words.SHOW_IT: partial(self._show, owner, show),
            widgets_words.LATER: self._later,
        }
        self.bar = BarRow(
            self.screen.head,
            self.shell.look,
            play_words.only_for([self.called(*owner)]),
            calls,
            warning=True,
            fit="cut",
        )
        self.bar.buttons[play_words.SHOW_IT].focus_set()
        return True

    def put_away(self) -> None:
        """Ask no more."""
        bar, self.bar = self.bar, None
        if bar is not None and bar.winfo_exists():
            bar.destroy()

    def _show(self, owner: tuple[Session, int], show: Callable[[], None]) -> None:
        self.put_away()
        self.sitting.person = owner
        show()

    def _later(self) -> None:
        self.put_away()
        self.shell.focus_board()


def _name(session: Session, seat: int) -> str:
    return session.document.names[seat]
