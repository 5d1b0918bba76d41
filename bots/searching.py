"""SearchBot, the base class of bots that use a search of the core.

A search runs in short slices, so that a caller who watches its reports can stop it at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Context, Decimal
from importlib import import_module
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from msgspec.structs import replace

import fastcore
from bots import reasoning
from bots.allowance import Allowance, Share
from bots.attention import considered_moves
from bots.base import Bot
from bots.judging import Judgement, judge_move, judge_turn
from bots.policies import drawn_facts
from bots.reasoning import group_turns
from bots.report import MAX_CANDIDATES, Candidate, Fact, Limit, Mark, Report, next_milestone
from bots.traced import Traced, compact_trace
from fastcore import Option
from fastcore.text import specs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SLICE_SECONDS = 0.01  # longest slice of a bot with `progress`, after which the caller can stop it
# Longest slice of a bot without `progress`; longer, because every slice restarts the extra threads.
UNWATCHED_SECONDS = 0.04
UNBOUNDED = 10**15  # simulations of a slice with only a time limit
# Seconds between timed reports: the usual interval, and the longest one when reports are slow to build.
REPORT_SECONDS, MAX_SECONDS = 0.04, 0.12
REPORT_PART = 50  # smallest interval between reports, in multiples of the time to build a report
LATE_SECONDS = 0.0003  # smallest remaining time for another slice
MARKED = 3  # number of candidates with marks on the board
MAX_SHORT_CANDIDATES = 5  # number of candidates in a milestone report

Rows: TypeAlias = "npt.NDArray[np.void]"


def limits(unit: str, usual: int) -> tuple[Option, ...]:
    """Return the options that limit a bot's search."""
    return (
        Option("simulations", "whole", "", f"{unit} for each decision; {usual:,} without seconds", 1, 10**12),
        Option("seconds", "number", "", f"for each decision, instead of {unit} or as a second limit", 0.001, 10**6),
    )


THREADS = Option("threads", "whole", "1", "threads that search at the same time", 1, 64)
SOFTNESS = Option(
    "softness", "number", "0", "0 plays the most visited move; 1 plays each in proportion to its visits", 0, 10
)
SLIPS = Option("slips", "number", "0", "share of random moves; 0 is never", 0, 1)
MEMORY = Option("memory", "whole", "256", "memory limit of the search in megabytes", 4, 30000)


def load_numpy() -> None:
    """Import numpy, which every search needs for its results, before a clock runs."""
    import_module("numpy")


class SearchBot(Bot):
    """A bot that keeps its search from one decision of its seat to the next.

    Args:
        seed: The seed of its random streams.
        values: The options by name.

    Raises:
        ValueError: The memory is too small for the threads.
    """

    engine: ClassVar[str] = "tree"
    searches: ClassVar[tuple[Option, ...]] = ()  # options that are passed to the search
    settings: ClassVar[Mapping[str, specs.Value]] = {}  # fixed options of the search
    simulations: ClassVar[int] = 2000  # default for a decision
    whole_turns: ClassVar[bool] = False  # whether one decision plans most of a turn
    has_comparable_values: ClassVar[bool] = True  # whether the values of all moves are comparable, not bounds
    can_focus: ClassVar[bool] = True  # whether the search can be restricted to some moves without losing its results

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        threads = int(self.values.get("threads", 1))
        if int(self.values.get("memory", 4 * threads)) < 4 * threads:
            raise ValueError(f"memory is {self.values['memory']}; it must be at least 4 megabytes for each thread")
        self.allowance = Allowance()
        self.search: fastcore.Search | None = None
        self.played = ""  # last choice; the search has not advanced past it yet
        # Moves that start all further simulations, () for any. May change during a search.
        self.focus: tuple[str, ...] = ()
        self.compared_move: int | None = None  # the move to compare with the choice; None for the second best
        self.max_candidates = MAX_CANDIDATES  # largest number of candidates in a report
        self.report_seconds = REPORT_SECONDS  # seconds between reports
        self.resumes = False  # whether a search of the same position continues; for analysis only
        self.tracing = self.values.get("trace") == "on"  # whether a trace is made at each milestone

    @classmethod
    def fits(cls, spec: str) -> bool:
        """Return whether the search supports the game."""
        return fastcore.Search.fits(fastcore.start(spec), cls.engine)

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield reports of the search until its limit is used up or the choice is settled."""
        if self.is_slip(point):
            yield self.slip(point)
            return
        load_numpy()
        start = perf_counter()
        share = self.allowance.share_for(limit or self.own_limit(), point, self.whole_turns)
        if float(self.values.get("attention", 1.0)) < 1:
            self.search = None  # a kept search has already tried the overlooked moves
        search, kept = self.resumed(point) or self.search_for(point)
        considered = self.considered(point, search)
        self.played = ""
        if self.is_forced(point):
            share = Share(1, share.seconds, share.saves)  # nothing to decide
        spent, reported, pace, done = 0, 0.0, self.report_seconds, False
        left = inf if share.seconds is None else share.seconds - (perf_counter() - start)
        longest = SLICE_SECONDS if self.progress else UNWATCHED_SECONDS
        history: list[Report] = []
        traces: list[Traced] = []
        try:
            while not done:
                milestone = next_milestone(spent)
                most = UNBOUNDED if share.simulations is None else share.simulations
                requested = most - spent if self.brief else min(milestone, most) - spent
                makes_trace = (
                    self.tracing
                    and not (self.focus or considered or self.brief)
                    and spent + requested == milestone
                    and not search.done
                )
                slice_seconds = max(0.0, min(longest, left - LATE_SECONDS))
                completed = search.run(requested - makes_trace, self.focus or considered or None, slice_seconds)
                finished = completed == 0 < requested - makes_trace
                # `trace` runs the last simulation of the slice.
                if makes_trace and completed == requested - 1:
                    traces.append(compact_trace(milestone, search.trace()))
                    completed += 1
                spent += completed
                now = perf_counter()
                left = inf if share.seconds is None else share.seconds - (now - start)
                done = (
                    finished
                    or (share.simulations is not None and spent >= share.simulations)
                    or left < LATE_SECONDS
                    or self.should_stop()
                )
                due = done or now - start - reported >= pace
                if due:
                    reported = now - start
                    # Stop early only under a time limit: without one, the move must not depend on the times of reports.
                    done = done or (share.seconds is not None and self.is_settled(search, share, spent, reported))
                if done or (due and self.progress):
                    report = replace(self.report(search, point, spent, reported, kept), threads=self.sharing_threads)
                    self.played = report.move
                    pace = max(self.report_seconds, min(MAX_SECONDS, REPORT_PART * (perf_counter() - now)))
                    yield replace(report, history=tuple(history), traces=tuple(traces)) if history or traces else report
                    history.clear()
                    traces.clear()
                elif spent == milestone and not self.brief:
                    history.append(self.short_report(search, point, spent, now - start, kept))
        finally:  # runs even if the caller stops early
            self.allowance.record_use(spent, perf_counter() - start)

    def judge(self, point: fastcore.Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """Judge a decision, or a whole turn where nothing is hidden.

        The searches start from scratch, so that the result depends only on the position.

        Args:
            point: The viewpoint of the player to move.
            decided: The texts of the decided moves: one, or those of a turn or a plan.
            simulations: The number of simulations for each searched position.
        """
        state = point.state
        if state is not None and not point.info.has.covered:
            return judge_turn(self, point, state, decided, simulations)
        report, best_value, value = judge_move(self, point, decided[0], simulations)
        return Judgement(report, (report.move,), best_value, value)

    @property
    def sharing_threads(self) -> int:
        """The number of threads that share one search, which cannot be repeated exactly; 1 if it can."""
        return int(self.values.get("threads", 1)) if self.values.get("shared") == "on" else 1

    def own_limit(self) -> Limit:
        """Return the limit in the bot's options."""
        simulations, seconds = self.values.get("simulations"), self.values.get("seconds")
        if simulations is None and seconds is None:
            simulations = self.simulations
        return Limit(None if simulations is None else int(simulations), None if seconds is None else float(seconds))

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        """Return a search at this point, and the number of simulations that it already holds."""
        if self.search is not None and self.played:
            kept = self.search.advance(self.played)
            if self.search.spec == point.spec and self.search.text == point.text():
                return self.search, kept
        self.search = self.new_search(point, self.stream(point).below(2**32))
        return self.search, 0

    def new_search(self, position: fastcore.Viewpoint | fastcore.State, seed: int) -> fastcore.Search:
        """Return a new search of a position with this bot's options."""
        options: dict[str, Any] = {
            option.name: self.values[option.name] for option in self.searches if option.name in self.values
        }
        return fastcore.Search(
            position,
            seed=seed,
            threads=int(self.values.get("threads", 1)),
            memory_mb=float(self.values["memory"]),
            engine=self.engine,
            **(options | dict(self.settings)),
        )

    def resumed(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int] | None:
        """Return the unfinished search of this point and its simulations, or None if there is none to continue."""
        search = self.search if self.resumes else None
        same = search is not None and (search.spec, search.text) == (point.spec, point.text())
        return (search, search.simulations) if search is not None and same else None

    def considered(self, point: fastcore.Viewpoint, search: fastcore.Search) -> tuple[str, ...]:
        """Return the moves that the bot considers, or () for all of them."""
        return considered_moves(point, self.seed, float(self.values.get("attention", 1.0)))

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        """Return whether there is only one legal move."""
        return len(point.moves()) == 1

    def is_settled(self, search: fastcore.Search, share: Share, spent: int, seconds: float) -> bool:
        """Return whether more search cannot change the choice, given the simulations and seconds so far."""
        return False

    def is_slip(self, point: fastcore.Viewpoint) -> bool:
        """Return whether this decision is a slip: a random move without a search."""
        slips = float(self.values.get("slips", 0.0))
        return slips > 0 and not self.is_forced(point) and self.slip_stream(point).below(10**6) < slips * 10**6

    def slip(self, point: fastcore.Viewpoint) -> Report:
        """Return a report with a uniformly random move."""
        self.played = ""  # the search has not seen this move
        moves = point.moves()
        stream = self.slip_stream(point)
        stream.below(10**6)  # skip the number that decided on the slip
        text = point.move_text(stream.choice(moves))
        share = 1 / len(moves)
        candidate = Candidate(text, 0, point.evaluate().values, 0.0, share, (text,))
        return Report(text, (candidate,), facts=drawn_facts(text, [share] * len(moves), share, len(moves)))

    def slip_stream(self, point: fastcore.Viewpoint) -> fastcore.Stream:
        """Return the random stream of one decision's slip."""
        return fastcore.Stream(self.seed, self.name, "slip", point.actor, point.turn, point.key)

    def choice(self, search: fastcore.Search, point: fastcore.Viewpoint) -> int:
        """Return the move to play."""
        return search.choice()

    def is_drawn(self, search: fastcore.Search, rows: Rows) -> bool:
        """Return whether the choice, the first row, was picked at random instead of the search's own choice."""
        return float(self.values.get("softness", 0.0)) > 0 and int(rows[0]["move"]) != search.choice()

    def ranked(self, rows: Rows, chosen: int, seat: int, most: int | None = None) -> Rows:
        """Return at most `most` rows: `chosen` first, then the best."""
        import numpy as np

        return rows[np.lexsort((-rows["value"][:, seat], -rows["visits"], rows["move"] != chosen))[:most]]

    def reply_facts(
        self, search: fastcore.Search, point: fastcore.Viewpoint, line: list[int], value: float
    ) -> Iterator[Fact]:
        """Yield the facts about the replies to the player's own moves in the best line, whose value is `value`."""
        return reasoning.replies(search, point, line, value)

    def facts(
        self, search: fastcore.Search, point: fastcore.Viewpoint, rows: Rows, candidates: list[Candidate], total: int
    ) -> tuple[Fact, ...]:
        """Return the facts behind the choice, the most important first.

        `rows` (of the root) and `candidates` are sorted, best first. `total` counts the simulations of the search.
        """
        line = search.line(int(rows[0]["move"]))
        result, turns = reasoning.proven_result(rows), group_turns(point, candidates)
        return (
            *reasoning.only_move(point),
            *reasoning.comparison(turns, point.actor, total, self.is_drawn(search, rows)),
            *reasoning.proof(point, line, result, rows),
            *self.reply_facts(search, point, line, candidates[0].value[point.actor]),
            *(reasoning.terms(point, turns[0].moves, turns[1].moves) if len(turns) > 1 else ()),
        )

    def short_report(
        self, search: fastcore.Search, point: fastcore.Viewpoint, spent: int, seconds: float, kept: int
    ) -> Report:
        """Return a short report, fast enough for every milestone."""
        rows = self.ranked(
            search.root(), self.choice(search, point), point.actor, 1 if self.brief else MAX_SHORT_CANDIDATES
        )
        candidates: list[Candidate] = []
        for move, visits, value, spread, prior, *_ in rows.tolist():
            if visits or not candidates:
                text = point.move_text(move)
                candidates.append(Candidate(text, visits, tuple(value.tolist()), spread, prior, (text,)))
        return Report(candidates[0].move, tuple(candidates), spent, seconds, kept, search.full)

    def report(
        self, search: fastcore.Search, point: fastcore.Viewpoint, spent: int, seconds: float, kept: int
    ) -> Report:
        """Return a report on the search so far.

        `spent` and `seconds` are the simulations and the time of this decision. `kept` counts the simulations
        that the tree already held.
        """
        import numpy as np

        if self.brief:
            return self.short_report(search, point, spent, seconds, kept)
        rows = self.ranked(search.root(), self.choice(search, point), point.actor)
        if self.compared_move is not None:
            is_compared = rows["move"] == self.compared_move
            rows = np.concatenate([rows[:1], rows[1:][is_compared[1:]], rows[1:][~is_compared[1:]]])
        candidates: list[Candidate] = []
        for row in rows[: self.max_candidates]:
            if not row["visits"] and candidates:
                break
            line = texts_along(point, search.line(int(row["move"])))
            value = tuple(float(number) for number in row["value"])
            candidates.append(
                Candidate(line[0], int(row["visits"]), value, float(row["spread"]), float(row["prior"]), line)
            )
        total = max(search.simulations, 1)
        marks = []
        for candidate in candidates[:MARKED]:
            where = first_cells(point, candidate.move)
            marks.append(Mark("candidate", where, min(candidate.visits / total, 1.0)))
        return Report(
            move=candidates[0].move,
            candidates=tuple(candidates),
            simulations=spent,
            seconds=seconds,
            kept=kept,
            full=search.full,
            beliefs=search.beliefs(),
            marks=tuple(marks),
            facts=self.facts(search, point, rows, candidates, total),
        )

    def close(self) -> None:
        """Discard the search."""
        self.search = None


def drawn_by_visits(rows: Rows, softness: float, stream: fastcore.Stream) -> int:
    """Return a move picked at random, weighted by visits.

    A softness of 1 samples in proportion to the visits; a smaller softness favours the most visited move.
    """
    return int(rows["move"][stream.pick(visit_weights(rows["visits"].tolist(), softness))])


def visit_weights(visits: Sequence[int], softness: float) -> list[float]:
    """Return (visits / most visits) ** (1 / softness) for each move, equal on every machine.

    Powers of floats depend on the C library and numpy's build. The logarithms of `decimal` do not.
    """
    context = Context(prec=25, traps=[])
    scale, most = Decimal(softness), Decimal(max(visits))
    return [
        float(context.exp(context.divide(context.ln(context.divide(Decimal(count), most)), scale))) if count else 0.0
        for count in visits
    ]


def first_cells(point: fastcore.Viewpoint, move: str) -> tuple[str, ...]:
    """Return the cells of a move's first event; () if the seat cannot foresee what it will see of the move."""
    events = point.events(move)
    return events[0].where if events else ()


def texts_along(point: fastcore.Viewpoint, line: list[int]) -> tuple[str, ...]:
    """Return the texts of a line of moves, or only of the first move if the game has hidden information."""
    state = point.state
    if state is None:
        return (point.move_text(line[0]),)
    texts = []
    for move in line:
        texts.append(state.move_text(move))
        state.play(move)
    return tuple(texts)
