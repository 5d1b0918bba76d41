"""What the tutor said in one game, and how the players reacted."""

from __future__ import annotations

from typing import NamedTuple

from bots.reasoning import turn_of
from workbench import boards
from workbench.reports.reasons import reasons
from workbench.review.shown_numbers import amount_text
from workbench.tutor.decisions import Decision
from workbench.tutor.judging import Objection

MAX_REASONS = 2  # largest number of sentences about the better alternative
LEFT_OUT = ("mixture", "plan", "case")  # kinds of reasons that repeat the objection, or only fit a bot's own choice
LAST = ("reply", "luck", "choice")  # kinds of reasons that say what can go wrong, or compare numbers again


class Remark(NamedTuple):
    """One objection of the tutor.

    `undone` is whether the player undid the decision.
    """

    seat: int
    loss: float
    undone: bool


class Total(NamedTuple):
    """The remarks to one seat: their number, those undone, and the loss of the decisions that were kept."""

    seat: int
    spoken: int
    undone: int
    lost: float


def totals(remarks: list[Remark]) -> list[Total]:
    """Return the totals of all seats that the tutor spoke to, in order."""
    found = []
    for seat in sorted({remark.seat for remark in remarks}):
        own = [remark for remark in remarks if remark.seat == seat]
        lost = sum(remark.loss for remark in own if not remark.undone)
        found.append(Total(seat, len(own), sum(remark.undone for remark in own), lost))
    return found


def loss_text(loss: float, seats: int) -> str:
    """Return a loss as people see it: percentage points of the chances for two seats, else a difference of results."""
    return amount_text(loss, seats)


def better_moves(decision: Decision, objection: Objection) -> str:
    """Return the better alternative in words."""
    return boards.describe_moves(decision.point.info, decision.seat, objection.better)


def better_reasons(decision: Decision, objection: Objection) -> tuple[str, ...]:
    """Return one or two sentences on why the alternative is better, from the facts of its report."""
    point, report = decision.point, objection.report
    effect = boards.turn_effect(point, objection.better)
    same = turn_of(point, report)[:1] == objection.better[:1]
    found = [
        reason for reason in (reasons(point.info, decision.seat, report) if same else ()) if reason.kind not in LEFT_OUT
    ]
    found.sort(key=lambda reason: LAST.index(reason.kind) if reason.kind in LAST else -1)
    return tuple([*([effect] if effect else []), *(reason.text for reason in found)][:MAX_REASONS])
