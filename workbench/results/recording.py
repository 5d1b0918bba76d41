"""The result of a finished game, for a person who played it alone against bots."""

from __future__ import annotations

from datetime import datetime

from bots.report import author
from workbench.game.session import PERSON, Session
from workbench.results import history
from workbench.results.history import GameResult, shared_win
from workbench.system.saving import WriteError

COUNTED = ("normal", "resigned", "timeout")  # endings that a player has caused


def result_of(session: Session) -> GameResult | None:
    """Return the result of a game, or None if it is not over or has none.

    Only games of one person against bots have a result. A game counts for the rating if it began at the usual start and
    the person neither took moves back nor let a bot move.
    """
    persons = [seat for seat, player in enumerate(session.seats) if player == PERSON]
    result = session.result
    if len(persons) != 1 or session.follows is not None or result is None or result.ending not in COUNTED:
        return None
    seat = persons[0]
    alone = not any(step.actor == seat and step.report is not None and author(step.report) for step in session.steps)
    first_try = len(session.document.tree.nodes) == len(session.steps) + 1 and not session.hindsight
    usual = session.position is None and not session.opening_steps and session.by_hand == "never"
    return GameResult(
        id=f"{session.salt}-{session.seed}",
        date=datetime.now().astimezone().isoformat(timespec="seconds"),
        spec=session.spec,
        opponents=tuple(player for player in session.seats if player != PERSON),
        score=shared_win(result.returns, seat),
        rated=alone and first_try and usual,
    )


def record(session: Session) -> str:
    """Store the result of a game that has one. Return why that failed, or ""."""
    result = result_of(session)
    if result is None:
        return ""
    try:
        history.add(result)
    except WriteError as error:
        return str(error)
    return ""
