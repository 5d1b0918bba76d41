"""The command that finds games with the shown position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, NamedTuple

from workbench import boards
from workbench.boards.kit.elements import Point
from workbench.game.move_tree import ROOT
from workbench.gui.finding import words
from workbench.gui.finding.progress import Progress
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.commands import Command
from workbench.gui.shell.shell import Shell
from workbench.matches.archive.default import SUFFIX
from workbench.records import files
from workbench.storage.stored_game import StoredGame
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr

if TYPE_CHECKING:  # imported when they are needed, because importing SQLite slows start-up
    from workbench.finding.index import IndexedGame
    from workbench.finding.search import PositionSearch
    from workbench.gui.finding.page import FindingPage

PAUSE = 0.001  # seconds that the search leaves to the window after each game


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the command that finds games with the shown position."""
    finder = PositionFinder(shell, games)
    shell.add(finder)
    # fmt: off
    shell.commands.add(Command(
        "find_position", "edit", words.LABEL, words.MEANING, finder.find, ("Ctrl+Shift+F",), finder.no_position,
        group=2, search_words=tr("search database opening explorer history games same"),
    ))
    # fmt: on


class _Wanted(NamedTuple):
    """A file that is being opened, and the number of steps before the position to view."""

    file: Path
    at: int


class PositionFinder:
    """Searches the user's games for the shown position on a thread, and opens the games that are found.

    Args:
        shell: The window.
        games: The open games.
    """

    def __init__(self, shell: Shell, games: Tabs) -> None:
        self.shell, self.games = shell, games
        self.background = BackgroundJobs()
        self.progress = Progress()  # written by the thread
        self._search = 0  # number of the current search; others stop
        self._wanted: _Wanted | None = None
        self._page: FindingPage | None = None
        shell.events.polled.connect(self.poll)
        shell.events.closing.connect(self.close)

    @property
    def page(self) -> FindingPage | None:
        """The window with the results, or None if it is closed."""
        return self._page if self._page is not None and self._page.winfo_exists() else None

    def no_position(self) -> str:
        """Return why no position is shown, or ""."""
        return reasons.covered(self.games.table) or reasons.not_handed_over(self.games.table)

    def find(self) -> None:
        """Find the games with the shown position."""
        point = self.games.shown.point.copy()
        player = boards.seat_name(point.info, max(point.actor, 0))

        def make() -> FindingPage:
            from workbench.gui.finding.page import FindingPage

            self._page = FindingPage(self.shell.root, self.shell.look, player, self.open)
            return self._page

        self.shell.pages.show("finding", make)
        self._search += 1
        self._start(point, self._search)

    def _start(self, point: Point, number: int) -> None:
        self.progress = Progress()

        def report(done: int, total: int) -> bool:
            self.progress = Progress(done, total)
            sleep(PAUSE)
            return number == self._search

        def deliver(show: Callable[[FindingPage], None]) -> None:
            page = self.page
            if page is not None and number == self._search:
                show(page)

        def search() -> PositionSearch:
            from workbench.finding.search import find_position

            return find_position(point, progress=report)

        self.background.run(
            search,
            lambda result: deliver(lambda page: page.show_result(result)),
            lambda error: deliver(lambda page: page.show_failure(as_sentence(str(error)))),
        )

    def close(self) -> None:
        """Stop the thread, because the window closes."""
        self._search += 1
        self.background.close()

    def poll(self) -> None:
        """Receive results, show the progress, and view the position in a game that was opened."""
        self.background.deliver_next()
        if self.page is not None:
            self.page.show_progress(self.progress)
        else:
            self._search += 1  # the window was closed: stop
        if self._wanted is not None and not self.games.opening:
            wanted, self._wanted = self._wanted, None
            stored = self.games.shown.stored
            if stored is not None and stored.file == wanted.file:
                self._view(wanted.at)

    # Opening ----------------------------------------------------------------------------------------------------------

    def open(self, game: IndexedGame) -> None:
        """Open a game in a tab, at the position."""
        if game.source.suffix != SUFFIX:
            file = (game.source / game.name).absolute()
            self.games.open_item(file)
            self._wanted = _Wanted(file, game.at)
            self._show_board()
            return
        faults = self.games.faults

        def work() -> StoredGame:
            from workbench.matches.archive.archive import Archive

            match, number, attempt = map(int, game.name.split(" "))
            with Archive(game.source, read_only=True) as archive:
                record = files.decode_record(archive.record(match, number - 1, attempt))
            return StoredGame.from_record(record, faults.put)

        def opened(stored: StoredGame) -> None:
            self.games.resume(stored)
            self._view(game.at)
            self._show_board()

        self.background.run(
            work, opened, lambda error: self.shell.notice.show(words.not_opened(as_sentence(str(error))), True)
        )

    def _view(self, at: int) -> None:
        """View the position after this many steps of the main line."""
        table = self.games.table
        line = (ROOT, *table.session.document.main_line())
        if at < len(line):
            seen = table.browsing.visible_tree(table.screen.viewer)
            table.view_node(seen.node_to_view(line[at]))

    def _show_board(self) -> None:
        self.shell.root.lift()
        self.games.focus_target.focus_force()
