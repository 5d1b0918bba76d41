"""The rows of the list of mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.game.session import PERSON, Session
from workbench.gui.analyse.row_places import CandidateRow
from workbench.gui.review import words
from workbench.review import page
from workbench.review.judging import Judged, largest_losses
from workbench.review.shown_numbers import decision_numbers
from workbench.seen.names import side_names


def decision_at(judged: Sequence[Judged], node: int) -> Judged | None:
    """Return the decision that begins at a node or has it between two of its moves, or None."""
    starts = next((decision for decision in judged if decision.node == node), None)
    return starts or next((decision for decision in judged if node in decision.decided[:-1]), None)


def rows(session: Session, listed: Sequence[Judged]) -> list[CandidateRow]:
    """Return a row for each decision."""
    return [_decision_row(session, decision) for decision in listed]


def _decision_row(session: Session, decision: Judged) -> CandidateRow:
    decided, numbers = page.decision_texts(session, decision)[0], decision_numbers(decision, session.point.seats)
    cells = {
        "turn": page.turn_text(session, decision),
        "who": side_names(session)[decision.seat],
        "size": decision.size or words.SMALL,
        "value": numbers.loss,
        "line": decided,
    }
    keys: dict[str, float | str] = {
        "turn": decision.node,
        "who": decision.seat,
        "size": numbers.lost,
        "value": numbers.lost,
        "line": decided,
    }
    return CandidateRow(str(decision.node), cells, keys)


def only_person(session: Session) -> int | None:
    """Return the seat of the only person, or None."""
    people = [seat for seat, one in enumerate(session.document.tree.head.seats) if one.player == PERSON]
    return people[0] if len(people) == 1 else None


def retry_target(judged: Sequence[Judged], seat: int | None) -> Judged | None:
    """Return the largest loss of a seat (None: any seat), or else of any seat, or None."""
    return next(iter((*largest_losses(judged, seat), *largest_losses(judged))), None)
