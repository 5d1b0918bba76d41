"""The tree of a game's moves, and every change to it as something that can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from bots.report import Mark, Report
from bots.traced import Traced
from workbench.game import form_notes
from workbench.records.schema import ByHand, Notes, Result, Seat

ROOT = 0  # the id of the start
What = Literal[  # kinds of changes, for whoever says what can be undone
    "move", "set up", "place", "taking back", "order", "deletion", "line", "comment", "marks", "analysis", "name",
    "tag", "seat", "resignation", "loss on time", "note"
]  # fmt: skip
_HEAD = -1  # stands for the head where a part of the tree is named


class Comment(NamedTuple):
    """What was said of a position, by a seat as far as that is known."""

    by: int | None
    text: str


class Node(NamedTuple):
    """A position in the tree, by the step that leads to it (the start has none): who made it (a seat, CHANCE or
    SET_UP), its text and turn; the moves from here, the main one first; what is kept with it, as a record has it;
    comments, one of each who said something; and single simulations of the bot that chose the step, as a file of their
    own has them."""

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
    marks: tuple[Mark, ...] = ()
    traces: tuple[Traced, ...] = ()

    @property
    def comment(self) -> str:
        """All that was said of it, as records have it."""
        return "\n".join(one.text for one in self.comments)


class View(NamedTuple):
    """Where one stands: at the node `here`, on the line that goes on to `tip`; and whether with hindsight."""

    here: int = ROOT
    tip: int = ROOT
    hindsight: bool = False


class Head(NamedTuple):
    """What belongs to the game as a whole. `result` is one that the moves do not make, as after a resignation; `lifted`
    are the nodes of the line that was made the main one by hand since the last move; `by_hand` is when dice, deals and
    the like are chosen, not drawn."""

    seats: tuple[Seat, ...]
    view: View = View()
    tags: tuple[tuple[str, str], ...] = ()
    result: Result | None = None
    notes: tuple[Notes, ...] = ()
    lifted: tuple[int, ...] = ()
    by_hand: ByHand = "never"


class Change:
    """What is undone at one go: every field that is different after it, with its values before and after."""

    def __init__(self, what: What, owner: int | None = None) -> None:
        self.what, self.owner = what, owner  # the seat that it belongs to alone, None for the whole table
        self.aside: dict[int, tuple[int, ...]] = {}  # by parent: nodes of moves that it brought back from elsewhere
        self.left: View | None = None  # where one stood when it was undone
        self.values: dict[tuple[int, str], tuple[Any, Any]] = {}

    @property
    def played(self) -> bool:
        """Whether it consists of moves that were made."""
        return self.what in ("move", "set up")

    @property
    def moves(self) -> bool:
        """Whether one may stand somewhere else after it, or the moves hang together in another way. A line that is kept
        beside them changes nothing for what is played."""
        return self.what != "line" and any(field in ("view", "children") for _, field in self.values)

    @property
    def views(self) -> tuple[View, View]:
        """Where one stood before it and after it, if it moves."""
        before, after = self.values[_HEAD, "view"]
        return before, after

    @property
    def origin(self) -> int | None:
        """The node at which one stood before it, None if it moves nobody."""
        return self.views[0].here if (_HEAD, "view") in self.values else None

    def join(self, later: Change) -> None:
        """Take in a change that was made right after this one: both are undone at one go."""
        self.what = later.what
        for key, (before, after) in later.values.items():
            self.values[key] = (self.values.get(key, (before, None))[0], after)

    def begins_at(self, view: View) -> None:
        """The first of its moves has been made already."""
        self.values[_HEAD, "view"] = (view, self.views[1])


class MoveTree:
    """The nodes by id. A node that no other one has as a child belongs to a branch that was deleted."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.nodes: dict[int, Node] = {ROOT: Node(-1, -1, "", 0)}
        self.head = Head(seats)
        self.revision = 0  # counts what was changed: the same number, the same tree
        self._change: Change | None = None

    def copy(self) -> MoveTree:
        """The tree as it is now, to be read elsewhere. It shares the nodes, which never change."""
        other = MoveTree(())
        other.nodes, other.head, other.revision = dict(self.nodes), self.head, self.revision
        return other

    # Lines ------------------------------------------------------------------------------------------------------------

    def line_to(self, node: int) -> tuple[int, ...]:
        """The nodes on the way from the start, which is left out, to a node."""
        line = []
        while node != ROOT:
            line.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(line))

    def line_from(self, node: int) -> tuple[int, ...]:
        """The nodes below a node along the main moves."""
        line = []
        while children := self.nodes[node].children:
            node = children[0]
            line.append(node)
        return tuple(line)

    def ahead(self) -> tuple[int, ...]:
        """The nodes on from where one stands: the line that was gone last, else the main one."""
        here, tip = self.head.view.here, self.head.view.tip
        line = self.line_to(tip)
        return (*(line if here == ROOT else line[line.index(here) + 1 :]), *self.line_from(tip))

    def below(self, node: int) -> Iterator[int]:
        """All nodes below a node."""
        waiting = list(self.nodes[node].children)
        while waiting:
            node = waiting.pop()
            yield node
            waiting += self.nodes[node].children

    def child(self, node: int, move: str) -> int | None:
        return next((child for child in self.nodes[node].children if self.nodes[child].move == move), None)

    def holds(self, node: int) -> bool:
        """Whether there is such a node, in no deleted branch."""
        while node in self.nodes and node != ROOT:
            parent = self.nodes[node].parent
            if node not in self.nodes[parent].children:
                return False
            node = parent
        return node == ROOT

    def held(self, node: int) -> int:
        """Return a node that is in no deleted branch; ValueError if there is none of this number."""
        if not self.holds(node):
            raise ValueError(f"there is no position {node} in this game")
        return node

    def held_seat(self, seat: int) -> int:
        """Return a seat; ValueError if there is none of this number."""
        if not 0 <= seat < len(self.head.seats):
            raise ValueError(f"seat is {seat}; it must be 0 to {len(self.head.seats) - 1}")
        return seat

    # Changes ----------------------------------------------------------------------------------------------------------

    def add(self, node: Node) -> int:
        """A new node, the last child of its parent.
        Undo leaves it there, for no move that was made is lost, unless it is noted."""
        self.revision += 1
        number, key = len(self.nodes), (node.parent, "children")
        self.nodes[number] = node
        children = self.nodes[node.parent].children
        if self._change is not None:
            before, after = self._change.values.get(key, (children, children))
            self._change.values[key] = (self._joined(before, [number]), (*after, number))
        self.nodes[node.parent] = self.nodes[node.parent]._replace(children=(*children, number))
        return number

    def note_added(self, node: int) -> None:
        """Let the change under way be that this node came: undone, it goes, with all below it."""
        assert self._change is not None
        parent = self.nodes[node].parent
        children = self.nodes[parent].children
        self._change.values[parent, "children"] = (tuple(child for child in children if child != node), children)

    @contextmanager
    def changing(self, change: Change | None) -> Iterator[None]:
        """Note in `change` whatever is set meanwhile; None: nothing of it can be undone."""
        self._change = change
        try:
            yield
        finally:
            self._change = None

    def set(self, node: int, field: str, value: Any) -> None:
        """Set a field of a node."""
        self.revision += 1
        self._note(node, field, getattr(self.nodes[node], field), value)
        self.nodes[node] = self.nodes[node]._replace(**{field: value})

    def make_main(self, node: int) -> None:
        """Let the line to a node be the main line."""
        while node != ROOT:
            parent = self.nodes[node].parent
            children = self.nodes[parent].children
            if children[0] != node:
                self.set(parent, "children", (node, *(child for child in children if child != node)))
            node = parent

    def set_head(self, field: str, value: Any) -> None:
        self.revision += 1
        self._note(_HEAD, field, getattr(self.head, field), value)
        self.head = self.head._replace(**{field: value})

    def _note(self, part: int, field: str, before: Any, value: Any) -> None:
        if self._change is not None and before != value:
            first, _ = self._change.values.get((part, field), (before, None))
            if field == "children":  # moves may have come since the change began
                first = self._joined(first, value)
            self._change.values[part, field] = (first, value)

    def undo(self, change: Change) -> None:
        for (part, field), (before, after) in change.values.items():
            self._put(change, part, field, before, after)

    def redo(self, change: Change) -> None:
        for (part, field), (before, after) in change.values.items():
            self._put(change, part, field, after, before)

    def _put(self, change: Change, part: int, field: str, value: Any, other: Any) -> None:
        self.revision += 1
        if part == _HEAD:
            if field == "notes":
                value = form_notes.keeping_help(self.head.notes, value, change.owner)
            self.head = self.head._replace(**{field: value})
            return
        if field == "children":  # moves that came since stay, behind the others
            known = {*value, *other}
            since = {*self.nodes[part].children, *change.aside.get(part, ())} - known
            value = self._joined(value, sorted(since))
            change.aside[part] = tuple(since.difference(value))
        self.nodes[part] = self.nodes[part]._replace(**{field: value})

    def _joined(self, children: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
        """Children and more of them, those left out whose move is there already."""
        moves = {self.nodes[child].move for child in children}
        return (*children, *(child for child in more if self.nodes[child].move not in moves))
