"""The Set up mode as a layer over the game."""

from __future__ import annotations

import tkinter
from collections.abc import Callable

from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import Change, Height, Layer, Live
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.files import PositionFiles
from workbench.gui.set_up.mode import SetUpMode
from workbench.positions import lists
from workbench.positions.lists import Entry
from workbench.positions.sketch import Sketch
from workbench.table.table import Table


class SetUpLayer(Layer):
    """The layer of Set up, which hides the whole game.

    Args:
        set_up: The mode.
        files: Saves positions.
    """

    height = Height.SET_UP
    mode, in_mode, not_in_mode = "set up", set_up_words.IN_SET_UP, set_up_words.NOT_SETTING_UP
    tools = "set up"
    hides_game = True

    def __init__(self, set_up: SetUpMode, files: PositionFiles) -> None:
        self.set_up, self.here, self.files = set_up, set_up.here, files

    def covers(self, table: Table) -> bool:
        """Return whether a position in Set up covers the game."""
        return self.here.positions.covers(table)

    # Texts

    def sentence(self, table: Table) -> str:
        """Return the sentence about the possible actions."""
        return self.here.sentence()

    def tab_name(self, table: Table) -> str:
        """Return the name of the game with the note "set up"."""
        return set_up_words.tab(
            play_words.title(table.info.title, boards.describe_options(self.here.spec_of(table)), "", False)
        )

    def live(self, table: Table) -> Live:
        """Return the position for screen readers."""
        return self.here.live()

    def copied(self, table: Table) -> str:
        """Return the position with its viewer and known facts."""
        return lists.format_line(Entry(self.here.edited.sketch))

    # Screen

    def focus(self, table: Table) -> tkinter.Misc | None:
        """Return the board or the form."""
        return self.set_up.focus_target

    def view(self, table: Table) -> BoardView | None:
        """Return the board of Set up."""
        return self.set_up.view

    def no_picture(self, table: Table) -> str:
        """Return the message that the position cannot be drawn, or ""."""
        return "" if self.here.edited.is_drawable else set_up_words.NO_PICTURE

    def redraw(self, table: Table) -> bool:
        """Draw the position again."""
        self.set_up.show_position()
        return True

    # Commands

    def undo(self, table: Table) -> Change:
        """Return the effect of Ctrl+Z: undo the last change of the position."""
        edited = self.here.edited
        return Change(edited.undo, set_up_words.UNDO, "" if edited.can_undo else set_up_words.NOTHING_UNDONE)

    def redo(self, table: Table) -> Change:
        """Return the effect of Ctrl+Y: redo the last undone change."""
        edited = self.here.edited
        return Change(edited.redo, set_up_words.REDO, "" if edited.can_redo else set_up_words.NOTHING_REDONE)

    def leave(self, table: Table) -> bool:
        """Cancel a gesture or deselect the piece. The mode stays open."""
        self.set_up.escape()
        return True

    def uncover(self, table: Table) -> None:
        """Begin a game from the position to analyse it."""
        self.set_up.play(analysed=True)

    def begin_new_game(self, table: Table, ask: Callable[[Sketch], None]) -> bool | None:
        """Ask who plays a game from the position once it is checked. A problem leaves the form without it."""
        if self.here.why_not_play():
            return None
        self.here.when_checked(lambda: ask(self.here.edited.sketch))
        return True

    def save(self, table: Table, to_new_file: bool) -> bool:
        """Save the position or its list."""
        self.files.save(to_new_file)
        return True
