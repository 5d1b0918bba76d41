"""Tests of the reasons why another candidate was not chosen, against the report and the position."""

from __future__ import annotations

from collections import Counter

import msgspec

import bots
from bots.reasoning import CandidateTurn, group_turns
from bots.report import Candidate, Fact, Report
from tests.conftest import deep
from tests.kit.decisions import Decision, decisions_with_reasons
from tests.kit.reasons.readers import counted_terms
from tests.kit.reasons.reading import PERCENT, Reading, check_percent
from workbench import boards
from workbench.conformance.walks import random_position
from workbench.reports.reasons import MAX, Reason
from workbench.reports.reasons_against import reasons_against


class ReadingAgainst(Reading):
    """A sentence that compares another candidate with the chosen one."""

    def __init__(self, decision: Decision, reason: Reason, best: Candidate, alternative: Candidate) -> None:
        super().__init__(decision, reason)
        turns = group_turns(decision.point, decision.report.candidates)
        self.best_turn, self.own_turn = (
            next(turn for turn in turns if candidate in turn.candidates) for candidate in (best, alternative)
        )
        self.best, self.alternative = self.best_turn.lead, self.own_turn.lead

    def score(self, text: str, candidate: Candidate) -> None:
        self.check_value(text, candidate.value[self.seat])

    def check_share(self, text: str, turn: CandidateTurn) -> None:
        check_percent(text, min(turn.visits / (self.report.simulations + self.report.kept), 1))

    def check_best(self, text: str) -> None:
        self.check_turn(text, self.best_turn.moves, self.own_turn.moves)


def read_value(r: ReadingAgainst) -> None:
    value, best = r.alternative.value[r.seat], r.best.value[r.seat]
    if r("It loses by force.") is not None:
        assert value == -1 and r.facts["losing"]["moves"] > 0
    elif groups := r(rf"{r.gives}, but another move wins by force: (.+)\."):
        r.score(groups[0], r.alternative)
        r.check_best(groups[1])
        assert r.facts["proof"]["result"] == 1 == best
    elif groups := r(
        rf"Searched (\d+) moves? ahead\. {r.gives_at_most}, "
        rf"(?:compared with {r.value_pattern} for|no more than) the alternative: (.+)\."
    ):
        assert int(groups[0]) == r.facts["depth"]["reached"]
        r.score(groups[1], r.alternative)
        r.score(groups[2] or groups[1], r.best)
        r.check_best(groups[3])
        assert groups[2] != groups[1] and r.report.candidates.index(r.alternative) < r.facts["depth"]["alike"]
    else:
        groups = r(
            rf"{r.gives}, (?:compared with {r.value_pattern} for|just as much as) the alternative"
            rf"(, but it was searched less)?: (.+)\."
        )
        assert groups is not None, r.text
        r.score(groups[0], r.alternative)
        r.score(groups[1] or groups[0], r.best)
        r.check_best(groups[3])
        assert (groups[2] is not None) == (value > best and r.own_turn.visits < r.best_turn.visits) and groups[
            1
        ] != groups[0]


def read_mixture(r: ReadingAgainst) -> None:
    groups = r(rf"The choice is random: this move has {PERCENT}, the chosen one {PERCENT}: (.+)\.")
    assert groups is not None, r.text
    r.check_best(groups[2])
    remaining = len(r.report.plan) or 1
    for share, move in ((groups[0], r.alternative.move), (groups[1], r.best.move)):
        check_percent(
            share, sum(weight for plan, weight in r.report.mixture if plan.split(",")[-remaining:][0] == move)
        )


def read_reply(r: ReadingAgainst) -> None:
    state = r.decision.point.state
    assert state is not None
    state = state.copy()
    for move in r.alternative.line:
        if state.actor != r.seat:
            break
        state.play(move)
    side = boards.seat_name(r.info, state.actor)
    groups = r(rf"Then {side} will probably (.+)\.")
    assert groups is not None and not state.why_not(move), r.text
    r.check_phrase(groups[0], move, state.actor)


def read_terms(r: ReadingAgainst) -> None:
    groups = r(r"Compared with the alternative \((.+)\), it is (.+)\.")
    assert groups is not None
    r.check_best(groups[0])
    sides = [end.evaluate().terms for end in r.ends(r.own_turn.moves, r.best_turn.moves)]
    sign = 1 if r.seat == 0 else -1
    changes = {
        r.name("term", first.name): sign * (first.amount - second.amount) * first.weight
        for first, second in zip(*sides, strict=True)
    }
    shown = counted_terms(groups[1], changes)
    assert shown
    for name, grows in shown.items():
        assert (changes[name] > 0) == grows
    assert len(shown) == min(3, sum(abs(change) >= 0.05 for change in changes.values()))


def read_share(r: ReadingAgainst) -> None:
    groups = r(rf"It took {PERCENT} of the search, and the chosen move (?:as much|{PERCENT}): (.+)\.")
    assert groups is not None, r.text
    r.check_share(groups[0], r.own_turn)
    r.check_share(groups[1] or groups[0], r.best_turn)
    r.check_best(groups[2])


def read_same(r: ReadingAgainst) -> None:
    assert r("It begins the same turn in another order.") is not None
    assert r.own_turn is r.best_turn and len(r.own_turn.moves) > 1


READERS = {
    "same": read_same,
    "value": read_value,
    "lot": read_mixture,
    "reply": read_reply,
    "terms": read_terms,
    "share": read_share,
}


def check_sentences(decision: Decision, kinds: Counter[str]) -> None:
    """Check the sentences about candidates that were not chosen. Each candidate must have one."""
    best = next(candidate for candidate in decision.report.candidates if candidate.move == decision.report.move)
    for alternative in decision.report.candidates:
        sentences = reasons_against(decision.point, decision.report, alternative.move)
        assert bool(sentences) == (alternative.move != best.move) and len(sentences) <= MAX, (
            decision.report,
            alternative,
        )
        for reason in sentences:
            assert reason.facts
            READERS[reason.kind](ReadingAgainst(decision, reason, best, alternative))
            kinds[reason.kind] += 1
        texts = [reason.text for reason in sentences]
        assert len(set(texts)) == len(texts)


def test_sentences_about_other_candidates_are_true(game_id: str) -> None:
    kinds: Counter[str] = Counter()
    for decision, _ in decisions_with_reasons(game_id)[: deep(12, 2000)]:
        if decision.report.candidates and decision.report.simulations:
            check_sentences(decision, kinds)
    is_open = bool(next(decision for decision, _ in decisions_with_reasons(game_id)).point.state)
    assert kinds["value"] and kinds["share"] and bool(kinds["reply"] or kinds["terms"]) == is_open


def test_sentences_differ_between_candidates(game_id: str) -> None:
    for kind in ("value", "share"):
        texts = [
            reason.text
            for decision, _ in decisions_with_reasons(game_id)[: deep(25, 400)]
            if decision.report.simulations
            for candidate in decision.report.candidates
            for reason in reasons_against(decision.point, decision.report, candidate.move)
            if reason.kind == kind
        ]
        assert len(set(texts)) > len(texts) / 10, kind


def test_proven_wins_and_losses_are_stated(open_game: str) -> None:
    """A proven result is not described as a chance."""
    counts: Counter[str] = Counter()
    for number in range(deep(80, 400)):
        state = random_position("herd(size=3)" if open_game == "herd" else open_game, "against", number, max_moves=300)
        if state.actor < 0 or len(state.moves()) < 2:
            continue
        point = state.viewpoint(state.actor)
        *_, report = bots.make("mcts(simulations=60)", number).think(point.copy())
        if not any(fact.key in ("proof", "losing") for fact in report.facts):
            continue
        decision = Decision(point.info, point.actor, report, None, point, "mcts")
        check_sentences(decision, counts)
        for candidate in report.candidates:
            for reason in reasons_against(point, report, candidate.move):
                counts["wins by force"] += "wins by force" in reason.text
                counts["loses"] += reason.text == "It loses by force."
        if counts["wins by force"] and counts["loses"]:
            break
    assert counts["loses"] or counts["wins by force"]


def test_reports_that_do_not_fit_the_position_are_tolerated(game_id: str) -> None:
    """A custom bot may report lines and moves that cannot be played, or incomplete facts."""
    decision = next(
        decision
        for decision, _ in decisions_with_reasons(game_id)
        if len(decision.report.candidates) > 1 and decision.report.simulations
    )
    second = decision.report.candidates[1]
    unplayable = [
        msgspec.structs.replace(candidate, line=(candidate.move, "?", "x")) for candidate in decision.report.candidates
    ]
    facts = (Fact("depth", {}), Fact("proof", {}), Fact("losing", {}))
    for candidates in (tuple(unplayable), (*unplayable, Candidate("?", 1, second.value, 0.0, 0.0, ("?",)))):
        damaged = msgspec.structs.replace(decision.report, candidates=candidates, facts=facts)
        for move in (second.move, "?", ""):
            assert all(reason.text for reason in reasons_against(decision.point, damaged, move))
    assert (
        reasons_against(decision.point, Report("x"), "y") == ()
        and reasons_against(decision.point, decision.report, decision.report.move) == ()
    )
