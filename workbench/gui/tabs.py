"""The games that are open in the window: one is shown, the others go on behind it, and closed ones can be opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from workbench.gui.playing import Playing
from workbench.gui.table import Setup
from workbench.session import Session

if TYPE_CHECKING:
    from workbench.gui.window import Window

MOST_CLOSED = 20  # games that can be opened again


class Label(NamedTuple):
    """What a tab says: the game, and whether a person is to move in it."""

    text: str
    waits: bool


class Tabs:
    """`open` are the games by tab, `number` the one that is shown. There is always one."""

    def __init__(self, window: Window, setup: Setup) -> None:
        self.window = window
        self.open: list[Playing] = []
        self.number = 0
        self.closed: list[Session] = []  # the last one closed last
        first = Playing(window)
        self.open.append(first)
        first.table.begin(setup)

    @property
    def shown(self) -> Playing:
        return self.open[self.number]

    def labels(self) -> tuple[Label, ...]:
        return tuple(Label(one.name(), one.table.session.waits_for == "person") for one in self.open)

    # Opening and closing ----------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a game in a tab of its own. ValueError if something in it is refused."""
        fresh = Playing(self.window)
        fresh.table.begin(setup)
        self._insert(fresh)

    def go_on(self, session: Session) -> None:
        """Go on with a session: in a tab of its own, or in place of a game in which nothing was decided."""
        if self.shown.untouched:
            self.shown.table.take(session)
            return
        fresh = Playing(self.window)
        fresh.table.take(session)
        self._insert(fresh)

    def _insert(self, playing: Playing) -> None:
        self.open.insert(self.number + 1, playing)
        self.show(self.number + 1)

    def close(self, number: int) -> None:
        """Put a game away; in place of the last one the same game begins anew."""
        leaving = self.open[number]
        if len(self.open) == 1:
            leaving.table.begin(leaving.table.setup.anew())
            return
        leaving.leave()
        self._keep(leaving.table.session, leaving.untouched)
        leaving.close()
        del self.open[number]
        shown = min(self.number - (number < self.number), len(self.open) - 1)
        turned, self.number = number == self.number, shown
        if turned:
            self.window.turn_to()
        else:
            self.window.show_tabs()

    def replaced(self, session: Session, untouched: bool) -> None:
        """Another game has begun in place of this one."""
        self._keep(session, untouched)

    def _keep(self, session: Session, untouched: bool) -> None:
        if not untouched:
            self.closed = [*self.closed, session][-MOST_CLOSED:]

    def reopen(self) -> None:
        """Open the game again that was closed last."""
        self.go_on(self.closed.pop())

    # Going from one to another ----------------------------------------------------------------------------------------

    def show(self, number: int) -> None:
        """Show another game."""
        if self.window.body is None:
            self.number = number
            return
        if self.shown is not self.open[number]:
            self.shown.leave()
            self.number = number
        self.window.turn_to()

    def step(self, by: int) -> None:
        """Show the game so many tabs further on, round and round."""
        self.show((self.number + by) % len(self.open))

    def read(self) -> None:
        """Take in what the bots of all games have said."""
        for playing in list(self.open):
            playing.table.read()

    def end(self) -> None:
        """The window is closed."""
        for playing in self.open:
            playing.close()
