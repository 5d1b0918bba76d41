"""The part of a decision's reports that is kept: the bot's signature and as much as a record has room for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from bots.report import Report, by, signed
from workbench.game.document import GameDocument
from workbench.reports.pruning import DECISION_BYTES, plan_budget, pruned

PERSON = "person"  # in place of a bot's text


def kept(document: GameDocument, players: Sequence[str], reports: tuple[Report, ...]) -> tuple[Report, ...]:
    """Return the reports to keep for the next decision. `players` has PERSON or the bot's text for each seat."""
    actor = document.point.actor
    if actor >= 0 and not by(reports[-1]) and players[actor] != PERSON:
        reports = (*reports[:-1], signed(reports[-1], players[actor]))  # another player may take the seat later
    return pruned(reports, _room(document))


def _room(document: GameDocument) -> int:
    """Return the bytes for one decision.

    The decisions of a secret plan share a budget, and so do the bids of a turn.
    """
    here = document.point
    if not here.info.has.secrets:
        return DECISION_BYTES
    back = zip(reversed(document.current.points[: len(document.steps)]), reversed(document.steps), strict=True)
    turn = takewhile(lambda made: made[1].turn == here.turn, back)
    return plan_budget(step.reports for point, step in turn if (step.actor, point.phase) == (here.actor, here.phase))
