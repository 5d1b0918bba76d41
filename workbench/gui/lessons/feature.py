"""The command for the guided first game, and the invitation at the first start."""

from __future__ import annotations

from workbench.boards.kit import lessons
from workbench.gui.lessons import words
from workbench.gui.lessons.view import LessonView
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import Command
from workbench.gui.shell.shell import Shell
from workbench.records.seeds import new_seed
from workbench.table.guide import Guide
from workbench.table.setup import default_setup
from workbench.table.table import Table


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the command, and the invitation to new users."""
    guides = Guides(shell, games)
    shell.events.rebuilt.connect(guides.invite)
    shell.events.settled.connect(guides.check_moves)
    # fmt: off
    shell.commands.add(Command(
        "guide", "help", "Guided first game", "Learn the game in ten short steps on a board", guides.open_guide,
        why_not=guides.no_guide, search_words="tutorial learn lesson teach", order=1,
    ))
    # fmt: on


class Guides:
    """The guided first games, one for each game. A reopened guide continues where it was closed."""

    def __init__(self, shell: Shell, games: Tabs) -> None:
        self.shell, self.games = shell, games
        self.paused_table: Table | None = None  # the game paused while its guide is open
        self.guides: dict[str, Guide] = {}

    def open_guide(self) -> None:
        """Open the guide of the shown game, and pause the game until the guide is closed."""
        shell, table = self.shell, self.games.table
        self.end_invitation()
        game = table.info.id
        guide = self.guides.get(game)
        if guide is None or (guide.last and guide.done):
            guide = self.guides[game] = Guide(game)
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
        if waiting is not None and waiting.bots.paused and waiting in self.games.tables:
            waiting.bots.resume()
        self.shell.focus_board()
        if game and (table.info.id != game or any(step.actor >= 0 for step in table.session.steps)):
            table.begin(default_setup(game, new_seed()))

    def no_guide(self) -> str:
        """Return why there is no guide for the shown game, or ""."""
        return "" if lessons.find(self.games.table.info.id) else words.NO_GUIDE

    def invite(self) -> None:
        """Offer the guide to a user who has never played."""
        if not self.shell.settings.greeted and lessons.find(self.games.table.info.id):
            self.shell.status.set_button(words.NEW_HERE, lambda: self.shell.commands.run("guide"))

    def check_moves(self) -> None:
        """End the invitation after a person's first move."""
        table = self.games.table
        if any(step.actor in table.persons for step in table.session.steps):
            self.end_invitation()

    def end_invitation(self) -> None:
        """End the invitation permanently."""
        if not self.shell.settings.greeted:
            self.shell.settings.greeted = True
            self.shell.status.set_button("", None)
