"""Reasons in words: every number and comparison in a sentence is read back and worked out again from the report."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import bots
import fastcore
from bots.report import Candidate, Fact, Report
from fastcore import CHANCE, OVER, GameInfo
from tests.conftest import deep
from tests.walks import option_specs, walk
from workbench import boards
from workbench.boards import plain
from workbench.boards.figures import amount, percents
from workbench.reasons import GOES_ON, MOST, MOST_PLAN, Reason, earlier_report, reasons
from workbench.report_words import in_words
from workbench.session import Session

THINKERS = ("mcts", "alphabeta", "uct", "equilibrium", "duct", "improver", "ismcts")
SIMULATIONS = {"alphabeta": 3000, "equilibrium": 500, "duct": 200}

PERCENT = r"(\d+(?:\.\d+)?) %"
NUMBER = r"(\u2212?\d+(?:\.\d+)?)"
SIGNED = r"([+\u2212]\d+\.\d\d)"


class Decision(NamedTuple):
    """What a bot reported, and where."""

    info: GameInfo
    seat: int
    report: Report
    earlier: Report | None
    point: fastcore.Viewpoint


def texts_of(bot: str) -> str:
    return f"{bot}(simulations={SIMULATIONS.get(bot, 80)})"


def decisions(game: str, number: int) -> Iterator[Decision]:
    """Those of one game, all seats bots that look ahead; the reports as the session keeps them."""
    specs = option_specs(game)
    spec = specs[number % len(specs)]
    names = [name for name in THINKERS if name in bots.names(spec)]
    seats = [texts_of(names[(number + seat) % len(names)]) for seat in range(fastcore.start(spec).seats)]
    players = [bots.make(text, number) for text in seats]
    session, stream = Session(spec, seats, number), fastcore.Stream(7, spec, number)
    for made in range(400):
        if session.waits_for == "over":
            return
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        state = session.state
        if not (state.info.has.covered or made < 4 or made % 7 == 0):  # quickly on, to see all of the game
            session.play(state.move_text(stream.choice(state.moves())))
            continue
        seat = state.actor
        point = session.viewpoint(seat).copy()
        *_, report = players[seat].think(point.copy())
        session.play(report.move, report)
        steps = session.steps[::-1]
        kept = steps[0].report
        assert kept is not None, "a report that does not fit into a record"
        yield Decision(state.info, seat, kept, earlier_report((step.actor, step.report) for step in steps), point)


@cache
def sample(game: str) -> tuple[tuple[Decision, tuple[Reason, ...]], ...]:
    """Decisions with their sentences, so many sentences in all."""
    wanted, found, number = deep(150, 2000), 0, 0
    made = []
    while found < wanted:
        for one in decisions(game, number):
            said = reasons(one.info, one.seat, one.report, one.earlier)
            found += sum(reason.kind not in ("only", GOES_ON) for reason in said)
            made.append((one, said))
            if found >= wanted:
                break
        number += 1
    return tuple(made)


# Reading sentences back ------------------------------------------------------------------------------------------------


def is_percent(text: str, share: float) -> None:
    digits = len(text.partition(".")[2])
    assert abs(float(text) - 100 * share) <= 0.5 * 10**-digits + 2e-3, (text, share)
    assert float(text) not in (0, 100) or abs(100 * share - float(text)) < 0.01, f"{text} % is said of {share}"


def is_score(text: str, value: float) -> None:
    is_percent(text, (value + 1) / 2)


def is_number(text: str, number: float) -> None:
    assert abs(float(text.replace("\u2212", "-")) - number) <= 0.0051, (text, number)


class Reading:
    """One sentence read back against the report it was made from."""

    def __init__(self, one: Decision, reason: Reason) -> None:
        self.info, self.seat, self.report = one.info, one.seat, one.report
        self.one, self.text = one, reason.text
        self.facts: dict[str, Any] = {fact.key: dict(fact.values) for fact in reversed(one.report.facts)}

    def __call__(self, pattern: str) -> tuple[str, ...] | None:
        found = re.fullmatch(pattern, self.text)
        return None if found is None else found.groups()

    def phrase(self, said: str, move: Any, seat: int | None = None) -> None:
        whole = boards.say(self.info, self.seat if seat is None else seat, (str(move),))
        assert said in (whole, f"play {whole}"), (said, whole)

    def planned(self, said: str, plan: Any, seat: int) -> None:
        """A plan as it is written, or a choice of one step in words."""
        if "," in str(plan):
            assert said == f"\u201c{str(plan).replace(',', ', ')}\u201d"
        else:
            self.phrase(said, plan, seat)

    def candidate(self, place: int) -> Candidate:
        if place == 0 or not self.report.plan:
            return self.report.candidates[place]
        mixed = [plan.split(",")[-1] for plan, _ in self.report.mixture]
        return next(one for one in self.report.candidates[1:] if one.move not in mixed)

    def value(self, place: int) -> float:
        return self.candidate(place).value[self.seat]

    def share(self, place: int) -> float:
        return float(self.facts[("best", "second")[place]]["share"])

    def name(self, kind: str, what: Any) -> str:
        return boards.words(self.info.id).name(kind, str(what))


def read_only(r: Reading) -> None:
    assert r("It is the only legal move.") is not None
    assert len(r.one.point.moves()) == 1


def read_proof(r: Reading) -> None:
    fact = r.facts["proof"]
    said = r(r"It (wins by force|holds a draw by force|loses against the best answers)(, at once|; the line that I see ends the game after (\d+) moves|)\.")
    assert said is not None and {"wins": 1, "holds": 0, "loses": -1}[said[0].split()[0]] == fact["result"], r.text
    assert fact.get("moves") == (1 if said[1] == ", at once" else int(said[2]) if said[2] else None)
    line, state = r.candidate(0).line, r.one.point.state
    assert state is not None
    if len(line) == fact.get("moves"):  # it was not cut short in the record
        end = state.copy()
        for move in line:
            end.play(move)
        assert end.actor == OVER and end.returns()[r.seat] == fact["result"]
    else:
        assert "moves" not in fact or len(line) < fact["moves"]


def read_losing(r: Reading) -> None:
    fact = r.facts["losing"]
    if said := r(r"All (\d+) other moves lose by force\."):
        assert int(said[0]) == fact["of"] == fact["moves"] == len(r.one.point.moves()) - 1
    elif said := r(r"(\d+) of the (\d+) other moves loses? by force\."):
        assert (int(said[0]), int(said[1])) == (fact["moves"], fact["of"]) and fact["of"] == len(r.one.point.moves()) - 1
        assert 0 < int(said[0]) < int(said[1])
    else:
        assert r(r"The other move loses by force\.") is not None and fact["of"] == fact["moves"] == 1


def read_choice(r: Reading) -> None:
    if said := r(rf"After it my chances are {PERCENT}; they are {PERCENT} if I (.+)\."):
        is_score(said[0], r.value(0))
        is_score(said[1], r.value(1))
        r.phrase(said[2], r.candidate(1).move)
        assert said[0] != said[1]
    elif said := r(rf"After it my chances are {PERCENT}, and as good if I (.+)\."):
        is_score(said[0], r.value(0))
        is_score(said[0], r.value(1))
        r.phrase(said[1], r.candidate(1).move)
    elif said := r(rf"After it my chances are {PERCENT}\. To (.+) looks (?:as good|better \({PERCENT}\)), but I looked at that less\."):
        is_score(said[0], r.value(0))
        r.phrase(said[1], r.candidate(1).move)
        is_score(said[2] or said[0], r.value(1))
        assert r.value(1) > r.value(0) and r.candidate(0).visits > r.candidate(1).visits and r.share(1) < r.share(0)
        assert said[2] is None or float(said[2]) > float(said[0])
    elif said := r(rf"I left it to chance: to (.+) took {PERCENT} of my thinking, this ({PERCENT}|no more)\."):
        r.phrase(said[0], r.candidate(1).move)
        is_percent(said[1], r.share(1))
        assert r.candidate(1).visits > r.candidate(0).visits
        if said[3]:
            is_percent(said[3], r.share(0))
            assert float(said[3]) < float(said[1])
    elif said := r(rf"I looked (\d+) moves? ahead: after it my chances are {PERCENT}; so far I looked at only (\d+) of the (\d+) moves\."):
        depth = r.facts["depth"]
        assert (int(said[0]), int(said[2]), int(said[3])) == (depth["reached"], depth["alike"], len(r.one.point.moves()))
        is_score(said[1], r.value(0))
        assert int(said[2]) < int(said[3])
    elif said := r(rf"I looked (\d+) moves? ahead: after it my chances are {PERCENT}, and I found nothing better\."):
        assert int(said[0]) == r.facts["depth"]["reached"]
        is_score(said[1], r.value(0))
        assert max(one.value[r.seat] for one in r.report.candidates[1:]) <= r.value(0) + 4e-4
    elif said := r(rf"I looked (\d+) moves? ahead: after it my chances are {PERCENT}(?:; they are {PERCENT} at most if I (.+))?\."):
        assert int(said[0]) == r.facts["depth"]["reached"]
        is_score(said[1], r.value(0))
        if said[2]:
            is_score(said[2], r.value(1))
            r.phrase(said[3], r.candidate(1).move)
            assert r.value(1) < r.value(0) and float(said[2]) < float(said[1])
    elif said := r(
        rf"On average it brings me {NUMBER} points, and {PERCENT} of the time I am the first to be right; if I (.+) it is {NUMBER} and {PERCENT}"
        r"(, but I looked at that less)?\."
    ):
        best, second = r.facts["best"], r.facts["second"]
        is_number(said[0], best["points"])
        is_percent(said[1], best["first"])
        r.phrase(said[2], r.candidate(1).move)
        is_number(said[3], second["points"])
        is_percent(said[4], second["first"])
        assert (said[5] is not None) == (second["points"] > best["points"] and r.share(1) < r.share(0))
    elif said := r(rf"On average it brings me {NUMBER} points, and {PERCENT} of the time I am the first to be right\."):
        is_number(said[0], r.facts["best"]["points"])
        is_percent(said[1], r.facts["best"]["first"])
        assert "second" not in r.facts
    else:
        said = r(rf"After it my chances are {PERCENT}\.")
        assert said is not None and len(r.report.candidates) == 1, r.text
        is_score(said[0], r.value(0))


def read_reply(r: Reading) -> None:
    fact = r.facts["reply"]
    side, seat = boards.side(r.info, int(fact["seat"])), int(fact["seat"])
    assert seat != r.seat
    if said := r(rf"I fear most that {side} will (.+): then my chances are {PERCENT}, but {PERCENT} if it will (.+)\."):
        r.phrase(said[0], fact["move"], seat)
        is_score(said[1], fact["value"])
        is_score(said[2], fact["instead"])
        r.phrase(said[3], fact["other"], seat)
        assert float(said[1]) < float(said[2]) and fact["value"] < r.value(0)
    elif said := r(rf"I fear most that {side} will (.+), or as much that it will (.+): then my chances are {PERCENT}\."):
        r.phrase(said[0], fact["move"], seat)
        r.phrase(said[1], fact["other"], seat)
        is_score(said[2], fact["value"])
        is_score(said[2], fact["instead"])
    elif said := r(rf"I fear that {side} will (.+): then my chances are {PERCENT}\."):
        assert "instead" not in fact and fact["value"] < r.value(0)
        r.phrase(said[0], fact["move"], seat)
        is_score(said[1], fact["value"])
    else:
        said = r(rf"I expect {side} to (.+)\.")
        assert said is not None and ("value" not in fact or fact["value"] > r.value(0) - 0.006), r.text
        r.phrase(said[0], fact["move"], seat)


def read_luck(r: Reading) -> None:
    said = r(rf"Chance decides next: after (.+) my chances are {PERCENT}, after (.+) {PERCENT}\.")
    assert said is not None, r.text
    fact = r.facts["luck"]
    assert (said[0], said[2]) == (r.name("outcome", fact["worst"]), r.name("outcome", fact["best"]))
    is_score(said[1], fact["low"])
    is_score(said[3], fact["high"])
    assert float(said[1]) < float(said[3])


def read_terms(r: Reading) -> None:
    said = r(r"Right after it I count (.+) than if I (.+)\.")
    assert said is not None, r.text
    r.phrase(said[1], r.candidate(1).move)
    state = r.one.point.state
    assert state is not None
    sides = [state.after(r.candidate(place).move).evaluate().terms for place in (0, 1)]
    sign = 1 if r.seat == 0 else -1
    changes = {one.name: sign * (one.amount - two.amount) * one.weight for one, two in zip(*sides, strict=True)}
    told = {}
    for word, names in re.findall(r"(more|less) for ((?:(?!\) and (?:more|less) for).)+\))", said[0]):
        for name, change in re.findall(rf"(?:^|, | and )(.+?) \({SIGNED}\)", names):
            assert (change[0] == "+") == (word == "more")
            told[name] = change
    named = {r.name("term", name): change for name, change in changes.items()}
    assert told and len(told) == len([fact for fact in r.report.facts if fact.key == "term"])
    for name, change in told.items():
        is_number(change, named[name])
    assert min(abs(named[name]) for name in told) >= max([abs(one) for name, one in named.items() if name not in told], default=0) or len(told) < 3


def read_plan(r: Reading) -> None:
    said = r(r"(My plan|I go on with my plan): (.+)\.")
    assert said is not None and said[1] == boards.say(r.info, r.seat, r.report.plan)
    assert (said[0] == "My plan") == bool(r.report.simulations) and r.report.plan[0] == r.report.move
    state = r.one.point.copy()
    for step in r.report.plan[:-1]:
        state.observe(step)
    assert not state.why_not(r.report.plan[-1])


def read_mixture(r: Reading) -> None:
    said = r(rf"I chose by lot among (\d+|several) (plans|choices): {PERCENT} this, (.+?)( \u2026)?\.")
    assert said is not None, r.text
    weights = dict(r.report.mixture)
    own = [plan for plan in weights if plan.endswith(",".join(r.report.plan))]
    is_percent(said[2], weights[own[0]])
    others = [(weight, plan) for plan, weight in weights.items() if plan != own[0]]
    assert [weight for weight, _ in others] == sorted((weight for weight, _ in others), reverse=True)
    named = re.findall(rf"{PERCENT} (\u201c[^\u201d]+\u201d|[^,]+)", said[3])
    for (share, text), (weight, plan) in zip(named, others, strict=False):
        is_percent(share, weight)
        r.planned(text, plan, r.seat)
    assert named and (said[0] == "several" or int(said[0]) == len(weights)) and (said[0] == "several") == (sum(weights.values()) < 0.999)
    assert (said[4] is None) == (said[0] != "several" and int(said[0]) == len(named) + 1)


def read_case(r: Reading) -> None:
    cases: dict[Any, Any] = {fact.values["case"]: fact.values for fact in r.report.facts if fact.key == "case"}
    likely, worst = cases["likeliest"], cases["worst"]

    if said := r(rf"I reckon with the answer (.+) \({PERCENT}\): against it my chances are {PERCENT}\."):
        assert likely["plan"] == worst["plan"] == cases["best"]["plan"]
        plan, weight, value = said
    else:
        if said := r(rf"Against the likeliest answer \({PERCENT}: (.+)\) my chances are {PERCENT}; at worst, against (.+) \({PERCENT}\), {PERCENT}\."):
            other = worst
            assert float(said[5]) <= float(said[2])
        else:
            said = r(
                rf"The likeliest answer \({PERCENT}: (.+)\) is the worst for it: "
                rf"my chances are {PERCENT} then; at best, against (.+) \({PERCENT}\), {PERCENT}\."
            )
            assert said is not None and likely["plan"] == worst["plan"], r.text
            other = cases["best"]
            assert float(said[5]) >= float(said[2])
        weight, plan, value = said[:3]
        r.planned(said[3], other["plan"], 1 - r.seat)
        is_percent(said[4], other["weight"])
        is_score(said[5], other["value"])
    is_percent(weight, likely["weight"])
    r.planned(plan, likely["plan"], 1 - r.seat)
    is_score(value, likely["value"])


def read_points(r: Reading) -> None:
    found: list[Any] = [fact.values for fact in r.report.facts if fact.key == "points"]
    rest = r.text
    for seat in (r.seat, 1 - r.seat):
        for fact in found:
            if fact["seat"] == seat and fact["expected"] >= 0.005:
                part = f"{amount(float(fact['expected']))} points? for {re.escape(r.name('source', fact['for']))}"
                assert re.search(part, rest)
                rest = re.sub(part, "", rest, count=1)
    assert not re.search(r"\d", rest), rest
    side = boards.side(r.info, 1 - r.seat)
    assert (side in r.text) == any(fact["seat"] != r.seat and fact["expected"] >= 0.005 for fact in found)


def read_left(r: Reading) -> None:
    fact = r.facts["left"]
    said = r(rf"Over the likeliest answers it leaves me (?:all my {NUMBER}|{NUMBER} of my {NUMBER}) (.+?)(?: on average)?\.")
    assert said is not None and said[3] == r.name("store", fact["what"]), r.text
    is_number(said[1] or said[0], fact["after"])
    is_number(said[2] or said[0], fact["before"])
    assert str(fact["before"]) == r.one.point.fields[str(fact["what"])].split(",")[r.seat]


def read_further(r: Reading) -> None:
    said = r(rf"Over the likeliest answers, (?:it comes to a bid|more than these plans must be decided in this turn) with {PERCENT}\.")
    assert said is not None, r.text
    is_percent(said[0], r.facts["further"]["chance"])


def read_right(r: Reading) -> None:
    right, sure = r.facts["right"], r.facts["sure"]
    follows = rf"I follow {boards.side(r.info, int(right['seat']) - 1)}: " if "seat" in right else ""
    assert bool(follows) == r.report.move.startswith("follow")
    said = r(rf"{follows}I hold (.+) for right with {PERCENT}, (?:and nothing for likelier|though (.+) with {PERCENT}|and (.+) for as likely)\.")
    assert said is not None and said[0] == r.name("belief", right["card"]), r.text
    is_percent(said[1], right["chance"])
    is_percent(said[1], next(held for held in r.report.beliefs.values())[str(right["card"])])
    likeliest = max(next(held for held in r.report.beliefs.values()).values())
    if said[4] is not None:
        assert said[4] == r.name("belief", sure["card"])
        is_percent(said[1], likeliest)
    elif said[2] is None:
        assert float(right["chance"]) >= likeliest - 1e-4
    else:
        assert said[2] == r.name("belief", sure["card"]) and float(said[3]) > float(said[1])
        is_percent(said[3], likeliest)


def read_learns(r: Reading) -> None:
    fact = r.facts["learns"]
    assert fact["after"] > fact["before"]
    if said := r(rf"I (.+): that should cut the chance that I would cure wrongly from {PERCENT} to {PERCENT}\."):
        r.phrase(said[0], r.report.move)
        is_percent(said[1], 1 - float(fact["before"]))
        is_percent(said[2], 1 - float(fact["after"]))
        assert float(said[2]) < float(said[1])
    else:
        said = r(rf"It is expected to make me surer: of what I hold likeliest, from {PERCENT} to {PERCENT}\.")
        assert said is not None and float(said[0]) < float(said[1]), r.text
        is_percent(said[0], fact["before"])
        is_percent(said[1], fact["after"])
    assert abs(float(fact["before"]) - max(next(held for held in r.report.beliefs.values()).values())) < 1e-4


def read_beliefs(r: Reading) -> None:
    assert r.one.earlier is not None
    names = {r.name("belief", what): (of, what) for of, held in r.report.beliefs.items() for what in held}
    biggest = max(
        abs(now - r.one.earlier.beliefs[of][what]) for of, held in r.report.beliefs.items() for what, now in held.items()
    )
    if said := r(r"I am certain now: (.+)\."):
        of, what = names[said[0]]
        assert r.report.beliefs[of][what] > 0.9999
    else:
        said = r(rf"Since my last move (.+) has (risen|fallen) from {PERCENT} to {PERCENT} for me\.")
        assert said is not None, r.text
        of, what = names[said[0]]
        is_percent(said[2], r.one.earlier.beliefs[of][what])
        is_percent(said[3], r.report.beliefs[of][what])
        assert (float(said[3]) > float(said[2])) == (said[1] == "risen")
    assert abs(r.report.beliefs[of][what] - r.one.earlier.beliefs[of][what]) == pytest.approx(biggest)


def read_rival(r: Reading) -> None:
    fact, sure = r.facts["rival"], r.facts["sure"]
    if said := r(rf"(.+) seems surer than I am: of what it holds likeliest to {PERCENT}, I to {PERCENT}\."):
        is_percent(said[2], sure["chance"])
        assert float(said[1]) > float(said[2])
    else:
        said = r(rf"(.+) seems as sure as I am: of what it holds likeliest to {PERCENT}\.")
        assert said is not None and abs(float(fact["chance"]) - float(sure["chance"])) < 1e-4
    assert said[0] == boards.side(r.info, int(fact["seat"]) - 1) != boards.side(r.info, r.seat)
    is_percent(said[1], fact["chance"])


def read_reveals(r: Reading) -> None:
    said = r(rf"It should tell me {PERCENT} of what I do not know yet\.")
    assert said is not None, r.text
    fact = r.facts["reveals"]
    is_percent(said[0], fact["bits"] / fact["of"])
    again = dict(fastcore.Search(r.one.point, engine="improver").facts(r.report.move))["reveals"]
    assert abs(fact["bits"] - float(again["bits"])) < 0.006 and abs(fact["of"] - float(again["of"])) < 0.006
    assert 0 < float(said[0]) <= 100


READERS: dict[str, Callable[[Reading], None]] = {
    "only": read_only, "proof": read_proof, "losing": read_losing, "choice": read_choice, "reply": read_reply, "luck": read_luck,
    "terms": read_terms, "plan": read_plan, GOES_ON: read_plan, "mixture": read_mixture, "case": read_case, "points": read_points,
    "left": read_left, "further": read_further, "right": read_right, "learns": read_learns, "beliefs": read_beliefs,
    "rival": read_rival, "reveals": read_reveals,
}  # fmt: skip


def test_every_number_and_comparison_is_true(game_id: str) -> None:
    for one, said in sample(game_id):
        assert len(said) <= (MOST_PLAN if one.report.plan else MOST)
        for reason in said:
            READERS[reason.kind](Reading(one, reason))


def test_bots_that_look_ahead_have_reasons(game_id: str) -> None:
    """No decision without a reason, no kind twice about the same one, and more than one text of each kind."""
    kinds: Counter[str] = Counter()
    texts: dict[str, set[str]] = {}
    for one, said in sample(game_id):
        assert said or not (one.report.facts or one.report.plan), one.report  # of the last steps of a long plan little is kept
        assert len({reason.kind for reason in said}) == len(said) and all(reason.facts for reason in said)
        for reason in said:
            kinds[reason.kind] += 1
            texts.setdefault(reason.kind, set()).add(reason.text)
    for kind, number in kinds.items():
        if kind not in ("only", "proof") and number >= 10:
            assert len(texts[kind]) > number / 10, kind


def test_a_sentence_differs_when_its_facts_differ(game_id: str) -> None:
    """All numbers in the facts of a sentence are changed (and the reply, which may have none): it says something else then, or is not said."""
    for one, said in sample(game_id):
        for reason in said:
            numbers = [value for fact in reason.facts for value in fact.values.values() if isinstance(value, int | float)]
            if not numbers or reason.kind in ("only", "plan", GOES_ON):
                continue
            changed = changed_report(one.report, reason)
            now = reasons(one.info, one.seat, changed, one.earlier)
            assert reason.text not in [other.text for other in now], (reason, changed)


def changed_report(report: Report, reason: Reason) -> Report:
    """A report with other numbers behind one of its reasons."""
    moves = [report.move, *(one.move for one in report.candidates)]
    facts = tuple(other_fact(fact, moves) if fact in reason.facts else fact for fact in report.facts)
    mixture = tuple((plan, weight * 0.7) for plan, weight in report.mixture)
    beliefs = {of: {what: (chance + 0.37) % 1 for what, chance in held.items()} for of, held in report.beliefs.items()}
    candidates = tuple(msgspec.structs.replace(one, value=tuple(shifted(value) for value in one.value)) for one in report.candidates)
    return msgspec.structs.replace(report, facts=facts, mixture=mixture, beliefs=beliefs, candidates=candidates)


def shifted(number: float) -> float:
    return number + (0.3 if number < 0.5 else -0.3)


def other_fact(fact: Fact, moves: list[str]) -> Fact:
    values: dict[str, int | float | str] = {}
    for name, value in fact.values.items():
        if name == "move" and fact.key == "reply":
            values[name] = next((move for move in moves if move != value), "?")
        elif isinstance(value, str) or name == "seat":
            values[name] = value
        else:
            values[name] = value + 1 if isinstance(value, int) else shifted(value)
    if fact.key == "proof":
        values["result"] = 0.0 if fact.values["result"] else 1.0
    return Fact(fact.key, values)


def test_facts_of_open_games_are_those_of_the_position(open_game: str) -> None:
    for one, _ in sample(open_game):
        facts = {fact.key: fact.values for fact in one.report.facts}
        state = one.point.state
        assert state is not None
        assert ("only" in facts) == (len(state.moves()) == 1)
        best = one.report.candidates[0]
        assert facts["best"]["move"] == best.move == one.report.move
        assert abs(float(facts["best"]["value"]) - best.value[one.seat]) < 1e-4
        if "reply" in facts or "luck" in facts:
            after = state.copy()
            for move in best.line:
                if after.actor != one.seat:
                    break
                after.play(move)
            if "luck" in facts:
                assert after.actor == CHANCE
                assert {after.parse_move(str(facts["luck"][name])) for name in ("worst", "best")} <= {move for move, _ in after.chances()}
            elif after.actor >= 0 and after.actor != one.seat:
                assert after.actor == facts["reply"]["seat"] and not after.why_not(str(facts["reply"]["move"]))


def test_bots_that_do_not_look_ahead_say_so(game_id: str) -> None:
    """Random, greedy and the like: one short sentence that holds for what they did."""
    for name in ("random", "greedy", "deducer", "points"):
        if name not in bots.names(game_id):
            continue
        state, stream = fastcore.start(game_id), fastcore.Stream(2, name)
        for _ in range(deep(25, 200)):
            if state.actor == OVER:
                break
            if state.actor == CHANCE:
                state.play(state.sample(stream))
                continue
            point = state.viewpoint(state.actor)
            *_, report = bots.make(name, 1).think(point)
            (reason,) = reasons(state.info, state.actor, report)
            moves = len(point.moves())
            if moves == 1:
                assert reason.kind == "only"
            elif name == "points":
                gain = points_gained(state, report.move)
                alike = sum(points_gained(state, state.move_text(move)) == gain for move in state.moves())
                assert reason.text.startswith("It leaves the lead in points as it is; " if not gain else f"It shifts the lead by {gain:+d} ".replace("-", "\u2212"))
                assert f"none of the {moves} legal moves does better" in reason.text if alike == 1 else f"; {alike} of the {moves} " in reason.text
            else:
                policy = {"random": "uniform"}.get(name, name)
                chances = dict(point.policy(policy))
                chance = chances[point.parse_move(report.move)]
                alike = sum(abs(other - chance) < 1e-9 for other in chances.values())
                numbers = [int(number) for number in re.findall(r"\d+(?! %)(?!\.)\b", reason.text)]
                if alike == moves:
                    assert numbers == [moves] and "all alike" in reason.text
                elif chance > 1 - 1e-9:
                    assert numbers == [moves] and "without looking ahead" in reason.text
                elif abs(alike * chance - 1) < 1e-6:
                    assert numbers == [alike, moves] and "equally good" in reason.text
                else:
                    assert f"a chance of {percents(chance)[0]}, from {moves} legal moves" in reason.text
            state.play(report.move)


def points_gained(state: fastcore.State, move: str) -> int:
    seat = state.actor

    def lead(points: tuple[int, ...] | list[int]) -> int:
        return points[seat] - max(number for other, number in enumerate(points) if other != seat)

    return lead(state.after(move).points()) - lead(state.points())


def test_a_game_without_words_of_its_own_is_told_plainly(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a fifth game would be: nothing but its moves' texts and the core's names."""
    monkeypatch.setattr(boards, "words", lambda game: plain.Words())
    for one, _ in sample(game_id)[:40]:
        for reason in reasons(one.info, one.seat, one.report, one.earlier):
            READERS[reason.kind](Reading(one, reason))


def test_a_report_without_facts_has_no_reasons(game_id: str) -> None:
    info = fastcore.info(game_id)
    assert reasons(info, 0, Report("x")) == ()
    assert reasons(info, 0, Report("x", candidates=(Candidate("x", 5, (0.1,) * 4, 0.0, 1.0, ("x",)),), simulations=5)) == ()


def test_facts_of_somebodys_own_bot_break_nothing(game_id: str) -> None:
    """Known keys with values that are left out, of another kind, or out of range; moves that are none."""
    chance = random.Random(5)
    odd = ("", "x", "a:b:c", -1, 0, 10**9, -2.5, 1e300, "rb:ask:9")
    for one, _ in sample(game_id)[: deep(15, 200)]:
        for _ in range(20):
            facts = []
            for fact in one.report.facts:
                values = {name: chance.choice(odd) if chance.random() < 0.3 else value for name, value in fact.values.items() if chance.random() < 0.9}
                facts.append(Fact(fact.key, values))
            move = chance.choice([one.report.move, "", "?", "\u00e4:1"])
            damaged = msgspec.structs.replace(one.report, facts=tuple(facts), move=move, plan=one.report.plan[::-1])
            for reason in reasons(one.info, one.seat, damaged, one.earlier):
                assert reason.text
            assert all(isinstance(line, str) for line in in_words(one.info, one.seat, damaged))


def test_plan_mixture_and_beliefs_are_told_in_words(game_id: str) -> None:
    told: Counter[str] = Counter()
    for one, _ in sample(game_id):
        for line in in_words(one.info, one.seat, one.report):
            head, _, rest = line.partition(": ")
            told[head.split()[0]] += 1
            shares = [float(share) for share in re.findall(PERCENT, rest)]
            if head == "Plan":
                assert rest == boards.say(one.info, one.seat, one.report.plan)
            elif head == "Mixture":
                assert len(shares) == len(one.report.mixture)
                for share, (plan, weight) in zip(shares, one.report.mixture, strict=True):
                    assert abs(share - 100 * weight) <= 0.51 and plan.replace(",", ", ") in rest
            else:
                (held,) = one.report.beliefs.values()
                likely = sorted((100 * chance for chance in held.values() if chance >= 0.005), reverse=True)
                assert len(shares) == len(likely) and all(abs(x - y) <= 0.51 for x, y in zip(shares, likely, strict=True))
    has = fastcore.info(game_id).has
    assert bool(told["Plan"]) == bool(told["Mixture"]) == has.secrets and bool(told["Beliefs"]) == has.hidden


def test_the_page_for_bots_lists_every_key(game_id: str) -> None:
    page = (Path(__file__).parent.parent / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`([a-z]+)`", " ".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))))
    told = {fact.key for one, _ in sample(game_id) for fact in one.report.facts}
    for name in bots.names(game_id):
        if name not in THINKERS:
            state = next(state for state, _ in walk(game_id, "keys") if state.actor >= 0 and len(state.moves()) > 1)
            *_, report = bots.make(name, 1).think(state.viewpoint(state.actor))
            told |= {fact.key for fact in report.facts}
    assert told <= listed


def test_what_was_believed_before_a_deal_does_not_count() -> None:
    report, other = Report("a"), Report("b")
    assert earlier_report([(0, report), (1, None), (0, other), (0, report)]) is other
    assert earlier_report([(0, report), (CHANCE, None), (0, other)]) is None
    assert earlier_report([(0, report), (1, other)]) is None and earlier_report([(0, report)]) is None


def test_percentages_stay_apart_and_are_never_rounded_to_nothing_or_all() -> None:
    assert percents(0.313, 0.3171) == ("31 %", "32 %") and percents(0.3131, 0.3149) == ("31.3 %", "31.5 %")
    assert percents(0.31311, 0.31312) == ("31.3 %", "31.3 %") and percents(0.9996) == ("99.96 %",)
    assert percents(0.0, 1.0) == ("0 %", "100 %") and percents(0.001) == ("0.1 %",) and percents(0.5, 0.5) == ("50 %", "50 %")
