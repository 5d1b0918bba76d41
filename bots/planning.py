"""PlanBot, the base class of bots that plan a whole turn in games with secret choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter

from msgspec.structs import replace

import fastcore
from bots.report import Candidate, Fact, Limit, Mark, Report
from bots.searching import MARKED, MAX_SHORT_CANDIDATES, Judgement, SearchBot
from fastcore import specs

SHOWN = 6  # largest number of plans of a mixed strategy in a report
SAMPLES = 24  # samples for each pair of plans in a judgement
LIKELY = 4  # number of the opponent's plans that the expected results are averaged over


class PlanBot(SearchBot):
    """A bot that draws one plan from its mixed strategy and follows it while the game goes as expected.

    Args:
        seed: The seed of its random streams.
        values: The options by name.
    """

    whole_turns = True
    can_focus = False  # the weights of plans are interdependent, so a search of some plans alone starts from scratch

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        self.last_plan: tuple[fastcore.Viewpoint, Report] | None = None  # point and last report of the latest plan
        self.following: dict[str, Report] = {}  # report for each expected situation of the plan
        self.last_search_key = ("", -1, -1, "")  # spec, seat, turn and phase of the last search
        self.is_continued = False  # whether the present search continues there

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
        here = (point.spec, point.actor, point.turn, point.phase)
        self.is_continued, self.last_search_key = here == self.last_search_key, here
        for report in super().think(point, limit):
            self.last_plan = point.copy(), report  # saved first, because the caller may stop here
            yield report

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        """Start a new search."""
        self.search = None
        return super().search_for(point)

    def slip(self, point: fastcore.Viewpoint) -> Report:
        """Return a random move. The next decision starts a new plan."""
        self.last_search_key = ("", -1, -1, "")  # what follows is a new plan
        return super().slip(point)

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        """Return False: later steps of the plan matter, even if the next one is forced."""
        return False

    def short_report(
        self, search: fastcore.Search, point: fastcore.Viewpoint, made: int, seconds: float, kept: int
    ) -> Report:
        """Return a short report with a plan drawn from the mixed strategy."""
        mixture = search.mixture()
        done = search.written
        plan = mixture[self.stream(point).pick([weight for _, weight in mixture])][0][done:]
        shown = 1 if self.brief else MAX_SHORT_CANDIDATES
        candidates = self.candidates(search, point, plan, done, shown, lines=False)
        weights = tuple((",".join(one), weight) for one, weight in mixture[:MAX_SHORT_CANDIDATES])
        return Report(plan[0], candidates, made, seconds, kept, search.full, mixture=weights)

    def judge(self, point: fastcore.Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """Judge a plan as a whole, against the opponent's plans with the weights that the search found.

        The report is about the best plan.
        """
        import numpy as np

        search, _ = self.search_for(point)
        began = perf_counter()
        made = search.run(simulations)
        seconds = perf_counter() - began
        seat, done = point.actor, search.written
        own = [plan for plan, _ in search.plans(seat)]
        against, weights = zip(*(one for one in search.plans(1 - seat) if one[1] > 0), strict=True)
        plan = (*own[0][:done], *decided)
        mine = [*(one for one in own if one != plan), plan]
        found = search.payoffs(mine, against, SAMPLES) if seat == 0 else -search.payoffs(against, mine, SAMPLES).T
        values = found @ np.array(weights) / sum(weights)
        best = int(values.argmax())
        report = self.report(search, point, made, seconds, 0, mine[best])
        first, *others = report.candidates
        if not first.visits:  # no plan of the search begins with this move
            worth = float(values[best])
            first = replace(first, value=(worth, -worth) if seat == 0 else (-worth, worth))
            report = replace(report, candidates=(first, *others))
        return Judgement(report, mine[best][done:], float(values[best]), float(values[-1]))

    def report(
        self,
        search: fastcore.Search,
        point: fastcore.Viewpoint,
        made: int,
        seconds: float,
        kept: int,
        whole: tuple[str, ...] = (),
    ) -> Report:
        """Return a report on a plan.

        Args:
            search: The search.
            point: The point of the decision.
            made: The simulations of this decision.
            seconds: The time of this decision.
            kept: The simulations that the tree already held.
            whole: The plan; by default one is drawn from the mixed strategy.
        """
        mixture = search.mixture()
        whole = whole or mixture[self.stream(point).pick([weight for _, weight in mixture])][0]
        done = search.written
        plan = whole[done:]
        if self.brief:
            return replace(self.short_report(search, point, made, seconds, kept), plan=plan, mixture=())
        # A plan that ended early is continued; its facts were reported at its start.
        further = self.is_continued and done > 0
        candidates = self.candidates(search, point, plan, done, self.max_candidates)
        if further:
            candidates = (replace(candidates[0], line=plan[:1]),)
        marks = [Mark("candidate", point.events(one.move)[0].where, min(one.prior, 1.0)) for one in candidates[:MARKED]]
        return Report(
            move=plan[0],
            candidates=candidates,
            simulations=made,
            seconds=seconds,
            kept=kept,
            full=search.full,
            plan=plan,
            mixture=() if further else tuple((",".join(one), weight) for one, weight in mixture[:SHOWN]),
            marks=tuple(mark for mark in marks if mark.where),
            facts=() if further else self.plan_facts(search, point, whole),
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
        """Return the next steps that were searched, that of the plan first.

        Args:
            search: The search.
            point: The point of the decision.
            plan: The rest of the plan.
            done: The number of steps already written.
            most: The largest number of candidates.
            lines: Whether each candidate's line contains the whole plan that it begins.
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
        found = []
        for number, visits, value, _, prior, *_ in rows.tolist():
            move = point.move_text(number)
            found.append(
                Candidate(move, visits, tuple(value.tolist()), 0.0, min(prior, 1.0), plans_by_step.get(move, (move,)))
            )
        return tuple(found)

    def plan_facts(self, search: fastcore.Search, point: fastcore.Viewpoint, plan: tuple[str, ...]) -> tuple[Fact, ...]:
        """Return the expected results of a plan, averaged over the opponent's most likely plans.

        The facts are the points by source ("points"), the remaining stores ("left"), and the probability of further
        decisions in this turn ("further").
        """
        seat = point.actor
        others = [(other, weight) for other, weight in search.plans(1 - seat)[:LIKELY] if weight > 0]
        total = sum(weight for _, weight in others)
        points: dict[tuple[int, str], float] = {}
        left: dict[str, float] = {}
        further = 0.0
        for other, weight in others:
            share = weight / total
            events, passed = search.foretold(*((plan, other) if seat == 0 else (other, plan)))
            further += share * (passed > 0)
            for event in events:
                gained = event.values.get("points")
                if isinstance(gained, int) and event.seat >= 0:
                    key = event.seat, str(event.values.get("for", ""))
                    points[key] = points.get(key, 0.0) + share * gained
            for name, numbers in stores(events[-1].fields if events else point.fields, point).items():
                left[name] = left.get(name, 0.0) + share * numbers[seat]
        facts = [
            Fact("points", {"seat": who, "for": what, "expected": amount})
            for (who, what), amount in sorted(points.items())
        ]
        for name, numbers in stores(point.fields, point).items():
            if name in left:
                facts.append(Fact("left", {"what": name, "before": numbers[seat], "after": left[name]}))
        return (*facts, Fact("further", {"chance": min(further, 1.0)}))


def stores(fields: Mapping[str, str], point: fastcore.Viewpoint) -> dict[str, list[int]]:
    """Return the numbers of each countable field for every seat, by field. Points are not a store."""
    found = {}
    for field in point.info.fields:
        texts = fields[field.name].split(",")
        if field.name != "points" and len(texts) == point.seats and all(text.isdecimal() for text in texts):
            found[field.name] = [int(text) for text in texts]
    return found


def steps_of(point: fastcore.Viewpoint, report: Report) -> Iterator[tuple[str, Report]]:
    """Yield the situation before each later step of a plan, with the report for that step."""
    here, seat = point.copy(), point.actor
    best = report.candidates[0]
    for step in range(1, len(report.plan)):
        here.observe(report.plan[step - 1])
        if here.actor != seat:
            return
        rest = report.plan[step:]
        yield (
            f"{here.spec} {here.text()}",
            Report(
                move=rest[0], candidates=(Candidate(rest[0], best.visits, best.value, 0.0, 1.0, rest[:1]),), plan=rest
            ),
        )
