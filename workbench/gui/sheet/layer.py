"""An unfinished written turn, as a layer over its game."""

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
    """A layer while a turn is written. `of` returns the drafting of a table, `draft_of` its draft or None."""

    height = Height.SHEET

    def __init__(self, of: Callable[[Table], Drafting], draft_of: Callable[[Table], Draft | None]) -> None:
        self.of, self.draft_of = of, draft_of

    def covers(self, table: Table) -> bool:
        return self.draft_of(table) is not None

    def _draft(self, table: Table) -> Draft:
        draft = self.draft_of(table)
        assert draft is not None
        return draft

    # Moves

    def point(self, table: Table) -> Viewpoint:
        return self._draft(table).begun

    def move_point(self, table: Table) -> Viewpoint:
        return self._draft(table).point

    def moves(self, table: Table) -> list[str]:
        return self.of(table).moves()

    def take(self, table: Table, move: str) -> bool:
        self.of(table).write(move)
        return True

    def take_help(self, table: Table, move: str) -> bool:
        drafting = self.of(table)
        if self._draft(table).write(move):
            drafting.game.changed()
        else:
            drafting.changed()
        return True

    # Texts

    def sentence(self, table: Table) -> str | None:
        game = self.of(table).game
        if game.move_input.entry.chosen or captions.bots_sentence(game):
            return None
        return self.resting(table)

    def resting(self, table: Table) -> str | None:
        if table.browsing.node is not None or table.over:
            return None
        return self.of(table).sentence()

    def choices_note(self, table: Table) -> str:
        return words.DONE if self._draft(table).at is None else words.ON_BOARD

    def no_help(self, table: Table) -> str | None:
        return words.WHOLE if self._draft(table).at is None else None

    # Commands

    def undo(self, table: Table) -> Change | None:
        return Change(self.of(table).undo, words.UNDO) if self._draft(table).can_undo else None

    def redo(self, table: Table) -> Change | None:
        return Change(self.of(table).redo, words.REDO) if self._draft(table).can_redo else None

    def leave(self, table: Table) -> bool | None:
        if self._draft(table).chosen is None:
            return None
        self.of(table).choose(None)
        return True
