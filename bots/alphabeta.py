"""alphabeta: the core's alpha-beta search, driven in short slices so that whoever asks can stop at any time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import ClassVar

import fastcore
from bots.allowance import Allowance
from bots.base import Bot, Preset
from bots.mcts import MARKED, REPORT_SECONDS, SLICE_SECONDS, TOLD, facts_of, texts_along
from bots.report import Candidate, Fact, Limit, Mark, Report
from fastcore import Option, specs
from fastcore.search.alphabeta import AlphaBeta

DEFAULT_NODES = 100_000
FIRST_SLICE = 2000
LEAST_SLICE = 200


class AlphaBetaBot(Bot):
    """Keeps its table from one decision to the next for as long as it goes on deciding itself."""

    name = "alphabeta"
    meaning = "looks ahead move by move, deeper and deeper, and finds forced wins"
    options = (
        Option("simulations", "whole", "", f"nodes a decision; {DEFAULT_NODES:,} if no seconds are given", 1, 10**12),
        Option("seconds", "number", "", "for each decision, instead of nodes or as a second bound", 0.001, 10**6),
        Option("memory", "whole", "256", "megabytes that its table may take", 4, 30000),
    )
    presets: ClassVar = {
        "gentle": Preset("simulations=500", "500 nodes a decision, for a first game"),
        "steady": Preset("simulations=100000", "100,000 nodes a decision, sees threats coming"),
        "strong": Preset("simulations=3000000", "3,000,000 nodes a decision, thinks hard"),
        "deep": Preset("seconds=1", "a second a decision"),
    }

    usual = "steady"

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        self.allowance = Allowance()
        self.search: AlphaBeta | None = None
        self.played = ""  # its last choice, which the search has not been told of yet

    @classmethod
    def fits(cls, spec: str) -> bool:
        state = fastcore.start(spec)
        return state.seats == 2 and not state.info.has.chance and not state.info.has.covered

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        began = perf_counter()
        nodes, seconds = self.allowance.of(limit or self.own_limit(), point.turn)
        search = self.search_for(point)
        before = point.evaluate()
        self.played = ""
        if len(point.moves()) == 1:
            nodes = 1  # nothing to think about
        made, size, reported, done = 0, FIRST_SLICE, -REPORT_SECONDS, False
        try:
            while not done:
                share = size if nodes is None else min(size, nodes - made)
                clock = perf_counter()
                new = search.run(share)
                made += new
                now = perf_counter()
                left = SLICE_SECONDS if seconds is None else min(SLICE_SECONDS, seconds - (now - began))
                size = max(LEAST_SLICE, min(4 * size, int(new * left / max(now - clock, 1e-6))))
                done = new < share or (nodes is not None and made >= nodes) or left <= 0
                if done or now - began - reported >= REPORT_SECONDS:
                    reported = now - began
                    report = report_of(search, point, before, made, reported)
                    self.played = report.move
                    yield report
        finally:  # also when nobody asks any more
            self.allowance.used(made, perf_counter() - began)

    def own_limit(self) -> Limit:
        """The limit that its options give."""
        nodes, seconds = self.values.get("simulations"), self.values.get("seconds")
        if nodes is None and seconds is None:
            nodes = DEFAULT_NODES
        return Limit(None if nodes is None else int(nodes), None if seconds is None else float(seconds))

    def search_for(self, point: fastcore.Viewpoint) -> AlphaBeta:
        """A search that stands at this point."""
        if self.search is not None and self.played:
            self.search.advance(self.played)
        if self.search is None or not self.played or self.search.spec != point.spec or self.search.text != point.text():
            state = point.state
            assert state is not None, "alphabeta fits open games only"
            seed = self.stream(point).below(2**32)
            self.search = AlphaBeta(state, seed=seed, memory_mb=float(self.values["memory"]))
        return self.search

    def close(self) -> None:
        self.search = None


def report_of(
    search: AlphaBeta, point: fastcore.Viewpoint, before: fastcore.Evaluation, made: int, seconds: float
) -> Report:
    """What the search has found so far. The values of all but the best move are bounds: they are worth that at most."""
    seat = point.actor
    chosen = search.choice()
    rows = sorted(search.root(), key=lambda row: (row["move"] != chosen, -row["depth"], -row["minimax"], -row["visits"]))
    candidates: list[Candidate] = []
    for row in rows[:TOLD]:
        if not row["visits"] and candidates:
            break
        line = texts_along(point, search.line(int(row["move"])))
        value = tuple(float(one) for one in row["value"])
        candidates.append(Candidate(line[0], int(row["visits"]), value, 0.0, float(row["prior"]), line))
    total = max(search.simulations, 1)
    marks = []
    for candidate in candidates[:MARKED]:
        where = point.events(candidate.move)[0].where
        marks.append(Mark("candidate", where, candidate.visits / total))
    proven = int(rows[0]["lower"] == rows[0]["upper"])
    score = Fact("score", {"value": candidates[0].value[seat], "proven": proven})
    return Report(
        move=candidates[0].move,
        candidates=tuple(candidates),
        simulations=made,
        seconds=seconds,
        full=search.full,
        marks=tuple(marks),
        facts=(Fact("depth", {"depth": search.depth}), score, *facts_of(point, candidates, before, total)),
    )
