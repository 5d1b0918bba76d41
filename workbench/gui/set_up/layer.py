"""The mode Set up as a layer, which covers the game while a position is set up."""

from __future__ import annotations

import tkinter

from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import Change, Height, Layer, Live
from workbench.gui.set_up import words as said
from workbench.gui.set_up.files import PositionFiles
from workbench.gui.set_up.mode import SetUpMode
from workbench.positions import lists
from workbench.positions.lists import Entry
from workbench.table.table import Table


class SetUpLayer(Layer):
    """A layer that hides the whole game."""

    height = Height.SET_UP
    mode, in_mode, not_in_mode = "set up", said.IN_SET_UP, said.NOT_SETTING_UP
    tools = "set up"
    hides_game = True

    def __init__(self, set_up: SetUpMode, files: PositionFiles) -> None:
        self.set_up, self.here, self.files = set_up, set_up.here, files

    def covers(self, table: Table) -> bool:
        return self.here.positions.covers(table)

    # Texts

    def sentence(self, table: Table) -> str:
        return self.here.sentence()

    def tab_name(self, table: Table) -> str:
        return said.tab(play_words.title(table.info.title, boards.variant(table.session.spec), "", False))

    def live(self, table: Table) -> Live:
        return self.here.live()

    def copied(self, table: Table) -> str:
        return lists.line_of(Entry(self.here.edited.sketch))

    # What is on the screen

    def focus(self, table: Table) -> tkinter.Misc | None:
        return self.set_up.middle

    def view(self, table: Table) -> BoardView | None:
        return self.set_up.view

    def no_picture(self, table: Table) -> str:
        return "" if self.here.edited.legible else said.NO_PICTURE

    def show_again(self, table: Table) -> bool:
        self.set_up.show_position()
        return True

    # Commands

    def undo(self, table: Table) -> Change:
        edited = self.here.edited
        return Change(edited.undo, said.UNDO, "" if edited.can_undo else said.NOTHING_UNDONE)

    def redo(self, table: Table) -> Change:
        edited = self.here.edited
        return Change(edited.redo, said.REDO, "" if edited.can_redo else said.NOTHING_REDONE)

    def leave(self, table: Table) -> bool:
        self.set_up.escape()
        return True

    def uncover(self, table: Table) -> None:
        self.set_up.play()

    def save(self, table: Table, anew: bool) -> bool:
        self.files.save(anew)
        return True
