"""PlanBot: what bots have in common that think of a whole plan where choices are secret,
and then write it step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter

from msgspec.structs import replace

import fastcore
from bots.report import Candidate, Fact, Limit, Mark, Report
from bots.searching import GLANCED, MARKED, Judgement, SearchBot
from fastcore import specs

SHOWN = 6  # plans of a mixture in a report
SAMPLES = 24  # of a pair of plans that is judged
LIKELY = 4  # of the other's plans are looked at for what its own brings


class PlanBot(SearchBot):
    """Draws a plan from what its search found, once, and follows it as long as all goes as expected."""

    whole_turns = True
    focuses = False  # the weights of plans hang together: a search of some alone begins anew

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        self.thought: tuple[fastcore.Viewpoint, Report] | None = None  # where a plan was made, and what was said last
        self.following: dict[str, Report] = {}  # by the situation on the plan's way: what is chosen there
        self.planned = ("", -1, -1, "")  # where it thought last: spec, seat, turn and phase,
        self.goes_on = False  # and whether it has thought there before

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if self.resumes:
            self.thought, self.following = None, {}  # it is asked about plans, not to carry one out
        if self.thought is not None:
            self.following = dict(steps_of(*self.thought))
            self.thought = None
        follow = self.following.get(f"{point.spec} {point.text()}")
        if follow is not None:
            yield follow
            return
        here = (point.spec, point.actor, point.turn, point.phase)
        self.goes_on, self.planned = here == self.planned, here
        for report in super().think(point, limit):
            self.thought = point.copy(), report  # noted first: nobody need ask for more
            yield report

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        self.search = None
        return super().search_for(point)

    def slip(self, point: fastcore.Viewpoint) -> Report:
        self.planned = ("", -1, -1, "")  # what comes next is a plan of its own
        return super().slip(point)

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        return False  # what comes later in the plan is not, even where the next step is

    def glance(
        self, search: fastcore.Search, point: fastcore.Viewpoint, made: int, seconds: float, kept: int
    ) -> Report:
        mixture = search.mixture()
        done = search.written
        plan = mixture[self.stream(point).pick([weight for _, weight in mixture])][0][done:]
        shown = 1 if self.brief else GLANCED
        candidates = self.candidates(search, point, plan, done, shown, lines=False)
        weights = tuple((",".join(one), weight) for one, weight in mixture[:GLANCED])
        return Report(plan[0], candidates, made, seconds, kept, search.full, mixture=weights)

    def judge(self, point: fastcore.Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """A plan is judged as a whole: against what the other may plan, with the weights that were found for
        it. The report is about the best."""
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
        if not first.visits:  # what was decided begins as no plan of the search does
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
        """What was found, of the plan that is drawn, or of this one."""
        mixture = search.mixture()
        whole = whole or mixture[self.stream(point).pick([weight for _, weight in mixture])][0]
        done = search.written
        plan = whole[done:]
        if self.brief:
            return replace(self.glance(search, point, made, seconds, kept), plan=plan, mixture=())
        # its plan ended early and is thought on: what it is for was told at its beginning
        further = self.goes_on and done > 0
        candidates = self.candidates(search, point, plan, done, self.told)
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
        """So many of the next steps that were looked at, that of the plan first; each with the
        plan that it begins, if `lines`."""
        import numpy as np

        rows = search.root()
        seat, first = point.actor, point.parse_move(plan[0])
        rows = rows[(rows["visits"] > 0) | (rows["move"] == first)]
        rows = rows[np.lexsort((-rows["value"][:, seat], -rows["prior"], rows["move"] != first))[:most]]
        begun: dict[str, tuple[str, ...]] = {plan[0]: plan if lines else plan[:1]}
        for texts, _ in search.plans(seat) if lines else ():
            if len(texts) > done:
                begun.setdefault(texts[done], texts[done:])
        told = []
        for number, visits, value, _, prior, *_ in rows.tolist():
            move = point.move_text(number)
            told.append(Candidate(move, visits, tuple(value.tolist()), 0.0, min(prior, 1.0), begun.get(move, (move,))))
        return tuple(told)

    def plan_facts(self, search: fastcore.Search, point: fastcore.Viewpoint, plan: tuple[str, ...]) -> tuple[Fact, ...]:
        """What its plan is expected to bring, over the other's likeliest plans: points by what they are for, what it
        costs, and how likely it is that more than the plans must be decided in this turn."""
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
    """What a position counts of each seat, by the name of the field; its points are no store."""
    found = {}
    for field in point.info.fields:
        texts = fields[field.name].split(",")
        if field.name != "points" and len(texts) == point.seats and all(text.isdecimal() for text in texts):
            found[field.name] = [int(text) for text in texts]
    return found


def steps_of(point: fastcore.Viewpoint, report: Report) -> Iterator[tuple[str, Report]]:
    """The situations that the steps of a plan lead to, and what is to be said there."""
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
