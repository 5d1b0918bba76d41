"""Private tabs: games that continue from one person's view while several people share the screen.

They are shown to others, or reopened from their files, only after a confirmation.
"""

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
from workbench.gui.widgets.bar import Offer
from workbench.seen.shared_screen import ScreenOwner
from workbench.table.table import Table

TAG = "private"  # tag of the record with the name of the owner


class PrivateTabs:
    """The owners of private games. Owned by `Tabs`.

    `owners` maps a session to the person whose view it follows (session and seat). `opened` has the sessions that were
    opened from files.

    Args:
        shell: The window.
        screen: The widgets of the window.
        screen_owner: The person at the screen.
        shown: Returns the table on the screen.
        tables: Returns all open tables.
    """

    def __init__(
        self,
        shell: Shell,
        screen: Screen,
        screen_owner: ScreenOwner,
        shown: Callable[[], Table],
        tables: Callable[[], Iterable[Table]],
    ) -> None:
        self.shell, self.screen, self.screen_owner, self.shown, self.tables = shell, screen, screen_owner, shown, tables
        self.owners: WeakKeyDictionary[Session, tuple[Session, int]] = WeakKeyDictionary()
        self.opened: WeakSet[Session] = WeakSet()
        self.bar: Offer | None = None

    def note_successor(self, session: Session, before: Session) -> None:
        """Record the owner of a game that began from the shown view or continues another game.

        Args:
            session: The new session.
            before: The session that was shown, or that it continues.
        """
        if session.follows is None:
            return
        screen, owner = self.shown().screen, self.owners.get(before)
        if owner is None and screen.session is before and screen.is_shared and screen.viewer is not None:
            owner = before, screen.viewer
        if owner is not None:
            self.owners[session] = owner
            session.document.annotations.set_tag(TAG, self.owner_name(*owner))
            self.screen_owner.person = owner  # the owner began the game, so they are at the screen

    def may_see(self, session: Session) -> bool:
        """Return whether the person at the screen may see a game."""
        owner, person = self.owner(session), self.screen_owner.person
        if owner is None or person == owner:
            return True
        return person is not None and bool(_name(*owner)) and _name(*person) == _name(*owner)

    def owner(self, session: Session) -> tuple[Session, int] | None:
        """Return the person whose view a game follows, or None if anybody may see it.

        A game from a file has an owner if its record says so, or if several people share the screen now.
        """
        if session in self.owners or session.follows is None or session not in self.opened:
            return self.owners.get(session)
        shared = any(table.screen.is_shared for table in self.tables())
        return (session, session.follows) if shared or TAG in session.document.tags else None

    @staticmethod
    def owner_name(session: Session, seat: int) -> str:
        """Return the name of the person in a seat, or the name of the seat."""
        return _name(session, seat) or boards.seat_name(session.point.info, seat)

    def ask_for_owner(self, session: Session, show: Callable[[], None]) -> bool:
        """Ask for the owner of a game if somebody else may be at the screen.

        Args:
            session: The game to be shown.
            show: Called after the confirmation.

        Returns:
            True if a question is open, False if the game can be shown now.
        """
        self.close_question()
        if self.may_see(session):
            return False
        owner = self.owner(session)
        assert owner is not None
        calls: dict[str, Callable[[], None]] = {
            play_words.SHOW_IT: partial(self._show, owner, show),
            widgets_words.LATER: self._decline,
        }
        text = play_words.private_game([self.owner_name(*owner)])
        self.bar = Offer(self.screen.offers, text, calls, warning=True)
        self.bar.buttons[play_words.SHOW_IT].focus_set()
        return True

    def close_question(self) -> None:
        """Close the question."""
        bar, self.bar = self.bar, None
        if bar is not None and bar.winfo_exists():
            bar.destroy()

    def _show(self, owner: tuple[Session, int], show: Callable[[], None]) -> None:
        self.close_question()
        self.screen_owner.person = owner
        show()

    def _decline(self) -> None:
        self.close_question()
        self.shell.focus_board()


def _name(session: Session, seat: int) -> str:
    return session.document.names[seat]
