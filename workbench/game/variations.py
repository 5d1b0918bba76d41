"""Editing the variations of a game: adding a line without playing it, deleting branches, and choosing the main line."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Conflict, IllegalMove
from workbench.game.annotations import Annotations
from workbench.game.current_line import CurrentLine, step_from
from workbench.game.move_tree import ROOT, MoveTree, Node
from workbench.game.undo import UndoHistory


class Variations:
    """Edits the branches of a move tree. ValueError for a node that does not exist."""

    def __init__(self, tree: MoveTree, line: CurrentLine, history: UndoHistory, annotations: Annotations) -> None:
        self.tree, self._line, self._history, self._annotations = tree, line, history, annotations

    def add_line(self, node: int, moves: Sequence[str]) -> tuple[int, ...]:
        """Keep moves from a node on as a variation, as far as they are not there; one stands where one stood. Returns
        their nodes. IllegalMove or Conflict says why one cannot be made; none is kept then."""
        point, steps = self._line.point_at(self.tree.held(node)), []
        for move in moves:
            step, point = step_from(point, move)
            steps.append(step)
        line, new = [], len(self.tree.nodes)
        for step in steps:
            child = self.tree.child(node, step.move)
            if child is None:
                child = self.tree.add(Node(node, step.actor, step.move, step.turn))
                self._line.keep(child, step)
            node = child
            line.append(node)
        if added := [child for child in line if child >= new]:
            with self._history.changing("line"):
                self.tree.note_added(added[0])
        return tuple(line)

    def possible(self, node: int, moves: Sequence[str]) -> Sequence[str]:
        """As many of these moves as can be made from a node on, the first in any case:
        who does not know all may suppose others."""
        point = self._line.point_at(self.tree.held(node))
        for number, move in enumerate(moves):
            try:
                _, point = step_from(point, move)
            except (Conflict, IllegalMove):
                return moves[: max(number, 1)]
        return moves

    def delete(self, *gone: int) -> None:
        """Take nodes and all below them out of the tree, at one go; whoever stands there stands before them then."""
        for node in gone:
            if node == ROOT:
                raise ValueError("the start cannot be deleted")
            self.tree.held(node)
        for node in gone:
            self._annotations.hand_up(node)
        with self._history.changing("deletion"):
            for node in gone:
                self._delete(node)

    def _delete(self, node: int) -> None:
        parent, view = self.tree.nodes[node].parent, self.tree.head.view
        left = tuple(child for child in self.tree.nodes[parent].children if child != node)
        self.tree.set(parent, "children", left)
        if node in self.tree.line_to(view.tip):
            tip = (parent, *self.tree.line_from(parent))[-1]
            here = parent if node in self._line.nodes else view.here
            self.tree.set_head("view", view._replace(here=here, tip=tip))
            self._line.follow()

    def promote(self, node: int) -> None:
        """Let the way to a node be the main line, as far as it goes."""
        self.tree.held(node)
        with self._history.changing("order"):
            self.tree.make_main(node)
            self.tree.set_head("lifted", self.tree.line_to(node))
