"""A search for the value of each outcome of a chance event, such as a roll of dice."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import ClassVar

from msgspec.structs import replace

import fastcore
from bots.report import Candidate, Fact, Limit, Report, next_milestone
from bots.searching import MEMORY, SLICE_SECONDS, SearchBot
from fastcore import CHANCE, State
from workbench.system.translation import tr

NAME = "outcomes"


class Outcomes(SearchBot):
    """A search at a chance event. It never plays, and users cannot choose it by name.

    Its candidates are the outcomes, ordered by their value for the next player to move. Their priors are the
    probabilities.
    """

    name = NAME
    meaning = tr("the chance outcomes, each with its value")
    options: ClassVar = (MEMORY,)
    can_focus = True

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed, {"memory": 256})

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        """Return False: every outcome is searched."""
        return False

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Search the outcomes and yield reports until the limit is reached.

        Raises:
            ValueError: The position has hidden information.
        """
        state = point.state
        if state is None:
            raise ValueError(tr("the chance outcome here is hidden"))
        search = self.search
        if search is None or not self.resumes:
            search = self.search = fastcore.Search(state, seed=self.seed, memory_mb=256)
        earlier, start, count, reported_at = search.simulations, perf_counter(), 0, 0.0
        max_count = limit.simulations if limit is not None and limit.simulations is not None else 10**12
        max_seconds = limit.seconds if limit is not None and limit.seconds is not None else 10.0**7
        history: list[Report] = []
        while True:
            milestone = next_milestone(count)
            left = max_seconds - (perf_counter() - start)
            new = search.run(min(milestone, max_count) - count, self.focus or None, max(0.0, min(SLICE_SECONDS, left)))
            count += new
            time = perf_counter()
            finished = new == 0 or count >= max_count or time - start >= max_seconds
            if finished or time - start - reported_at >= self.report_seconds:
                reported_at = time - start
                report = outcomes_report(search, state, count, reported_at, earlier)
                yield replace(report, history=tuple(history))
                history.clear()
                if finished:
                    return
            elif count == milestone:
                history.append(outcomes_report(search, state, count, time - start, earlier))


def outcomes_report(search: fastcore.Search, state: State, count: int, seconds: float, earlier: int) -> Report:
    """Return a report of all outcomes, the best for the next player to move first.

    If the next player depends on the outcome, seat 0 counts as next.

    Args:
        search: The search.
        state: The position before the chance event.
        count: The number of simulations in this run.
        seconds: The time of this run.
        earlier: The number of simulations before this run.
    """
    rows = search.root()
    candidates = []
    for row in rows:
        text = state.move_text(int(row["move"]))
        value = tuple(float(payoff) for payoff in row["value"])
        candidates.append(
            Candidate(text, int(row["visits"]), value, float(row["spread"]), float(row["prior"]), (text,))
        )
    seat = next_seat(state)
    candidates.sort(key=lambda candidate: (-candidate.value[seat], -candidate.prior, candidate.move))
    total = sum(candidate.prior for candidate in candidates) or 1.0
    mean = tuple(
        sum(candidate.prior * candidate.value[seat] for candidate in candidates) / total for seat in range(state.seats)
    )
    facts = (Fact("mean", {str(seat): value for seat, value in enumerate(mean)}),)
    return Report(candidates[0].move, tuple(candidates), count, seconds, earlier, search.full, facts=facts)


def next_seat(state: State) -> int:
    """Return the seat to move after the chance event, or 0 if it depends on the outcome."""
    actors = {state.after(state.move_text(move)).actor for move, _ in state.chances()}
    actor = actors.pop() if len(actors) == 1 else 0
    return actor if actor >= 0 else 0


def applies_to(point: fastcore.Viewpoint) -> bool:
    """Return whether this search applies: a chance event without hidden information."""
    return point.actor == CHANCE and point.state is not None and not point.info.has.deals
