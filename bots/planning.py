"""PlanBot, the base class of bots that plan a whole turn in games with secret choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter

from msgspec.structs import replace

import fastcore
from bots.judging import Judgement
from bots.report import Candidate, Fact, Limit, Mark, Report
from bots.searching import MARKED, MAX_SHORT_CANDIDATES, SearchBot, first_cells
from fastcore.text import specs

SHOWN = 6  # largest number of plans of a mixed strategy in a report
DRAWN = 0.05  # smallest weight with which the search draws a plan that is as good as its others
SAMPLES = 24  # samples for each pair of plans in a judgement
LIKELY = 4  # number of the opponent's most likely plans over which expected results are averaged


class PlanBot(SearchBot):
    """A bot that draws one plan from its mixed strategy and follows it while the game goes as expected.

    Args:
        seed: The seed of its random streams.
        values: The options by name.
    """

    whole_turns = True
    can_focus = False  # the weights of plans are interdependent, so a search of only some plans starts from scratch

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        self.last_plan: tuple[fastcore.Viewpoint, Report] | None = None  # point and last report of the latest plan
        self.following: dict[str, Report] = {}  # report for each expected position of the plan
        self.last_search_key = ("", -1, -1, "")  # spec, seat, turn and phase of the last search
        self.draws_plans = True  # if False, the bot reports the plan with the largest weight instead of a random one
        self.is_continued = False  # whether the current search continues the plan of that key

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield the next step of the plan, or search for a new plan."""
        if self.resumes:
            self.last_plan, self.following = None, {}  # analysis asks about plans, not for the next step of one
        if self.last_plan is not None:
            self.following = dict(steps_of(*self.last_plan))
            self.last_plan = None
        follow = self.following.get(f"{point.spec} {point.text()}")
        if follow is not None:
            yield follow
            return
        key = (point.spec, point.actor, point.turn, point.phase)
        self.is_continued, self.last_search_key = key == self.last_search_key, key
        for report in super().think(point, limit):
            self.last_plan = point.copy(), report  # saved first, because the caller may stop here
            yield report

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        """Return a new search, and 0 because it holds no simulations."""
        self.search = None
        return super().search_for(point)

    def slip(self, point: fastcore.Viewpoint) -> Report:
        """Return a random move. The next decision starts a new plan."""
        self.last_search_key = ("", -1, -1, "")
        return super().slip(point)

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        """Return False: later steps of the plan matter, even if the next one is forced."""
        return False

    def chosen_plan(
        self, mixture: Sequence[tuple[tuple[str, ...], float]], point: fastcore.Viewpoint
    ) -> tuple[str, ...]:
        """Return a plan drawn from the mixed strategy, or the one with the largest weight."""
        if self.draws_plans:
            return mixture[self.stream(point).pick([weight for _, weight in mixture])][0]
        return max(mixture, key=lambda entry: entry[1])[0]

    def short_report(
        self, search: fastcore.Search, point: fastcore.Viewpoint, spent: int, seconds: float, kept: int
    ) -> Report:
        """Return a short report with a plan drawn from the mixed strategy."""
        mixture = search.mixture()
        done = search.written
        plan = self.chosen_plan(mixture, point)[done:]
        shown = 1 if self.brief else MAX_SHORT_CANDIDATES
        candidates = self.candidates(search, point, plan, done, shown, lines=False)
        weights = tuple((",".join(texts), weight) for texts, weight in mixture[:MAX_SHORT_CANDIDATES])
        return Report(plan[0], candidates, spent, seconds, kept, search.full, mixture=weights)

    def judge(self, point: fastcore.Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """Judge a whole plan against the opponent's plans, which are weighted by the search.

        No plan is better than a plan that the bot itself would often choose. The report is about the best plan.
        """
        import numpy as np

        search, _ = self.search_for(point)
        start = perf_counter()
        spent = search.run(simulations)
        seconds = perf_counter() - start
        seat, done = point.actor, search.written
        own = [plan for plan, _ in search.plans(seat)]
        against, weights = zip(*(entry for entry in search.plans(1 - seat) if entry[1] > 0), strict=True)
        plan = (*own[0][:done], *decided)
        mine = [*(option for option in own if option != plan), plan]
        payoffs = search.payoffs(mine, against, SAMPLES) if seat == 0 else -search.payoffs(against, mine, SAMPLES).T
        values = payoffs @ np.array(weights) / sum(weights)
        drawn = dict(search.mixture()).get(plan, 0.0) >= DRAWN
        best = len(mine) - 1 if drawn else int(values.argmax())
        report = self.report(search, point, spent, seconds, 0, mine[best])
        first, *others = report.candidates
        if not first.visits:  # no searched plan begins with this move
            value = float(values[best])
            first = replace(first, value=(value, -value) if seat == 0 else (-value, value))
            report = replace(report, candidates=(first, *others))
        return Judgement(report, mine[best][done:], float(values[best]), float(values[-1]))

    def report(
        self,
        search: fastcore.Search,
        point: fastcore.Viewpoint,
        spent: int,
        seconds: float,
        kept: int,
        full_plan: tuple[str, ...] = (),
    ) -> Report:
        """Return a report on a plan.

        Args:
            search: The current search.
            point: The point of the decision.
            spent: The simulations of this decision.
            seconds: The time of this decision.
            kept: The simulations that the tree already held.
            full_plan: The plan; by default one is drawn from the mixed strategy.
        """
        mixture = search.mixture()
        full_plan = full_plan or self.chosen_plan(mixture, point)
        done = search.written
        plan = full_plan[done:]
        if self.brief:
            return replace(self.short_report(search, point, spent, seconds, kept), plan=plan)
        # This search continues a plan that ended early; the facts about the plan were reported at its start.
        further = self.is_continued and done > 0
        candidates = self.candidates(search, point, plan, done, self.max_candidates)
        if further:
            candidates = (replace(candidates[0], line=plan[:1]),)
        marks = [Mark("candidate", first_cells(point, step.move), min(step.prior, 1.0)) for step in candidates[:MARKED]]
        return Report(
            move=plan[0],
            candidates=candidates,
            simulations=spent,
            seconds=seconds,
            kept=kept,
            full=search.full,
            plan=plan,
            mixture=() if further else tuple((",".join(texts), weight) for texts, weight in mixture[:SHOWN]),
            marks=tuple(mark for mark in marks if mark.where),
            facts=() if further else self.plan_facts(search, point, full_plan),
        )

    def candidates(
        self,
        search: fastcore.Search,
        point: fastcore.Viewpoint,
        plan: tuple[str, ...],
        done: int,
        most: int,
        lines: bool = True,
    ) -> tuple[Candidate, ...]:
        """Return the searched next steps, the plan's own step first.

        Args:
            search: The current search.
            point: The point of the decision.
            plan: The rest of the plan.
            done: The number of steps already written.
            most: The largest number of candidates.
            lines: Whether a candidate's line is the whole plan that begins with its step, not only the step.
        """
        import numpy as np

        rows = search.root()
        seat, first = point.actor, point.parse_move(plan[0])
        rows = rows[(rows["visits"] > 0) | (rows["move"] == first)]
        rows = rows[np.lexsort((-rows["value"][:, seat], -rows["prior"], rows["move"] != first))[:most]]
        plans_by_step: dict[str, tuple[str, ...]] = {plan[0]: plan if lines else plan[:1]}
        for texts, _ in search.plans(seat) if lines else ():
            if len(texts) > done:
                plans_by_step.setdefault(texts[done], texts[done:])
        candidates = []
        for number, visits, value, _, prior, *_ in rows.tolist():
            move = point.move_text(number)
            candidates.append(
                Candidate(move, visits, tuple(value.tolist()), 0.0, min(prior, 1.0), plans_by_step.get(move, (move,)))
            )
        return tuple(candidates)

    def plan_facts(self, search: fastcore.Search, point: fastcore.Viewpoint, plan: tuple[str, ...]) -> tuple[Fact, ...]:
        """Return the expected results of a plan, averaged over the opponent's most likely plans.

        The facts are the points by source ("points"), the remaining supplies ("left"), and the probability of further
        decisions in this turn ("further").
        """
        seat = point.actor
        others = [(reply, weight) for reply, weight in search.plans(1 - seat)[:LIKELY] if weight > 0]
        total = sum(weight for _, weight in others)
        points: dict[tuple[int, str], float] = {}
        left: dict[str, float] = {}
        further = 0.0
        for reply, weight in others:
            share = weight / total
            events, passed = search.outcome_of(*((plan, reply) if seat == 0 else (reply, plan)))
            further += share * (passed > 0)
            for event in events:
                gained = event.values.get("points")
                if isinstance(gained, int) and event.seat >= 0:
                    key = event.seat, str(event.values.get("for", ""))
                    points[key] = points.get(key, 0.0) + share * gained
            for name, numbers in stores(events[-1].fields if events else point.fields, point).items():
                left[name] = left.get(name, 0.0) + share * numbers[seat]
        facts = [
            Fact("points", {"seat": owner, "for": source, "expected": amount})
            for (owner, source), amount in sorted(points.items())
        ]
        for name, numbers in stores(point.fields, point).items():
            if name in left:
                facts.append(Fact("left", {"what": name, "before": numbers[seat], "after": left[name]}))
        return (*facts, Fact("further", {"chance": min(further, 1.0)}))


def stores(fields: Mapping[str, str], point: fastcore.Viewpoint) -> dict[str, list[int]]:
    """Return every field that holds one whole number for each seat, except the points, by name."""
    numbers = {}
    for field in point.info.fields:
        texts = fields[field.name].split(",")
        if field.name != "points" and len(texts) == point.seats and all(text.isdecimal() for text in texts):
            numbers[field.name] = [int(text) for text in texts]
    return numbers


def steps_of(point: fastcore.Viewpoint, report: Report) -> Iterator[tuple[str, Report]]:
    """Yield the spec and position text before each later step of a plan, with the report for that step."""
    position, seat = point.copy(), point.actor
    best = report.candidates[0]
    for step in range(1, len(report.plan)):
        position.observe(report.plan[step - 1], events=False)
        if position.actor != seat:
            return
        rest = report.plan[step:]
        yield (
            f"{position.spec} {position.text()}",
            Report(
                move=rest[0], candidates=(Candidate(rest[0], best.visits, best.value, 0.0, 1.0, rest[:1]),), plan=rest
            ),
        )
