"""The undo history of a move tree: which changes belong together, and what undo and redo do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from workbench.game.move_tree import ROOT, Change, MoveTree, View, What

ANYBODY = -1


class UndoHistory:
    """`done` are the changes that can be undone, `undone` those that can be made again, both with the next one last."""

    def __init__(self, tree: MoveTree) -> None:
        self.tree = tree
        self.done: list[Change] = []
        self.undone: list[Change] = []
        # who undoes: what belongs to another seat is passed over; None: what belongs to any
        self.by: int | None = ANYBODY

    @contextmanager
    def changing(self, what: What, owner: int | None = None) -> Iterator[None]:
        """Whatever is set in the tree meanwhile is one change. What was undone cannot be made again then; of one that
        belongs to a seat alone, only what that seat has undone of its own."""
        change = Change(what, owner)
        with self.tree.changing(change):
            yield
        if change.values:
            self.done.append(change)
            self.undone = [] if owner is None else [other for other in self.undone if other.owner != owner]

    @contextmanager
    def playing(self, node: int | None, stop: bool) -> Iterator[None]:
        """A move is made meanwhile, to this node (None: a new one). Undo stops before it, or it belongs to the moves
        (or whatever there was) before; what came before everything that can be undone cannot be. Where the move is the
        one that was undone, what followed it can still be made again."""
        if stop:
            self.done.append(Change("move"))
        last = self.done[-1] if self.done else None
        change = last if stop else next((change for change in reversed(self.done) if change.moves), last)
        again = self._again(node)
        with self.tree.changing(change):
            yield
        if again is None:
            self.undone.clear()
        elif again.views[1].here == node:
            self.undone.pop()
        else:
            again.begins_at(self.tree.head.view)

    @contextmanager
    def together(self) -> Iterator[None]:
        """The changes that begin meanwhile are undone at one go."""
        before = len(self.done)
        yield
        for later in self.done[before + 1 :]:
            self.done[before].join(later)
        del self.done[before + 1 :]

    def _again(self, node: int | None) -> Change | None:
        """The moves that were undone last, if the first of them leads to this node."""
        last = self.undone[-1] if self.undone else None
        if last is None or not last.played or node is None:
            return None
        return last if node in self.tree.ahead()[:1] and node in self.tree.line_to(last.views[1].here) else None

    @property
    def to_undo(self) -> Change | None:
        """The change that would be undone, None for none."""
        return next(filter(self._theirs, reversed(self.done)), None)

    @property
    def to_redo(self) -> Change | None:
        """The change that would be made again, None for none."""
        return next(filter(self._theirs, reversed(self.undone)), None)

    def _theirs(self, change: Change) -> bool:
        return self.by == ANYBODY or change.owner in (None, self.by)

    def undo(self) -> None:
        change = self.to_undo
        assert change is not None
        self.done.remove(change)
        change.left = view = self.tree.head.view
        self.tree.undo(change)
        self._aim(view.tip)  # what was undone is what lies ahead
        self.undone.append(change)

    def redo(self) -> None:
        change = self.to_redo
        assert change is not None
        self.undone.remove(change)
        self.tree.redo(change)
        if change.left is not None:
            self.tree.set_head("view", self.tree.head.view._replace(hindsight=change.left.hindsight))
            self._aim(change.left.tip)
        self.done.append(change)

    def _aim(self, tip: int) -> None:
        """Let the line ahead be the one to this node, if it goes on from where one stands."""
        view = self.tree.head.view
        if self.tree.holds(tip) and view.here in (ROOT, *self.tree.line_to(tip)):
            self.tree.set_head("view", view._replace(tip=tip))

    def begin(self, views: Sequence[View], here: int) -> None:
        """Moves of an opened game as if they had just been made: where one stands between them, and the number of the
        place where one stands now."""
        changes: list[Change] = []
        for before, after in pairwise(views):
            change = Change("move")
            self.tree.set_head("view", before)
            with self.tree.changing(change):
                self.tree.set_head("view", after)
            changes.append(change)
        self.done, self.undone = changes[:here], changes[here:][::-1]
        self.tree.set_head("view", views[here])
