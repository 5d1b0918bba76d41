"""Alerts: which rule was broken at the table, and what would put it right."""

from __future__ import annotations

from typing import NamedTuple

from workbench.companion.cursor import Cursor
from workbench.companion.replay import Fault
from workbench.companion.slips import Prior

ALTERNATIVES = 3  # legal events that an alert proposes


class Alert(NamedTuple):
    """A line that broke the rules, if it was entered correctly.

    Attributes:
        at: The index of the line.
        reason: Which rule, as a sentence.
        instead: Legal events that are closest to it.
    """

    at: int
    reason: str
    instead: tuple[str, ...]


def alert(cursor: Cursor, text: str, fault: Fault, prior: Prior) -> Alert:
    """Return the rule that an impossible line breaks.

    Args:
        cursor: The knowledge of the seat before the line.
        text: The text of the line.
        fault: Why it is impossible.
        prior: The prior of slips, which decides which legal events are close to it.
    """
    legal = [candidate for candidate in cursor.candidates if not cursor.why_not(candidate)]
    legal.sort(key=lambda candidate: (-prior.weight(text, candidate), candidate))
    return Alert(fault.at, fault.reason, tuple(legal[:ALTERNATIVES]))
