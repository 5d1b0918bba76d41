"""Tests of the facts that a bot reports about its decision."""

from __future__ import annotations

import pytest

import bots
import fastcore
from bots import Limit, Report, reasoning
from bots.report import Fact, author, with_author, without_author
from bots.searching import SearchBot
from workbench.bot_process.decisions import decide
from workbench.conformance.walks import random_position


@pytest.mark.parametrize("seat", [0, 1])
def test_terms_are_reported_for_deciding_seat(seat: int) -> None:
    """For the second seat every term has the opposite sign."""
    compared = 0
    for number in range(40):
        state = random_position("herd(size=4)", "terms", number)
        if state.actor != seat:
            continue
        point = state.viewpoint(seat)
        candidates = decide(bots.make("mcts", 1), point, Limit(simulations=100)).candidates[:2]
        if len(candidates) < 2:
            continue
        moves = [(candidate.move,) for candidate in candidates]
        changes = {str(fact.values["name"]): fact.values["change"] for fact in reasoning.terms(point, *moves)}
        for term, second_term in zip(*(state.after(move).evaluate().terms for (move,) in moves), strict=True):
            change = (term.amount - second_term.amount) * term.weight * (-1 if seat else 1)
            if term.name in changes:
                assert changes[term.name] == pytest.approx(change)
                compared += 1
            else:
                assert len(changes) == reasoning.DIFFERING or abs(change) < reasoning.MIN
    assert compared


def test_author_of_a_report_can_be_removed() -> None:
    report = Report("a1", facts=(Fact("best", {"move": "a1"}),))
    signed_report = with_author(with_author(report, "uct"), "mcts")
    assert author(signed_report) == "mcts" and author(report) == ""
    assert without_author(signed_report) == without_author(report) == report


def test_report_says_when_move_was_picked_at_random() -> None:
    seen = set[bool]()
    for number in range(20):
        state = random_position("herd(size=3)", "lot", number)
        if state.actor < 0:
            continue
        bot = bots.make("mcts(simulations=40,softness=1)", number)
        assert isinstance(bot, SearchBot)
        report = decide(bot, state.viewpoint(state.actor))
        best = next((fact for fact in report.facts if fact.key == "best"), None)
        if best is not None and bot.search is not None:
            drawn = state.parse_move(report.move) != bot.search.choice()
            assert ("lot" in best.values) == drawn
            seen.add(drawn)
    assert seen == {True, False}


def test_plan_never_increases_unknown_information() -> None:
    reductions = 0
    for number in range(12):
        state = random_position("herbs(actions=1)", "left", number)
        if state.actor < 0 or state.phase != "write":
            continue
        report = decide(bots.make("equilibrium(simulations=100)", 1), state.viewpoint(state.actor))
        for fact in report.facts:
            if fact.key == "left":
                assert 0 <= float(fact.values["after"]) <= float(fact.values["before"]), (state, fact)
                reductions += fact.values["after"] != fact.values["before"]
    assert reductions


def test_line_that_ends_within_the_turn_names_no_reply() -> None:
    state = fastcore.parse("forest 4/5/3,r,2/7/2,r,3/5/2,g,1 r 3 2 -")
    point, search = state.viewpoint(0), fastcore.Search(state, seed=1)
    search.run(3000)
    line = [int(move) for move in search.line()]
    assert state.after(state.move_text(line[0])).actor == point.actor, "the turn has two actions"
    value = float(search.value()[point.actor])
    assert [fact.values["seat"] for fact in reasoning.replies(search, point, line, value)] == [1]
    assert list(reasoning.replies(search, point, line[:1], value)) == [], "the second action is no reply"
