"""Commands that help: the guided first game, all commands in one list, settings, rules beside the board, sound, live text.

Also the tips on what stands in the window, and the invitation at the very first start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench import boards
from workbench.boards.kit import lessons
from workbench.gui.help import words
from workbench.gui.help.pages import RulesPage, about, key_sheet
from workbench.gui.lessons import words as lessons_words
from workbench.gui.lessons.view import LessonView
from workbench.gui.play.side_pages import LIVE, RULES
from workbench.gui.settings.dialog import SettingsDialog
from workbench.gui.shell.commands import Command
from workbench.gui.shell.palette import CommandPalette
from workbench.gui.widgets.keys import focused
from workbench.gui.widgets.tips import Tip
from workbench.records.seeds import new_seed
from workbench.table.guide import Guide
from workbench.table.setup import usual
from workbench.table.table import Table

if TYPE_CHECKING:
    from workbench.gui.window import Window


def register(window: Window) -> None:
    """Put these commands into the window's registry."""
    helper = Helper(window)
    add = window.shell.commands.add
    add(Command(
        "rules", "help", words.RULES, "How the game is played, beside the board", lambda: window.screen.dock.toggle(RULES),
        ("F1",), helper.no_rules, also="help how to play instructions",
    ))
    add(Command(
        "rules_window", "help", "Rules in a window", "How the game is played, in a window of its own", helper.rules,
        ("Shift+F1",), helper.no_rules,
    ))
    add(Command("keys", "help", "Keys", "All keys", helper.keys, ("?",), also="shortcuts hotkeys bindings"))
    add(Command(
        "about", "help", words.ABOUT_HEAD, "Version and the designers of the games", helper.about, group=1,
        also="version credits designers",
    ))
    add(Command(
        "settings", "edit", "Settings…", "Colours, size, sounds and keys", helper.settings, ("Ctrl+,",), group=2,
        also="preferences options theme zoom configure",
    ))
    add(Command(
        "sound", "view", "Sounds", "Quiet sounds for what happens", helper.sound, on=lambda: window.shell.settings.sound,
        group=2, also="mute noise audio volume",
    ))
    add(Command(
        "live", "view", "Live text", "The game as text beside the board, for screen readers",
        lambda: window.screen.dock.toggle(LIVE), ("L",), on=lambda: window.screen.dock.kind == LIVE, group=3,
    ))
    add(Command(
        "guide", "help", "Guided first game", "Learn the game in ten short steps on a board", helper.guide,
        why_not=helper.no_guide, also="tutorial learn lesson teach",
    ))
    add(Command(
        "find", "help", "Find in the rules", "Find a word in the rules", lambda: window.screen.dock.find(), ("Ctrl+F",),
        helper.no_rules,
    ))
    add(Command(
        "palette", "help", "All commands…", "Find any command by its name and run it", helper.palette,
        ("Ctrl+K", "Ctrl+Shift+P"),
    ))


class Helper:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games = window.shell, window.games
        self.waiting: Table | None = None  # the game that stands still while its guide is open
        self.guides: dict[str, Guide] = {}  # by game: they go on where they were left

    def rules(self) -> None:
        window = self.window
        window.shell.pages.show("rules_window", lambda: RulesPage(window.shell.root, window.shell.look, window.games.table.info.id))

    def keys(self) -> None:
        window = self.window
        window.shell.pages.show("keys", lambda: key_sheet(window.shell.root, window.shell.look, window.shell.commands))

    def about(self) -> None:
        self.shell.pages.show("about", lambda: about(self.shell.root, self.shell.look))

    def settings(self) -> None:
        self.shell.pages.show("settings", lambda: SettingsDialog(self.window))

    def sound(self) -> None:
        settings = self.shell.settings
        settings.sound = not settings.sound
        self.window.echo.sound(["turn"])

    def palette(self) -> None:
        window = self.window
        before = focused(window.shell.root)

        def closed() -> None:
            if before is not None and before.winfo_exists():
                before.focus_set()

        window.shell.pages.show("palette", lambda: CommandPalette(window.shell.root, window.shell.look, window.shell.commands, closed))

    def guide(self) -> None:
        window = self.window
        greet(window)
        game = window.games.table.info.id
        guide = self.guides.get(game)
        if guide is None or (guide.last and guide.done):
            guide = self.guides[game] = Guide(game)
        window.shell.pages.show(
            "guide",
            lambda: LessonView(window.shell.root, window.shell.look, guide, window.shell.commands, window.shell.settings, self._left),
        )
        if not (window.games.table.over or window.games.table.bots.paused):
            self.waiting = window.games.table
            window.games.table.bots.pause()

    def _left(self, game: str) -> None:
        """The guide was left. With a game, begin a real one of that, unless one is there that nothing has been played in."""
        table, waiting, self.waiting = self.games.table, self.waiting, None
        if waiting is not None and waiting.bots.paused and any(waiting is one.table for one in self.games.open):
            waiting.bots.resume()
        self.shell.root.event_generate("<<Board>>")
        if game and (table.info.id != game or any(step.actor >= 0 for step in table.session.steps)):
            table.begin(usual(game, new_seed()))

    def no_guide(self) -> str:
        return "" if lessons.find(self.games.table.info.id) else lessons_words.NO_GUIDE

    def no_rules(self) -> str:
        return "" if boards.rules_page(self.games.table.info.id) else words.NO_RULES


# The first start ------------------------------------------------------------------------------------------------------


def greet(window: Window) -> None:
    """The invitation has been taken or passed by: it is not shown again."""
    if not window.shell.settings.greeted:
        window.shell.settings.greeted = True
        window.shell.status.offer("", None)


def dress(window: Window) -> None:
    """Put the tips on what was just built, and the invitation for who has never played."""
    tips, look = words.CARD_TIPS, window.shell.look
    for name, button in window.shell.status.buttons.items():
        Tip(look, button, lambda name=name: window.shell.commands[window.shell.status.command_of(name)].full_tip, window.shell.status)  # type: ignore[misc]
    Tip(look, window.shell.status.entry, lambda: window.shell.commands["type"].full_tip, window.shell.status)
    Tip(look, window.shell.status.progress, lambda: tips["progress"], window.shell.status)
    cards = [
        (window.screen.moves.frame, "moves"), (window.screen.below.graph.frame, "graph"), (window.screen.below.why.frame, "why"), (window.screen.top.icon, "switch"),
        *((player.frame, "player") for player in window.screen.players), *((panel.frame, "panel") for panel in window.screen.panels),
    ]  # fmt: skip
    for widget, name in cards:
        Tip(look, widget, lambda name=name: tips[name])  # type: ignore[misc]
    if not window.shell.settings.greeted and lessons.find(window.games.table.info.id):
        window.shell.status.offer(lessons_words.NEW_HERE, lambda: window.shell.commands.run("guide"))
