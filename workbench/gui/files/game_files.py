"""The actions of the commands for files, and the saving of ended games.

All disk access runs in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.files import words
from workbench.gui.play import captions
from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.private_tabs import TAG
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.matches.archive.default import SUFFIX as MATCHES
from workbench.matches.archive.default import default_archive
from workbench.positions import lists
from workbench.positions.lists import PositionList
from workbench.records import files
from workbench.records.files import RecordError
from workbench.storage import library, unmade_turns
from workbench.storage.one_seat import seed_can_be_found, snapshot
from workbench.storage.stored_game import SaveResult, StoredGame
from workbench.system import folders

GAME = file_dialogs.FileKind(words.KIND, files.SUFFIX)
POSITIONS = file_dialogs.FileKind(widgets_words.POSITIONS, lists.SUFFIX)


class Files:
    """The actions of the commands for files."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.background = shell.background
        self.popup = Popup()
        self.recent: list[Path] = []
        self._adjourning: list[StoredGame] = []  # games being saved before they are closed
        games.openers.append(self.open_item)
        shell.events.started.connect(self.on_start)
        shell.events.polled.connect(self.save_ended_games)

    def on_start(self) -> None:
        """Delete old plans, and look for recent files, when the program starts."""
        self.background.run(unmade_turns.delete_old_plans, lambda _: None, self._failed)
        self._update_recent()

    # Opening ----------------------------------------------------------------------------------------------------------

    def ask_open(self) -> None:
        """Ask for files and open them."""
        game = self.games.shown.stored
        folder = game.file.parent if game is not None and game.file is not None else library.Library().folder
        self.open_all(file_dialogs.ask_open_several(self.shell.root, folder, GAME, POSITIONS))

    def open_all(self, chosen: Sequence[Path]) -> None:
        """Open files of any kind."""
        for file in chosen:
            self.open(file)

    def open(self, file: Path) -> None:
        """Open a file of any kind."""
        self.games.open_item(file.absolute())

    def open_item(self, thing: Path | PositionList) -> bool:
        """Open a game from a file, or show the game if it is already open. Return False for anything but a file."""
        if isinstance(thing, Path):
            self._open(folders.current(thing.absolute()))
        return isinstance(thing, Path)

    def _open(self, file: Path) -> None:
        if file.suffix == MATCHES and file.is_file():
            is_default = file == default_archive().absolute()
            keys = [command.key for command in self.shell.commands.existing("matches") if is_default]
            self._say(words.is_archive(file, "".join(keys)), True)
            return
        tabs = self.games
        game = tabs.find(file)
        if game is not None:
            tabs.switch_to(game)
        else:
            self.games.opening += 1
            self.background.run(lambda: StoredGame.open(file, tabs.faults.put), self._opened, self._cannot_open)

    def _cannot_open(self, error: ValueError) -> None:
        self.games.opening -= 1
        self._report_open_error(error)

    def _opened(self, game: StoredGame) -> None:
        assert game.file is not None
        self.games.opening -= 1
        already_open = self.games.find(game.file)
        if already_open is not None:  # the file was opened twice in a row
            game.discard()
            self.games.switch_to(already_open)
            return
        if not self.games.open_stored(game):
            return
        if game.open_elsewhere:
            self._say(words.open_elsewhere(game.file), True)
        else:
            self._say(words.opened(game.file))
        self._update_recent()

    def _report_open_error(self, error: ValueError) -> None:
        self._say(
            words.not_opened(error.reason if isinstance(error, RecordError) and not error.file else str(error)), True
        )

    def show_my_games(self) -> None:
        """Show the list of the user's saved games."""
        from workbench.gui.files.my_games import MyGames  # imported here because importing it slows start-up

        shell = self.shell
        more = shell.commands.existing("review_all")
        shell.pages.show("games", lambda: MyGames(shell.root, shell.look, self.background, self.open, more))

    # Recent files -----------------------------------------------------------------------------------------------------

    def _update_recent(self) -> None:
        """Update the list of recent files."""

        def done(found: list[Path]) -> None:
            self.recent = found

        self.background.run(library.recent, done, self._failed)

    def none_recent(self) -> str:
        """Return why there are no recent files, or ""."""
        return "" if self.recent else words.NOTHING_RECENT

    def recent_choices(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return the entries of the menu of recent files."""
        return [(file.name.removesuffix(files.SUFFIX), partial(self.open, file)) for file in self.recent[:12]]

    def pop_up_recent(self) -> None:
        """Pop up the menu of recent files."""
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
        """Return why there is nothing to save, or ""."""
        if self.games.layers.hides(self.games.table):  # a position in Set up can always be saved
            return ""
        game = self.games.shown.stored
        return "" if game is not None and game.worth_keeping else words.NOTHING_TO_SAVE

    def save(self) -> None:
        """Save the shown game, or the content of the layer over it."""
        table = self.games.table
        if not self.games.layers.first_answer(table, lambda layer: layer.save(table, False)):
            self._save(self.games.shown)

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        """Ask for a file, save the shown game there, and call `then`."""
        table = self.games.table
        if self.games.layers.first_answer(table, lambda layer: layer.save(table, True)):
            return
        game, session = self.games.shown.stored, self.games.table.session
        assert game is not None
        folder = game.file.parent if game.file is not None else library.Library().folder
        name = (
            game.file.name
            if game.file is not None
            else files.record_file_name(session.spec, session.created, session.document.tree.head.seats)
        )
        file = file_dialogs.ask_save(self.shell.root, folder, name, GAME)
        if file is not None:
            self._save(self.games.shown, file.absolute(), then)

    # Record of one seat -----------------------------------------------------------------------------------------------

    def no_seat_to_save(self) -> str:
        """Return why no record of one seat can be saved, or ""."""
        table = self.games.table
        if not table.info.has.covered:
            return words.NOTHING_HIDDEN
        if table.session.follows is not None:
            return words.ONE_SEAT
        return self.nothing_to_save() or ("" if table.screen.visible_seats else words.SEAT_COVERED)

    def seat_choices(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return the entries of the menu of seats."""
        table = self.games.table
        return [
            (captions.person_name(table, seat), partial(self.save_seat, seat)) for seat in table.screen.visible_seats
        ]

    def pop_up_seats(self) -> None:
        """Pop up the menu of seats whose record can be saved."""
        self._pop_up(self.seat_choices())

    def save_seat(self, seat: int) -> None:
        """Ask for a file, and save everything that a seat has seen so far."""
        table, game = self.games.table, self.games.shown.stored
        if seat not in table.screen.visible_seats:  # the menu can outlive the view
            self._say(words.SEAT_COVERED, True)
            return
        session, person = table.session, captions.person_name(table, seat)
        small_seed = seed_can_be_found(session)
        make_record = snapshot(session, seat, tags={TAG: person} if table.screen.is_shared and not table.over else {})
        folder = game.file.parent if game is not None and game.file is not None else library.Library().folder
        name = files.record_file_name(
            session.spec, session.created, session.document.tree.head.seats, boards.seat_name(table.info, seat)
        )
        file = file_dialogs.ask_save(self.shell.root, folder, name, GAME)
        if file is None:
            return
        if self.games.find(file.absolute()) is not None:
            self._say(words.is_open(file), True)
            return

        def work() -> None:
            files.write(file, make_record())
            library.add_recent(file)

        def done(_: None) -> None:
            self._say(
                words.saved_seat_of_small_seed(person, file) if small_seed else words.saved_seat(person, file),
                small_seed,
            )
            self._update_recent()

        self.background.run(work, done, lambda error: self._say(words.not_saved(str(error)), True))

    def adjourn(self) -> None:
        """Save and close the shown game. It stays open if it cannot be saved."""
        playing, game = self.games.shown, self.games.shown.stored
        assert game is not None
        table = playing.table
        held = table.bots.held
        table.bots.pause()  # no dice or bots while the game is saved
        self._adjourning.append(game)

        def saved() -> None:
            self._adjourning.remove(game)
            tabs = self.games
            self._say(words.ADJOURNED)
            if playing in tabs.open and playing.stored is game:  # the tab may now show another game
                tabs.close(tabs.open.index(playing))

        def failed() -> None:
            self._adjourning.remove(game)
            if playing.stored is game and not held:
                table.bots.resume()

        self._save(playing, then=saved, otherwise=failed)

    def nothing_to_adjourn(self) -> str:
        """Return why the shown game cannot be adjourned, or ""."""
        under_way = any(game is self.games.shown.stored for game in self._adjourning)
        return words.ADJOURNING if under_way else self.nothing_to_save()

    def _save(
        self,
        playing: OpenGame,
        file: Path | None = None,
        then: Callable[[], None] | None = None,
        otherwise: Callable[[], None] = lambda: None,
    ) -> None:
        game = playing.stored
        assert game is not None

        def done(saved: SaveResult) -> None:
            game.check_changes()
            if saved.conflict:
                self._say(words.saved_beside(saved.conflict, saved.file), True)
            elif then is None:
                self._say(
                    words.recreated(saved.file)
                    if saved.recreated
                    else words.KEPT
                    if saved.added
                    else widgets_words.saved(saved.file)
                )
            if then is not None:
                then()
            self._update_recent()

        def failed(error: ValueError) -> None:
            otherwise()
            self._say(words.not_saved(str(error)), True)

        self.background.run(game.saver(file), done, failed)

    def save_ended_games(self) -> None:
        """Keep the results of the user's games up to date. Called every few milliseconds."""
        for game in self.games.open:
            self._save_ended_game(game)

    def _save_ended_game(self, playing: OpenGame) -> None:
        """Save a finished game that includes a human player, and save it again if its end is undone."""
        game = playing.stored
        if game is None or not game.unsaved or (game.session.result is not None) == game.result_saved:
            return
        if game.in_library:
            if game.file is None or game.file.parent != library.Library().folder:
                return  # it is still being saved, or the user has saved it elsewhere
        elif game.file is not None or PERSON not in game.session.seats or game.session.follows is not None:
            return
        game.in_library, game.result_saved = True, game.session.result is not None
        self.background.run(game.saver(), lambda _: game.check_changes(), self._failed)

    # Messages ---------------------------------------------------------------------------------------------------------

    def _failed(self, error: ValueError) -> None:
        self._say(str(error), True)

    def _say(self, line: str, warning: bool = False) -> None:
        self.shell.notice.show(line, warning)
