"""The decisions of a game: whole turns if nothing is hidden, whole plans if plans are secret, and else single moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.game.move_tree import ROOT
from workbench.game.session import Session


def decisions(session: Session, line: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the position before each decision, and its nodes.

    A decision is a whole turn if the game hides nothing, a whole plan if plans are secret, and else one move.
    """
    nodes = session.document.tree.nodes
    has = session.document.point_at(ROOT).info.has
    whole = has.secrets or not has.covered
    moves: list[int] = []
    for node in line:
        move = nodes[node]
        if move.actor < 0:
            continue
        if moves and not (whole and continues_decision(session, moves[-1], node)):
            yield nodes[moves[0]].parent, tuple(moves)
            moves = []
        moves.append(node)
    if moves:
        yield nodes[moves[0]].parent, tuple(moves)


def continues_decision(session: Session, before: int, node: int) -> bool:
    """Return whether a move continues the turn or the plan of the move before it."""
    document, nodes = session.document, session.document.tree.nodes
    first, second = nodes[before], nodes[node]
    if (first.actor, first.turn, before) != (second.actor, second.turn, second.parent):
        return False
    state = document.point_at(first.parent)
    return not (state.info.has.secrets and state.events(first.move))  # the last step of a plan has events


def is_complete(session: Session, before: int, end: int) -> bool:
    """Return whether moves make a whole decision: a turn, a plan, or one move where cards are hidden.

    Args:
        session: The session.
        before: The node before the moves, all by one seat.
        end: The node of the last move.
    """
    start, after = session.document.point_at(before), session.document.point_at(end)
    has = start.info.has
    if has.covered and not has.secrets:
        return True
    if (after.actor, after.turn) != (start.actor, start.turn):
        return True
    return has.secrets and after.phase != start.phase
