"""The context menu of the board: what applies to the shown position and to the place under the pointer or cursor."""

from __future__ import annotations

from workbench.boards.kit.drawn import Drawing
from workbench.gui.board.board_view import BoardView
from workbench.gui.drawing import words
from workbench.gui.drawing.sketchpad import Sketchpad
from workbench.gui.widgets.menus import MenuEntry, Popup

COMMANDS = ("undo", "hint", "analyse_mode", "copy", "set_up_here")


class BoardMenu:
    """The context menu of the shown board.

    Args:
        sketchpad: The drawings on the board.
    """

    def __init__(self, sketchpad: Sketchpad) -> None:
        self.sketchpad, self.popup = sketchpad, Popup()
        sketchpad.shell.events.rebuilt.connect(self._attach)
        sketchpad.shell.events.screen_covered.connect(self.popup.close)
        sketchpad.shell.events.closing.connect(self.popup.close)

    def _attach(self) -> None:
        """Offer the menu on the board of a new layout."""
        if self.sketchpad.view is not None:
            self.sketchpad.view.open_menu = self.open

    def entries(self, spot: str) -> list[MenuEntry]:
        """Return the entries that apply now.

        Args:
            spot: The spot under the pointer or cursor, or "".
        """
        sketchpad, commands = self.sketchpad, self.sketchpad.shell.commands
        choosing, found = sketchpad.games.shown.move_input, []

        def deselect() -> None:
            choosing.cancel()

        if choosing.entry.chosen:
            found.append(MenuEntry(words.DESELECT, deselect, "Esc"))
        found += [
            MenuEntry(command.entry, lambda name=command.name: commands.run(name), command.key)  # type: ignore[misc]
            for command in commands.existing(*COMMANDS)
            if not command.why_not()
        ]
        if spot and not sketchpad.why_not():
            circle = Drawing(sketchpad.pen, (spot,))
            label = words.unmark(spot) if circle in sketchpad.drawn() else words.mark(spot)
            found.append(MenuEntry(label, lambda: sketchpad.add(circle), commands["draw_circle"].key))
        return found

    def open(self, view: BoardView, spot: str, x: int, y: int, by_keyboard: bool) -> None:
        """Open the menu at a point of the screen."""
        entries = self.entries(spot)
        if entries:
            self.popup.open(view, view.look, entries, x, y)
            if by_keyboard:
                self.popup.select_first()
