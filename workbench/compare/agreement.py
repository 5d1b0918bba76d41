"""Whether a comparison agrees with a search about two candidates, and sentences about why it does not."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

from bots.report import Candidate, Report, has_bounds
from fastcore.comparison.difference import Difference, Estimate
from fastcore.comparison.quantiles import Z95
from workbench.compare.sentences import amount
from workbench.system.translation import tr

SAME_RESULT = tr("After each move, all games had the same result, so they show no chances.")
REJECTED = 10  # a candidate with this many times fewer visits is rejected by the search
UNKNOWN_SPREAD = 1.0  # assumed of a value if a bot reports no spread: the largest standard deviation


class Preference(NamedTuple):
    """What a search found about two candidates.

    Attributes:
        difference: The value of the first candidate less that of the second one, for the deciding seat, in [-2, 2].
        half: Half the width of its 95 % interval, as if the simulations were independent; 0 for exact values.
        rejects: Whether the search gave the better candidate at least ten times the visits of the worse one.
        is_bound: Whether the difference is only the least possible one.
    """

    difference: float
    half: float = 0.0
    rejects: bool = False
    is_bound: bool = False

    @property
    def clear(self) -> bool:
        """Whether the interval excludes 0, or the search rejects the worse candidate."""
        return abs(self.difference) > self.half or (self.rejects and self.difference != 0)


def preference(report: Report, first: Candidate, second: Candidate, seat: int) -> Preference | None:
    """Return what a search found about two of its candidates, or None if it does not order them.

    Args:
        report: The report of the search.
        first: The first candidate.
        second: The second candidate.
        seat: The deciding seat.
    """
    difference = first.value[seat] - second.value[seat]
    if has_bounds(report):  # only the best candidate has an exact value
        best = first if first.move == report.move else second
        is_ordered = best.move == report.move and (difference >= 0) == (best is first)
        return Preference(difference, is_bound=True) if is_ordered else None
    if not (first.visits and second.visits):
        return None
    errors = ((one.spread or UNKNOWN_SPREAD) / sqrt(one.visits) for one in (first, second))
    more, less = (first.visits, second.visits)[:: 1 if difference > 0 else -1]
    return Preference(difference, Z95 * hypot(*errors), more >= REJECTED * less)


def contradicts(difference: Difference, found: Preference | None) -> bool:
    """Return whether a clear difference and a clear preference favour different candidates."""
    if found is None or not (difference.clear and found.clear):
        return False
    return (found.difference > 0) != (difference.mean > 0)


def repeats_one_result(estimates: Sequence[Estimate], continuation: str, policies: Sequence[str]) -> bool:
    """Return whether the games of a policy all had the same result after each candidate."""
    return continuation in policies and all(one.error == 0 and one.trials > 1 for one in estimates)


def contradiction_sentences(
    difference: Difference, found: Preference, names: tuple[str, str], continuation: str, policies: Sequence[str]
) -> list[str]:
    """Return what the search prefers, who plays on in the games, and why the two results differ.

    Args:
        difference: The difference of the first and the second candidate.
        found: What the search found about them.
        names: Their names.
        continuation: Who plays on: a policy, a number of simulations, or a bot.
        policies: The policies of the game.
    """
    move, by = names[0 if found.difference > 0 else 1], amount(len(difference.means), found.difference)
    disagrees = (
        tr("The analysis disagrees: it prefers {move} by at least {by}.", move=move, by=by)
        if found.is_bound
        else tr("The analysis disagrees: it prefers {move} by {by}.", move=move, by=by)
    )
    if continuation in policies:
        who = tr("greedy play") if continuation == "greedy" else tr("the policy {name}", name=continuation)
        reason = tr(
            "In these games, {who} makes all further moves, for all players. It does not search, so it can miss why "
            "{move} is better.",
            who=who,
            move=move,
        )
    elif continuation.isdigit():
        reason = tr(
            "In these games, a search with only {count} simulations makes all further moves. It sees less than the "
            "analysis.",
            count=continuation,
        )
    else:
        reason = tr("In these games, {bot} makes all further moves, for all players.", bot=continuation)
    return [disagrees, reason]
