"""SearchBot: what bots that ask one of the core's searches have in common.

A search is driven in short slices, so that whoever asks can stop at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from time import perf_counter
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

import fastcore
from bots import reasoning
from bots.allowance import Allowance, Share
from bots.base import Bot
from bots.report import TOLD, Candidate, Fact, Limit, Mark, Report
from fastcore import Option, specs

SLICE_SECONDS = 0.01  # between two looks at the clock
REPORT_SECONDS = 0.04
LATE_SECONDS = 0.0003  # what is left of a limit when another slice would overrun it
MARKED = 3  # of them on the board

Rows = npt.NDArray[np.void]


def limits(unit: str, usual: int) -> tuple[Option, ...]:
    """The options that say how long a bot searches."""
    return (
        Option("simulations", "whole", "", f"{unit} for each decision; {usual:,} if no seconds are given", 1, 10**12),
        Option("seconds", "number", "", f"for each decision, instead of {unit} or as a second bound", 0.001, 10**6),
    )


THREADS = Option("threads", "whole", "1", "each grows a tree of its own", 1, 64)
SOFTNESS = Option("softness", "number", "0", "0 plays the move most simulated, 1 each as often as it was simulated", 0, 10)
MEMORY = Option("memory", "whole", "256", "megabytes that the search may take", 4, 30000)


class SearchBot(Bot):
    """Keeps its search from one decision to the next for as long as it goes on deciding itself."""

    engine: ClassVar[str] = "tree"
    searches: ClassVar[tuple[Option, ...]] = ()  # options that are handed to the search
    settings: ClassVar[Mapping[str, specs.Value]] = {}  # options of the search that are always so
    simulations: ClassVar[int] = 2000  # of a decision, if nothing else is asked for
    first_slice: ClassVar[int] = 64
    whole_turns: ClassVar[bool] = False  # most of a turn is decided at once

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        threads = int(self.values.get("threads", 1))
        if int(self.values.get("memory", 4 * threads)) < 4 * threads:
            raise ValueError(f"memory is {self.values['memory']}; it must be 4 megabytes a thread at least")
        self.allowance = Allowance()
        self.search: fastcore.Search | None = None
        self.played = ""  # its last choice, which the search has not been told of yet

    @classmethod
    def fits(cls, spec: str) -> bool:
        return fastcore.Search.fits(fastcore.start(spec), cls.engine)

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        began = perf_counter()
        share = self.allowance.of(limit or self.own_limit(), point, self.whole_turns)
        search, kept = self.search_for(point)
        self.played = ""
        if self.is_forced(point):
            share = Share(1, share.seconds, share.saves)  # nothing to think about
        made, size, reported, done = 0, self.first_slice, 0.0, False
        try:
            while not done:
                wanted = size if share.simulations is None else min(size, share.simulations - made)
                clock = perf_counter()
                new = search.run(wanted)
                made += new
                now = perf_counter()
                left = inf if share.seconds is None else share.seconds - (now - began)
                size = max(16, min(4 * size, int(size * min(left, SLICE_SECONDS) / max(now - clock, 1e-6))))
                done = (
                    new < wanted
                    or (share.simulations is not None and made >= share.simulations)
                    or left < LATE_SECONDS
                )
                if done or now - began - reported >= REPORT_SECONDS:
                    reported = now - began
                    # by the clock only: simulations fix what a bot plays, whenever anybody looks
                    done = done or (share.seconds is not None and self.is_settled(search, share, made, reported))
                    report = self.report(search, point, made, reported, kept)
                    self.played = report.move
                    yield report
        finally:  # also when nobody asks any more
            self.allowance.used(made, perf_counter() - began)

    def own_limit(self) -> Limit:
        """The limit that its options give."""
        simulations, seconds = self.values.get("simulations"), self.values.get("seconds")
        if simulations is None and seconds is None:
            simulations = self.simulations
        return Limit(None if simulations is None else int(simulations), None if seconds is None else float(seconds))

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        """A search that stands at this point, and the simulations it holds already."""
        if self.search is not None and self.played:
            kept = self.search.advance(self.played)
            if self.search.spec == point.spec and self.search.text == point.text():
                return self.search, kept
        options: dict[str, Any] = {option.name: self.values[option.name] for option in self.searches if option.name in self.values}
        self.search = fastcore.Search(
            point,
            seed=self.stream(point).below(2**32),
            threads=int(self.values.get("threads", 1)),
            memory_mb=float(self.values["memory"]),
            engine=self.engine,
            **(options | dict(self.settings)),
        )
        return self.search, 0

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        """Whether there is nothing to think about."""
        return len(point.moves()) == 1

    def is_settled(self, search: fastcore.Search, share: Share, made: int, seconds: float) -> bool:
        """Whether more searching would not change the choice."""
        return False

    def choice(self, search: fastcore.Search, point: fastcore.Viewpoint) -> int:
        """The move to play."""
        return search.choice()

    def ranked(self, rows: Rows, chosen: int, seat: int) -> Rows:
        """The rows, best first."""
        order = sorted(range(len(rows)), key=lambda i: (rows["move"][i] != chosen, -rows["visits"][i], -rows["value"][i][seat]))
        return rows[order]

    def what_comes(self, search: fastcore.Search, point: fastcore.Viewpoint, line: list[int]) -> Iterator[Fact]:
        """What is expected after the own moves of the best line."""
        return reasoning.what_comes(search, point, line)

    def facts(
        self, search: fastcore.Search, point: fastcore.Viewpoint, rows: Rows, candidates: list[Candidate], total: int
    ) -> tuple[Fact, ...]:
        """The facts behind its choice, the most telling first."""
        line = search.line(int(rows[0]["move"]))
        result, losing = reasoning.proven_in(rows)
        return (
            *reasoning.only(point),
            *reasoning.compared(candidates, point.actor, total),
            *reasoning.proof(point, line, result, losing, len(rows) - 1),
            *self.what_comes(search, point, line),
            *reasoning.terms(point, candidates),
        )

    def report(
        self, search: fastcore.Search, point: fastcore.Viewpoint, made: int, seconds: float, kept: int
    ) -> Report:
        """What the search has found so far."""
        rows = self.ranked(search.root(), self.choice(search, point), point.actor)
        candidates: list[Candidate] = []
        for row in rows[:TOLD]:
            if not row["visits"] and candidates:
                break
            line = texts_along(point, search.line(int(row["move"])))
            value = tuple(float(one) for one in row["value"])
            candidates.append(Candidate(line[0], int(row["visits"]), value, float(row["spread"]), float(row["prior"]), line))
        total = max(search.simulations, 1)
        marks = []
        for candidate in candidates[:MARKED]:
            where = point.events(candidate.move)[0].where
            marks.append(Mark("candidate", where, min(candidate.visits / total, 1.0)))
        return Report(
            move=candidates[0].move,
            candidates=tuple(candidates),
            simulations=made,
            seconds=seconds,
            kept=kept,
            full=search.full,
            beliefs=search.beliefs(),
            marks=tuple(marks),
            facts=self.facts(search, point, rows, candidates, total),
        )

    def close(self) -> None:
        self.search = None


def drawn_by_visits(rows: Rows, softness: float, stream: fastcore.Stream) -> int:
    """A move drawn by its visits: by their shares at a softness of 1, the more often the most visited one the lower it is."""
    weights = (rows["visits"] / rows["visits"].max()) ** (1 / softness)
    return int(rows["move"][stream.pick(list(weights / weights.sum()))])


def texts_along(point: fastcore.Viewpoint, line: list[int]) -> tuple[str, ...]:
    """The texts of moves made one after the other; where something is hidden a line is one move long."""
    state = point.state
    if state is None:
        return (point.move_text(line[0]),)
    texts = []
    for move in line:
        texts.append(state.move_text(move))
        state.play(move)
    return tuple(texts)
