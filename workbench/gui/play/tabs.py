"""The open games of the window, one of which is shown, and the closed games that can be reopened."""

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
from workbench.gui.shell.notice import LastingNotice
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import consent
from workbench.positions.lists import PositionList
from workbench.records.seeds import new_seed
from workbench.seen.shared_screen import ScreenOwner
from workbench.storage import open_tabs
from workbench.storage.closed_games import finishing_work, saving_work, would_be_lost
from workbench.storage.stored_game import StoredGame
from workbench.system.sentences import as_sentence
from workbench.table.setup import Setup, default_setup
from workbench.table.table import Table

MAX_CLOSED = 20  # games that can be reopened

Opener = Callable[[Path | PositionList], bool]


class Tabs:
    """The open games. There is always at least one; `number` is the index of the shown game.

    Features add functions to five lists. `openers` open a file or a list of positions and return whether they did; the
    last one added is asked first. `explainers` extend the text about a spot. `live_lists` has pairs of a sort key and a
    function that returns lists for screen readers by heading. `preparations` change the setup of a game before it
    begins. `questions` return a lasting notice about a played table, or None. `opening` counts games being opened.
    """

    def __init__(self, shell: Shell, screen: Screen) -> None:
        self.shell, self.screen = shell, screen
        self.layers, self.screen_owner = Layers(), ScreenOwner()
        self.hand_over = HandOver(shell, screen)
        self.private = PrivateTabs(shell, screen, self.screen_owner, lambda: self.table, lambda: self.tables)
        self.openers: list[Opener] = []
        self.explainers: list[Callable[[str, str], str]] = []
        self.live_lists: list[tuple[int, Callable[[], dict[str, list[str]]]]] = []
        self.preparations: list[Callable[[Setup], Setup]] = []
        self.questions: list[Callable[[Table], LastingNotice | None]] = [lambda table: self.consent.notice(table)]
        self.opening = 0
        self.keeps_first = False  # whether the first game was requested, so that no restored game replaces it
        self.faults: SimpleQueue[str] = SimpleQueue()  # errors while games were saved
        self.closed: list[StoredGame] = []  # in the order of closing
        self.closed_files: list[Path] = []  # the games closed in earlier runs, in the order of closing
        self.number = 0
        self.open: list[OpenGame] = []
        self.guard = faults.Guard(shell.fault)
        # Opens the form that changes the players of the shown game, with the focus on a seat. Set by `SeatCommands`.
        self.change_seats: Callable[[int], None]
        self.consent = consent.Consent(
            shell, lambda: self.table, lambda: self.tables, lambda seat: self.change_seats(seat), self.take_seat
        )
        self.layers.add(BrowsingLayer(shell.commands, self._move_input_of))
        self.layers.add(HintsLayer(lambda table: self.of(table).hints))
        self.layers.add(ChoosingLayer(self._move_input_of))
        events = shell.events
        events.polled.connect(self.poll)
        events.person_left.connect(self._on_parted)
        events.closing.connect(self.shut_down)

    def start(self, setup: Setup) -> None:
        """Begin the first game. Raise ValueError if its setup is refused."""
        first = OpenGame(self)
        self.open.append(first)
        first.table.begin(self.prepared(setup))

    @property
    def tables(self) -> list[Table]:
        """The tables of all open games."""
        return [game.table for game in self.open]

    def of(self, table: Table) -> OpenGame:
        """Return the open game of a table."""
        return next(game for game in self.open if game.table is table)

    def _move_input_of(self, table: Table) -> MoveInput:
        return self.of(table).move_input

    @property
    def shown(self) -> OpenGame:
        """The game on the screen."""
        return self.open[self.number]

    @property
    def table(self) -> Table:
        """The table of the shown game."""
        return self.shown.table

    def labels(self) -> tuple[Label, ...]:
        """Return the labels of all tabs."""
        waits = ("person", chance_by_hand.WAITS)
        texts = words.numbered([captions.tab_text(game) for game in self.open])
        return tuple(
            Label(
                text,
                game.table.session.waits_for in waits and self.layers.mode(game.table) not in ("practice", "companion"),
                bool(game.stored and game.stored.unsaved),
            )
            for text, game in zip(texts, self.open, strict=True)
        )

    @property
    def games(self) -> Iterator[StoredGame]:
        """All games to be saved: the shown game, further open games, then the closed games from last to first."""
        for open_game in sorted(self.open, key=lambda game: game is not self.shown):
            if open_game.stored is not None:
                yield open_game.stored
        yield from (game for game in reversed(self.closed) if not game.discarded)

    def prepared(self, setup: Setup) -> Setup:
        """Return the setup of a new game with the changes of all features."""
        for prepare in self.preparations:
            setup = prepare(setup)
        return setup

    # Opening and closing ----------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a game in a new tab. Raise ValueError if its setup is refused."""
        fresh = OpenGame(self)
        fresh.table.begin(self.prepared(setup))
        self.private.note_successor(fresh.table.session, self.shown.table.session)
        self._insert(fresh)

    def begin_with_fallback(self, begin: Callable[[Setup], None], setup: Setup) -> None:
        """Begin a game, with the usual players if `begin` raises ValueError for those of the setup."""
        try:
            begin(setup)
        except ValueError as error:
            begin(default_setup(setup.spec, new_seed()))
            self.shell.notice.show(words.usual_players(str(error)), True)

    def try_to_begin(self, setup: Setup) -> None:
        """Begin a game in the shown tab, or show why its setup is refused."""
        try:
            self.shown.table.begin(self.prepared(setup))
        except ValueError as error:
            self.shown.refuse(as_sentence(str(error)))

    def resume(self, game: StoredGame) -> None:
        """Continue a stored game in a new tab, or in the current tab if no decision has been made in it."""
        game.clear_discarded()
        shown = self.shown
        if shown.stored is not None and shown.stored.is_replaceable:
            shown.load(game)
        else:
            fresh = OpenGame(self)
            fresh.load(game)
            self._insert(fresh)

    def open_stored(self, game: StoredGame) -> bool:
        """Continue a game from a file. Return whether the game is shown.

        A private game waits among the closed games until its owner confirms.
        """
        self.private.opened.add(game.session)
        if self.private.may_see(game.session):
            self.resume(game)
            return True
        self.closed.append(game)
        self.switch_to(game)
        return False

    def _insert(self, playing: OpenGame) -> None:
        self.open.insert(self.number + 1, playing)
        self.show(self.number + 1)

    def close(self, number: int) -> None:
        """Close a tab. If no other game can be shown, the same game begins again."""
        leaving = self.open[number]
        others = [playing for playing in self.open if playing is not leaving]
        free = [playing for playing in others if self.private.may_see(playing.table.session)]
        if not (free if number == self.number else others):  # every remaining game needs a confirmation
            self.begin_with_fallback(leaving.table.begin, self.prepared(leaving.table.setup.restarted()))
            return
        leaving.deactivate()
        leaving.close()
        if leaving.stored is not None:
            self.archive(leaving.stored)
        del self.open[number]
        shown = min(self.number - (number < self.number), len(self.open) - 1)
        was_shown, self.number = number == self.number, shown
        if was_shown:
            self.number = min(map(self.open.index, free), key=lambda index: abs(index - shown))
            self.show_again()
        else:
            self.show_tabs()

    def archive(self, game: StoredGame) -> None:
        """Save a game that left its tab, so that it can be reopened. Discard it if it is not worth keeping."""
        game.check_changes()
        if not game.worth_keeping:
            game.discard()
            return
        self.closed.append(game)
        for old in self.closed[:-MAX_CLOSED]:
            self.shell.background.run(finishing_work(old), partial(self._on_saved, old), lambda error: None)
        del self.closed[:-MAX_CLOSED]
        if not game.unsaved:
            game.release_file()
        elif not game.discarded:
            if would_be_lost(game):
                game.in_library, game.result_saved = True, game.session.result is not None
                self.shell.background.run(game.saver(), lambda _: game.check_changes(), lambda _: None)
            self.shell.notice.show(words.game_closed(self.shell.commands["reopen"].key))

    def reopen(self) -> None:
        """Reopen the game that was closed last, also in an earlier run."""
        if self.closed:
            self.switch_to(self.closed[-1])
        else:
            self.open_item(self.closed_files.pop())

    def find(self, file: Path) -> StoredGame | None:
        """Return the open or closed game of a file, or None. Discarded games do not count."""
        return next((game for game in self.games if game.file == file), None)

    def switch_to(self, game: StoredGame) -> None:
        """Show an open or closed game, after a confirmation if it is private."""
        for number, playing in enumerate(self.open):
            if playing.stored is game:
                self.show(number)
                return
        if game in self.closed and not self.private.ask_for_owner(game.session, partial(self.switch_to, game)):
            self.closed.remove(game)
            self.resume(game)

    # Switching --------------------------------------------------------------------------------------------------------

    def show(self, number: int) -> None:
        """Show the game with this number, after a confirmation if it is private."""
        leaving, entered = self.shown, self.open[number]
        if leaving is not entered and not self.private.ask_for_owner(
            entered.table.session, partial(self._show_again, entered)
        ):
            leaving.deactivate()
            self.number = number
            leaving.table.advance()  # the game is hidden now, so this touches no widget
            self.show_again()

    def _show_again(self, playing: OpenGame) -> None:
        if playing in self.open:
            self.show(self.open.index(playing))

    @property
    def focus_target(self) -> Misc:
        """The widget in the middle of the window."""
        cover, view = self.screen.cover, self.screen.view
        covering = self.layers.first_answer(self.table, lambda layer: layer.focus(self.table))
        return self.shell.pages.over or covering or (cover if cover.winfo_manager() else view)

    @property
    def needs_new_layout(self) -> bool:
        """Whether the shown game needs a different screen layout."""
        return self.screen.frame_for(self.table, len(self.open)) != self.screen.frame

    def show_again(self) -> None:
        """Show the game of the current tab in its mode."""
        self.shell.status.set_typed_text(self.shown.typed)
        self.shell.status.set_button("", None)
        if self.needs_new_layout:
            self.shell.rebuild()
            return
        if isinstance(self.screen.view, BoardView):
            self.screen.view.set_handler(self.shown.move_input)
            self.screen.choices.presser = self.shown.move_input
        else:
            self.screen.view.clear_filter()
        self.show_tabs()
        self.show_game()

    def show_game(self) -> None:
        """Show the game in the existing widgets."""
        self.shell.events.game_shown.emit()
        self.shown.show_position()
        self.table.advance()
        self.focus_target.focus_set()

    def show_tabs(self) -> None:
        """Update the tab strip; hide it if only one game is open."""
        strip = self.screen.strip
        if len(self.open) > 1:
            strip.show(self.labels(), self.number)
            if not strip.winfo_manager():
                strip.pack(fill="x")
        elif strip.winfo_manager():
            strip.pack_forget()

    def cycle(self, by: int) -> None:
        """Move `by` tabs forward, wrapping around. Games that the person may see come first."""
        numbers = [(self.number + by * distance) % len(self.open) for distance in range(1, len(self.open))]
        free = [number for number in numbers if self.private.may_see(self.open[number].table.session)]
        if numbers:
            self.show((free or numbers)[0])

    def poll(self) -> None:
        """Receive the bots' reports in all games, and save changes. An error in one game does not stop the rest."""
        for game in list(self.open):
            with self.guard(game.table):
                game.table.process_reports()
                if game.stored is not None:
                    game.stored.check_changes()
        self.write_plans()
        with self.guard(self.table):
            self.show_tabs()
        with suppress(Empty):
            self.shell.notice.show(self.faults.get_nowait(), True)

    def write_plans(self) -> None:
        """Save unlocked plans in the background, and retry failed writes later."""
        for game in self.games:
            if (work := game.plans.pending_save()) is not None:
                self.shell.background.run(work, lambda _: self.write_plans(), lambda _: None)

    # Closing the window -----------------------------------------------------------------------------------------------

    def saver(self) -> Callable[[], str] | None:
        """Return a function that saves everything unsaved, or None if everything is saved.

        The function may run on any thread. It returns why something could not be saved, or "".
        """
        for playing in self.open:
            with self.guard(playing.table):
                if playing.stored is not None:
                    playing.stored.check_changes()
        return saving_work(list(self.games), self.closed)

    # People ----------------------------------------------------------------------------------------------------------

    def take_seat(self, seat: int) -> None:
        """Give a seat of the shown game to the person at the screen."""
        session = self.table.session
        players = [PERSON if number == seat else player for number, player in enumerate(session.seats)]
        self.table.change_seats(players, session.document.names)

    def waiting(self, table: Table) -> LastingNotice | None:
        """Return the first lasting notice about a table that is being played, or None."""
        return next(filter(None, (ask(table) for ask in self.questions if self.layers.mode(table) == "play")), None)

    def note_successor(self, session: Session, before: Session) -> None:
        """Record that a game replaced another, so that a private game keeps its owner."""
        self.private.note_successor(session, before)

    def _on_parted(self, session: Session, _: int) -> None:
        for game in self.open:
            if game.table.session is session:
                game.typed = ""
                game.table.browsing.expanded.clear()

    # Files ------------------------------------------------------------------------------------------------------------

    def open_item(self, thing: Path | PositionList) -> None:
        """Open a file or a list of positions with the first opener that accepts it."""
        any(opener(thing) for opener in reversed(self.openers))

    def shut_down(self) -> None:
        """Finish pending work and store all games. The next start reopens the open games."""
        try:
            self.shell.background.finish()
        except Exception as error:  # The window is closing: show no message, but store the games.
            faults.report(type(error), error, error.__traceback__, faults.describe_table(self.table))
        for playing in self.open:
            with self.guard(playing.table):
                playing.close()
                if playing.stored is not None:
                    playing.stored.mark_worth_keeping()
                    playing.stored.leave()
        for game in self.closed:
            if not finishing_work(game)():
                game.leave()
        closed = [*self.closed_files, *(game.file for game in self.closed if game.file and not game.discarded)]
        open_games = [playing.stored for playing in self.open if playing.stored is not None]
        open_tabs.save(open_games, self.shown.stored, closed)
        self.shell.background.close()

    def _on_saved(self, game: StoredGame, done: bool) -> None:
        """Keep a closed game that could not be saved."""
        if not done:
            self.closed.insert(0, game)
