"""What the window's commands do, and when they cannot be used and why."""

from __future__ import annotations

from functools import partial
from secrets import randbelow
from typing import TYPE_CHECKING, Literal

import fastcore
from workbench import boards
from workbench.gui import viewing, words
from workbench.gui.commands import Command
from workbench.gui.new_game import NewGame
from workbench.gui.pages import RulesPage, about, key_sheet
from workbench.gui.table import Setup
from workbench.settings import Settings

if TYPE_CHECKING:
    from workbench.gui.window import Window

THEMES: tuple[Literal["light", "dark", "system"], ...] = ("light", "dark", "system")


def fresh_seed() -> int:
    return randbelow(1_000_000)


def register(window: Window) -> None:
    """Put every command into the window's registry, in the order of the menus."""
    actions = Actions(window)
    add = window.registry.add
    add(Command("new", "game", actions.new, ("Ctrl+N",)))
    add(Command("again", "game", actions.again, ("Ctrl+Shift+N",)))
    add(Command("quit", "game", actions.quit, ("Ctrl+Q",), group=1))
    add(Command("undo", "edit", window.table.undo, ("Ctrl+Z",), actions.no_undo))
    add(Command("redo", "edit", window.table.redo, ("Ctrl+Y", "Ctrl+Shift+Z"), actions.no_redo))
    add(Command("type", "edit", actions.type, ("/",), group=1))
    add(Command("copy", "edit", actions.copy, ("Ctrl+Shift+C",), group=1))
    for theme in THEMES:
        chosen = partial(lambda theme: window.settings.theme == theme, theme)
        add(Command(theme, "view", partial(window.set_theme, theme), on=chosen))
    add(Command("larger", "view", lambda: window.set_zoom(window.zoomed(1)), ("Ctrl++",), actions.largest, group=1))
    add(Command("smaller", "view", lambda: window.set_zoom(window.zoomed(-1)), ("Ctrl+-",), actions.smallest, group=1))
    add(Command("normal", "view", lambda: window.set_zoom(1.0), ("Ctrl+0",), group=1))
    add(Command("animation", "view", actions.animation, on=lambda: window.settings.animation, group=2))
    add(Command("names", "view", actions.names, ("N",), actions.no_names, lambda: window.settings.names, group=2))
    viewing.register(window)
    add(Command("hint", "bot", window.table.hint, ("H",), actions.no_hint))
    add(Command("move_now", "bot", window.table.move_now, ("M",), actions.idle))
    add(Command("stop", "bot", window.table.stop, ("S",), actions.idle))
    add(Command("continue", "bot", window.table.resume, ("C",), actions.not_held))
    add(Command("rules", "help", actions.rules, ("F1",), actions.no_rules))
    add(Command("keys", "help", actions.keys, ("?",)))
    add(Command("about", "help", actions.about, group=1))


def remember(settings: Settings, setup: Setup) -> None:
    """Keep what was begun for the next start."""
    settings.last_spec, settings.last_seats = setup.spec, setup.seats


class Actions:
    def __init__(self, window: Window) -> None:
        self.window = window

    # Game -------------------------------------------------------------------------------------------------------------

    def new(self) -> None:
        window = self.window
        window.pages.show(
            "new", lambda: NewGame(window.root, window.look, window.table.setup, fresh_seed(), self.begin)
        )

    def begin(self, setup: Setup) -> None:
        """Begin a game as the dialog asks and remember it for the next one. ValueError if something in it is refused."""
        self.window.table.begin(setup)
        remember(self.window.settings, setup)

    def again(self) -> None:
        table = self.window.table
        table.begin(table.setup._replace(seed=fresh_seed(), position=None))

    def quit(self) -> None:
        self.window.root.event_generate("<<Quit>>")

    # Edit -------------------------------------------------------------------------------------------------------------

    def no_undo(self) -> str:
        reason = self.window.table.session.can_undo
        return words.illegal(reason) if reason else ""

    def no_redo(self) -> str:
        reason = self.window.table.session.can_redo
        return words.illegal(reason) if reason else ""

    def type(self) -> None:
        self.window.status.entry.focus_set()

    def copy(self) -> None:
        window = self.window
        window.root.clipboard_clear()
        window.root.clipboard_append(f"{window.table.session.spec} {window.table.point.text()}")
        window.status.point_out(words.COPIED, False)

    # View -------------------------------------------------------------------------------------------------------------

    def largest(self) -> str:
        return words.LARGEST if self.window.zoomed(1) == self.window.settings.zoom else ""

    def smallest(self) -> str:
        return words.SMALLEST if self.window.zoomed(-1) == self.window.settings.zoom else ""

    def animation(self) -> None:
        self.window.settings.animation = not self.window.settings.animation

    def names(self) -> None:
        self.window.settings.names = not self.window.settings.names
        self.window.playing.settle()

    def no_names(self) -> str:
        return "" if self.window.board is not None else words.NO_BOARD

    # Bot --------------------------------------------------------------------------------------------------------------

    def no_hint(self) -> str:
        table = self.window.table
        if table.state.actor == fastcore.OVER:
            return words.GAME_OVER
        if not self.window.playing.ours:
            return words.NO_PERSON
        return "" if table.adviser_name() else words.NO_ADVISER

    def idle(self) -> str:
        return "" if self.window.table.ticket else words.NOTHING_THINKS

    def not_held(self) -> str:
        return "" if self.window.table.held else words.NOT_STOPPED

    # Help -------------------------------------------------------------------------------------------------------------

    def rules(self) -> None:
        window = self.window
        window.pages.show("rules", lambda: RulesPage(window.root, window.look, window.table.info.id))

    def no_rules(self) -> str:
        return "" if boards.rules_page(self.window.table.info.id) else words.NO_RULES

    def keys(self) -> None:
        window = self.window
        window.pages.show("keys", lambda: key_sheet(window.root, window.look, window.registry))

    def about(self) -> None:
        self.window.pages.show("about", lambda: about(self.window.root, self.window.look))
