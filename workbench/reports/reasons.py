"""The selection of the reasons for a bot's decision, based only on its report. `sentences` puts them into words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from bots.reasoning import other_moves, turn_of
from bots.report import Fact, Report, is_review, without_author
from fastcore import CHANCE, GameInfo, Viewpoint
from workbench import boards
from workbench.reports import hidden_sentences as hidden_words
from workbench.reports import sentences as words
from workbench.system.translation import tr

MAX = 3  # the maximum number of sentences about a decision
MAX_PLAN = 5  # the maximum number of sentences about a plan
MIN_LEARNT = 0.02  # minimum gain in certainty worth a sentence
MIN_CHANGE = 0.05  # the smallest change of a belief worth a sentence
MIN_HURT = 0.005  # the smallest loss of value worth a sentence
MIN_FURTHER = 0.01  # the smallest probability worth a sentence
MIN_LUCK = 0.04  # the smallest range of values worth a sentence
MIN_BITS = 0.05
SURE = 1 - 1e-6
ROUNDED = 4e-4  # differences of values in reports that only rounding explains
MIN_BELIEF = 0.005  # the smallest probability listed
PLAN = "plan"  # the kind of a sentence about a plan
GOES_ON = "goes on"  # the kind of a sentence about a later step of a plan

Values = Mapping[str, int | float | str]


class Reason(NamedTuple):
    """A sentence, with the facts of the report on which it is based.

    `kind` is its subject: "only", "proof", "choice", "reply", "terms", "plan", "mixture", "points", ...
    """

    kind: str
    text: str
    facts: tuple[Fact, ...]


def previous_report(steps: Iterable[tuple[int, Report | None]]) -> Report | None:
    """Return the previous report of the deciding seat, or None.

    A chance event in between gives None too, because the earlier report was about a different situation.

    Args:
        steps: The actor and the report of each step, latest first, beginning with the decision itself.
    """
    steps = iter(steps)
    seat, _ = next(steps)
    for actor, report in steps:
        if actor == CHANCE:
            return None
        if actor == seat and report is not None:
            return report
    return None


def reasons(info: GameInfo, seat: int, report: Report, earlier: Report | None = None) -> tuple[Reason, ...]:
    """Return the most important sentences about a decision. The result is empty if the report gives no reasons.

    Args:
        info: The game.
        seat: The deciding seat.
        report: The last report of the decision (`move.reports[-1]` in a record).
        earlier: The report of the seat's previous decision (see `previous_report`), for changes of its beliefs.
    """
    builder = _ReasonBuilder(info, seat, report)
    if "only" in builder.first and not report.plan:
        return (Reason("only", words.ONLY, (builder.first["only"],)),)
    makers = (
        builder.proof, builder.losing, builder.right, builder.learns, builder.plan, builder.mixture, builder.choice,
        builder.single,
        builder.reply, builder.luck, builder.terms, builder.case, builder.points, builder.left, builder.further,
        partial(builder.beliefs, earlier), builder.rival, builder.reveals, builder.drawn, builder.gain,
    )  # fmt: skip
    found: list[Reason] = []
    for make in makers:
        with suppress(LookupError, ValueError, TypeError, ArithmeticError, AttributeError):
            found += make()  # an unknown bot may not report the facts that a sentence needs
    return tuple(found[: MAX_PLAN if report.plan else MAX])


def turn_effect(point: Viewpoint, report: Report) -> str:
    """Return a sentence about what the recommended turn does right away, by the rules, or ""."""
    with suppress(LookupError, ValueError, TypeError, ArithmeticError, AttributeError):  # a bot may report any moves
        return boards.turn_effect(point, report.plan or turn_of(point, report))
    return ""


def phrase(info: GameInfo, seat: int, move: str) -> str:
    """Return a move in words that fit after "to"."""
    text = boards.describe_moves(info, seat, (move,))
    return tr("play {text}", text=text) if text == move and not text.isalpha() else text


def instead_phrase(info: GameInfo, seat: int, turn: Sequence[str], than: Sequence[str]) -> str:
    """Return a turn in words that fit after "to".

    If it has moves in common with the turn `than`, only the others are named, such as "remove h2 instead".
    """
    moves = other_moves(turn, than)
    text = phrase(info, seat, moves[0]) if len(moves) == 1 else boards.describe_moves(info, seat, moves)
    return tr("{text} instead", text=text) if len(moves) < len(turn) else text


class _ReasonBuilder:
    """A builder of the reasons for one report, with one method for each kind of sentence."""

    def __init__(self, info: GameInfo, seat: int, report: Report) -> None:
        self.info, self.seat, self.report = info, seat, without_author(report)
        self.side = boards.seat_name(info, seat)
        self.seats = len(report.candidates[0].value) if report.candidates else max(info.seats)
        self.reviews = is_review(report)  # in a review, the best move is described, and no move was drawn
        self.own = boards.words(info.id)
        self.first: dict[str, Fact] = {}  # the first fact of each key
        for fact in report.facts:
            self.first.setdefault(fact.key, fact)

    def facts_with(self, key: str) -> list[Fact]:
        return [fact for fact in self.report.facts if fact.key == key]

    def values_of(self, key: str) -> Values:
        """Return the values of the first fact with this key, empty if there is none."""
        return self.first[key].values if key in self.first else {}

    def reason(self, kind: str, text: str, *keys: str) -> Reason:
        facts = tuple(self.first[key] for key in keys if key in self.first)
        own = self.own.reason_text(self.info, self.report.move, facts[0].key, facts[0].values) if facts else ""
        return Reason(kind, own or text, facts)

    def phrase(self, move: str, seat: int | None = None) -> str:
        return phrase(self.info, self.seat if seat is None else seat, move)

    def second_turn(self) -> str:
        """Return how the second turn differs from the best one, in words."""
        best, second = (
            str(values.get("turn", values["move"])).split()
            for values in (self.values_of("best"), self.values_of("second"))
        )
        return instead_phrase(self.info, self.seat, second, best)

    # Any game ---------------------------------------------------------------------------------------------------------

    def proof(self) -> Iterator[Reason]:
        if found := self.values_of("proof"):
            moves = int(found["moves"]) if "moves" in found else None
            yield self.reason("proof", words.proof(float(found["result"]), moves), "proof")

    def losing(self) -> Iterator[Reason]:
        if found := self.values_of("losing"):
            yield self.reason("losing", words.losing(int(found["moves"]), int(found["of"])), "losing")

    def choice(self) -> Iterator[Reason]:
        """Compare the best move with the second best."""
        best, second, depth = self.values_of("best"), self.values_of("second"), self.values_of("depth")
        if not best or "proof" in self.first:
            return
        value, share = float(best["value"]), float(best["share"])
        other = self.second_turn() if second else ""
        instead = float(second["value"]) if second else None
        if depth:
            reached, alike, moves = (int(depth[name]) for name in ("reached", "alike", "of"))
            if alike < moves:
                yield self.reason(
                    "choice", words.looked_deeper(self.side, reached, value, alike, moves, self.seats), "depth", "best"
                )
            else:
                bounds = (one.value[self.seat] for one in self.report.candidates if one.move != self.report.move)
                if max(bounds, default=-1.0) > value + ROUNDED:  # of an earlier, less deep search
                    instead = None
                said = words.looked_ahead(self.side, reached, value, other, instead, self.seats)
                yield self.reason("choice", said, "depth", "best", "second")
        elif instead is None:
            if "first" in best:
                said = hidden_words.brings_alone(self.side, value, float(best["first"]), self.seats)
                yield self.reason("choice", said, "best")
            else:
                yield self.reason("choice", words.value_after(self.side, value, self.seats), "best")
        elif share < (less := float(second["share"])):
            if instead <= -1 and ("losing" in self.first):
                yield self.reason("choice", words.refuted(other, less), "second", "losing")
            else:
                yield self.reason("choice", words.thought_less(share, other, less, "lot" in best), "best", "second")
        elif "first" in best and "first" in second:
            first, its = float(best["first"]), float(second["first"])
            looked_less = instead > value and less < share
            said = hidden_words.brings(self.side, value, first, other, instead, its, looked_less, self.seats)
            yield self.reason("choice", said, "best", "second")
        elif instead > value and less < share:
            yield self.reason(
                "choice", words.looked_less(self.side, value, other, instead, self.seats), "best", "second"
            )
        else:
            yield self.reason("choice", words.compared(self.side, value, other, instead, self.seats), "best", "second")

    def reply(self) -> Iterator[Reason]:
        found, best = self.values_of("reply"), self.values_of("best")
        if not found or not best or "proof" in self.first:
            return
        seat = int(found["seat"])
        side, move = boards.seat_name(self.info, seat), self.phrase(str(found["move"]), seat)
        if "value" not in found or float(found["value"]) > float(best["value"]) - MIN_HURT:
            yield self.reason("reply", words.reply(side, move), "reply")
            return
        other = self.phrase(str(found["other"]), seat) if "other" in found else ""
        instead = float(found["instead"]) if "instead" in found else None
        yield self.reason(
            "reply", words.feared(side, move, float(found["value"]), other, instead, self.seats, self.side), "reply"
        )

    def luck(self) -> Iterator[Reason]:
        found = self.values_of("luck")
        if found and float(found["high"]) - float(found["low"]) >= MIN_LUCK:
            worst, best = (self.own.report_name("outcome", str(found[name])) for name in ("worst", "best"))
            yield self.reason(
                "luck",
                words.luck(worst, float(found["low"]), best, float(found["high"]), self.seats, self.side),
                "luck",
            )

    def terms(self) -> Iterator[Reason]:
        facts = self.facts_with("term")
        if facts and "second" in self.first and "proof" not in self.first:
            changes = [
                (self.own.report_name("term", str(fact.values["name"])), float(fact.values["change"])) for fact in facts
            ]
            yield Reason("terms", words.terms(changes, self.second_turn()), (*facts, self.first["second"]))

    # Secret choices ---------------------------------------------------------------------------------------------------

    def single(self) -> Iterator[Reason]:
        """Compare a plan of one step with the best move outside its mixture.

        Moves in the mixture have equal values.
        """
        if len(self.report.plan) != 1 or not self.report.facts:
            return
        mixed = {plan.split(",")[-1] for plan, _ in self.report.mixture}
        best, *others = self.report.candidates
        second = next((candidate for candidate in others if candidate.move not in mixed), None)
        if second is None:
            return
        value, instead = best.value[self.seat], second.value[self.seat]
        facts = tuple(
            Fact(key, {"move": candidate.move, "value": candidate.value[self.seat]})
            for key, candidate in (("best", best), ("second", second))
        )
        yield Reason("choice", words.compared(self.side, value, self.phrase(second.move), instead, self.seats), facts)

    def plan(self) -> Iterator[Reason]:
        plan = self.report.plan
        if plan and (len(plan) > 1 or not self.report.facts):
            phrase = self.own.describe_moves(self.info, self.seat, plan)
            goes_on = not self.report.simulations
            kind = GOES_ON if goes_on else PLAN
            yield Reason(kind, hidden_words.plan(phrase, goes_on), (Fact("plan", {"plan": ",".join(plan)}),))

    def mixture(self) -> Iterator[Reason]:
        """Name the plan that was drawn and its alternatives."""
        mixture = () if self.reviews else self.report.mixture
        drawn = next((weight for plan, weight in mixture if self.is_drawn(plan)), None)
        if drawn is None or len(mixture) < 2:
            return
        count = len(mixture) if sum(weight for _, weight in mixture) > 1 - 1e-3 else None
        single = all("," not in plan for plan, _ in mixture)
        facts = tuple(Fact("mixture", {"plan": plan, "weight": weight}) for plan, weight in mixture)
        yield Reason("mixture", hidden_words.mixture(count, drawn, single), facts)

    def is_drawn(self, plan: str) -> bool:
        """Return whether this plan of the mixed strategy was drawn at random: its last steps are the reported plan."""
        steps = tuple(plan.split(","))
        return steps[len(steps) - len(self.report.plan) :] == self.report.plan

    def case(self) -> Iterator[Reason]:
        """Compare the most probable answer with the worst one, or with the best."""
        cases = {str(fact.values["case"]): fact for fact in self.facts_with("case")}
        if not cases.keys() >= {"likeliest", "worst", "best"}:
            return
        likely = cases["likeliest"]
        other = next(
            (cases[name] for name in ("worst", "best") if cases[name].values["plan"] != likely.values["plan"]), None
        )
        (weight, value), *others = (
            (float(answer.values["weight"]), float(answer.values["value"]))
            for answer in (likely, other)
            if answer is not None
        )
        if other is None:
            yield Reason("case", hidden_words.reckoned(self.side, weight, value, self.seats), (likely,))
        else:
            text = hidden_words.case(self.side, weight, value, other is cases["worst"], *others[0], self.seats)
            yield Reason("case", text, (likely, other))

    def points(self) -> Iterator[Reason]:
        facts = [fact for fact in self.facts_with("points") if float(fact.values["expected"]) >= 0.005]
        mine, theirs = (
            [
                (float(fact.values["expected"]), self.own.report_name("source", str(fact.values["for"])))
                for fact in facts
                if (fact.values["seat"] == self.seat) == own
            ]
            for own in (True, False)
        )
        if facts:
            yield Reason(
                "points",
                hidden_words.points(mine, theirs, self.side, boards.seat_name(self.info, 1 - self.seat)),
                tuple(facts),
            )

    def left(self) -> Iterator[Reason]:
        if found := self.values_of("left"):
            store = self.own.report_name("store", str(found["what"]))
            yield self.reason(
                "left", hidden_words.supply_left(store, float(found["before"]), float(found["after"])), "left"
            )

    def further(self) -> Iterator[Reason]:
        if (found := self.values_of("further")) and float(found["chance"]) >= MIN_FURTHER:
            yield self.reason("further", hidden_words.further(float(found["chance"])), "further")

    # Hidden hands -----------------------------------------------------------------------------------------------------

    def right(self) -> Iterator[Reason]:
        found, sure = self.values_of("right"), self.values_of("sure")
        if found and sure:
            card, best_guess = (self.own.report_name("belief", str(guess["card"])) for guess in (found, sure))
            whom = boards.seat_name(self.info, int(found["seat"]) - 1) if "seat" in found else ""
            yield self.reason(
                "right",
                hidden_words.right(card, float(found["chance"]), best_guess, float(sure["chance"]), whom),
                "right",
                "sure",
            )

    def learns(self) -> Iterator[Reason]:
        found = self.values_of("learns")
        if found and float(found["after"]) - float(found["before"]) >= MIN_LEARNT:
            yield self.reason("learns", hidden_words.learns(float(found["before"]), float(found["after"])), "learns")

    def reveals(self) -> Iterator[Reason]:
        found = self.values_of("reveals")
        if "of" in found and float(found["bits"]) >= MIN_BITS:
            yield self.reason("reveals", hidden_words.reveals(float(found["bits"]), float(found["of"])), "reveals")

    def rival(self) -> Iterator[Reason]:
        """Name a player who seems at least as certain as the bot."""
        found, sure = self.values_of("rival"), self.values_of("sure")
        if found and sure and float(found["chance"]) >= float(sure["chance"]):
            side = boards.seat_name(self.info, int(found["seat"]) - 1)
            yield self.reason(
                "rival",
                hidden_words.rival(side, float(found["chance"]), self.side, float(sure["chance"])),
                "rival",
                "sure",
            )

    def beliefs(self, earlier: Report | None) -> Iterator[Reason]:
        """Describe the belief that changed most, or that became certain."""
        changes = []
        for unknown, values in self.report.beliefs.items():
            before = earlier.beliefs.get(unknown, {}) if earlier is not None else {}
            for value, now in values.items():
                if value in before:
                    changes.append((abs(now - before[value]), unknown, value, before[value], now))
        if not changes:
            return
        change, unknown, value, old, new = max(changes, key=lambda item: item[0])
        if change < MIN_CHANGE:
            return
        name = self.own.report_name("belief", value)
        text = hidden_words.certain(name) if new > SURE else hidden_words.believed(name, old, new)
        yield Reason("beliefs", text, (Fact("belief", {"of": unknown, "what": value, "before": old, "now": new}),))

    # Bots that do not look ahead --------------------------------------------------------------------------------------

    def drawn(self) -> Iterator[Reason]:
        if found := self.values_of("drawn"):
            text = hidden_words.drawn(float(found["chance"]), int(found["alike"]), int(found["moves"]))
            yield self.reason("drawn", text, "drawn")

    def gain(self) -> Iterator[Reason]:
        if found := self.values_of("gain"):
            yield self.reason(
                "gain", hidden_words.gain(int(found["points"]), int(found["alike"]), int(found["moves"])), "gain"
            )
