"""The undo history of a move tree: which changes belong together, and what undo and redo do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from workbench.game.move_tree import ROOT, Change, ChangeKind, MoveTree, View

ANYBODY = -1


class UndoHistory:
    """The changes to a move tree.

    `done` are the changes to undo and `undone` those to redo, both with the next one last.
    """

    def __init__(self, tree: MoveTree) -> None:
        self.tree = tree
        self.done: list[Change] = []
        self.undone: list[Change] = []
        # the seat that undoes: private changes of other seats are skipped (None skips all of them, ANYBODY none)
        self.seat: int | None = ANYBODY

    @contextmanager
    def changing(self, kind: ChangeKind, owner: int | None = None) -> Iterator[None]:
        """Record everything set in the tree inside the block as one change.

        A shared change discards all changes to redo, a private one only those of the same seat.

        Args:
            kind: The kind of change.
            owner: The seat whose private change it is, or None for a shared change.
        """
        change = Change(kind, owner)
        with self.tree.recording(change):
            yield
        if change.values:
            self.done.append(change)
            self.undone = [] if owner is None else [entry for entry in self.undone if entry.owner != owner]

    @contextmanager
    def playing(self, node: int | None, stop: bool) -> Iterator[None]:
        """Record a move that is made inside the block.

        If the move repeats the move undone last, the moves after it can still be redone.

        Args:
            node: The node that the move leads to, or None for a new one.
            stop: Whether undo stops before the move. Otherwise the move belongs to the previous change that moved, if
                any.
        """
        if stop:
            self.done.append(Change("move"))
        last = self.done[-1] if self.done else None
        change = last if stop else next((change for change in reversed(self.done) if change.affects_moves), last)
        again = self._matching_redo(node)
        with self.tree.recording(change):
            yield
        if again is None:
            self.undone.clear()
        elif again.views[1].here == node:
            self.undone.pop()
        else:
            again.start_from(self.tree.head.view)

    @contextmanager
    def grouped(self) -> Iterator[None]:
        """Merge all changes made inside the block into one."""
        before = len(self.done)
        yield
        for later in self.done[before + 1 :]:
            self.done[before].merge(later)
        del self.done[before + 1 :]

    def _matching_redo(self, node: int | None) -> Change | None:
        """Return the moves that were undone last, if the first of them leads to this node."""
        last = self.undone[-1] if self.undone else None
        if last is None or not last.is_played or node is None:
            return None
        return last if node in self.tree.line_ahead()[:1] and node in self.tree.line_to(last.views[1].here) else None

    @property
    def to_undo(self) -> Change | None:
        """The change that would be undone, or None."""
        return next(filter(self._is_allowed, reversed(self.done)), None)

    @property
    def to_redo(self) -> Change | None:
        """The change that would be redone, or None."""
        return next(filter(self._is_allowed, reversed(self.undone)), None)

    def _is_allowed(self, change: Change) -> bool:
        return self.seat == ANYBODY or change.owner in (None, self.seat)

    def undo(self) -> None:
        """Undo the change `to_undo`, which must exist."""
        change = self.to_undo
        assert change is not None
        self.done.remove(change)
        change.view_at_undo = view = self.tree.head.view
        self.tree.undo(change)
        self._set_tip(view.tip)  # the undone line is the line ahead
        self.undone.append(change)

    def redo(self) -> None:
        """Redo the change `to_redo`, which must exist."""
        change = self.to_redo
        assert change is not None
        self.undone.remove(change)
        self.tree.redo(change)
        if change.view_at_undo is not None:
            self.tree.set_head("view", self.tree.head.view._replace(hindsight=change.view_at_undo.hindsight))
            self._set_tip(change.view_at_undo.tip)
        self.done.append(change)

    def _set_tip(self, tip: int) -> None:
        """Make the line to this node the line ahead, if it passes through the current node."""
        view = self.tree.head.view
        if self.tree.has_node(tip) and view.here in (ROOT, *self.tree.line_to(tip)):
            self.tree.set_head("view", view._replace(tip=tip))

    def load(self, views: Sequence[View], index: int) -> None:
        """Fill the history with the moves of a loaded game, as if they had just been made.

        Args:
            views: The views before and after each change, in order.
            index: The index of the current view.
        """
        changes: list[Change] = []
        for before, after in pairwise(views):
            change = Change("move")
            self.tree.set_head("view", before)
            with self.tree.recording(change):
                self.tree.set_head("view", after)
            changes.append(change)
        self.done, self.undone = changes[:index], changes[index:][::-1]
        self.tree.set_head("view", views[index])
