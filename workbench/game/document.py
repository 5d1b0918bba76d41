"""An editable game: a move tree with comments, marks and analyses, and undo and redo of everything.

Players are the session's part.
"""

from __future__ import annotations

import msgspec

from fastcore import State, Viewpoint
from workbench.game.annotations import Annotations
from workbench.game.current_line import CurrentLine, Point, Step, shared
from workbench.game.move_tree import ROOT, Change, MoveTree, View, What
from workbench.game.undo import UndoHistory
from workbench.game.variations import Variations
from workbench.records.schema import Seat


class GameDocument:
    """Positions have ids: the start is ROOT, `here` is where one stands.

    `tree` holds the moves, `current` the positions from the start to `here`, `history` what can be undone.
    """

    def __init__(self, start: Point, seats: tuple[Seat, ...]) -> None:
        self.tree = MoveTree(seats)
        self.current = CurrentLine(self.tree, start)
        self.history = UndoHistory(self.tree)
        self.annotations = Annotations(self.tree, self.current, self.history)
        self.variations = Variations(self.tree, self.current, self.history, self.annotations)

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        return self.point.spec

    @property
    def names(self) -> tuple[str, ...]:
        """The names that persons have given for the seats, "" for none."""
        return tuple(seat.name for seat in self.tree.head.seats)

    @property
    def tags(self) -> dict[str, str]:
        return dict(self.tree.head.tags)

    @property
    def here(self) -> int:
        """The node at which the session stands."""
        return self.tree.head.view.here

    @property
    def point(self) -> Point:
        """The position now, or what the seat that is followed knows of it. It belongs to the session: copy it before
        playing on it."""
        return self.current.points[-1]

    @property
    def state(self) -> State:
        """The position now. It belongs to the session: copy it before playing on it. ValueError where one seat is
        followed and something is hidden from it."""
        return _state(self.point)

    @property
    def start(self) -> State:
        """The position that the session began with; ValueError as for `state`."""
        return _state(self.current.points[0])

    @property
    def steps(self) -> tuple[Step, ...]:
        """What led from the start to here."""
        return self.current.steps

    @property
    def future(self) -> tuple[Step, ...]:
        """The line that goes on from here: the one last gone, else the main one."""
        return self.current.future()

    @property
    def hindsight(self) -> bool:
        """Whether somebody went back beyond dice, a deal or what another had shown, and may decide again."""
        return self.tree.head.view.hindsight

    @hindsight.setter
    def hindsight(self, marked: bool) -> None:
        self.tree.set_head("view", self.tree.head.view._replace(hindsight=marked))

    def viewpoint(self, seat: int | None) -> Viewpoint:
        """What a seat (None: everybody) knows, grown from its observations alone. ValueError if the session follows
        another seat."""
        return self.current.viewpoint(seat)

    def seen(self, seat: int | None) -> tuple[Step, ...]:
        """The steps as a seat (None: everybody) saw them; those that it learned nothing of are left out."""
        return self.current.seen(seat)

    # The tree, without going anywhere ---------------------------------------------------------------------------------

    def line_to(self, node: int) -> tuple[int, ...]:
        """The nodes on the way from the start (left out) to a node."""
        return self.tree.line_to(self.tree.held(node))

    def line(self) -> tuple[int, ...]:
        """The nodes of the line that one stands on, to its end."""
        return (*self.current.nodes, *self.tree.ahead())

    def main_line(self) -> tuple[int, ...]:
        return self.tree.line_from(ROOT)

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes that moves from a node lead to, the main one first."""
        return self.tree.nodes[self.tree.held(node)].children

    def point_at(self, node: int) -> Point:
        """The position (or what the followed seat knows) at a node. It belongs to the session.
        Looking marks nothing."""
        return self.current.point_at(self.tree.held(node))

    def viewpoint_at(self, node: int, seat: int | None) -> Viewpoint:
        """What a seat (None: everybody) knew at a node. ValueError if the session follows another seat."""
        return self.current.viewpoint_at(self.tree.held(node), seat)

    def seen_at(self, node: int, seat: int | None) -> Step | None:
        """The step to a node (not the start) as a seat saw it; None if it learned nothing of it."""
        return self.current.seen_at(node, seat)

    def text_at(self, node: int, seat: int | None) -> str:
        """The move to a node (not the start) as a seat reads it, "" if it learned nothing of it."""
        return self.current.text_at(node, seat)

    def state_at(self, node: int) -> State:
        """The position at a node; ValueError where it is hidden from the seat that is followed."""
        return _state(self.point_at(node))

    def holds(self, node: int) -> bool:
        """Whether there is such a node, in no deleted branch."""
        return self.tree.holds(node)

    def left_of(self, node: int) -> int:
        """The last position on the way to a node that is still there:
        itself, if no branch that it is on was taken away."""
        while not self.holds(node):
            node = self.tree.nodes[node].parent
        return node

    # Going about ------------------------------------------------------------------------------------------------------

    def go_to(self, node: int) -> None:
        """Stand at another node."""
        self.tree.held(node)
        with self.history.changing("place"):
            self.stand(node, self.hindsight)

    def stand(self, node: int, hindsight: bool) -> None:
        """Stand at a node; ahead lies the line that was gone last if the node is on
        it, else the main one from there."""
        tip = self.tree.head.view.tip
        if node != ROOT and node not in self.tree.line_to(tip):
            tip = (node, *self.tree.line_from(node))[-1]
        self.tree.set_head("view", View(node, tip, hindsight))
        self.current.follow()

    # Changing the tree ------------------------------------------------------------------------------------------------

    def name_seat(self, seat: int, name: str) -> None:
        """Say who the person on a seat is ("" for nobody in particular)."""
        self.seat(self.tree.held_seat(seat), msgspec.structs.replace(self.tree.head.seats[seat], name=name), "name")

    def seat(self, seat: int, who: Seat, what: What) -> None:
        seats = self.tree.head.seats
        with self.history.changing(what):
            self.tree.set_head("seats", (*seats[:seat], who, *seats[seat + 1 :]))

    # Undo and redo ----------------------------------------------------------------------------------------------------

    def undo_for(self, seat: int | None) -> None:
        """From now on undo and redo pass over what other seats (None: any) have noted for themselves alone."""
        self.history.by = seat

    @property
    def can_undo(self) -> str:
        """ "" if there is something to undo, else why not."""
        return "" if self.to_undo is not None else "nothing has been played yet"

    @property
    def can_redo(self) -> str:
        """ "" if there is something to redo, else why not."""
        return "" if self.to_redo is not None else "nothing has been undone"

    @property
    def to_undo(self) -> Change | None:
        """What `undo` would take back."""
        return self.history.to_undo

    @property
    def to_redo(self) -> Change | None:
        """What `redo` would make again."""
        return self.history.to_redo

    def undone_seats(self) -> tuple[int, ...]:
        """The seats whose decisions `undo` would take back."""
        change = self.to_undo
        if change is None or change.origin is None:
            return ()
        back = shared(self.tree.line_to(change.origin), self.current.nodes)
        return tuple(sorted({step.actor for step in self.steps[back:] if step.actor >= 0}))

    def undo(self) -> None:
        """Take the last change back; ValueError if there is none. Moves stay in the tree."""
        if self.can_undo:
            raise ValueError(self.can_undo)
        self._leave_line()
        self.history.undo()
        self.current.follow()

    def _leave_line(self) -> None:
        """What was found at the position before a line that is to be undone stays with that position."""
        change = self.to_undo
        if change is not None and change.what == "line":
            for before, after in change.values.values():
                for node in set(after) - set(before):
                    self.annotations.hand_up(node)

    def redo(self) -> None:
        """Make the change that was undone last once more; ValueError if there is none."""
        if self.can_redo:
            raise ValueError(self.can_redo)
        self.history.redo()
        self.current.follow()


def _state(point: Point) -> State:
    state = point.state if isinstance(point, Viewpoint) else point
    if state is None:
        raise ValueError("something is hidden here from the seat that is followed")
    return state
