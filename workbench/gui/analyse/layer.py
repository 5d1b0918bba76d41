"""The Analyse mode as a layer over the game."""

from __future__ import annotations

from fastcore import Viewpoint
from workbench.gui.analyse import words
from workbench.gui.analyse.mode import Analyse
from workbench.gui.play.layers import Height, Layer
from workbench.table.table import Table


class AnalyseLayer(Layer):
    """A layer in which a move made on the board becomes a variation."""

    height = Height.ANALYSIS
    mode, in_mode, not_in_mode = "analyse", words.IN_ANALYSE, words.NOT_ANALYSING
    tools = "analyse"
    own_marks = True

    def __init__(self, analyse: Analyse) -> None:
        self.analyse, self.position, self.on_board = analyse, analyse.position, analyse.on_board

    def covers(self, table: Table) -> bool:
        """Return whether the table's game is being analysed."""
        return self.position.covers(table)

    # Moves

    def point(self, table: Table) -> Viewpoint:
        """Return the position that the board shows."""
        return self.position.board_point

    def may_move(self, table: Table) -> bool:
        """Return whether a move can be tried here."""
        return not self.on_board.no_trying

    def handle_move(self, table: Table, move: str) -> bool:
        """Add the move to the tree as a variation."""
        self.on_board.try_move(move)
        return True

    # Texts

    def sentence(self, table: Table) -> str | None:
        """Return the status of the analysis, or None while a move is being selected."""
        return None if self.on_board.games.shown.move_input.entry.chosen else self.position.sentence()

    def why_no_move(self, table: Table) -> str:
        """Return why no move can be tried, or ""."""
        return self.on_board.no_trying

    def progress(self, table: Table) -> tuple[str, float]:
        """Return the search speed and the used fraction of the limit (0 to 1), or "" and 0."""
        return self.position.progress()

    # Commands

    def leave(self, table: Table) -> bool:
        """End the preview, or leave the mode if there is none."""
        preview = self.on_board.preview
        if preview is not None and preview.shown:
            self.on_board.show_position(None)
        else:
            self.analyse.leave()
        return True
