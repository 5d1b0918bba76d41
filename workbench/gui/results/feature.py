"""The command for the results, their recording, and the strength of the adaptive level."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.results import words
from workbench.gui.results.page import PageData, ResultsPage, add_styles
from workbench.gui.shell.commands import EVERYWHERE, Command
from workbench.gui.shell.shell import Shell
from workbench.results import adaptive, history, rating, recording
from workbench.results.history import GameResult
from workbench.results.rating import Estimator, Rating
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr
from workbench.table.setup import Setup
from workbench.table.table import Table


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Record the results of games, and add the command that shows them."""
    results = Results(shell, games)
    games.preparations.append(results.with_strength)
    shell.events.polled.connect(results.record_finished)
    shell.events.game_closed.connect(results.forget)
    shell.events.started.connect(results.load_ratings)
    # fmt: off
    shell.commands.add(Command(
        "results", "game", tr("My results…"), words.MEANING, results.show, group=1,
        search_words=tr("score statistics rating elo level wins losses history"), modes=EVERYWHERE, order=3,
    ))
    # fmt: on


class Results:
    """The results of the person at this window.

    Args:
        shell: The window.
        games: The open games.
    """

    def __init__(self, shell: Shell, games: Tabs) -> None:
        self.shell, self.games = shell, games
        self.recorded: set[int] = set()  # ids of the sessions whose result is stored or being stored
        self.ratings: dict[str, Rating] | None = None  # the person's ratings by game; None before they are loaded

    def show(self) -> None:
        """Show the window with the results."""
        self.shell.pages.show("results", self._make_page)

    def _make_page(self) -> ResultsPage:
        add_styles(self.shell.styles)
        return ResultsPage(self.shell.root, self.shell.look, self.games.table.info.id, self.load_page)

    def load_page(self, receive: Callable[[PageData], None]) -> None:
        """Load the data of the page in the background."""
        self.shell.background.run(page_data, receive, self._failed)

    def load_ratings(self) -> None:
        """Load the person's ratings in the background."""
        self.shell.background.run(current_ratings, self.keep_ratings, self._failed)

    def keep_ratings(self, ratings: dict[str, Rating]) -> None:
        """Keep the person's new ratings."""
        self.ratings = ratings

    def with_strength(self, setup: Setup) -> Setup:
        """Return a setup in which every adaptive bot has a strength that suits the person."""
        if not any(map(adaptive.is_adaptive, setup.seats)):
            return setup
        if self.ratings is None:  # the first game, before the window is shown
            self.ratings = current_ratings()
        rating = self.ratings.get(setup.spec.partition("(")[0]) or Estimator().rating
        return setup._replace(seats=adaptive.with_strength(setup.spec, setup.seats, rating))

    def record_finished(self) -> None:
        """Store the results of games that have ended since the last call."""
        for table in self.games.tables:
            session = table.session
            if not table.over or id(session) in self.recorded:
                continue
            self.recorded.add(id(session))
            result = recording.result_of(session)
            if result is not None:
                self.shell.background.run(partial(store, result), self.keep_ratings, self._failed)

    def forget(self, table: Table) -> None:
        """Forget a closed game."""
        self.recorded.discard(id(table.session))

    def _failed(self, error: ValueError) -> None:
        self.shell.notice.show(as_sentence(words.not_stored(str(error))), True)


def current_ratings() -> dict[str, Rating]:
    """Return the person's rating in each game."""
    results = history.load()
    return {game: rating.current(results, game) for game in {result.game for result in results}}


def store(result: GameResult) -> dict[str, Rating]:
    """Store a result, and return the new ratings.

    Raises:
        WriteError: The file cannot be written.
    """
    history.add(result)
    return current_ratings()


def page_data() -> PageData:
    """Return the results, and the rating after each rated game."""
    results = history.load()
    return PageData(results, {game: rating.history(results, game) for game in {result.game for result in results}})
