"""Why another candidate was not chosen: every number and comparison read back and worked out again
from the report and the position."""

from __future__ import annotations

import re
from collections import Counter

import msgspec

import bots
from bots.report import Candidate, Fact, Report
from tests.conftest import deep
from tests.kit.decisions import Decision, sample
from tests.kit.reasons.reading import PERCENT, SIGNED, Reading, is_number, is_percent
from tests.kit.walks import somewhere
from workbench import boards
from workbench.reports.reasons import MOST, Reason
from workbench.reports.reasons_against import reasons_against


class Against(Reading):
    """A sentence about one candidate against the chosen one."""

    def __init__(self, one: Decision, reason: Reason, best: Candidate, other: Candidate) -> None:
        super().__init__(one, reason)
        self.best, self.other = best, other

    def score(self, said: str, one: Candidate) -> None:
        self.worth(said, one.value[self.seat])

    def took(self, said: str, one: Candidate) -> None:
        is_percent(said, one.visits / (self.report.simulations + self.report.kept))


def read_value(r: Against) -> None:
    mine, best = r.other.value[r.seat], r.best.value[r.seat]
    if r("It loses by force.") is not None:
        assert mine == -1 and r.facts["losing"]["moves"] > 0
    elif said := r(rf"After it {r.mine}; to (.+) wins by force\."):
        r.score(said[0], r.other)
        r.phrase(said[1], r.best.move)
        assert r.facts["proof"]["result"] == 1 == best
    elif said := r(
        rf"I looked (\d+) moves? ahead: after it {r.mine} at most(?:; "
        rf"{r.beside} if I|, which is no more than if I) (.+)\."
    ):
        assert int(said[0]) == r.facts["depth"]["reached"]
        r.score(said[1], r.other)
        r.score(said[2] or said[1], r.best)
        r.phrase(said[3], r.best.move)
        assert said[2] != said[1] and r.report.candidates.index(r.other) < r.facts["depth"]["alike"]
    else:
        said = r(rf"After it {r.mine}(?:; {r.beside} if I|, and as good if I) (.+?)(, but I looked at it less)?\.")
        assert said is not None, r.text
        r.score(said[0], r.other)
        r.score(said[1] or said[0], r.best)
        r.phrase(said[2], r.best.move)
        assert (said[3] is not None) == (mine > best and r.other.visits < r.best.visits) and said[1] != said[0]


def read_lot(r: Against) -> None:
    said = r(rf"I choose by lot: this with {PERCENT}, to (.+) with {PERCENT}\.")
    assert said is not None, r.text
    r.phrase(said[1], r.best.move)
    left = len(r.report.plan) or 1
    for share, move in ((said[0], r.other.move), (said[2], r.best.move)):
        is_percent(share, sum(weight for plan, weight in r.report.mixture if plan.split(",")[-left:][0] == move))


def read_reply(r: Against) -> None:
    state = r.one.point.state
    assert state is not None
    state = state.copy()
    for move in r.other.line:
        if state.actor != r.seat:
            break
        state.play(move)
    side = boards.side(r.info, state.actor)
    said = r(rf"After it I expect {side} to (.+)\.")
    assert said is not None and not state.why_not(move), r.text
    r.phrase(said[0], move, state.actor)


def read_terms(r: Against) -> None:
    said = r(r"Right after it I count (.+) than if I (.+)\.")
    state = r.one.point.state
    assert said is not None and state is not None
    r.phrase(said[1], r.best.move)
    sides = [state.after(one.move).evaluate().terms for one in (r.other, r.best)]
    sign = 1 if r.seat == 0 else -1
    changes = {
        r.name("term", one.name): sign * (one.amount - two.amount) * one.weight for one, two in zip(*sides, strict=True)
    }
    told = re.findall(rf"(?:^|, | and |more for |less for )((?:(?!more for |less for ).)+?) \({SIGNED}\)", said[0])
    assert told
    for name, change in told:
        is_number(change, changes[name.removeprefix("more for ").removeprefix("less for ")])
    assert len(told) == min(3, sum(abs(change) >= 0.05 for change in changes.values()))


def read_share(r: Against) -> None:
    said = r(rf"It took {PERCENT} of my thinking; to (.+) took (?:as much|{PERCENT})\.")
    assert said is not None, r.text
    r.took(said[0], r.other)
    r.phrase(said[1], r.best.move)
    r.took(said[2] or said[0], r.best)


READERS = {"value": read_value, "lot": read_lot, "reply": read_reply, "terms": read_terms, "share": read_share}


def check(one: Decision, kinds: Counter[str]) -> None:
    """All that is said about the other candidates of a decision is true, and there is
    something about each that was searched."""
    best = next(each for each in one.report.candidates if each.move == one.report.move)
    for other in one.report.candidates:
        told = reasons_against(one.point, one.report, other.move)
        assert bool(told) == (other.move != best.move) and len(told) <= MOST, (one.report, other)
        for reason in told:
            assert reason.facts
            READERS[reason.kind](Against(one, reason, best, other))
            kinds[reason.kind] += 1
        texts = [reason.text for reason in told]
        assert len(set(texts)) == len(texts)


def test_what_is_said_against_other_candidates_is_true(game_id: str) -> None:
    kinds: Counter[str] = Counter()
    for one, _ in sample(game_id)[: deep(12, 2000)]:
        if one.report.candidates and one.report.simulations:
            check(one, kinds)
    open_to_all = bool(next(one for one, _ in sample(game_id)).point.state)
    assert kinds["value"] and kinds["share"] and bool(kinds["reply"] or kinds["terms"]) == open_to_all


def test_each_candidate_is_told_of_in_words_of_its_own(game_id: str) -> None:
    """No sentence holds for any move: those about the candidates of all decisions are nearly as many as there are."""
    for kind in ("value", "share"):
        texts = [
            reason.text
            for one, _ in sample(game_id)[: deep(25, 400)]
            if one.report.simulations
            for other in one.report.candidates
            for reason in reasons_against(one.point, one.report, other.move)
            if reason.kind == kind
        ]
        assert len(set(texts)) > len(texts) / 10, kind


def test_what_wins_and_what_loses_is_said(open_game: str) -> None:
    """Where the search has proven something, it is not told as chances."""
    found: Counter[str] = Counter()
    for number in range(deep(40, 400)):
        state = somewhere("herd(size=3)" if open_game == "herd" else open_game, "against", number, most=300)
        if state.actor < 0 or len(state.moves()) < 2:
            continue
        point = state.viewpoint(state.actor)
        *_, report = bots.make("mcts(simulations=60)", number).think(point.copy())
        if not any(fact.key in ("proof", "losing") for fact in report.facts):
            continue
        one = Decision(point.info, point.actor, report, None, point, "mcts")
        check(one, found)
        for other in report.candidates:
            for reason in reasons_against(point, report, other.move):
                found[reason.text.partition(";")[2].strip()[-14:]] += "wins by force" in reason.text
                found["loses"] += reason.text == "It loses by force."
        if found["wins by force."] and found["loses"]:
            break
    assert found["loses"] or found["wins by force."]


def test_what_does_not_belong_to_the_position_breaks_nothing(game_id: str) -> None:
    """A report of somebody's own bot: lines and moves that cannot be made, facts that lack what a sentence needs."""
    one = next(one for one, _ in sample(game_id) if len(one.report.candidates) > 1 and one.report.simulations)
    other = one.report.candidates[1]
    odd = [msgspec.structs.replace(each, line=(each.move, "?", "x")) for each in one.report.candidates]
    facts = (Fact("depth", {}), Fact("proof", {}), Fact("losing", {}))
    for candidates in (tuple(odd), (*odd, Candidate("?", 1, other.value, 0.0, 0.0, ("?",)))):
        damaged = msgspec.structs.replace(one.report, candidates=candidates, facts=facts)
        for move in (other.move, "?", ""):
            assert all(reason.text for reason in reasons_against(one.point, damaged, move))
    assert (
        reasons_against(one.point, Report("x"), "y") == ()
        and reasons_against(one.point, one.report, one.report.move) == ()
    )
