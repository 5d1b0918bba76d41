"""Selection of the reports that a record keeps for each decision."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from bots.report import Report, author, with_author
from workbench.game.document import GameDocument
from workbench.reports.pruning import DECISION_BYTES, plan_budget, prune

PERSON = "person"  # takes the place of a bot's spec


def reports_to_keep(document: GameDocument, players: Sequence[str], reports: tuple[Report, ...]) -> tuple[Report, ...]:
    """Return the reports to store for the next decision, signed by the bot and pruned to fit.

    `players` has PERSON or the bot's spec for each seat.
    """
    actor = document.point.actor
    if actor >= 0 and not author(reports[-1]) and players[actor] != PERSON:
        reports = (*reports[:-1], with_author(reports[-1], players[actor]))  # another player may take the seat later
    return prune(reports, _budget(document))


def _budget(document: GameDocument) -> int:
    """Return the number of bytes available for one decision.

    The decisions of a secret plan share a budget, and so do the bids of a turn.
    """
    current = document.point
    if not current.info.has.secrets:
        return DECISION_BYTES
    back = zip(reversed(document.current.points[: len(document.steps)]), reversed(document.steps), strict=True)
    turn = takewhile(lambda pair: pair[1].turn == current.turn, back)
    return plan_budget(
        step.reports for point, step in turn if (step.actor, point.phase) == (current.actor, current.phase)
    )
