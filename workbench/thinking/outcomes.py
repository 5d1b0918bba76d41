"""A search for the value of each outcome of a chance event, such as a roll of dice."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import ClassVar

from msgspec.structs import replace

import fastcore
from bots.report import Candidate, Fact, Limit, Report, next_milestone
from bots.searching import MEMORY, SearchBot
from fastcore import CHANCE, State

NAME = "outcomes"


class Outcomes(SearchBot):
    """A search at a chance event. It never plays and is not among the named bots.

    Its candidates are the outcomes, ordered by their value for the next player to move. Their priors are the
    probabilities.
    """

    name = NAME
    meaning = "what chance may come to, each outcome with its value"
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
            raise ValueError("what chance decides here is covered")
        search = self.search
        if search is None or not self.resumes:
            search = self.search = fastcore.Search(state, seed=self.seed, memory_mb=256)
        kept, began, made, size, reported_at = search.simulations, perf_counter(), 0, self.first_slice, 0.0
        most = limit.simulations if limit is not None and limit.simulations is not None else 10**12
        longest = limit.seconds if limit is not None and limit.seconds is not None else 10.0**7
        history: list[Report] = []
        while True:
            milestone = next_milestone(made)
            clock = perf_counter()
            wanted = min(size, milestone - made, most - made)
            new = search.run(wanted, self.focus or None)
            made += new
            now = perf_counter()
            size = max(16, min(4 * size, int(size * 0.01 / max(now - clock, 1e-6)))) if wanted == size else size
            done = new < wanted or made >= most or now - began >= longest
            if done or now - began - reported_at >= self.report_seconds:
                reported_at = now - began
                report = outcomes_report(search, state, made, reported_at, kept)
                yield replace(report, history=tuple(history))
                history.clear()
                if done:
                    return
            elif made == milestone:
                history.append(outcomes_report(search, state, made, now - began, kept))


def outcomes_report(search: fastcore.Search, state: State, made: int, seconds: float, kept: int) -> Report:
    """Return a report of all outcomes, the best for the next player to move first.

    If the next player depends on the outcome, seat 0 counts as next.

    Args:
        search: The search.
        state: The position in which chance decides.
        made: The simulations made in this run.
        seconds: The time they took.
        kept: The simulations that the search had before.
    """
    rows = search.root()
    candidates = []
    for row in rows:
        text = state.move_text(int(row["move"]))
        value = tuple(float(one) for one in row["value"])
        candidates.append(
            Candidate(text, int(row["visits"]), value, float(row["spread"]), float(row["prior"]), (text,))
        )
    seat = next_seat(state)
    candidates.sort(key=lambda one: (-one.value[seat], -one.prior, one.move))
    total = sum(one.prior for one in candidates) or 1.0
    mean = tuple(sum(one.prior * one.value[seat] for one in candidates) / total for seat in range(state.seats))
    facts = (Fact("mean", {str(seat): value for seat, value in enumerate(mean)}),)
    return Report(candidates[0].move, tuple(candidates), made, seconds, kept, search.full, facts=facts)


def next_seat(state: State) -> int:
    """Return the seat to move after the chance event, 0 if it depends on the outcome."""
    actors = {state.after(state.move_text(move)).actor for move, _ in state.chances()}
    actor = actors.pop() if len(actors) == 1 else 0
    return actor if actor >= 0 else 0


def applies_to(point: fastcore.Viewpoint) -> bool:
    """Return whether this search applies: a chance event without hidden information."""
    return point.actor == CHANCE and point.state is not None and not point.info.has.deals
