"""The Analyse mode as a layer over the game."""

from __future__ import annotations

from functools import partial

from fastcore import Viewpoint
from workbench.game.document import GameDocument
from workbench.game.move_tree import ROOT
from workbench.gui.analyse import words
from workbench.gui.analyse.mode import Analyse
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import Change, Height, Layer
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

    def undo(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Z: undo a tried move, and show the position before it.

        A move that this change did not add is only left. Moves of the game are undone in the game only.
        """
        document, shown = table.session.document, table.browsing.shown_node
        change = document.to_undo
        added, parent = (change.added if change is not None else None) or (None, None)
        tried = shown not in (ROOT, *document.main_line(), *document.line())
        if added is None or parent is None or (tried and shown != added):
            before = document.tree.nodes[shown].parent
            if tried:
                return Change(partial(table.view_node, before), words.TO_BEFORE)
            of_game = change is not None and change.is_played
            return Change(table.undo, play_words.undo("move"), words.UNDO_IN_GAME) if of_game else None

        def run() -> None:
            table.undo()
            table.view_node(parent)

        return Change(run, play_words.undo(self._kind(document, added)))

    def redo(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Y: add a variation again, and show the position after its first move."""
        document = table.session.document
        change = document.to_redo
        added, parent = (change.added if change is not None else None) or (None, None)
        if added is None or parent is None:
            return None

        def run() -> None:
            table.redo()
            table.view_node(added if document.has_node(added) else parent)

        return Change(run, play_words.redo("line"))

    @staticmethod
    def _kind(document: GameDocument, added: int) -> str:
        """Return whether a variation is a single move or a line, as `play_words.CHANGES` names it."""
        return "line" if document.tree.nodes[added].children else "move"

    def leave(self, table: Table) -> bool:
        """End the preview, or leave the mode if there is none."""
        preview = self.on_board.preview
        if preview is not None and preview.shown:
            self.on_board.show_position(None)
        else:
            self.analyse.leave()
        return True
