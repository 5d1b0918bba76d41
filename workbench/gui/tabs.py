"""The games that are open in the window: one is shown, the others go on behind it, and closed ones can be opened again."""

from __future__ import annotations

from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from workbench import safely
from workbench.gui import telling
from workbench.gui.playing import Playing
from workbench.gui.table import Setup
from workbench.kept_game import KeptGame

if TYPE_CHECKING:
    from workbench.gui.window import Window

MOST_CLOSED = 20  # games that can be opened again


class Label(NamedTuple):
    """What a tab says: the game, whether a person is to move in it, and whether it is not saved."""

    text: str
    waits: bool
    unsaved: bool


class Tabs:
    """`open` are the games by tab, `number` the one that is shown. There is always one."""

    def __init__(self, window: Window, setup: Setup) -> None:
        self.window = window
        self.faults: SimpleQueue[str] = SimpleQueue()  # what went wrong while games were written down
        self.closed: list[KeptGame] = []  # the last one closed last
        self.number = 0
        first = Playing(window)
        self.open = [first]
        first.table.begin(setup)

    @property
    def shown(self) -> Playing:
        return self.open[self.number]

    def labels(self) -> tuple[Label, ...]:
        return tuple(
            Label(telling.name(one), one.table.session.waits_for == "person", one.kept is not None and one.kept.unsaved)
            for one in self.open
        )

    # Opening and closing ----------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a game in a tab of its own. ValueError if something in it is refused."""
        fresh = Playing(self.window)
        fresh.table.begin(setup)
        self._insert(fresh)

    def go_on(self, game: KeptGame) -> None:
        """Go on with a game that was opened: in a tab of its own, or in place of one in which nothing was decided."""
        shown = self.shown
        if shown.kept is not None and not shown.kept.worth:
            shown.take(game)
        else:
            fresh = Playing(self.window)
            fresh.take(game)
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
        leaving.close()
        if leaving.kept is not None:
            self.put_away(leaving.kept)
        del self.open[number]
        shown = min(self.number - (number < self.number), len(self.open) - 1)
        turned, self.number = number == self.number, shown
        if turned:
            self.window.turn_to()
        else:
            self.window.show_tabs()

    def put_away(self, game: KeptGame) -> None:
        """A game is not in a tab any more: it can be opened again, if anything is lost without it."""
        game.look()
        if not game.worth:
            game.discard()
            return
        self.closed.append(game)
        for old in self.closed[:-MOST_CLOSED]:
            self._end(old)
        del self.closed[:-MOST_CLOSED]

    def reopen(self) -> None:
        """Open the game again that was closed last."""
        game = self.closed.pop()
        game.unwanted = False
        self.go_on(game)

    # Going from one to another ----------------------------------------------------------------------------------------

    def show(self, number: int) -> None:
        """Show another game."""
        leaving = self.shown
        if leaving is not self.open[number]:
            leaving.leave()
            self.number = number
            leaving.table.go_on()  # behind the other, where it touches no widget
            self.window.turn_to()

    def step(self, by: int) -> None:
        """Show the game so many tabs further on, round and round."""
        self.show((self.number + by) % len(self.open))

    def read(self) -> None:
        """Take in what the bots of all games have said, and write down what has changed."""
        for playing in list(self.open):
            playing.table.read()
            if playing.kept is not None:
                playing.kept.look()

    def end(self) -> None:
        """The window is closed: what is not saved is there at the next start, or where it was closed before, among
        one's own games."""
        for playing in self.open:
            playing.close()
            if playing.kept is not None:
                playing.kept.leave()
        for game in self.closed:
            self._end(game)

    def _end(self, game: KeptGame) -> None:
        """Nobody opens this closed game again here: it goes among one's own games, if it would be lost else."""
        if game.unwanted:
            game.discard()
            return
        if game.unsaved and game.file is None:
            with suppress(safely.CannotWrite):  # then it is there at the next start
                save, done = game.saver()
                done(save())
        game.leave()
