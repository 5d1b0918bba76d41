"""The guided first game, and the invitation to it at the first start."""

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
from workbench.table.setup import usual
from workbench.table.table import Table


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the command, and the invitation until somebody accepts or ignores it."""
    guides = Guides(shell, games)
    shell.events.rebuilt.connect(guides.invite)
    shell.events.settled.connect(guides.look)
    # fmt: off
    shell.commands.add(Command(
        "guide", "help", "Guided first game", "Learn the game in ten short steps on a board", guides.show,
        why_not=guides.no_guide, also="tutorial learn lesson teach", order=1,
    ))
    # fmt: on


class Guides:
    """The guides by game. A guide that is reopened continues from where it was closed."""

    def __init__(self, shell: Shell, games: Tabs) -> None:
        self.shell, self.games = shell, games
        self.waiting: Table | None = None  # the game that stands still while its guide is open
        self.guides: dict[str, Guide] = {}

    def show(self) -> None:
        shell, table = self.shell, self.games.table
        self.greet()
        game = table.info.id
        guide = self.guides.get(game)
        if guide is None or (guide.last and guide.done):
            guide = self.guides[game] = Guide(game)
        shell.pages.show(
            "guide", lambda: LessonView(shell.root, shell.look, guide, shell.commands, shell.settings, self._left)
        )
        if not (table.over or table.bots.paused):
            self.waiting = table
            table.bots.pause()

    def _left(self, game: str) -> None:
        """Return from the guide to the window.

        If `game` is given, begin that game, unless it is open and nobody has moved.
        """
        table, waiting, self.waiting = self.games.table, self.waiting, None
        if waiting is not None and waiting.bots.paused and waiting in self.games.tables:
            waiting.bots.resume()
        self.shell.focus_board()
        if game and (table.info.id != game or any(step.actor >= 0 for step in table.session.steps)):
            table.begin(usual(game, new_seed()))

    def no_guide(self) -> str:
        return "" if lessons.find(self.games.table.info.id) else words.NO_GUIDE

    def invite(self) -> None:
        """Offer the guide to somebody who has never played."""
        if not self.shell.settings.greeted and lessons.find(self.games.table.info.id):
            self.shell.status.offer(words.NEW_HERE, lambda: self.shell.commands.run("guide"))

    def look(self) -> None:
        """End the invitation once a person has moved."""
        table = self.games.table
        if any(step.actor in table.persons for step in table.session.steps):
            self.greet()

    def greet(self) -> None:
        """End the invitation for good."""
        if not self.shell.settings.greeted:
            self.shell.settings.greeted = True
            self.shell.status.offer("", None)
