"""mcts: the core's tree search, driven in short slices so that whoever asks can stop at any time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import ClassVar

import fastcore
from bots.allowance import Allowance
from bots.base import Bot, Preset
from bots.report import Candidate, Fact, Limit, Mark, Report
from fastcore import Option, specs

DEFAULT_SIMULATIONS = 2000
SLICE_SECONDS = 0.01  # between two looks at the clock
REPORT_SECONDS = 0.04
TOLD = 12  # candidates in a report
MARKED = 3  # of them on the board


class Mcts(Bot):
    """Keeps its tree from one decision to the next for as long as it goes on deciding itself."""

    name = "mcts"
    meaning = "tree search: simulates how the game may go on"
    options = (
        Option("simulations", "whole", "", f"for each decision; {DEFAULT_SIMULATIONS:,} if no seconds are given", 1, 10**9),
        Option("seconds", "number", "", "for each decision, instead of simulations or as a second bound", 0.001, 10**6),
        Option("threads", "whole", "1", "each grows a tree of its own", 1, 64),
        Option("memory", "whole", "256", "megabytes that the trees may take", 4, 30000),
        Option("exploration", "number", "0.5", "how far the search strays from the best move so far", 0, 100),
    )
    presets: ClassVar = {
        "gentle": Preset("simulations=50", "50 simulations a decision, for a first game"),
        "steady": Preset("simulations=2000", "2,000 simulations a decision, thinks before it moves"),
        "strong": Preset("simulations=20000", "20,000 simulations a decision, thinks hard"),
        "deep": Preset("seconds=1", "a second a decision"),
    }

    usual = "steady"

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        if int(self.values["memory"]) < 4 * int(self.values["threads"]):
            raise ValueError(f"memory is {self.values['memory']}; it must be 4 megabytes a thread at least")
        self.allowance = Allowance()
        self.search: fastcore.Search | None = None
        self.played = ""  # its last choice, which the tree has not been told of yet

    @classmethod
    def fits(cls, spec: str) -> bool:
        has = fastcore.start(spec).info.has
        return not has.covered

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        began = perf_counter()
        simulations, seconds = self.allowance.of(limit or self.own_limit(), point.turn)
        search, kept = self.tree_for(point)
        before = point.evaluate()
        self.played = ""
        if len(point.moves()) == 1:
            simulations = 1  # nothing to think about
        made, size, reported, done = 0, 64, -REPORT_SECONDS, False
        try:
            while not done:
                share = size if simulations is None else min(size, simulations - made)
                clock = perf_counter()
                made += search.run(share)
                now = perf_counter()
                size = max(16, min(4 * size, int(size * SLICE_SECONDS / max(now - clock, 1e-6))))
                done = (simulations is not None and made >= simulations) or (seconds is not None and now - began >= seconds)
                if done or now - began - reported >= REPORT_SECONDS:
                    reported = now - began
                    report = report_of(search, point, before, made, reported, kept)
                    self.played = report.move
                    yield report
        finally:  # also when nobody asks any more
            self.allowance.used(made, perf_counter() - began)

    def own_limit(self) -> Limit:
        """The limit that its options give."""
        simulations, seconds = self.values.get("simulations"), self.values.get("seconds")
        if simulations is None and seconds is None:
            simulations = DEFAULT_SIMULATIONS
        return Limit(None if simulations is None else int(simulations), None if seconds is None else float(seconds))

    def tree_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        """A search that stands at this point, and the simulations it holds already."""
        kept = 0
        if self.search is not None and self.played:
            kept = self.search.advance(self.played)
        if self.search is None or not kept or self.search.spec != point.spec or self.search.text != point.text():
            kept = 0
            self.search = fastcore.Search(
                point,
                seed=self.stream(point).below(2**32),
                threads=int(self.values["threads"]),
                memory_mb=float(self.values["memory"]),
                exploration=float(self.values["exploration"]),
            )
        return self.search, kept

    def close(self) -> None:
        self.search = None


def report_of(
    search: fastcore.Search, point: fastcore.Viewpoint, before: fastcore.Evaluation, made: int, seconds: float, kept: int
) -> Report:
    """What the search has found so far."""
    seat = point.actor
    chosen = search.choice()
    rows = sorted(search.root(), key=lambda row: (row["move"] != chosen, -row["visits"], -row["value"][seat]))[:TOLD]
    candidates = []
    for row in rows:
        if not row["visits"]:
            break
        line = texts_along(point, search.line(int(row["move"])))
        value = tuple(float(one) for one in row["value"])
        candidates.append(Candidate(line[0], int(row["visits"]), value, float(row["spread"]), float(row["prior"]), line))
    total = search.simulations
    marks = []
    for candidate in candidates[:MARKED]:
        where = point.events(candidate.move)[0].where
        marks.append(Mark("candidate", where, candidate.visits / total))
    return Report(
        move=candidates[0].move,
        candidates=tuple(candidates),
        simulations=made,
        seconds=seconds,
        kept=kept,
        full=search.full,
        marks=tuple(marks),
        facts=facts_of(point, candidates, before, total),
    )


def texts_along(point: fastcore.Viewpoint, line: list[int]) -> tuple[str, ...]:
    """The texts of moves made one after the other."""
    state = point.state
    assert state is not None, "mcts fits open games only"
    texts = []
    for move in line:
        texts.append(state.move_text(move))
        state.play(move)
    return tuple(texts)


def facts_of(
    point: fastcore.Viewpoint, candidates: list[Candidate], before: fastcore.Evaluation, total: int
) -> tuple[Fact, ...]:
    """The best move against the second, and the terms of the static evaluation that the best move changes at once."""
    seat = point.actor
    best = candidates[0]
    facts = [Fact("best", {"move": best.move, "share": best.visits / total, "value": best.value[seat]})]
    if len(candidates) > 1:
        second = candidates[1]
        facts.append(Fact("second", {"move": second.move, "share": second.visits / total, "value": second.value[seat]}))
    state = point.state
    if state is not None:
        for old, new in zip(before.terms, state.after(best.move).evaluate().terms, strict=True):
            change = (new.amount - old.amount) * new.weight
            if abs(change) > 1e-9:
                facts.append(Fact("term", {"name": new.name, "change": change if seat == 0 else -change}))
    return tuple(facts)
