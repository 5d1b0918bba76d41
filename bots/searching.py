"""SearchBot: what bots that ask one of the core's searches have in common.

A search is driven in short slices, so that whoever asks can stop at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from msgspec.structs import replace

import fastcore
from bots import reasoning
from bots.allowance import Allowance, Share
from bots.base import Bot
from bots.policies import drawn_facts
from bots.report import TOLD, Candidate, Fact, Limit, Mark, Report, next_milestone
from bots.traced import Traced, traced
from fastcore import Option, specs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SLICE_SECONDS = 0.01  # between two looks at the clock
# of what is left is the next slice at most: where the machine slows down, the last one is short all the same
NEARER = 0.5
REPORT_SECONDS, MOST_SECONDS = 0.04, 0.12  # between two reports by the clock, usually and where making one takes long
REPORT_PART = 50  # times as long as a report took passes before the next, if that is longer
LATE_SECONDS = 0.0003  # what is left of a limit when another slice would overrun it
MARKED = 3  # candidates that are marked on the board
GLANCED = 5  # candidates that are told of at a milestone

CLOSELY = 0.5  # of the simulations of the best move are made of one that it is compared with

Rows: TypeAlias = "npt.NDArray[np.void]"


class Judgement(NamedTuple):
    """What a decision that was made is worth beside the best that was found, both for the seat that decided, in
    [-1, 1]; `best` is one move, or a plan."""

    report: Report
    best: tuple[str, ...]
    best_value: float
    value: float


def limits(unit: str, usual: int) -> tuple[Option, ...]:
    """The options that say how long a bot searches."""
    return (
        Option("simulations", "whole", "", f"{unit} for each decision; {usual:,} if no seconds are given", 1, 10**12),
        Option("seconds", "number", "", f"for each decision, instead of {unit} or as a second bound", 0.001, 10**6),
    )


THREADS = Option("threads", "whole", "1", "each grows a tree of its own", 1, 64)
SOFTNESS = Option(
    "softness", "number", "0", "0 plays the move most simulated, 1 each as often as it was simulated", 0, 10
)
SLIPS = Option("slips", "number", "0", "how often it plays any move at all without thinking; 0 is never", 0, 1)
MEMORY = Option("memory", "whole", "256", "megabytes that the search may take", 4, 30000)


class SearchBot(Bot):
    """Keeps its search from one decision to the next for as long as it goes on deciding itself."""

    engine: ClassVar[str] = "tree"
    searches: ClassVar[tuple[Option, ...]] = ()  # options that are handed to the search
    settings: ClassVar[Mapping[str, specs.Value]] = {}  # options of the search that are always so
    simulations: ClassVar[int] = 2000  # of a decision, if nothing else is asked for
    first_slice: ClassVar[int] = 64
    whole_turns: ClassVar[bool] = False  # most of a turn is decided at once
    compares: ClassVar[bool] = True  # what it tells of all moves can be compared: no bounds
    focuses: ClassVar[bool] = True  # it can look at some moves more closely and keep what it found of the others

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        import_module("numpy")  # what its rows are made of, now rather than in the time of its first decision
        threads = int(self.values.get("threads", 1))
        if int(self.values.get("memory", 4 * threads)) < 4 * threads:
            raise ValueError(f"memory is {self.values['memory']}; it must be 4 megabytes a thread at least")
        self.allowance = Allowance()
        self.search: fastcore.Search | None = None
        self.played = ""  # its last choice, which the search has not been told of yet
        # moves that all further simulations are made of, () for any; may change while it thinks
        self.focus: tuple[str, ...] = ()
        self.beside: int | None = None  # the move that its choice is compared with, None for the next best
        self.told = TOLD  # candidates that its reports tell of at most
        self.pace = REPORT_SECONDS  # between two of them
        self.resumes = False  # asked about the same position once more, it goes on where it was: for analysis alone
        self.tracing = self.values.get("trace") == "on"  # single simulations are told, one at each milestone

    @classmethod
    def fits(cls, spec: str) -> bool:
        return fastcore.Search.fits(fastcore.start(spec), cls.engine)

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if self.is_slip(point):
            yield self.slip(point)
            return
        began = perf_counter()
        share = self.allowance.of(limit or self.own_limit(), point, self.whole_turns)
        search, kept = self.resumed(point) or self.search_for(point)
        self.played = ""
        if self.is_forced(point):
            share = Share(1, share.seconds, share.saves)  # nothing to think about
        made, size, reported, pace, done = 0, self.first_slice, 0.0, self.pace, False
        history: list[Report] = []
        traces: list[Traced] = []
        try:
            while not done:
                milestone = next_milestone(made)
                wanted = min(
                    size, milestone - made, *(() if share.simulations is None else (share.simulations - made,))
                )
                clock = perf_counter()
                tells = (
                    self.tracing and not (self.focus or self.brief) and made + wanted == milestone and not search.done
                )
                new = search.run(wanted - tells, self.focus or None)
                if tells and new == wanted - 1:  # the trace is the simulation that would have come next
                    traces.append(traced(milestone, search.trace()))
                    new += 1
                made += new
                now = perf_counter()
                left = inf if share.seconds is None else share.seconds - (now - began)
                if wanted == size or left < SLICE_SECONDS / NEARER:
                    size = max(
                        1, min(4 * size, int(wanted * min(NEARER * left, SLICE_SECONDS) / max(now - clock, 1e-6)))
                    )
                done = (
                    new < wanted or (share.simulations is not None and made >= share.simulations) or left < LATE_SECONDS
                )
                due = done or now - began - reported >= pace
                if due:
                    reported = now - began
                    # by the clock only: simulations fix what a bot plays, whenever anybody looks
                    done = done or (share.seconds is not None and self.is_settled(search, share, made, reported))
                if done or (due and self.progress):
                    report = self.report(search, point, made, reported, kept)
                    self.played = report.move
                    pace = max(self.pace, min(MOST_SECONDS, REPORT_PART * (perf_counter() - now)))
                    yield replace(report, history=tuple(history), traces=tuple(traces)) if history or traces else report
                    history.clear()
                    traces.clear()
                elif made == milestone and not self.brief:
                    history.append(self.glance(search, point, made, now - began, kept))
        finally:  # also when nobody asks any more
            self.allowance.used(made, perf_counter() - began)

    def judge(self, point: fastcore.Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """Judge the move (or the steps of a plan) that were decided at this point, with so many simulations and, where
        they looked at it little, half as many again; the report compares the best with what was decided. It begins
        anew, so that what it says depends on nothing before."""
        self.search = None
        search, _ = self.search_for(point)
        began = perf_counter()
        made = search.run(1 if self.is_forced(point) else simulations)
        report = self.report(search, point, made, perf_counter() - began, 0)
        rows = search.root()
        best, move = (point.parse_move(text) for text in (report.move, decided[0]))
        visits = {int(row["move"]): int(row["visits"]) for row in rows}
        if visits[move] < (wanted := int(CLOSELY * visits[best])):
            made += search.run(wanted - visits[move], [move])
        values = {int(row["move"]): float(row["value"][point.actor]) for row in search.root()}
        if move != best:
            self.beside = move
            try:
                told = self.report(search, point, made, perf_counter() - began, 0)
            finally:
                self.beside = None
            report = told if told.move == report.move else report
        return Judgement(report, (report.move,), values[best], values[move])

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
        options: dict[str, Any] = {
            option.name: self.values[option.name] for option in self.searches if option.name in self.values
        }
        self.search = fastcore.Search(
            point,
            seed=self.stream(point).below(2**32),
            threads=int(self.values.get("threads", 1)),
            memory_mb=float(self.values["memory"]),
            engine=self.engine,
            **(options | dict(self.settings)),
        )
        return self.search, 0

    def resumed(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int] | None:
        """The search as it was left, if it is to go on and stands at this point."""
        search = self.search if self.resumes else None
        same = search is not None and (search.spec, search.text) == (point.spec, point.text())
        return (search, search.simulations) if search is not None and same else None

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        """Whether there is nothing to think about."""
        return len(point.moves()) == 1

    def is_settled(self, search: fastcore.Search, share: Share, made: int, seconds: float) -> bool:
        """Whether more searching would not change the choice."""
        return False

    def is_slip(self, point: fastcore.Viewpoint) -> bool:
        """Whether this is one of the decisions that a weak level makes without thinking."""
        slips = float(self.values.get("slips", 0.0))
        return slips > 0 and not self.is_forced(point) and self.slip_stream(point).below(10**6) < slips * 10**6

    def slip(self, point: fastcore.Viewpoint) -> Report:
        """Any move, all equally likely."""
        self.played = ""  # its search was not asked, and does not go on from here
        moves = point.moves()
        stream = self.slip_stream(point)
        stream.below(10**6)  # what said that it slips
        text = point.move_text(stream.choice(moves))
        share = 1 / len(moves)
        told = Candidate(text, 0, point.evaluate().values, 0.0, share, (text,))
        return Report(text, (told,), facts=drawn_facts(text, [share] * len(moves), share, len(moves)))

    def slip_stream(self, point: fastcore.Viewpoint) -> fastcore.Stream:
        return fastcore.Stream(self.seed, self.name, "slip", point.actor, point.turn, point.key)

    def choice(self, search: fastcore.Search, point: fastcore.Viewpoint) -> int:
        """The move to play."""
        return search.choice()

    def is_drawn(self, search: fastcore.Search, rows: Rows) -> bool:
        """Whether lot made its choice, the first of these rows, another one than the search's own."""
        return float(self.values.get("softness", 0.0)) > 0 and int(rows[0]["move"]) != search.choice()

    def ranked(self, rows: Rows, chosen: int, seat: int, most: int | None = None) -> Rows:
        """The rows, best first; so many of them at most."""
        import numpy as np

        return rows[np.lexsort((-rows["value"][:, seat], -rows["visits"], rows["move"] != chosen))[:most]]

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
            *reasoning.compared(candidates, point.actor, total, self.is_drawn(search, rows)),
            *reasoning.proof(point, line, result, losing, len(rows) - 1),
            *self.what_comes(search, point, line),
            *reasoning.terms(point, candidates),
        )

    def glance(
        self, search: fastcore.Search, point: fastcore.Viewpoint, made: int, seconds: float, kept: int
    ) -> Report:
        """What the search has found so far, in short: quick enough to be asked for at every milestone."""
        rows = self.ranked(search.root(), self.choice(search, point), point.actor, 1 if self.brief else GLANCED)
        candidates: list[Candidate] = []
        for move, visits, value, spread, prior, *_ in rows.tolist():
            if visits or not candidates:
                text = point.move_text(move)
                candidates.append(Candidate(text, visits, tuple(value.tolist()), spread, prior, (text,)))
        return Report(candidates[0].move, tuple(candidates), made, seconds, kept, search.full)

    def report(
        self, search: fastcore.Search, point: fastcore.Viewpoint, made: int, seconds: float, kept: int
    ) -> Report:
        """What the search has found so far."""
        import numpy as np

        if self.brief:
            return self.glance(search, point, made, seconds, kept)
        rows = self.ranked(search.root(), self.choice(search, point), point.actor)
        if self.beside is not None:
            other = rows["move"] == self.beside
            rows = np.concatenate([rows[:1], rows[1:][other[1:]], rows[1:][~other[1:]]])
        candidates: list[Candidate] = []
        for row in rows[: self.told]:
            if not row["visits"] and candidates:
                break
            line = texts_along(point, search.line(int(row["move"])))
            value = tuple(float(one) for one in row["value"])
            candidates.append(
                Candidate(line[0], int(row["visits"]), value, float(row["spread"]), float(row["prior"]), line)
            )
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
    """A move drawn by its visits: by their shares at a softness of 1, the more often the
    most visited one the lower it is."""
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
