"""The layer over a game while a turn is being written."""

from __future__ import annotations

from collections.abc import Callable

from fastcore import Viewpoint
from workbench.gui.play import captions
from workbench.gui.play.layers import Change, Height, Layer
from workbench.gui.sheet import words
from workbench.gui.sheet.drafting import Drafting
from workbench.seen.draft import Draft
from workbench.table.table import Table


class SheetLayer(Layer):
    """A layer while a turn is being written.

    Args:
        of: Returns the drafting of a table.
        draft_of: Returns the draft of a table, or None.
    """

    height = Height.SHEET

    def __init__(self, of: Callable[[Table], Drafting], draft_of: Callable[[Table], Draft | None]) -> None:
        self.of, self.draft_of = of, draft_of

    def covers(self, table: Table) -> bool:
        """Return whether a turn is being written."""
        return self.draft_of(table) is not None

    def _draft(self, table: Table) -> Draft:
        draft = self.draft_of(table)
        assert draft is not None
        return draft

    # Moves

    def point(self, table: Table) -> Viewpoint:
        """Return the position in which the turn began."""
        return self._draft(table).start

    def move_point(self, table: Table) -> Viewpoint:
        """Return the position after the draft."""
        return self._draft(table).point

    def moves(self, table: Table) -> list[str]:
        """Return the moves that can be written next."""
        return self.of(table).moves()

    def handle_move(self, table: Table, move: str) -> bool:
        """Write a move on the sheet."""
        self.of(table).write(move)
        return True

    def handle_bot_move(self, table: Table, move: str) -> bool:
        """Write a bot's move on the sheet if it is still legal."""
        drafting = self.of(table)
        if self._draft(table).write(move):
            drafting.game.refresh()
        else:
            drafting.changed()
        return True

    # Texts

    def sentence(self, table: Table) -> str | None:
        """Return the prompt for the next line, or None while a move is being selected or a bot has a message."""
        game = self.of(table).game
        if game.move_input.entry.chosen or captions.bots_sentence(game):
            return None
        return self.why_no_move(table)

    def why_no_move(self, table: Table) -> str | None:
        """Return the prompt for the next line, or None while browsing and after the game."""
        if table.browsing.node is not None or table.over:
            return None
        return self.of(table).sentence()

    def choices_note(self, table: Table) -> str:
        """Return the message that the plan is complete, or that the next move is chosen on the board."""
        return words.DONE if self._draft(table).next_line is None else words.ON_BOARD

    def no_help(self, table: Table) -> str | None:
        """Return the message that the plan is complete, or None."""
        return words.WHOLE if self._draft(table).next_line is None else None

    # Commands

    def undo(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Z: undo the last change of the draft."""
        return Change(self.of(table).undo, words.UNDO) if self._draft(table).can_undo else None

    def redo(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Y: redo the last undone change of the draft."""
        return Change(self.of(table).redo, words.REDO) if self._draft(table).can_redo else None

    def leave(self, table: Table) -> bool | None:
        """Deselect the chosen line. Return None if there is none."""
        if self._draft(table).chosen is None:
            return None
        self.of(table).choose(None)
        return True
