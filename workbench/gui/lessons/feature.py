"""The guided first game, and the invitation to it at the very first start."""

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
    """Add the command, and the invitation while nobody has taken it or passed it by."""
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
    """The guides by game: they go on where they were left."""

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
        """The guide was left. With a game, begin a real one of that, unless one is there that nothing was played in."""
        table, waiting, self.waiting = self.games.table, self.waiting, None
        if waiting is not None and waiting.bots.paused and waiting in self.games.tables:
            waiting.bots.resume()
        self.shell.focus_board()
        if game and (table.info.id != game or any(step.actor >= 0 for step in table.session.steps)):
            table.begin(usual(game, new_seed()))

    def no_guide(self) -> str:
        return "" if lessons.find(self.games.table.info.id) else words.NO_GUIDE

    def invite(self) -> None:
        """Offer the guide to whoever has never played."""
        if not self.shell.settings.greeted and lessons.find(self.games.table.info.id):
            self.shell.status.offer(words.NEW_HERE, lambda: self.shell.commands.run("guide"))

    def look(self) -> None:
        """A person who plays has passed the invitation by."""
        table = self.games.table
        if any(step.actor in table.persons for step in table.session.steps):
            self.greet()

    def greet(self) -> None:
        """Invite nobody any more."""
        if not self.shell.settings.greeted:
            self.shell.settings.greeted = True
            self.shell.status.offer("", None)
