"""The decision that a person has just completed at a table."""

from __future__ import annotations

from typing import NamedTuple

from fastcore import Viewpoint
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.review.decisions import continues_decision, is_complete
from workbench.tutor.comparisons import judge_name


class Decision(NamedTuple):
    """A complete decision of a person.

    Attributes:
        before: The node before the decision.
        nodes: The nodes of its moves.
        seat: The person's seat.
        point: What the person knew before the decision.
        moves: The texts of its moves.
    """

    before: int
    nodes: tuple[int, ...]
    seat: int
    point: Viewpoint
    moves: tuple[str, ...]


def last_decision(session: Session) -> Decision | None:
    """Return the decision that ends at the current position, or None.

    A decision may end the game. None if chance or a bot moved last, if the turn goes on, if a bot helped, if somebody
    has resigned or lost on time, or if no bot can judge the game.
    """
    nodes, here = session.document.tree.nodes, session.here
    if here == ROOT or session.follows is not None:
        return None
    seat = nodes[here].actor
    if seat < 0 or session.seats[seat] != PERSON or session.document.tree.head.result is not None:
        return None
    has = session.point.info.has
    decided = [here]
    while (has.secrets or not has.covered) and nodes[decided[0]].parent != ROOT:
        parent = nodes[decided[0]].parent
        if nodes[parent].actor != seat or not continues_decision(session, parent, decided[0]):
            break
        decided.insert(0, parent)
    before = nodes[decided[0]].parent
    if not is_complete(session, before, here) or any(nodes[node].reports for node in decided):
        return None
    if not judge_name(session.spec):
        return None
    moves = tuple(nodes[node].move for node in decided)
    return Decision(before, tuple(decided), seat, session.document.viewpoint_at(before, seat), moves)
