"""Why a bot chose what it chose, in sentences made from its own report and from nothing else."""

from __future__ import annotations

from typing import NamedTuple

from bots.report import Fact, Report
from fastcore import GameInfo

MOST = 3  # sentences about one decision


class Reason(NamedTuple):
    """One plain sentence, and the facts of the report that it was made from, to be shown where somebody asks for them.

    `kind` says what it is about: "only", "proof", "choice", "reply", "terms", "plan", "mixture", "points", ...
    """

    kind: str
    text: str
    facts: tuple[Fact, ...]


def reasons(info: GameInfo, seat: int, report: Report, earlier: Report | None = None) -> tuple[Reason, ...]:
    """Two or three sentences about a decision of a seat, the most telling first; none where the report tells nothing.

    `report` is the last one of the decision (a record's `move.reports[-1]`), `earlier` that of the same seat's decision
    before it, if there is one: what was learned in between is told too.
    """
    return ()
