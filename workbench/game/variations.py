"""Changes to the variations of a game: adding lines without playing them, deleting branches, setting the main line."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Conflict, IllegalMove
from workbench.game.annotations import Annotations
from workbench.game.current_line import CurrentLine, step_from
from workbench.game.move_tree import ROOT, MoveTree, Node
from workbench.game.undo import UndoHistory
from workbench.system.translation import tr


class Variations:
    """An editor of the branches of a move tree.

    All methods raise ValueError if a node does not exist.
    """

    def __init__(self, tree: MoveTree, line: CurrentLine, history: UndoHistory, annotations: Annotations) -> None:
        self.tree, self._line, self._history, self._annotations = tree, line, history, annotations

    def add_line(self, node: int, moves: Sequence[str]) -> tuple[int, ...]:
        """Add moves after a node as a variation. The current node stays.

        Args:
            node: The node before the first move.
            moves: The moves. Moves that exist already are reused.

        Returns:
            The nodes of the moves.

        Raises:
            IllegalMove: A move is illegal. No move is added then.
            Conflict: An observation contradicts the position. No move is added then.
        """
        point, steps = self._line.point_at(self.tree.checked_node(node)), []
        for move in moves:
            step, point = step_from(point, move)
            steps.append(step)
        line, new = [], len(self.tree.nodes)
        for step in steps:
            child = self.tree.child(node, step.move)
            if child is None:
                child = self.tree.add(Node(node, step.actor, step.move, step.turn))
                self._line.cache_step(child, step)
            node = child
            line.append(node)
        if added := [child for child in line if child >= new]:
            with self._history.changing("line"):
                self.tree.record_added(added[0])
        return tuple(line)

    def possible_moves(self, node: int, moves: Sequence[str]) -> Sequence[str]:
        """Return the moves up to the first impossible one (excluded), but at least one.

        Without full knowledge, a bot may expect impossible moves.
        """
        point = self._line.point_at(self.tree.checked_node(node))
        for number, move in enumerate(moves):
            try:
                _, point = step_from(point, move)
            except (Conflict, IllegalMove):
                return moves[: max(number, 1)]
        return moves

    def delete(self, *nodes: int) -> None:
        """Delete nodes with all their descendants, as one change.

        If the current node is deleted, its last remaining ancestor becomes the current one.

        Raises:
            ValueError: A node is the start or does not exist.
        """
        for node in nodes:
            if node == ROOT:
                raise ValueError(tr("the start cannot be deleted"))
            self.tree.checked_node(node)
        for node in nodes:
            self._annotations.move_analyses_up(node)
        with self._history.changing("deletion"):
            for node in nodes:
                self._delete(node)

    def _delete(self, node: int) -> None:
        parent, view = self.tree.nodes[node].parent, self.tree.head.view
        remaining = tuple(child for child in self.tree.nodes[parent].children if child != node)
        self.tree.set(parent, "children", remaining)
        if node in self.tree.line_to(view.tip):
            tip = (parent, *self.tree.line_from(parent))[-1]
            current = parent if node in self._line.nodes else view.here
            self.tree.set_head("view", view._replace(here=current, tip=tip))
            self._line.refresh()

    def promote(self, node: int) -> None:
        """Make the line up to a node the main line."""
        self.tree.checked_node(node)
        with self._history.changing("order"):
            self.tree.make_main(node)
            self.tree.set_head("lifted", self.tree.line_to(node))
