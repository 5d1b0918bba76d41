"""The move tree as one seat sees it: moves that look the same to the seat are merged.

If a player undoes a hidden move and plays another move or the same one again, neither the number nor the order of the
variations shows which of the two happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from workbench.game.move_tree import ROOT, Comment, MoveTree, Node, SignedMark
from workbench.game.session import PERSON, Session

Signed = TypeVar("Signed", Comment, SignedMark)


class Visible(NamedTuple, Generic[Signed]):
    """The comments or the marks at a node, for one seat.

    Attributes:
        node: The node in the real tree.
        read: Those that the seat may see. New ones replace these.
        covered: Those that are hidden from the seat. New ones keep these.
    """

    node: int
    read: tuple[Signed, ...]
    covered: tuple[Signed, ...]


class SeenTree:
    """The tree of a session for one seat.

    `tree` has one node for all moves that the seat cannot distinguish. Its id is the id of one of these moves, if
    possible on the game's current line. A move about which the seat learned nothing belongs to the node before it.
    Promoted moves come first, then the line to the current node, then the latest moves. If nothing is hidden, `tree` is
    the session's own.

    Args:
        session: The session.
        seat: The seat, or None for the public view.
    """

    def __init__(self, session: Session, seat: int | None) -> None:
        self.session, self.seat = session, seat
        self.hides_moves = session.follows is None and session.point.info.has.covered
        self.tree = session.document.tree
        self._representatives: dict[int, int] = {}
        self._members: dict[int, list[int]] = {}
        if self.hides_moves:
            self._build()
        self.here = self.representative(session.here)

    def _build(self) -> None:
        real, session = self.session.document.tree, self.session
        own = session.document.line()  # nodes of this line represent all moves that look the same
        by_text: dict[tuple[int, str], int] = {}
        faces, members = self._representatives, self._members
        faces[ROOT], members[ROOT] = ROOT, [ROOT]
        for node in (*own, *real.descendants(ROOT)):
            if node in faces:
                continue
            parent = faces[real.nodes[node].parent]
            text = session.document.text_at(node, self.seat)
            faces[node] = face = by_text.setdefault((parent, text), node) if text else parent
            if text:
                members.setdefault(face, []).append(node)
        line = {faces[node] for node in session.document.line_to(session.here)}
        lifted = {faces[node] for node in real.head.lifted if node in faces}
        below: dict[int, list[int]] = {}
        for (parent, _), node in by_text.items():
            below.setdefault(parent, []).append(node)

        def rank(node: int) -> tuple[bool, bool, bool, int]:
            first = min(members[node])
            was_loaded = first < session.loaded_nodes
            return node not in lifted, node not in line, was_loaded, first if was_loaded else -first

        self.tree = MoveTree(real.head.seats)
        self.tree.revision = real.revision
        parents = {node: parent for (parent, _), node in by_text.items()}
        for node in members:
            children = tuple(sorted(below.get(node, ()), key=rank))
            self.tree.nodes[node] = real.nodes[node]._replace(
                parent=parents.get(node, -1),
                children=children,
                comments=self.comments_at(node).read,
                marks=self.marks_at(node).read,
            )

    # Nodes that look the same -----------------------------------------------------------------------------------------

    def representative(self, node: int) -> int:
        """Return the node that represents a node in the seat's tree."""
        return self._representatives.get(node, ROOT) if self.hides_moves else node

    def members(self, node: int) -> tuple[int, ...]:
        """Return all nodes that the seat cannot distinguish from this one, the representative first."""
        face = self.representative(node)
        return (face, *(member for member in self._members[face] if member != face)) if self.hides_moves else (node,)

    def node_to_view(self, node: int) -> int:
        """Return the node to view: the game's current node if the seat cannot distinguish it from this one."""
        return self.session.here if self.representative(node) == self.here else node

    def has_node(self, node: int) -> bool:
        """Return whether the node exists and the seat may know it."""
        return node in self._representatives if self.hides_moves else self.session.document.has_node(node)

    # Lines ------------------------------------------------------------------------------------------------------------

    def line_to(self, node: int) -> tuple[int, ...]:
        """Return the nodes from the start (excluded) to a node."""
        return self.tree.line_to(self.representative(node))

    def ahead(self) -> tuple[int, ...]:
        """Return the nodes after the game's current node."""
        return self.tree.line_from(self.here) if self.hides_moves else self.session.document.tree.line_ahead()

    def line(self) -> tuple[int, ...]:
        """Return the nodes of the game's whole current line."""
        return (*self.line_to(self.here), *self.ahead())

    # Comments and marks -----------------------------------------------------------------------------------------------

    def comments_at(self, node: int) -> Visible[Comment]:
        """Return the comments at a node that the seat may read."""
        return self._visible(node, lambda real: real.comments)

    def marks_at(self, node: int) -> Visible[SignedMark]:
        """Return the marks at a node that the seat may see."""
        return self._visible(node, lambda real: real.marks)

    def _visible(self, node: int, entries_of: Callable[[Node], tuple[Signed, ...]]) -> Visible[Signed]:
        nodes = self.session.document.tree.nodes
        for member in sorted(self.members(node), reverse=True):
            entries = entries_of(nodes[member])
            read = tuple(entry for entry in entries if self._may_read(member, entry.by))
            if read:
                return Visible(member, read, tuple(entry for entry in entries if entry not in read))
        face = self.representative(node)
        return Visible(face, (), entries_of(nodes[face]))

    def _may_read(self, number: int, by: int | None) -> bool:
        """Return whether the seat may see what an author wrote at a node.

        What other seats write may reveal what these know. Anonymous comments on a hidden move may do so too, unless
        only one person plays.
        """
        if not self.hides_moves or by == self.seat or self.session.waits_for == "over":
            return True
        if by is not None:
            return False
        alone = number == ROOT or sum(player == PERSON for player in self.session.seats) < 2
        move = self.session.document.tree.nodes[number].move
        # the part after ";" is the information revealed by the move
        return alone or self.session.document.text_at(number, self.seat).partition(";")[0] == move
