"""Opens, saves and adjourns games, saves those that have ended, and offers those left unfinished.

All work on the disk runs in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.files import words
from workbench.gui.files.left_bar import left_bar
from workbench.gui.files.my_games import MyGames
from workbench.gui.play import captions
from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.private_tabs import TAG
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.bar import Bar
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.matches.archive.archive import SUFFIX as MATCHES
from workbench.matches.archive.records import own_archive
from workbench.positions import lists
from workbench.positions.lists import PositionList
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.storage import autosave, library, unmade_turns
from workbench.storage.autosave import Left
from workbench.storage.one_seat import seed_can_be_found, snapshot
from workbench.storage.stored_game import Saved, StoredGame

GAME = file_dialogs.FileKind(words.KIND, files.SUFFIX)
POSITIONS = file_dialogs.FileKind(widgets_words.POSITIONS, lists.SUFFIX)


class Files:
    """The actions of the commands for files. `left` are unfinished games of programs that ended unexpectedly."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.background = shell.background
        self.popup = Popup()
        self.recent: list[Path] = []
        self.left: list[Left] = []
        self.bar: Bar | None = None  # that offers them
        self._adjourning: list[StoredGame] = []  # that are being saved before they are put away
        games.openers.append(self.open_thing)
        shell.events.started.connect(self.start)
        shell.events.polled.connect(self.save_ended_games)
        shell.events.left.connect(self.show_left)

    def start(self) -> None:
        """Look for unfinished games and recent files when the program starts."""
        self.background.run(autosave.left_behind, self._found_left, self._failed)
        self.background.run(unmade_turns.tidy, lambda _: None, self._failed)
        self._note_recent()

    # Opening ----------------------------------------------------------------------------------------------------------

    def ask_open(self) -> None:
        game = self.games.shown.kept
        folder = game.file.parent if game is not None and game.file is not None else library.Library().folder
        file = file_dialogs.ask_open(self.shell.root, folder, GAME, POSITIONS)
        if file is not None:
            self.open(file)

    def open(self, file: Path) -> None:
        """Open a file with the feature that can."""
        self.games.open_thing(file.absolute())

    def open_thing(self, thing: Path | PositionList) -> bool:
        """Open a game from a file, or show it if it is open already. Return False if this is no file."""
        if isinstance(thing, Path):
            self._open(thing.absolute())
        return isinstance(thing, Path)

    def _open(self, file: Path) -> None:
        if file.suffix == MATCHES and file.is_file():
            own = file == own_archive().absolute()
            keys = [command.key for command in self.shell.commands.those("matches") if own]
            self._say(words.is_archive(file, "".join(keys)), True)
            return
        tabs = self.games
        game = tabs.find(file)
        if game is not None:
            tabs.turn_to(game)
        else:
            self.games.opening += 1
            self.background.run(lambda: StoredGame.opened(file, tabs.faults.put), self._opened, self._cannot_open)

    def _cannot_open(self, error: ValueError) -> None:
        self.games.opening -= 1
        self._not_opened(error)

    def _opened(self, game: StoredGame) -> None:
        assert game.file is not None
        self.games.opening -= 1
        there = self.games.find(game.file)
        if there is not None:  # it was asked for twice
            game.discard()
            self.games.turn_to(there)
            return
        if not self.games.open_kept(game):
            return
        if game.elsewhere:
            self._say(words.open_elsewhere(game.file), True)
        else:
            self._say(words.opened(game.file))
        self._note_recent()

    def _not_opened(self, error: ValueError) -> None:
        self._say(
            words.not_opened(error.reason if isinstance(error, BadRecord) and not error.file else str(error)), True
        )

    def my_games(self) -> None:
        shell = self.shell
        shell.pages.show("games", lambda: MyGames(shell.root, shell.look, self.background, self.open))

    # Files opened last ------------------------------------------------------------------------------------------------

    def _note_recent(self) -> None:
        """Update the list of recent files."""

        def done(found: list[Path]) -> None:
            self.recent = found

        self.background.run(library.recent, done, self._failed)

    def none_recent(self) -> str:
        return "" if self.recent else words.NOTHING_RECENT

    def recent_choices(self) -> Sequence[tuple[str, Callable[[], None]]]:
        return [(file.name.removesuffix(files.SUFFIX), partial(self.open, file)) for file in self.recent[:12]]

    def pop_up_recent(self) -> None:
        self._pop_up(self.recent_choices())

    def _pop_up(self, choices: Sequence[tuple[str, Callable[[], None]]]) -> None:
        root, px = self.shell.root, self.shell.look.px
        self.popup.open(
            root,
            self.shell.look,
            (MenuEntry(*choice) for choice in choices),
            root.winfo_rootx() + px(20),
            root.winfo_rooty() + px(44),
        )

    # Saving -----------------------------------------------------------------------------------------------------------

    def nothing_to_save(self) -> str:
        if self.games.layers.hides(self.games.table):  # what is set up can always be saved
            return ""
        game = self.games.shown.kept
        return "" if game is not None and game.worth else words.NOTHING_TO_SAVE

    def save(self) -> None:
        table = self.games.table
        if not self.games.layers.first(table, lambda layer: layer.save(table, False)):
            self._save(self.games.shown)

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        """Ask for a file and save there, and do `then`."""
        table = self.games.table
        if self.games.layers.first(table, lambda layer: layer.save(table, True)):
            return
        game, session = self.games.shown.kept, self.games.table.session
        assert game is not None
        folder = game.file.parent if game.file is not None else library.Library().folder
        name = (
            game.file.name
            if game.file is not None
            else files.name_of(session.spec, session.created, session.document.tree.head.seats)
        )
        file = file_dialogs.ask_save(self.shell.root, folder, name, GAME)
        if file is not None:
            self._save(self.games.shown, file.absolute(), then)

    # What one seat saw ------------------------------------------------------------------------------------------------

    def no_seat_to_save(self) -> str:
        """Return why no record of one seat can be saved now, or "" if one can."""
        table = self.games.table
        if not table.info.has.covered:
            return words.NOTHING_HIDDEN
        if table.session.follows is not None:
            return words.ONE_SEAT
        return self.nothing_to_save() or ("" if table.screen.seats_seen else words.SEAT_COVERED)

    def seat_choices(self) -> Sequence[tuple[str, Callable[[], None]]]:
        table = self.games.table
        return [(captions.called(table, seat), partial(self.save_seat, seat)) for seat in table.screen.seats_seen]

    def pop_up_seats(self) -> None:
        self._pop_up(self.seat_choices())

    def save_seat(self, seat: int) -> None:
        """Ask for a file and save what a seat has seen so far."""
        table, game = self.games.table, self.games.shown.kept
        if seat not in table.screen.seats_seen:  # the menu has been open for long
            self._say(words.SEAT_COVERED, True)
            return
        session, who = table.session, captions.called(table, seat)
        small = seed_can_be_found(session)
        made = snapshot(session, seat, tags={TAG: who} if table.screen.shared and not table.over else {})
        folder = game.file.parent if game is not None and game.file is not None else library.Library().folder
        name = files.name_of(
            session.spec, session.created, session.document.tree.head.seats, boards.side(table.info, seat)
        )
        file = file_dialogs.ask_save(self.shell.root, folder, name, GAME)
        if file is None:
            return
        if self.games.find(file.absolute()) is not None:
            self._say(words.is_open(file), True)
            return

        def work() -> None:
            files.write(file, made())
            library.note_recent(file)

        def done(_: None) -> None:
            self._say(words.saved_seat_of_small_seed(who, file) if small else words.saved_seat(who, file), small)
            self._note_recent()

        self.background.run(work, done, lambda error: self._say(words.not_saved(str(error)), True))

    def adjourn(self) -> None:
        """Save the game and close it. It stays open if it cannot be saved."""
        playing, game = self.games.shown, self.games.shown.kept
        assert game is not None
        table = playing.table
        held = table.bots.held
        table.bots.pause()  # neither dice nor bots go on while it is written
        self._adjourning.append(game)

        def saved() -> None:
            self._adjourning.remove(game)
            tabs = self.games
            self._say(words.ADJOURNED)
            if playing in tabs.open and playing.kept is game:  # not another one that was begun meanwhile
                tabs.close(tabs.open.index(playing))

        def failed() -> None:
            self._adjourning.remove(game)
            if playing.kept is game and not held:
                table.bots.resume()

        self._save(playing, then=saved, otherwise=failed)

    def nothing_to_adjourn(self) -> str:
        under_way = any(game is self.games.shown.kept for game in self._adjourning)
        return words.ADJOURNING if under_way else self.nothing_to_save()

    def _save(
        self,
        playing: OpenGame,
        file: Path | None = None,
        then: Callable[[], None] | None = None,
        otherwise: Callable[[], None] = lambda: None,
    ) -> None:
        game = playing.kept
        assert game is not None

        def done(saved: Saved) -> None:
            game.look()
            if saved.beside:
                self._say(words.saved_beside(saved.beside, saved.file), True)
            elif then is None:
                self._say(
                    words.saved_anew(saved.file)
                    if saved.anew
                    else words.KEPT
                    if saved.first
                    else widgets_words.saved(saved.file)
                )
            if then is not None:
                then()
            self._note_recent()

        def failed(error: ValueError) -> None:
            otherwise()
            self._say(words.not_saved(str(error)), True)

        self.background.run(game.saver(file), done, failed)

    def save_ended_games(self) -> None:
        for game in self.games.open:
            self._save_ended_game(game)

    def _save_ended_game(self, playing: OpenGame) -> None:
        """Save a finished game of a person among the user's games, once."""
        game = playing.kept
        if game is None or not game.unsaved or game.file is not None or game.session.result is None:
            return
        if game.put_by or PERSON not in game.session.seats or game.session.follows is not None:
            return
        game.put_by = True
        self.background.run(game.saver(), lambda _: game.look(), self._failed)

    # What was left behind ---------------------------------------------------------------------------------------------

    def _found_left(self, left: list[Left]) -> None:
        self.left = sorted(left, key=lambda one: bool(one.damage))  # what cannot be opened comes last
        self.shell.events.left.tell()

    def recover(self, left: Left) -> None:
        """Open an unfinished game."""
        self._done_with(left)
        faults = self.games.faults

        def opened(game: StoredGame) -> None:
            self.games.open_kept(game)

        self.background.run(lambda: StoredGame.recovered(left, faults.put), opened, self._not_opened)

    def discard(self, left: Left) -> None:
        """Discard an unfinished game. It can be reopened until the window is closed."""
        self._done_with(left)
        if left.record is None:
            self.background.run(left.discard, lambda _: None, self._failed)
            return

        def gone(game: StoredGame) -> None:
            game.unwant()
            self.games.put_away(game)
            self._say(words.discarded(self.shell.commands["reopen"].key))

        faults = self.games.faults
        self.background.run(lambda: StoredGame.recovered(left, faults.put), gone, self._not_opened)

    def later(self) -> None:
        """Leave the unfinished games for the next start."""
        self.left = []
        self.shell.events.left.tell()

    def _done_with(self, left: Left) -> None:
        self.left = [one for one in self.left if one.file != left.file]
        self.shell.events.left.tell()

    def show_left(self) -> None:
        """Offer the unfinished games above the board."""
        if self.bar is not None and self.bar.winfo_exists():
            self.bar.destroy()
        self.bar = None
        if self.left:
            self.bar = left_bar(self.screen.head, self.shell.look, self.left, self.recover, self.discard, self.later)

    # What is said -----------------------------------------------------------------------------------------------------

    def _failed(self, error: ValueError) -> None:
        self._say(str(error), True)

    def _say(self, line: str, warning: bool = False) -> None:
        self.shell.notice.say(line, warning)
