"""Tests of the sentences about a comparison and a search that favour different candidates."""

from __future__ import annotations

import pytest

import fastcore
from bots.report import Candidate, Fact, Report
from tests.compare.test_sentences import difference
from workbench.compare.agreement import (
    SAME_RESULT,
    Preference,
    contradiction_sentences,
    contradicts,
    preference,
    repeats_one_result,
)
from workbench.compare.other_bots import usual_continuation
from workbench.compare.running import ComparisonRun

POLICIES = ("uniform", "greedy")
NAMES = ("c4", "d4")
MANY_WAYS = "forest y,ryy,y,yy/1,yy,y,yy,yy/2,y,yy,rg,y/4,y,y,y/y,3,y,yy/yy,3,y/y,y,y,gy g 16 1 a4:1"


def candidate(move: str, value: float, visits: int, spread: float = 0.3) -> Candidate:
    return Candidate(move, visits, (value, -value), spread, 0.5, (move,))


def report(*candidates: Candidate, depth: bool = False) -> Report:
    facts = (Fact("depth", {"depth": 3}),) if depth else ()
    return Report(candidates[0].move, candidates, simulations=100, facts=facts)


def test_search_prefers_what_its_interval_or_its_visits_show() -> None:
    first = candidate("c4", 0.2, 900)
    for second, clear in (
        (candidate("d4", 0.0, 100), True),
        (candidate("d4", 0.19, 800), False),
        (candidate("d4", 0.1, 5), True),  # rejected, although its interval is wide
        (candidate("d4", 0.19, 800, 0.0), False),  # a bot that reports no spread
    ):
        found = preference(report(first, second), first, second, 0)
        assert found is not None and found.clear == clear
    unvisited = candidate("d4", 0.0, 0)
    assert preference(report(first, unvisited), first, unvisited, 0) is None


def test_bounds_order_only_the_best_candidate() -> None:
    best, second, third = (candidate(move, value, 10, 0.0) for move, value in (("c4", 0.2), ("d4", 0.1), ("e4", 0.1)))
    found = report(best, second, third, depth=True)
    ordered = preference(found, second, best, 0)
    assert ordered is not None and ordered.is_bound and ordered.difference == pytest.approx(-0.1)
    assert preference(found, second, third, 0) is None


def test_only_clear_results_contradict_each_other() -> None:
    clear, close = Preference(-0.1, 0.05), Preference(-0.1, 0.2)
    assert contradicts(difference(0.2), clear)
    assert not contradicts(difference(0.2), close) and not contradicts(difference(0.2), None)
    assert not contradicts(difference(0.2, half=0.3), clear), "the comparison is not clear"
    assert not contradicts(difference(-0.2), clear), "both prefer d4"


def test_contradiction_names_the_continuation_and_the_reason() -> None:
    found, against = difference(0.2), Preference(-0.124, 0.05)
    assert contradiction_sentences(found, against, NAMES, "greedy", POLICIES) == [
        "The analysis disagrees: it prefers d4 by 6.2 percentage points.",
        "In these games, greedy play makes all further moves, for all players. It does not search, so it can miss why "
        "d4 is better.",
    ]
    assert contradiction_sentences(found, against._replace(is_bound=True), NAMES, "60", POLICIES) == [
        "The analysis disagrees: it prefers d4 by at least 6.2 percentage points.",
        "In these games, a search with only 60 simulations makes all further moves. It sees less than the analysis.",
    ]
    assert contradiction_sentences(found, against, NAMES, "club", POLICIES)[1].startswith("In these games, club makes")


@pytest.mark.parametrize("game", fastcore.games())
def test_usual_continuation_gives_games_that_differ(game: str) -> None:
    state = fastcore.start(game)
    while state.actor < 0:
        state.play(state.sample(fastcore.Stream(1, "start")))
    text = usual_continuation(state.info)
    run = ComparisonRun(state.viewpoint(state.actor), [()], text=text, horizon=4)
    run.comparison.run(8)
    ends = {tuple(values) for values in run.comparison.values[:, 0].tolist()}
    assert len(ends) > 1, "one game would be repeated"


def test_equal_results_are_not_called_equal_games() -> None:
    """The policy breaks ties at random: it can win in many ways. Only the result is known to be the same."""
    won = fastcore.parse(MANY_WAYS)
    run = ComparisonRun(won.viewpoint(won.actor), [()], text="greedy")
    run.comparison.run(40)
    assert repeats_one_result([run.comparison.estimate(0)], "greedy", POLICIES)
    lines = set()
    for seed in range(20):
        state, chance, line = won.copy(), fastcore.Stream(seed), list[int]()
        while state.actor >= 0:
            moves, weights = zip(*state.policy("greedy"), strict=True)
            line.append(moves[chance.pick(weights)])
            state.play(line[-1])
        lines.add(tuple(line))
    assert len(lines) > 1 and "result" in SAME_RESULT
