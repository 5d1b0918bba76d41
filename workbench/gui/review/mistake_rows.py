"""The rows of the list of mistakes. The viewed turn is unfolded: each move that lost something has a row below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from workbench import boards
from workbench.game.session import Session
from workbench.gui.analyse.row_places import CandidateRow
from workbench.gui.review import words
from workbench.review import page
from workbench.review.judging import MIN_LOSS, Judged

INDENT = "    "


def decision_at(judged: Sequence[Judged], node: int) -> Judged | None:
    """Return the decision that begins at a node or has it between two of its moves, or None."""
    starts = next((decision for decision in judged if decision.node == node), None)
    return starts or next((decision for decision in judged if node in decision.decided[:-1]), None)


def row_of(decision: Judged | None, node: int) -> str:
    """Return the row that belongs to the viewed node, or "" if no decision is viewed."""
    if decision is None:
        return ""
    return str(decision.node if node == decision.node else node)


def rows(session: Session, listed: Sequence[Judged], unfolded: Judged | None) -> list[CandidateRow]:
    """Return a row for each decision, and for each move of the unfolded decision if it lost something.

    The rows of moves have the sort keys of their decision, so that they stay below it in any order.
    """
    found: list[CandidateRow] = []
    for decision in listed:
        row = _decision_row(session, decision)
        found.append(row)
        if unfolded is not None and decision.node == unfolded.node:
            found += _move_rows(session, decision, row)
    return found


def _decision_row(session: Session, decision: Judged) -> CandidateRow:
    decided = page.decision_texts(session, decision)[0]
    cells = {
        "turn": page.turn_text(session, decision),
        "who": boards.seat_name(session.point.info, decision.seat),
        "size": decision.size or words.SMALL,
        "value": page.loss_text(decision.loss, session.point.seats),
        "line": decided,
    }
    keys: dict[str, float | str] = {
        "turn": decision.node,
        "who": decision.seat,
        "size": decision.loss,
        "value": decision.loss,
        "line": decided,
    }
    return CandidateRow(str(decision.node), cells, keys)


def _move_rows(session: Session, decision: Judged, row: CandidateRow) -> list[CandidateRow]:
    steps, seats = decision.judgement.steps, session.point.seats
    if len(decision.moves) < 2 or len(steps) != len(decision.moves) + 1:
        return []
    starts = (f"{decision.node}+", *map(str, decision.decided))  # the first move begins where the turn does
    found = []
    for start, move, (before, after) in zip(starts, decision.moves, pairwise(steps), strict=False):
        loss = before - after
        if loss < MIN_LOSS:
            continue
        cells = {
            "turn": INDENT + page.moves_text(session, decision, (move,)), "who": "", "size": "",
            "value": page.loss_text(loss, seats), "line": "",
        }  # fmt: skip
        found.append(CandidateRow(start, cells, row.keys, True))
    return found


def node_of(row: str) -> int:
    """Return the node that a row shows: the position before its turn or its move."""
    return int(row.rstrip("+"))
