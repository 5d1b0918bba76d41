"""The games that are open in the window: one is shown, the others go on behind it, and closed ones can be opened again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from workbench.gui.play import captions, chance_by_hand, words
from workbench.gui.play.open_game import Playing
from workbench.gui.play.private_tabs import PrivateTabs
from workbench.gui.shell.faults import Guard
from workbench.records.seeds import new_seed
from workbench.storage import unmade_turns
from workbench.storage.stored_game import StoredGame
from workbench.system import saving
from workbench.system.sentences import as_sentence
from workbench.table.setup import Setup, usual
from workbench.table.table import Table

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

    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell = window.shell
        self.faults: SimpleQueue[str] = SimpleQueue()  # what went wrong while games were written down
        self.closed: list[StoredGame] = []  # the last one closed last
        self.number = 0
        self.guard = Guard(window.shell.fault)
        window.shell.events.polled.connect(self.read)
        self.open: list[Playing] = []

    def start(self, setup: Setup) -> None:
        """Begin the first game. ValueError if something in it is refused."""
        self.private = PrivateTabs(self.window)
        first = Playing(self.window)
        self.open.append(first)
        first.table.begin(setup)

    @property
    def shown(self) -> Playing:
        return self.open[self.number]

    @property
    def table(self) -> Table:
        """The table of the game that is shown."""
        return self.shown.table

    def labels(self) -> tuple[Label, ...]:
        return tuple(
            Label(captions.name(one), one.table.session.waits_for in ("person", chance_by_hand.WAITS), one.kept is not None and one.kept.unsaved)
            for one in self.open
        )

    @property
    def games(self) -> Iterator[StoredGame]:
        """The games that are to be kept: those that are shown, the others, and the closed ones, the last one first."""
        for playing in sorted(self.open, key=lambda one: one is not self.shown):
            if playing.kept is not None:
                yield playing.kept
        yield from (game for game in reversed(self.closed) if not game.unwanted)

    # Opening and closing ----------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a game in a tab of its own. ValueError if something in it is refused."""
        fresh = Playing(self.window)
        fresh.table.begin(setup)
        self.private.note(fresh.table.session, self.shown.table.session)
        self._insert(fresh)

    def begin_anew(self, begin: Callable[[Setup], None], setup: Setup) -> None:
        """Begin a game where there must be one: with its usual players, if one of those asked for is there no more."""
        try:
            begin(setup)
        except ValueError as error:
            begin(usual(setup.spec, new_seed()))
            self.shell.notice.say(words.usual_players(str(error)), True)

    def try_to_begin(self, setup: Setup) -> None:
        """Begin a game in place of the one that is shown, or say who is there no more."""
        try:
            self.shown.table.begin(setup)
        except ValueError as error:
            self.shown.refuse(as_sentence(str(error)))

    def go_on(self, game: StoredGame) -> None:
        """Go on with a game that was opened: in a tab of its own, or in place of one in which nothing was decided."""
        game.want()
        shown = self.shown
        if shown.kept is not None and not shown.kept.worth:
            shown.take(game)
        else:
            fresh = Playing(self.window)
            fresh.take(game)
            self._insert(fresh)

    def open_kept(self, game: StoredGame) -> bool:
        """Go on with a game from a file; one that not everybody may see lies among the closed ones until that is asked. Whether it
        is shown."""
        self.private.opened.add(game.session)
        if self.private.may_see(game.session):
            self.go_on(game)
            return True
        self.closed.append(game)
        self.turn_to(game)
        return False

    def _insert(self, playing: Playing) -> None:
        self.open.insert(self.number + 1, playing)
        self.show(self.number + 1)

    def close(self, number: int) -> None:
        """Put a game away; in place of the last one the same game begins anew."""
        leaving = self.open[number]
        others = [playing for playing in self.open if playing is not leaving]
        free = [playing for playing in others if self.private.may_see(playing.table.session)]
        if not (free if number == self.number else others):  # none that may be shown without asking
            self.begin_anew(leaving.table.begin, leaving.table.setup.anew())
            return
        leaving.leave()
        leaving.close()
        if leaving.kept is not None:
            self.put_away(leaving.kept)
        del self.open[number]
        shown = min(self.number - (number < self.number), len(self.open) - 1)
        turned, self.number = number == self.number, shown
        if turned:
            self.number = min(map(self.open.index, free), key=lambda other: abs(other - shown))
            self.window.turn_to()
        else:
            self.window.show_tabs()

    def put_away(self, game: StoredGame) -> None:
        """A game is not in a tab any more: it can be opened again, if anything is lost without it."""
        game.look()
        if not game.worth:
            game.discard()
            return
        self.closed.append(game)
        for old in self.closed[:-MOST_CLOSED]:
            self.window.files.errands.run(ending(old), partial(self._ended, old), lambda error: None)
        del self.closed[:-MOST_CLOSED]
        if game.unsaved and not game.unwanted:
            self.shell.notice.say(words.put_away(self.shell.commands["reopen"].key))

    def reopen(self) -> None:
        """Open the game again that was closed last."""
        self.turn_to(self.closed[-1])

    def find(self, file: Path) -> StoredGame | None:
        """The game of this file that is open or was closed, None for none. What was discarded does not count: whoever
        opens its file wants what is in it."""
        return next((game for game in self.games if game.file == file), None)

    def turn_to(self, game: StoredGame) -> None:
        """Show a game that is open or was closed."""
        for number, playing in enumerate(self.open):
            if playing.kept is game:
                self.show(number)
                return
        if game in self.closed and not self.private.asks(game.session, partial(self.turn_to, game)):
            self.closed.remove(game)
            self.go_on(game)

    # Going from one to another ----------------------------------------------------------------------------------------

    def show(self, number: int) -> None:
        """Show another game."""
        leaving, wanted = self.shown, self.open[number]
        if leaving is not wanted and not self.private.asks(wanted.table.session, partial(self._show_again, wanted)):
            leaving.leave()
            self.number = number
            leaving.table.go_on()  # behind the other, where it touches no widget
            self.window.turn_to()

    def _show_again(self, playing: Playing) -> None:
        if playing in self.open:
            self.show(self.open.index(playing))

    def step(self, by: int) -> None:
        """Show the game so many tabs further on, round and round; what is another person's only if there is nothing else."""
        numbers = [(self.number + by * far) % len(self.open) for far in range(1, len(self.open))]
        free = [number for number in numbers if self.private.may_see(self.open[number].table.session)]
        if numbers:
            self.show((free or numbers)[0])

    def read(self) -> None:
        """Take in what the bots of all games have said, and write down what has changed. A game that breaks keeps no other
        one waiting."""
        for playing in list(self.open):
            with self.guard(playing.table):
                playing.table.take_in_reports()
                if playing.kept is not None:
                    playing.kept.look()
        self.write_plans()

    def write_plans(self) -> None:
        """Put on the disk what is written on sheets and not locked; what could not be written, after a while again."""
        for game in self.games:
            if (work := game.plans.due()) is not None:
                self.window.files.errands.run(work, lambda _: self.write_plans(), lambda _: None)

    # The end ----------------------------------------------------------------------------------------------------------

    def keeper(self) -> Callable[[], str] | None:
        """What writes down all that would be lost, for any thread: closed games among one's own, the others where the next
        start finds them. It returns why something cannot be written, "" if all is. None if nothing would be lost."""
        for playing in self.open:
            with self.guard(playing.table):
                if playing.kept is not None:
                    playing.kept.look()
        loose = [game for game in self.games if game.unsaved]
        written = [game.plans for game in self.games if game.plans.unsaved]
        saves = [(game, game.saver()) for game in self.closed if homeless(game)]

        def keep() -> str:
            for game, save in saves:
                with suppress(Exception):  # whatever it is, then it is there at the next start
                    save()
                    loose.remove(game)
            return next(filter(None, [*(game.flush() for game in loose), *(plans.flush() for plans in written)]), "")

        return keep if loose or written else None

    def end(self) -> None:
        """The window is closed: what is not saved is there at the next start, or where it was closed before, among
        one's own games."""
        for playing in self.open:
            with self.guard(playing.table):
                playing.close()
                if playing.kept is not None:
                    playing.kept.leave()
        for game in self.closed:
            if not ending(game)():
                game.leave()

    def _ended(self, game: StoredGame, done: bool) -> None:
        """A closed game has gone where it is kept, or it stays, since it cannot be written down."""
        if not done:
            self.closed.insert(0, game)


def homeless(game: StoredGame) -> bool:
    """Whether a game is neither in a file nor discarded, and would be lost."""
    return game.unsaved and game.file is None and not game.unwanted


def ending(game: StoredGame) -> Callable[[], bool]:
    """Nobody opens this closed game again here: what puts it among one's own games, if it would be lost else, for any
    thread. It returns whether the game is kept now; one that is not stays as it is."""
    game.look()
    save = game.saver() if homeless(game) else None

    def end() -> bool:
        if game.unwanted:
            unmade_turns.forget(game.session)
            game.discard()
            return True
        if save is not None:
            with suppress(saving.CannotWrite):  # then it is there at the next start
                save()
        game.look()
        if (game.unsaved and game.flush()) or game.plans.flush():
            return False
        game.leave()
        return True

    return end
