"""Chooses the reasons for a bot's decision from its report alone; sentences.py words them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from bots.report import Fact, Report, of_review, unsigned
from fastcore import CHANCE, GameInfo
from workbench import boards
from workbench.boards.kit.figures import percents
from workbench.reports import sentences as words

MOST = 3  # sentences about one decision
MOST_PLAN = 5  # about a whole plan
LEAST_LEARNT = 0.02  # of certainty that is worth a sentence
LEAST_CHANGE = 0.05  # of a belief
LEAST_HURT = 0.005  # of value
LEAST_FURTHER = 0.01  # of a chance
LEAST_LUCK = 0.04  # of value
LEAST_BITS = 0.05
SURE = 1 - 1e-6
LEAST_BELIEF = 0.005  # of a chance that is listed
PLANS = 3  # of a mixture that are named
PLAN = "plan"  # the kind of what a plan is
GOES_ON = "goes on"  # the kind of what is said of a later step of a plan: nothing that was not said of the plan

Values = Mapping[str, int | float | str]


class Reason(NamedTuple):
    """One plain sentence, and the facts of the report that it was made from, to be shown where somebody asks for them.

    `kind` says what it is about: "only", "proof", "choice", "reply", "terms", "plan", "mixture", "points", ...
    """

    kind: str
    text: str
    facts: tuple[Fact, ...]


def earlier_report(steps: Iterable[tuple[int, Report | None]]) -> Report | None:
    """What the seat that decides reported when it decided last, from (actor, report) of the steps
    before, the latest first, beginning with the decision itself. A deal or another chance in between
    makes it one about other things: None."""
    steps = iter(steps)
    seat, _ = next(steps)
    for actor, report in steps:
        if actor == CHANCE:
            return None
        if actor == seat and report is not None:
            return report
    return None


def reasons(info: GameInfo, seat: int, report: Report, earlier: Report | None = None) -> tuple[Reason, ...]:
    """Two or three sentences about a decision of a seat, the most telling first; none where the report tells nothing.

    `report` is the last one of the decision (a record's `move.reports[-1]`), `earlier` that of the same seat's decision
    before it, if there is one (see `earlier_report`): what was learned in between is told too.
    """
    teller = _Teller(info, seat, report)
    if "only" in teller.first and not report.plan:
        return (Reason("only", words.ONLY, (teller.first["only"],)),)
    makers = (
        teller.proof, teller.losing, teller.right, teller.learns, teller.plan, teller.mixture, teller.choice,
        teller.single,
        teller.reply, teller.luck, teller.terms, teller.case, teller.points, teller.left, teller.further,
        partial(teller.beliefs, earlier), teller.rival, teller.reveals, teller.drawn, teller.gain,
    )  # fmt: skip
    found: list[Reason] = []
    for make in makers:
        with suppress(LookupError, ValueError, TypeError, ArithmeticError, AttributeError):
            found += make()  # a bot of somebody's own may tell facts under these keys that lack what a sentence needs
    return tuple(found[: MOST_PLAN if report.plan else MOST])


def phrase(info: GameInfo, seat: int, move: str) -> str:
    """A move after "to" or "if I"."""
    said = boards.say(info, seat, (move,))
    return f"play {said}" if said == move and not said.isalpha() else said


class _Teller:
    """What there is to say about one report, a method a kind of sentence."""

    def __init__(self, info: GameInfo, seat: int, report: Report) -> None:
        self.info, self.seat, self.report = info, seat, unsigned(report)
        self.seats = len(report.candidates[0].value) if report.candidates else max(info.seats)
        self.reviews = of_review(report)  # then the best is told of, and nothing is drawn
        self.own = boards.words(info.id)
        self.first: dict[str, Fact] = {}  # by key
        for fact in report.facts:
            self.first.setdefault(fact.key, fact)

    def all(self, key: str) -> list[Fact]:
        return [fact for fact in self.report.facts if fact.key == key]

    def has(self, key: str) -> Values:
        """The values of the first fact of a key."""
        return self.first[key].values if key in self.first else {}

    def made(self, kind: str, text: str, *keys: str) -> Reason:
        facts = tuple(self.first[key] for key in keys if key in self.first)
        own = self.own.reason(self.info, self.report.move, facts[0].key, facts[0].values) if facts else ""
        return Reason(kind, own or text, facts)

    def phrase(self, move: str, seat: int | None = None) -> str:
        return phrase(self.info, self.seat if seat is None else seat, move)

    # Any game ---------------------------------------------------------------------------------------------------------

    def proof(self) -> Iterator[Reason]:
        if found := self.has("proof"):
            moves = int(found["moves"]) if "moves" in found else None
            yield self.made("proof", words.proof(float(found["result"]), moves), "proof")

    def losing(self) -> Iterator[Reason]:
        if found := self.has("losing"):
            yield self.made("losing", words.losing(int(found["moves"]), int(found["of"])), "losing")

    def choice(self) -> Iterator[Reason]:
        """The best move against the second."""
        best, second, depth = self.has("best"), self.has("second"), self.has("depth")
        if not best or "proof" in self.first:
            return
        value, share = float(best["value"]), float(best["share"])
        other = self.phrase(str(second["move"])) if second else ""
        instead = float(second["value"]) if second else None
        if depth:
            reached, alike, moves = (int(depth[name]) for name in ("reached", "alike", "of"))
            if alike < moves:
                yield self.made(
                    "choice", words.looked_deeper(reached, value, alike, moves, self.seats), "depth", "best"
                )
            else:
                yield self.made(
                    "choice", words.looked_ahead(reached, value, other, instead, self.seats), "depth", "best", "second"
                )
        elif instead is None:
            if "points" in best:
                yield self.made("choice", words.brings_alone(float(best["points"]), float(best["first"])), "best")
            else:
                yield self.made("choice", words.stands(value, self.seats), "best")
        elif share < (less := float(second["share"])):
            if instead <= -1 and ("losing" in self.first):
                yield self.made("choice", words.refuted(other, less), "second", "losing")
            else:
                yield self.made("choice", words.thought_less(share, other, less, "lot" in best), "best", "second")
        elif "points" in best and "points" in second:
            (points, first), (others, its) = ((float(one["points"]), float(one["first"])) for one in (best, second))
            looked_less = others > points and less < share
            yield self.made("choice", words.brings(points, first, other, others, its, looked_less), "best", "second")
        elif instead > value and less < share:
            yield self.made("choice", words.looked_less(value, other, instead, self.seats), "best", "second")
        else:
            yield self.made("choice", words.compared(value, other, instead, self.seats), "best", "second")

    def reply(self) -> Iterator[Reason]:
        found, best = self.has("reply"), self.has("best")
        if not found or not best or "proof" in self.first:
            return
        seat = int(found["seat"])
        side, move = boards.side(self.info, seat), self.phrase(str(found["move"]), seat)
        if "value" not in found or float(found["value"]) > float(best["value"]) - LEAST_HURT:
            yield self.made("reply", words.reply(side, move), "reply")
            return
        other = self.phrase(str(found["other"]), seat) if "other" in found else ""
        instead = float(found["instead"]) if "instead" in found else None
        yield self.made("reply", words.feared(side, move, float(found["value"]), other, instead, self.seats), "reply")

    def luck(self) -> Iterator[Reason]:
        found = self.has("luck")
        if found and float(found["high"]) - float(found["low"]) >= LEAST_LUCK:
            worst, best = (self.own.name("outcome", str(found[name])) for name in ("worst", "best"))
            yield self.made(
                "luck", words.luck(worst, float(found["low"]), best, float(found["high"]), self.seats), "luck"
            )

    def terms(self) -> Iterator[Reason]:
        facts = self.all("term")
        if facts and "second" in self.first and "proof" not in self.first:
            changes = [
                (self.own.name("term", str(fact.values["name"])), float(fact.values["change"])) for fact in facts
            ]
            other = self.phrase(str(self.has("second")["move"]))
            yield Reason("terms", words.terms(changes, other), (*facts, self.first["second"]))

    # Secret choices ---------------------------------------------------------------------------------------------------

    def single(self) -> Iterator[Reason]:
        """A plan of one step against the best that it does not mix with: those that it mixes are worth the same."""
        if len(self.report.plan) != 1 or not self.report.facts:
            return
        mixed = {plan.split(",")[-1] for plan, _ in self.report.mixture}
        best, *others = self.report.candidates
        second = next((one for one in others if one.move not in mixed), None)
        if second is None:
            return
        value, instead = best.value[self.seat], second.value[self.seat]
        facts = tuple(
            Fact(key, {"move": one.move, "value": one.value[self.seat]})
            for key, one in (("best", best), ("second", second))
        )
        yield Reason("choice", words.compared(value, self.phrase(second.move), instead, self.seats), facts)

    def plan(self) -> Iterator[Reason]:
        plan = self.report.plan
        if plan and (len(plan) > 1 or not self.report.facts):
            said = self.own.say(self.info, self.seat, plan)
            goes_on = not self.report.simulations
            kind = GOES_ON if goes_on else PLAN
            yield Reason(kind, words.plan(said, goes_on), (Fact("plan", {"plan": ",".join(plan)}),))

    def mixture(self) -> Iterator[Reason]:
        """The plan that was drawn, and those that others of the times are drawn."""
        mixture = () if self.reviews else self.report.mixture
        drawn = next((weight for plan, weight in mixture if self.is_drawn(plan)), None)
        if drawn is None or len(mixture) < 2:
            return
        others = [(self.planned(plan), weight) for plan, weight in mixture if not self.is_drawn(plan)][:PLANS]
        count = len(mixture) if sum(weight for _, weight in mixture) > 1 - 1e-3 else None
        thing = "choices" if all("," not in plan for plan, _ in mixture) else "plans"
        facts = tuple(Fact("mixture", {"plan": plan, "weight": weight}) for plan, weight in mixture)
        yield Reason("mixture", words.mixture(count, drawn, others, thing), facts)

    def is_drawn(self, plan: str) -> bool:
        """Whether a whole plan ends with what is planned from here on."""
        steps = tuple(plan.split(","))
        return steps[len(steps) - len(self.report.plan) :] == self.report.plan

    def planned(self, plan: str) -> str:
        """A plan in short."""
        return words.quoted(plan) if "," in plan else self.phrase(plan)

    def case(self) -> Iterator[Reason]:
        """Its plan against the other's likeliest, and against the worst of those with weight, or the best."""
        cases = {str(fact.values["case"]): fact for fact in self.all("case")}
        if not cases.keys() >= {"likeliest", "worst", "best"}:
            return
        likely = cases["likeliest"]
        other = next(
            (cases[name] for name in ("worst", "best") if cases[name].values["plan"] != likely.values["plan"]), None
        )
        (plan, weight, value), *others = (
            (self.planned(str(one.values["plan"])), float(one.values["weight"]), float(one.values["value"]))
            for one in (likely, other)
            if one is not None
        )
        if other is None:
            yield Reason("case", words.reckoned(plan, weight, value, self.seats), (likely,))
        else:
            text = words.case(plan, weight, value, other is cases["worst"], *others[0], self.seats)
            yield Reason("case", text, (likely, other))

    def points(self) -> Iterator[Reason]:
        facts = [fact for fact in self.all("points") if float(fact.values["expected"]) >= 0.005]
        mine, theirs = (
            [
                (float(fact.values["expected"]), self.own.name("source", str(fact.values["for"])))
                for fact in facts
                if (fact.values["seat"] == self.seat) == own
            ]
            for own in (True, False)
        )
        if facts:
            yield Reason("points", words.points(mine, theirs, boards.side(self.info, 1 - self.seat)), tuple(facts))

    def left(self) -> Iterator[Reason]:
        if found := self.has("left"):
            what = self.own.name("store", str(found["what"]))
            yield self.made("left", words.left(what, float(found["before"]), float(found["after"])), "left")

    def further(self) -> Iterator[Reason]:
        if (found := self.has("further")) and float(found["chance"]) >= LEAST_FURTHER:
            yield self.made("further", words.further(float(found["chance"])), "further")

    # Hidden hands -----------------------------------------------------------------------------------------------------

    def right(self) -> Iterator[Reason]:
        found, sure = self.has("right"), self.has("sure")
        if found and sure:
            card, likeliest = (self.own.name("belief", str(one["card"])) for one in (found, sure))
            whom = boards.side(self.info, int(found["seat"]) - 1) if "seat" in found else ""
            yield self.made(
                "right",
                words.right(card, float(found["chance"]), likeliest, float(sure["chance"]), whom),
                "right",
                "sure",
            )

    def learns(self) -> Iterator[Reason]:
        found = self.has("learns")
        if found and float(found["after"]) - float(found["before"]) >= LEAST_LEARNT:
            yield self.made("learns", words.learns(float(found["before"]), float(found["after"])), "learns")

    def reveals(self) -> Iterator[Reason]:
        found = self.has("reveals")
        if "of" in found and float(found["bits"]) >= LEAST_BITS:
            yield self.made("reveals", words.reveals(float(found["bits"]), float(found["of"])), "reveals")

    def rival(self) -> Iterator[Reason]:
        """Somebody who seems as sure as itself, or surer."""
        found, sure = self.has("rival"), self.has("sure")
        if found and sure and float(found["chance"]) >= float(sure["chance"]):
            side = boards.side(self.info, int(found["seat"]) - 1)
            yield self.made("rival", words.rival(side, float(found["chance"]), float(sure["chance"])), "rival", "sure")

    def beliefs(self, earlier: Report | None) -> Iterator[Reason]:
        """What has become certain, or what has become likelier or less likely most."""
        changes = []
        for of, held in self.report.beliefs.items():
            before = earlier.beliefs.get(of, {}) if earlier is not None else {}
            for what, now in held.items():
                if what in before:
                    changes.append((abs(now - before[what]), of, what, before[what], now))
        if not changes:
            return
        change, of, what, old, new = max(changes, key=lambda one: one[0])
        if change < LEAST_CHANGE:
            return
        name = self.own.name("belief", what)
        text = words.certain(name) if new > SURE else words.believed(name, old, new)
        yield Reason("beliefs", text, (Fact("belief", {"of": of, "what": what, "before": old, "now": new}),))

    # Bots that do not look ahead --------------------------------------------------------------------------------------

    def drawn(self) -> Iterator[Reason]:
        if found := self.has("drawn"):
            text = words.drawn(float(found["chance"]), int(found["alike"]), int(found["moves"]))
            yield self.made("drawn", text, "drawn")

    def gain(self) -> Iterator[Reason]:
        if found := self.has("gain"):
            yield self.made("gain", words.gain(int(found["points"]), int(found["alike"]), int(found["moves"])), "gain")


def in_words(info: GameInfo, seat: int, report: Report, said: Collection[str] = ()) -> tuple[str, ...]:
    """A line for each of them that a report has, as in "Mixture: 52 % 2M5, 2F; 48 % 3M5, 3F"; what has
    one part alone is told by the move. `said` are the kinds of the reasons that stand beside: what those
    told in full is not told again."""
    own, lines = boards.words(info.id), []
    if len(report.plan) > 1 and "plan" not in said:
        lines.append(f"Plan: {own.say(info, seat, report.plan)}")
    if len(report.mixture) > 1 and ("mixture" not in said or len(report.mixture) > PLANS + 1):
        shares = percents(*(weight for _, weight in report.mixture))
        parts = [f"{share} {plan.replace(',', ', ')}" for share, (plan, _) in zip(shares, report.mixture, strict=True)]
        lines.append(f"Mixture: {'; '.join(parts)}")
    for of, held in report.beliefs.items():
        likely = sorted(((chance, what) for what, chance in held.items() if chance >= LEAST_BELIEF), reverse=True)
        parts = [f"{own.name('belief', what)} {percents(chance)[0]}" for chance, what in likely]
        if parts:
            lines.append(f"Beliefs about {own.name('belief', of)}: {', '.join(parts)}")
    return tuple(lines)
