"""An editable game: a move tree with comments, marks and analyses, and undo and redo for all of them.

Playing belongs to `workbench.game.session`.
"""

from __future__ import annotations

import msgspec

from fastcore import State, Viewpoint
from workbench.game.annotations import Annotations
from workbench.game.current_line import CurrentLine, Point, Step, common_length
from workbench.game.move_tree import ROOT, Change, ChangeKind, MoveTree, View
from workbench.game.undo import UndoHistory
from workbench.game.variations import Variations
from workbench.records.schema import Seat
from workbench.system.translation import tr


class GameDocument:
    """A game as a tree of positions with ids; the id of the start is ROOT.

    Args:
        start: The first position.
        seats: The players.

    Attributes:
        tree: The moves.
        current: The positions from the start to the current node.
        history: The changes that can be undone.
        annotations: The writer of comments, marks, analyses and notes.
        variations: The editor of the branches.
    """

    def __init__(self, start: Point, seats: tuple[Seat, ...]) -> None:
        self.tree = MoveTree(seats)
        self.current = CurrentLine(self.tree, start)
        self.history = UndoHistory(self.tree)
        self.annotations = Annotations(self.tree, self.current, self.history)
        self.variations = Variations(self.tree, self.current, self.history, self.annotations)

    # Contents ---------------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        """The game with its options."""
        return self.point.spec

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the person on each seat, or ""."""
        return tuple(seat.name for seat in self.tree.head.seats)

    @property
    def tags(self) -> dict[str, str]:
        """The tags of the game."""
        return dict(self.tree.head.tags)

    @property
    def here(self) -> int:
        """The current node."""
        return self.tree.head.view.here

    @property
    def point(self) -> Point:
        """The current position, or the followed seat's knowledge of it.

        The session owns it: copy it before playing on it.
        """
        return self.current.points[-1]

    @property
    def state(self) -> State:
        """The current position.

        The session owns it: copy it before playing on it.

        Raises:
            ValueError: A seat is followed and the full position is unknown.
        """
        return _state(self.point)

    @property
    def start(self) -> State:
        """The first position.

        Raises:
            ValueError: A seat is followed and the full position is unknown.
        """
        return _state(self.current.points[0])

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps from the start to the current node."""
        return self.current.steps

    @property
    def future(self) -> tuple[Step, ...]:
        """The steps after the current node: the line followed last, else the main line."""
        return self.current.future()

    @property
    def hindsight(self) -> bool:
        """Whether a player went back past revealed information and may decide again."""
        return self.tree.head.view.hindsight

    @hindsight.setter
    def hindsight(self, marked: bool) -> None:
        self.tree.set_head("view", self.tree.head.view._replace(hindsight=marked))

    def viewpoint(self, seat: int | None) -> Viewpoint:
        """Return the knowledge of a seat (None: the public), built only from its observations.

        Raises:
            ValueError: The session follows another seat.
        """
        return self.current.viewpoint(seat)

    def seen_steps(self, seat: int | None) -> tuple[Step, ...]:
        """Return the steps as a seat (None: the public) saw them, without those it learned nothing about."""
        return self.current.seen_steps(seat)

    # Queries about any node -------------------------------------------------------------------------------------------

    def line_to(self, node: int) -> tuple[int, ...]:
        """Return the nodes from the start (excluded) to a node."""
        return self.tree.line_to(self.tree.checked_node(node))

    def line(self) -> tuple[int, ...]:
        """Return the nodes of the whole current line."""
        return (*self.current.nodes, *self.tree.line_ahead())

    def main_line(self) -> tuple[int, ...]:
        """Return the nodes of the main line."""
        return self.tree.line_from(ROOT)

    def children(self, node: int) -> tuple[int, ...]:
        """Return the nodes after a node, the main one first."""
        return self.tree.nodes[self.tree.checked_node(node)].children

    def point_at(self, node: int) -> Point:
        """Return the position at a node, or the followed seat's knowledge of it.

        The session owns it: copy it before playing on it.
        """
        return self.current.point_at(self.tree.checked_node(node))

    def viewpoint_at(self, node: int, seat: int | None) -> Viewpoint:
        """Return the knowledge of a seat (None: the public) at a node.

        Raises:
            ValueError: The session follows another seat.
        """
        return self.current.viewpoint_at(self.tree.checked_node(node), seat)

    def seen_step(self, node: int, seat: int | None) -> Step | None:
        """Return the step to a node (not the start) as a seat saw it, or None if it learned nothing."""
        return self.current.seen_step(node, seat)

    def text_at(self, node: int, seat: int | None) -> str:
        """Return the move to a node (not the start) as a seat reads it, or "" if it learned nothing."""
        return self.current.text_at(node, seat)

    def state_at(self, node: int) -> State:
        """Return the position at a node.

        Raises:
            ValueError: A seat is followed and the full position is unknown.
        """
        return _state(self.point_at(node))

    def has_node(self, node: int) -> bool:
        """Return whether a node exists and is not in a deleted branch."""
        return self.tree.has_node(node)

    def nearest_existing(self, node: int) -> int:
        """Return the node itself, or its nearest ancestor that is not in a deleted branch."""
        while not self.has_node(node):
            node = self.tree.nodes[node].parent
        return node

    # Navigation -------------------------------------------------------------------------------------------------------

    def go_to(self, node: int) -> None:
        """Move to another node, as a change that can be undone."""
        self.tree.checked_node(node)
        with self.history.changing("place"):
            self.set_current(node, self.hindsight)

    def set_current(self, node: int, hindsight: bool) -> None:
        """Make a node the current one.

        The line ahead is the line followed last if the node is on it, else the main line from the node.
        """
        tip = self.tree.head.view.tip
        if node != ROOT and node not in self.tree.line_to(tip):
            tip = (node, *self.tree.line_from(node))[-1]
        self.tree.set_head("view", View(node, tip, hindsight))
        self.current.refresh()

    # Changes ----------------------------------------------------------------------------------------------------------

    def name_seat(self, seat: int, name: str) -> None:
        """Name the person on a seat ("" for no name)."""
        self.set_seat(
            self.tree.checked_seat(seat), msgspec.structs.replace(self.tree.head.seats[seat], name=name), "name"
        )

    def set_seat(self, seat: int, player: Seat, kind: ChangeKind) -> None:
        """Change the player of a seat, as a change of this kind."""
        seats = self.tree.head.seats
        with self.history.changing(kind):
            self.tree.set_head("seats", (*seats[:seat], player, *seats[seat + 1 :]))

    # Undo and redo ----------------------------------------------------------------------------------------------------

    def restrict_undo(self, seat: int | None) -> None:
        """Make undo and redo skip private changes of seats other than this one (None: of all seats)."""
        self.history.seat = seat

    @property
    def can_undo(self) -> str:
        """The reason nothing can be undone, or ""."""
        return "" if self.to_undo is not None else tr("nothing has been played yet")

    @property
    def can_redo(self) -> str:
        """The reason nothing can be redone, or ""."""
        return "" if self.to_redo is not None else tr("nothing has been undone")

    @property
    def to_undo(self) -> Change | None:
        """The change that `undo` would undo, or None."""
        return self.history.to_undo

    @property
    def to_redo(self) -> Change | None:
        """The change that `redo` would redo, or None."""
        return self.history.to_redo

    def undone_to(self) -> int:
        """Return the number of steps that remain in the game after `undo`."""
        change = self.to_undo
        if change is None or change.origin is None:
            return len(self.steps)
        return common_length(self.tree.line_to(change.origin), self.current.nodes)

    def undone_seats(self) -> tuple[int, ...]:
        """Return the seats whose decisions `undo` would undo."""
        back = self.undone_to()
        return tuple(sorted({step.actor for step in self.steps[back:] if step.actor >= 0}))

    def undo(self) -> None:
        """Undo the last change. Moves stay in the tree.

        Raises:
            ValueError: There is nothing to undo.
        """
        if self.can_undo:
            raise ValueError(self.can_undo)
        self._save_line_analyses()
        self.history.undo()
        self.current.refresh()

    def _save_line_analyses(self) -> None:
        """Move the analyses of a variation that is about to be removed to the position before it."""
        change = self.to_undo
        if change is not None and change.kind == "line":
            for before, after in change.values.values():
                for node in set(after) - set(before):
                    self.annotations.move_analyses_up(node)

    def redo(self) -> None:
        """Redo the change that was undone last.

        Raises:
            ValueError: There is nothing to redo.
        """
        if self.can_redo:
            raise ValueError(self.can_redo)
        self.history.redo()
        self.current.refresh()


def _state(point: Point) -> State:
    state = point.state if isinstance(point, Viewpoint) else point
    if state is None:
        raise ValueError(tr("the followed seat does not know everything here"))
    return state
