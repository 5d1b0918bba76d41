"""Annotations of moves, such as "!?", set from the context menu of a move or by keyboard."""

from __future__ import annotations

from functools import partial

from workbench.game.move_tree import ROOT, SignedMark
from workbench.gui.moves import words
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry
from workbench.records.annotation import MEANINGS, annotation_of, with_annotation
from workbench.seen.seen_tree import Visible


class Annotating:
    """The annotation of the viewed move. Like a comment, it belongs to the person who wrote it."""

    def __init__(self, shell: Shell, games: Tabs) -> None:
        self.shell, self.games = shell, games

    @property
    def node(self) -> int:
        """The player's move that led to the viewed position, before dice and deals, or ROOT if there is none."""
        node, nodes = self.games.table.browsing.shown_node, self.games.table.session.document.tree.nodes
        while node != ROOT and nodes[node].actor < 0:
            node = nodes[node].parent
        return node

    def _marks(self) -> Visible[SignedMark]:
        table = self.games.table
        return table.browsing.visible_tree(table.screen.viewer).marks_at(self.node)

    def entries(self) -> tuple[MenuEntry, ...]:
        """Return the menu entries for all annotations, and the entry that removes them."""
        session, node = self.games.table.session, self.node

        def choose(annotation: str) -> None:
            """Annotate the move of the menu, unless another one is viewed now."""
            if (self.games.table.session, self.node) == (session, node):
                self.annotate(annotation)

        current = annotation_of(signed.mark for signed in self._marks().read)
        return (
            *(MenuEntry(words.annotation(sign, meaning), partial(choose, sign)) for sign, meaning in MEANINGS.items()),
            MenuEntry(words.NO_ANNOTATION, partial(choose, ""), open=bool(current)),
        )

    def annotate(self, annotation: str) -> None:
        """Replace the annotation of the viewed move. "" removes it."""
        table, (node, read, covered) = self.games.table, self._marks()
        marks = with_annotation((signed.mark for signed in read), annotation)
        document, by = table.session.document, table.screen.viewer
        table.revise(lambda: document.annotations.set_marks(node, marks, by, covered, "annotation"))
