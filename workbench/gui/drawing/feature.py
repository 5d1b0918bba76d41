"""The commands for drawing on the board, and its context menu."""

from __future__ import annotations

from workbench.gui.drawing import words
from workbench.gui.drawing.board_menu import BoardMenu
from workbench.gui.drawing.sketchpad import Sketchpad
from workbench.gui.play.layers import Height, Layer
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import Command
from workbench.gui.shell.shell import Shell
from workbench.system.translation import tr
from workbench.table.table import Table


class ArrowLayer(Layer):
    """A layer while an arrow is drawn by keyboard, so that Esc cancels it."""

    height = Height.CHOOSING

    def __init__(self, games: Tabs, sketchpad: Sketchpad) -> None:
        self.games, self.sketchpad = games, sketchpad

    def covers(self, table: Table) -> bool:
        """Return whether an arrow was begun on the board of this table."""
        return table is self.games.table and bool(self.sketchpad.start)

    def leave(self, table: Table) -> bool:
        """Cancel the arrow."""
        return self.sketchpad.cancel()


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add drawing to the board, its commands, and the context menu."""
    sketchpad = Sketchpad(shell, games, screen)
    shell.add(sketchpad)
    BoardMenu(sketchpad)
    games.layers.add(ArrowLayer(games, sketchpad))
    shell.commands.note_keys(4, words.KEYS_HEAD, words.KEYS)
    add = shell.commands.add
    # fmt: off
    add(Command(
        "draw_arrow", "edit", tr("Draw an arrow"), tr("Start or end an arrow at the cursor on the board"),
        sketchpad.draw_arrow, ("S",), sketchpad.no_cursor, on=lambda: bool(sketchpad.start), group=2,
        search_words=tr("mark annotate annotation drawing line"), listed=False,
    ))
    add(Command(
        "draw_circle", "edit", tr("Circle a place"), tr("Circle the place under the cursor, or remove the circle"),
        sketchpad.draw_circle, ("C",), sketchpad.no_cursor, on=sketchpad.circled, group=2,
        search_words=tr("mark annotate annotation drawing highlight"), listed=False,
    ))
    add(Command(
        "draw_colour", "edit", tr("Next drawing colour"), tr("Draw in green, red, blue or yellow, in turn"),
        sketchpad.next_colour, ("Shift+S",), sketchpad.why_not, group=2, search_words=tr("pen arrow circle"),
        listed=False,
    ))
    add(Command(
        "clear_drawings", "edit", tr("Clear drawings"), tr("Remove all arrows and circles from this position"),
        sketchpad.clear, ("Ctrl+Shift+X",), sketchpad.no_clearing, group=2,
        search_words=tr("erase arrows circles marks annotation"), listed=False,
    ))
    # fmt: on
