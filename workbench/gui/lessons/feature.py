"""The command for the tutorial, and its offer in the first game of each kind."""

from __future__ import annotations

from workbench import boards
from workbench.boards.kit import lessons
from workbench.gui.lessons import words
from workbench.gui.lessons.view import LessonView
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import Command
from workbench.gui.shell.shell import Shell
from workbench.records.seeds import new_seed
from workbench.system.translation import tr
from workbench.table.guide import Guide
from workbench.table.setup import default_setup
from workbench.table.table import Table


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the command, and the offer of the tutorial."""
    guides = Guides(shell, games)
    shell.events.rebuilt.connect(guides.forget_button)
    shell.events.game_shown.connect(guides.offer)
    shell.events.settled.connect(guides.offer)
    # fmt: off
    shell.commands.add(Command(
        "guide", "help", tr("Tutorial"), tr("Learn this game in ten short steps"), guides.open_guide,
        why_not=guides.no_guide, search_words=tr("guided first game learn lesson teach"), order=1,
    ))
    # fmt: on


class Guides:
    """The tutorials, one for each game. A reopened tutorial continues at the step where it was left."""

    def __init__(self, shell: Shell, games: Tabs) -> None:
        self.shell, self.games = shell, games
        self.paused_table: Table | None = None  # the game paused while its guide is open
        self.guide: Guide | None = None  # the guide opened last
        self.offered = ""  # the game whose tutorial a button in the status bar offers

    def open_guide(self) -> None:
        """Open the guide of the shown game, and pause the game until the guide is closed."""
        shell, table = self.shell, self.games.table
        game = table.info.id
        guide = self.guide = Guide(game, shell.settings.tutorial_steps.get(game, 0))
        shell.pages.show(
            "guide", lambda: LessonView(shell.root, shell.look, guide, shell.commands, shell.settings, self._on_leave)
        )
        if not (table.over or table.bots.paused):
            self.paused_table = table
            table.bots.pause()

    def _on_leave(self, game: str) -> None:
        """Return to the main window and resume the paused game.

        If `game` is not "", start that game, unless it is already shown and nobody has moved yet.
        """
        table, waiting, self.paused_table = self.games.table, self.paused_table, None
        if self.guide is not None and self.guide.done and self.guide.number + 1 == len(self.guide.lessons):
            self._end_offer(self.guide.game)
        if waiting is not None and waiting.bots.paused and waiting in self.games.tables:
            waiting.bots.resume()
        self.shell.focus_board()
        if game and (table.info.id != game or any(step.actor >= 0 for step in table.session.steps)):
            table.begin(default_setup(boards.first_spec(game), new_seed()))

    def no_guide(self) -> str:
        """Return why there is no guide for the shown game, or ""."""
        return "" if lessons.find(self.games.table.info.id) else words.NO_GUIDE

    def forget_button(self) -> None:
        """Note that the status bar is new and has no button."""
        self.offered = ""

    def offer(self) -> None:
        """Offer the tutorial until the person has done it or ends a game of this kind."""
        table, status = self.games.table, self.shell.status
        game, known = table.info.id, self.shell.settings.known_games
        if game not in known and table.over and table.persons:
            self._end_offer(game)
        playing = self.games.layers.mode(table) == "play" and not table.over and bool(table.persons)
        wanted = game if playing and game not in self.shell.settings.known_games and lessons.find(game) else ""
        if status.extra is None:
            self.offered = ""
        elif not self.offered:  # the button belongs to another feature
            return
        if wanted != self.offered:
            self.offered = wanted
            start = (lambda: self.shell.commands.run("guide")) if wanted else None
            status.set_button(words.OFFER if wanted else "", start, yields=True)

    def _end_offer(self, game: str) -> None:
        """Do not offer the tutorial of a game again."""
        if game not in self.shell.settings.known_games:
            self.shell.settings.known_games = (*self.shell.settings.known_games, game)
        if self.offered == game:
            self.offered = ""
            self.shell.status.set_button("", None)
