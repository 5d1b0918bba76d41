"""The games that are open in the window: one is shown, the others go on behind it, and closed ones can be opened
again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from tkinter import Misc

from workbench.game.session import PERSON, Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.move_input import MoveInput
from workbench.gui.play import captions, chance_by_hand, words
from workbench.gui.play.hand_over import HandOver
from workbench.gui.play.hints import HintsLayer
from workbench.gui.play.layers import BrowsingLayer, ChoosingLayer, Layers
from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.private_tabs import PrivateTabs
from workbench.gui.play.screen import Screen
from workbench.gui.play.tab_strip import Label
from workbench.gui.shell import faults
from workbench.gui.shell.notice import StandingLine
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import consent
from workbench.positions.lists import PositionList
from workbench.records.seeds import new_seed
from workbench.seen.shared_screen import Sitting
from workbench.storage.closed_games import ending, homeless
from workbench.storage.stored_game import StoredGame
from workbench.system.sentences import as_sentence
from workbench.table.setup import Setup, usual
from workbench.table.table import Table

MOST_CLOSED = 20  # games that can be opened again

Opener = Callable[[Path | PositionList], bool]


class Tabs:
    """`open` are the games by tab, `number` the one that is shown. There is always one.

    Features add functions to three lists. `openers` open a file or a list of positions and return whether they did; the
    last one added is asked first. `explainers` extend the text about a spot. `tellers`, each with its order, return
    lists for screen readers by heading. `opening` counts the games that are being opened.
    """

    def __init__(self, shell: Shell, screen: Screen) -> None:
        self.shell, self.screen = shell, screen
        self.layers, self.sitting = Layers(), Sitting()
        self.hand_over = HandOver(shell, screen)
        self.private = PrivateTabs(shell, screen, self.sitting, lambda: self.table, lambda: self.tables)
        self.openers: list[Opener] = []
        self.explainers: list[Callable[[str, str], str]] = []
        self.tellers: list[tuple[int, Callable[[], dict[str, list[str]]]]] = []
        self.opening = 0
        self.faults: SimpleQueue[str] = SimpleQueue()  # what went wrong while games were written down
        self.closed: list[StoredGame] = []  # the last one closed last
        self.number = 0
        self.open: list[OpenGame] = []
        self.guard = faults.Guard(shell.fault)
        # asks who plays the shown game, starting with a seat; the commands of the seats set it
        self.change_seats: Callable[[int], None]
        self.consent = consent.Consent(
            shell, lambda: self.table, lambda: self.tables, lambda seat: self.change_seats(seat), self.take_seat
        )
        self.layers.add(BrowsingLayer(shell.commands, self._touch_of))
        self.layers.add(HintsLayer(lambda table: self.of(table).hints))
        self.layers.add(ChoosingLayer(self._touch_of))
        events = shell.events
        events.polled.connect(self.read)
        events.parted.connect(self._parted)
        events.closing.connect(self.end)

    def start(self, setup: Setup) -> None:
        """Begin the first game. ValueError if something in it is refused."""
        first = OpenGame(self)
        self.open.append(first)
        first.table.begin(setup)

    @property
    def tables(self) -> list[Table]:
        return [game.table for game in self.open]

    def of(self, table: Table) -> OpenGame:
        """Return the open game of a table."""
        return next(game for game in self.open if game.table is table)

    def _touch_of(self, table: Table) -> MoveInput:
        return self.of(table).move_input

    @property
    def shown(self) -> OpenGame:
        return self.open[self.number]

    @property
    def table(self) -> Table:
        """The table of the game that is shown."""
        return self.shown.table

    def labels(self) -> tuple[Label, ...]:
        return tuple(
            Label(
                captions.tab_text(one),
                one.table.session.waits_for in ("person", chance_by_hand.WAITS),
                one.kept is not None and one.kept.unsaved,
            )
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
        fresh = OpenGame(self)
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
            fresh = OpenGame(self)
            fresh.take(game)
            self._insert(fresh)

    def open_kept(self, game: StoredGame) -> bool:
        """Go on with a game from a file; one that not everybody may see lies among the closed ones until that is
        asked. Whether it is shown."""
        self.private.opened.add(game.session)
        if self.private.may_see(game.session):
            self.go_on(game)
            return True
        self.closed.append(game)
        self.turn_to(game)
        return False

    def _insert(self, playing: OpenGame) -> None:
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
            self.show_again()
        else:
            self.show_tabs()

    def put_away(self, game: StoredGame) -> None:
        """A game is not in a tab any more: it can be opened again, if anything is lost without it."""
        game.look()
        if not game.worth:
            game.discard()
            return
        self.closed.append(game)
        for old in self.closed[:-MOST_CLOSED]:
            self.shell.background.run(ending(old), partial(self._ended, old), lambda error: None)
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
            self.show_again()

    def _show_again(self, playing: OpenGame) -> None:
        if playing in self.open:
            self.show(self.open.index(playing))

    @property
    def middle(self) -> Misc:
        """The widget in the middle of the window."""
        cover, view = self.screen.cover, self.screen.view
        covering = self.layers.first(self.table, lambda layer: layer.focus(self.table))
        return self.shell.pages.over or covering or (cover if cover.winfo_manager() else view)

    @property
    def outgrown(self) -> bool:
        """Whether the shown game needs another layout."""
        return self.screen.frame_for(self.table, len(self.open)) != self.screen.frame

    def show_again(self) -> None:
        """Show the game of the current tab in its mode."""
        self.shell.status.clear(self.shown.typed)
        self.shell.status.offer("", None)
        if self.outgrown:
            self.shell.rebuild()
            return
        if isinstance(self.screen.view, BoardView):
            self.screen.view.hand_to(self.shown.move_input)
            self.screen.choices.presser = self.shown.move_input
        else:
            self.screen.view.clear_filter()
        self.show_tabs()
        self.show_game()

    def show_game(self) -> None:
        """Show the game in the existing widgets."""
        self.shell.events.shown.tell()
        self.shown.begun()
        self.table.go_on()
        self.middle.focus_set()

    def show_tabs(self) -> None:
        """Show the strip of tabs as the open games are now; none for one game alone."""
        strip = self.screen.strip
        if len(self.open) > 1:
            strip.show(self.labels(), self.number)
        if bool(strip.winfo_manager()) != (len(self.open) > 1):
            if strip.winfo_manager():
                strip.pack_forget()
            else:
                strip.pack(fill="x", after=self.screen.head.pack_slaves()[0])  # below the line, above the offers

    def step(self, by: int) -> None:
        """Show the game so many tabs further on, round and round; what is another person's only if there is nothing
        else."""
        numbers = [(self.number + by * far) % len(self.open) for far in range(1, len(self.open))]
        free = [number for number in numbers if self.private.may_see(self.open[number].table.session)]
        if numbers:
            self.show((free or numbers)[0])

    def read(self) -> None:
        """Receive the reports of the bots in all games, and save what has changed.

        An error in one game does not stop the rest.
        """
        for game in list(self.open):
            with self.guard(game.table):
                game.table.take_in_reports()
                if game.kept is not None:
                    game.kept.look()
        self.write_plans()
        with self.guard(self.table):
            self.show_tabs()
        with suppress(Empty):
            self.shell.notice.say(self.faults.get_nowait(), True)

    def write_plans(self) -> None:
        """Put on the disk what is written on sheets and not locked; what could not be written, after a while again."""
        for game in self.games:
            if (work := game.plans.due()) is not None:
                self.shell.background.run(work, lambda _: self.write_plans(), lambda _: None)

    # The end ----------------------------------------------------------------------------------------------------------

    def saver(self) -> Callable[[], str] | None:
        """What writes down all that would be lost, for any thread: closed games among one's own, the others where
        the next start finds them. It returns why something cannot be written, "" if all is. None if nothing would be
        lost."""
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

    # Persons ----------------------------------------------------------------------------------------------------------

    def take_seat(self, seat: int) -> None:
        """Give a seat of the shown game to the person at the screen."""
        session = self.table.session
        players = [PERSON if other == seat else player for other, player in enumerate(session.seats)]
        self.table.change_seats(players, session.document.names)

    def waiting(self, table: Table) -> StandingLine | None:
        """Return the notice about a bot that waits for permission."""
        return self.consent.standing(table) if self.layers.mode(table) == "play" else None

    def follow_on(self, session: Session, before: Session) -> None:
        self.private.note(session, before)

    def _parted(self, session: Session, _: int) -> None:
        for game in self.open:
            if game.table.session is session:
                game.typed = ""
                game.table.browsing.open.clear()

    # Files ------------------------------------------------------------------------------------------------------------

    def open_thing(self, thing: Path | PositionList) -> None:
        """Open a file or a list of positions with the feature that can."""
        any(opener(thing) for opener in reversed(self.openers))

    def end(self) -> None:
        """Store all games when the window closes.

        The next start offers unsaved open games; games closed earlier go to the user's games. Pending work on the disk
        is finished first.
        """
        try:
            self.shell.background.finish()
        except Exception as error:  # there is nobody left to be told, and the games are still to be left in order
            faults.report(type(error), error, error.__traceback__, faults.situation(self.table))
        for playing in self.open:
            with self.guard(playing.table):
                playing.close()
                if playing.kept is not None:
                    playing.kept.leave()
        for game in self.closed:
            if not ending(game)():
                game.leave()
        self.shell.background.close()

    def _ended(self, game: StoredGame, done: bool) -> None:
        """A closed game has gone where it is kept, or it stays, since it cannot be written down."""
        if not done:
            self.closed.insert(0, game)
