"""The layer of the tutor: while it judges a decision or objects to it, the game waits."""

from __future__ import annotations

from workbench.gui.play.layers import Change, Height, Layer
from workbench.gui.shell.commands import Registry
from workbench.gui.tutor import words
from workbench.gui.tutor.tutor import Tutor
from workbench.table.table import Table


class TutorLayer(Layer):
    """A layer while the tutor judges a decision, or objects to it.

    Args:
        tutor: The tutor.
        commands: The commands of the window.
    """

    height = Height.TUTOR

    def __init__(self, tutor: Tutor, commands: Registry) -> None:
        self.tutor, self.commands = tutor, commands

    @property
    def own_marks(self) -> bool:  # type: ignore[override]
        """Whether the board marks the better turn."""
        return self.tutor.marks(self.tutor.games.table)

    def covers(self, table: Table) -> bool:
        """Return whether the game waits for the tutor, or for an answer to it."""
        return self.tutor.case(table) is not None

    def holds_game(self, table: Table) -> bool:
        """Return True: the opponent waits."""
        return True

    def may_move(self, table: Table) -> bool | None:
        """Return False, except in an earlier position, where another move replaces the decision."""
        return None if table.browsing.node is not None else False

    def sentence(self, table: Table) -> str | None:
        """Return the status sentence, or None while another position is viewed."""
        if self.tutor.shown_case(table) is None:
            return words.CHECKING if table.browsing.node is None else None
        if self.tutor.marks(table):
            return words.shown_task(words.KEEP_KEY)
        if table.browsing.node is not None:
            return None
        return words.task(self.commands["undo"].key, self.commands["tutor_why"].key, words.KEEP_KEY)

    def undo(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Z: undo the whole decision."""
        return self.tutor.undo_change(table)

    def leave(self, table: Table) -> bool | None:
        """Hide the better turn, or keep the decision. Return None without an objection."""
        case = self.tutor.shown_case(table)
        if case is None:
            return None
        if case.explained:
            self.tutor.toggle_why()
        else:
            self.tutor.keep()
        return True
