"""The move tree as one seat sees it: moves that look the same to the seat are merged.

If a player undoes a hidden move and plays another move or the same one again, neither the number nor the order of the
variations shows which of the two happened.
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.game.move_tree import ROOT, Comment, MoveTree
from workbench.game.session import PERSON, Session


class VisibleComments(NamedTuple):
    """The comments at a node, for one seat.

    Attributes:
        node: The node in the real tree.
        read: The comments that the seat may read. A new comment replaces these.
        covered: The comments hidden from the seat. A new comment keeps these.
    """

    node: int
    read: tuple[Comment, ...]
    covered: tuple[Comment, ...]


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
                parent=parents.get(node, -1), children=children, comments=self.comments_at(node).read
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

    # Comments ---------------------------------------------------------------------------------------------------------

    def comments_at(self, node: int) -> VisibleComments:
        """Return the comments at a node that the seat may read."""
        nodes = self.session.document.tree.nodes
        for member in sorted(self.members(node), reverse=True):
            read = tuple(comment for comment in nodes[member].comments if self._may_read(member, comment))
            if read:
                return VisibleComments(
                    member, read, tuple(comment for comment in nodes[member].comments if comment not in read)
                )
        face = self.representative(node)
        return VisibleComments(face, (), nodes[face].comments)

    def _may_read(self, number: int, comment: Comment) -> bool:
        """Return whether the seat may read a comment.

        Comments of other seats may reveal what these know. Anonymous comments on a hidden move may do so too, unless
        only one person plays.
        """
        if not self.hides_moves or comment.by == self.seat or self.session.waits_for == "over":
            return True
        if comment.by is not None:
            return False
        alone = number == ROOT or sum(player == PERSON for player in self.session.seats) < 2
        move = self.session.document.tree.nodes[number].move
        # the part after ";" is the information revealed by the move
        return alone or self.session.document.text_at(number, self.seat).partition(";")[0] == move
