"""The move tree as one seat sees it: moves that look the same to that seat are one move.

Whoever takes back a covered move and makes another, or the same one again, leaves no trace of which of both it was:
neither in how many variations there are nor in their order.
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.game.move_tree import ROOT, Comment, MoveTree
from workbench.game.session import PERSON, Session


class Said(NamedTuple):
    """What a seat may read at a node, and what else stands there:
    what the seat says next comes in the place of the one and beside the other."""

    node: int
    read: tuple[Comment, ...]
    covered: tuple[Comment, ...]


class SeenTree:
    """`tree` holds one node for all that a seat (None: everybody) cannot tell apart, under the id of one of them: that
    of the game's own line if there is one. A move that the seat learned nothing of is part of what came before it. The
    first moves are those that lead to where the game stands, then those that came last; where nothing is covered the
    tree is the game's.
    """

    def __init__(self, session: Session, seat: int | None) -> None:
        self.session, self.seat = session, seat
        self.covers = session.follows is None and session.point.info.has.covered
        self.tree = session.document.tree
        self._faces: dict[int, int] = {}
        self._members: dict[int, list[int]] = {}
        if self.covers:
            self._build()
        self.here = self.face(session.here)

    def _build(self) -> None:
        real, session = self.session.document.tree, self.session
        own = session.document.line()  # those are what their like are known by
        by_text: dict[tuple[int, str], int] = {}
        faces, members = self._faces, self._members
        faces[ROOT], members[ROOT] = ROOT, [ROOT]
        for node in (*own, *real.below(ROOT)):
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
            given = first < session.read
            return node not in lifted, node not in line, given, first if given else -first

        self.tree = MoveTree(real.head.seats)
        self.tree.revision = real.revision
        parents = {node: parent for (parent, _), node in by_text.items()}
        for node in members:
            children = tuple(sorted(below.get(node, ()), key=rank))
            self.tree.nodes[node] = real.nodes[node]._replace(
                parent=parents.get(node, -1), children=children, comments=self.said_of(node).read
            )

    # Which is which ---------------------------------------------------------------------------------------------------

    def face(self, node: int) -> int:
        """The node by which another one is known to the seat."""
        return self._faces.get(node, ROOT) if self.covers else node

    def members(self, node: int) -> tuple[int, ...]:
        """All that the seat knows as this one, itself first."""
        face = self.face(node)
        return (face, *(one for one in self._members[face] if one != face)) if self.covers else (node,)

    def real(self, node: int) -> int:
        """A node to look at, the one where the game stands if the seat cannot tell it from that."""
        return self.session.here if self.face(node) == self.here else node

    def holds(self, node: int) -> bool:
        return node in self._faces if self.covers else self.session.document.holds(node)

    # Lines ------------------------------------------------------------------------------------------------------------

    def line_to(self, node: int) -> tuple[int, ...]:
        """The nodes on the way from the start, which is left out, to a node."""
        return self.tree.line_to(self.face(node))

    def ahead(self) -> tuple[int, ...]:
        """The nodes on from where the game stands."""
        return self.tree.line_from(self.here) if self.covers else self.session.document.tree.ahead()

    def line(self) -> tuple[int, ...]:
        """The line that the game stands on, to its end."""
        return (*self.line_to(self.here), *self.ahead())

    # Comments ---------------------------------------------------------------------------------------------------------

    def said_of(self, node: int) -> Said:
        """What the seat may read of what was said of this one."""
        nodes = self.session.document.tree.nodes
        for one in sorted(self.members(node), reverse=True):
            read = tuple(comment for comment in nodes[one].comments if self._reads(one, comment))
            if read:
                return Said(one, read, tuple(comment for comment in nodes[one].comments if comment not in read))
        face = self.face(node)
        return Said(face, (), nodes[face].comments)

    def _reads(self, number: int, comment: Comment) -> bool:
        """Whether the seat may read it: not what another seat said, who knows what it does not, and not what was said
        by nobody knows whom of a move that is covered, unless one person plays alone."""
        if not self.covers or comment.by == self.seat or self.session.waits_for == "over":
            return True
        if comment.by is not None:
            return False
        alone = number == ROOT or sum(player == PERSON for player in self.session.seats) < 2
        move = self.session.document.tree.nodes[number].move
        # without what it brought to light
        return alone or self.session.document.text_at(number, self.seat).partition(";")[0] == move
