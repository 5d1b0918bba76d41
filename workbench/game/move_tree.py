"""The tree of a game's moves, and changes to it that can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from bots.report import Mark, Report
from bots.traced import Traced
from workbench.game import form_notes
from workbench.records.schema import ByHand, Notes, Result, Seat
from workbench.system.translation import tr

ROOT = 0  # the id of the start
ChangeKind = Literal[  # kinds of changes, for messages about undo
    "move", "set up", "place", "taking back", "order", "deletion", "line", "comment", "marks", "annotation", "analysis",
    "name", "tag", "seat", "resignation", "loss on time", "note"
]  # fmt: skip
_HEAD = -1  # replaces a node id for fields of the head


class Comment(NamedTuple):
    """A comment on a position. `by` is the seat of the author, or None if unknown."""

    by: int | None
    text: str


class SignedMark(NamedTuple):
    """A mark on a position, with the seat of its author, or None if unknown."""

    by: int | None
    mark: Mark


class Node(NamedTuple):
    """A position in the tree and the step that leads to it (the start has none).

    Attributes:
        parent: The node before it, or -1 for the start.
        actor: The seat that moved, CHANCE or SET_UP.
        move: The text of the move.
        turn: The turn of the move.
        children: The nodes after it, the main one first.
        reports: The reports of the bot that chose the move.
        later: The reports of later analyses and reviews of the decision.
        analysed: The analyses of the position itself, stored while no move had been played from it.
        seconds: The time of the decision.
        left: The time left on the clock after it, in seconds.
        comments: The comments, one per author.
        marks: The drawings on the board, and the annotation of the move.
        traces: Single simulations of the bot, which are saved in a separate file.
    """

    parent: int
    actor: int
    move: str
    turn: int
    children: tuple[int, ...] = ()
    reports: tuple[Report, ...] = ()
    later: tuple[Report, ...] = ()
    analysed: tuple[Report, ...] = ()
    seconds: float | None = None
    left: float | None = None
    comments: tuple[Comment, ...] = ()
    marks: tuple[SignedMark, ...] = ()
    traces: tuple[Traced, ...] = ()

    @property
    def comment(self) -> str:
        """All comments as one text, as records store them."""
        return "\n".join(comment.text for comment in self.comments)


class View(NamedTuple):
    """The current node, the end of the current line (`tip`), and whether there is hindsight."""

    here: int = ROOT
    tip: int = ROOT
    hindsight: bool = False


class Head(NamedTuple):
    """The data of the game as a whole.

    Attributes:
        seats: The players.
        view: The current node and line.
        tags: Names and texts.
        result: A result that was declared, such as a resignation.
        notes: The form notes of the seats.
        lifted: The nodes of the line promoted to main line since the last move.
        by_hand: When chance events are entered by hand.
    """

    seats: tuple[Seat, ...]
    view: View = View()
    tags: tuple[tuple[str, str], ...] = ()
    result: Result | None = None
    notes: tuple[Notes, ...] = ()
    lifted: tuple[int, ...] = ()
    by_hand: ByHand = "never"


class Change:
    """A change that is undone in one step: the changed fields, with their values before and after.

    Args:
        kind: The kind of change.
        owner: The seat whose private change it is, or None for a shared change.
    """

    def __init__(self, kind: ChangeKind, owner: int | None = None) -> None:
        self.kind, self.owner = kind, owner
        # by parent: nodes that were removed because the change restored the same moves
        self.set_aside: dict[int, tuple[int, ...]] = {}
        self.view_at_undo: View | None = None  # the view when it was undone
        self.values: dict[tuple[int, str], tuple[Any, Any]] = {}

    @property
    def is_played(self) -> bool:
        """Whether the change consists of moves."""
        return self.kind in ("move", "set up")

    @property
    def affects_moves(self) -> bool:
        """Whether the change affects the current node or the branches. Adding a variation does not count."""
        return self.kind != "line" and any(field in ("view", "children") for _, field in self.values)

    @property
    def views(self) -> tuple[View, View]:
        """The views before and after a change that affects the view."""
        before, after = self.values[_HEAD, "view"]
        return before, after

    @property
    def added(self) -> tuple[int, int] | None:
        """The first node of an added variation and its parent, or None for a change of another kind."""
        if self.kind != "line":
            return None
        (parent, _), (before, after) = next(iter(self.values.items()))
        return next(child for child in after if child not in before), parent

    @property
    def origin(self) -> int | None:
        """The current node before the change, or None if the change does not affect the view."""
        return self.views[0].here if (_HEAD, "view") in self.values else None

    def merge(self, later: Change) -> None:
        """Merge a later change into this one."""
        self.kind = later.kind
        for key, (before, after) in later.values.items():
            self.values[key] = (self.values.get(key, (before, None))[0], after)

    def start_from(self, view: View) -> None:
        """Drop the first moves, which have been played again, so that the change starts at this view."""
        self.values[_HEAD, "view"] = (view, self.views[1])


class MoveTree:
    """The nodes of a game by id, and its head.

    Deleted branches stay in `nodes`, but no node has them as children.
    """

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.nodes: dict[int, Node] = {ROOT: Node(-1, -1, "", 0)}
        self.head = Head(seats)
        self.revision = 0  # increases with every change
        self._change: Change | None = None

    def copy(self) -> MoveTree:
        """Return a copy for reading elsewhere. It shares the nodes, which are immutable."""
        duplicate = MoveTree(())
        duplicate.nodes, duplicate.head, duplicate.revision = dict(self.nodes), self.head, self.revision
        return duplicate

    # Lines ------------------------------------------------------------------------------------------------------------

    def line_to(self, node: int) -> tuple[int, ...]:
        """Return the nodes from the start (excluded) to a node."""
        line = []
        while node != ROOT:
            line.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(line))

    def line_from(self, node: int) -> tuple[int, ...]:
        """Return the nodes after a node, along the main moves."""
        line = []
        while children := self.nodes[node].children:
            node = children[0]
            line.append(node)
        return tuple(line)

    def line_ahead(self) -> tuple[int, ...]:
        """Return the nodes after the current one: the line followed last, else the main line."""
        current, tip = self.head.view.here, self.head.view.tip
        line = self.line_to(tip)
        return (*(line if current == ROOT else line[line.index(current) + 1 :]), *self.line_from(tip))

    def descendants(self, node: int) -> Iterator[int]:
        """Yield all descendants of a node."""
        waiting = list(self.nodes[node].children)
        while waiting:
            node = waiting.pop()
            yield node
            waiting += self.nodes[node].children

    def child(self, node: int, move: str) -> int | None:
        """Return the child of a node with this move, or None."""
        return next((child for child in self.nodes[node].children if self.nodes[child].move == move), None)

    def has_node(self, node: int) -> bool:
        """Return whether a node exists and is not in a deleted branch."""
        while node in self.nodes and node != ROOT:
            parent = self.nodes[node].parent
            if node not in self.nodes[parent].children:
                return False
            node = parent
        return node == ROOT

    def checked_node(self, node: int) -> int:
        """Return the node if it exists.

        Raises:
            ValueError: The node does not exist or is in a deleted branch.
        """
        if not self.has_node(node):
            raise ValueError(tr("there is no position {node} in this game", node=node))
        return node

    def checked_seat(self, seat: int) -> int:
        """Return the seat if it exists.

        Raises:
            ValueError: There is no such seat.
        """
        if not 0 <= seat < len(self.head.seats):
            raise ValueError(tr("seat is {seat}; it must be 0 to {count}", seat=seat, count=len(self.head.seats) - 1))
        return seat

    # Changes ----------------------------------------------------------------------------------------------------------

    def add(self, node: Node) -> int:
        """Add a node as the last child of its parent and return its id.

        Undo keeps the node, because played moves are never lost, unless `record_added` is called.
        """
        self.revision += 1
        number, key = len(self.nodes), (node.parent, "children")
        self.nodes[number] = node
        children = self.nodes[node.parent].children
        if self._change is not None:
            before, after = self._change.values.get(key, (children, children))
            self._change.values[key] = (self._merge_children(before, [number]), (*after, number))
        self.nodes[node.parent] = self.nodes[node.parent]._replace(children=(*children, number))
        return number

    def record_added(self, node: int) -> None:
        """Make undo of the current change remove this new node and its descendants."""
        assert self._change is not None
        parent = self.nodes[node].parent
        children = self.nodes[parent].children
        self._change.values[parent, "children"] = (tuple(child for child in children if child != node), children)

    @contextmanager
    def recording(self, change: Change | None) -> Iterator[None]:
        """Record everything set inside the block in `change`, or nowhere if it is None."""
        self._change = change
        try:
            yield
        finally:
            self._change = None

    def set(self, node: int, field: str, value: Any) -> None:
        """Set a field of a node."""
        self.revision += 1
        self._record(node, field, getattr(self.nodes[node], field), value)
        self.nodes[node] = self.nodes[node]._replace(**{field: value})

    def make_main(self, node: int) -> None:
        """Make the line to a node the main line."""
        while node != ROOT:
            parent = self.nodes[node].parent
            children = self.nodes[parent].children
            if children[0] != node:
                self.set(parent, "children", (node, *(child for child in children if child != node)))
            node = parent

    def set_head(self, field: str, value: Any) -> None:
        """Set a field of the head."""
        self.revision += 1
        self._record(_HEAD, field, getattr(self.head, field), value)
        self.head = self.head._replace(**{field: value})

    def _record(self, part: int, field: str, before: Any, value: Any) -> None:
        if self._change is not None and before != value:
            first, _ = self._change.values.get((part, field), (before, None))
            if field == "children":  # moves may have been added since the change began
                first = self._merge_children(first, value)
            self._change.values[part, field] = (first, value)

    def undo(self, change: Change) -> None:
        """Restore the values before a change."""
        for (part, field), (before, after) in change.values.items():
            self._restore(change, part, field, before, after)

    def redo(self, change: Change) -> None:
        """Restore the values after a change."""
        for (part, field), (before, after) in change.values.items():
            self._restore(change, part, field, after, before)

    def _restore(self, change: Change, part: int, field: str, value: Any, replaced: Any) -> None:
        self.revision += 1
        if part == _HEAD:
            if field == "notes":
                value = form_notes.restore_notes(self.head.notes, value, change.owner)
            self.head = self.head._replace(**{field: value})
            return
        if field == "children":  # moves added since then stay, after the restored ones
            known = {*value, *replaced}
            since = {*self.nodes[part].children, *change.set_aside.get(part, ())} - known
            value = self._merge_children(value, sorted(since))
            change.set_aside[part] = tuple(since.difference(value))
        self.nodes[part] = self.nodes[part]._replace(**{field: value})

    def _merge_children(self, children: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
        """Return the children, followed by those of `more` that have other moves."""
        moves = {self.nodes[child].move for child in children}
        return (*children, *(child for child in more if self.nodes[child].move not in moves))
