"""Tests of the growth of a choice: its leaders over time, and the reasons for changes of the lead."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

import bots
from bots.report import Candidate, Fact, Limit, Report
from bots.searching import SearchBot
from fastcore import Search, Viewpoint
from tests.conftest import deep
from tests.kit.reasons.reading import PERCENT, SHORT, check_score, check_short_value, to_float
from tests.storage.test_traces import viewpoint_to_move
from workbench.bot_process.decisions import Reports, decide
from workbench.conformance.walks import random_position
from workbench.gui.analyse.pages import words as lead_words
from workbench.reports.growth import LeadChange, choice_growth, frames, lead_changes
from workbench.reports.pruning import prune


def test_choice_growth_matches_its_reports(game_id: str) -> None:
    for number in range(deep(2, 20)):
        point = viewpoint_to_move(random_position(game_id, "grown", number, max_moves=60))
        for name in bots.names(game_id):
            bot, collected = bots.make(name, 1), Reports()
            if not isinstance(bot, SearchBot):
                continue
            decide(bot, point, Limit(simulations=400), collected.add)
            for reports in (tuple(collected.all), frames(prune(collected.all))):
                growth = choice_growth(reports, point.actor)
                assert list(growth.simulations) == sorted(growth.simulations) and len(growth.leaders) == len(
                    growth.simulations
                )
                assert all(len(curve.shares) == len(curve.values) == len(growth.simulations) for curve in growth.curves)
                assert all(0 <= share <= 1 for curve in growth.curves for share in curve.shares if share is not None)
                changes = [(a, b) for a, b in pairwise(growth.leaders) if a != b]
                assert [(change.before, change.move) for change in growth.lead_changes] == changes
                assert not growth.curves or growth.curves[0].move == growth.leaders[-1]
                shown = [frame for frame in reports if frame.candidates]
                for index, (leader, frame) in enumerate(zip(growth.leaders, shown, strict=True)):
                    shares = {curve.move: curve.shares[index] or 0.0 for curve in growth.curves}
                    assert (
                        leader == frame.move
                        if not growth.weights
                        else leader not in shares or shares[leader] >= max(shares.values()) - 0.0011
                    )


def report(move: str, simulations: int, **candidates: tuple[int, float]) -> Report:
    return Report(
        move,
        tuple(
            Candidate(name, visits, (value, -value), 0.0, 0.0, (name,)) for name, (visits, value) in candidates.items()
        ),
        simulations,
    )


def test_lead_changes_have_the_correct_reason() -> None:
    first = report("a", 20, a=(6, 0.4), b=(4, 0.1))
    cases = {
        "rose": report("b", 40, b=(12, 0.5), a=(8, 0.4)),
        "fell": report("b", 40, b=(12, 0.1), a=(8, 0.0)),
        "more": report("b", 40, b=(12, 0.1), a=(8, 0.4)),
        "even": report("b", 40, b=(8, 0.403), a=(8, 0.402)),
        "less": report("b", 40, b=(4, 0.5), a=(16, 0.4)),
        "new": report("c", 40, c=(12, 0.5), a=(8, 0.4)),
        "chosen": replace(report("c", 40, a=(8, 0.4)), move="c"),
    }
    for reason, later in cases.items():
        before = (
            replace(first, candidates=report("", 0, a=(6, 0.4), b=(4, 0.4)).candidates) if reason == "even" else first
        )
        (change,) = lead_changes((before, later), 0)
        assert (change.at, change.simulations, change.before, change.move, change.why) == (
            1,
            40,
            "a",
            later.move,
            reason,
        )
    assert (lead_changes((first, cases["rose"]), 0)[0].was, lead_changes((first, cases["rose"]), 0)[0].now) == (
        0.1,
        0.5,
    )
    assert (lead_changes((first, cases["new"]), 0)[0].now, lead_changes((first, cases["chosen"]), 0)[0].now) == (
        0.5,
        None,
    )
    assert lead_changes((replace(first, simulations=10), cases["new"]), 0)[0].why == "first", (
        "the previous report covers all ten simulations"
    )
    assert lead_changes((first, first), 0) == ()
    lost, proof = report("b", 40, b=(4, 0.5), a=(16, -1.0)), Fact("losing", {"moves": 1, "of": 1})
    assert lead_changes((first, lost), 0)[0].why == "less", "a value alone is no proof"
    assert lead_changes((first, replace(lost, facts=(proof,))), 0)[0].why == "lost"
    won = replace(report("b", 40, b=(4, 1.0), a=(16, 0.4)), facts=(Fact("proof", {"result": 1.0}),))
    assert lead_changes((first, won), 0)[0].why == "won"


def test_sentences_about_new_leaders_are_true(game_id: str) -> None:
    """Each sentence about a real search is parsed and checked against the reports and the search."""
    number = checked = 0
    while checked < deep(15, 500):
        point = viewpoint_to_move(random_position(game_id, "leading", number, max_moves=200))
        for name in bots.names(game_id) if point.actor >= 0 else ():
            if not isinstance(bots.make(name, number), SearchBot):
                continue
            collected, bot = Reports(), bots.make(name, number)
            decide(bot, point, Limit(simulations=3000 if name == "alphabeta" else 300), collected.add)
            assert isinstance(bot, SearchBot) and bot.search is not None
            proven = {
                point.move_text(int(row["move"])): (float(row["lower"]), float(row["upper"]))
                for row in bot.search.root()
            }
            for reports in (tuple(collected.all), frames(prune(collected.all))):
                shown = tuple(frame for frame in reports if frame.candidates)
                for change in lead_changes(shown, point.actor):
                    checked += 1
                    check_lead_sentence(change, shown, point.actor, proven)
                    if change.why == "first":
                        repeated = bots.make(name, number)
                        assert isinstance(repeated, SearchBot)
                        decide(repeated, point, Limit(simulations=shown[change.at - 1].simulations), lambda _: None)
                        assert repeated.search is not None and visits_of(repeated.search, point, change.move) == 0
                    assert name in ("equilibrium",) or change.measure != "weights"
        number += 1


def visits_of(search: Search, point: Viewpoint, move: str) -> int:
    return int(next(row["visits"] for row in search.root() if point.move_text(int(row["move"])) == move))


def check_lead_sentence(
    change: LeadChange, shown: tuple[Report, ...], seat: int, proven: dict[str, tuple[float, float]]
) -> None:
    """Check the sentence against the reports before and after the change."""
    seats = len(shown[change.at].candidates[0].value)
    text = lead_words.lead_sentence(change, seats)
    value_pattern, check_value = (PERCENT, check_score) if seats == 2 else (SHORT, check_short_value)
    verb = {"weights": "overtakes", "bounds": "becomes better than", "visits": "takes the lead from"}[change.measure]
    verb = "is preferred to" if change.why == "less" else verb
    start = f"At {change.simulations:,}, {change.move} {verb} {change.before}"
    assert text.startswith(start)
    if change.measure == "weights":
        for frame, leader in zip(shown[change.at - 1 : change.at + 1], (change.before, change.move), strict=True):
            priors = {c.move: c.prior for c in frame.candidates}
            assert priors[leader] >= max(priors.values()) - 0.0011, (
                "the leader has the most weight, whichever move was drawn"
            )
    before, after = ({c.move: c for c in frame.candidates} for frame in shown[change.at - 1 : change.at + 1])
    new, old, rest = change.move, change.before, text.removeprefix(start)
    weights = change.measure == "weights"

    def amount(move: str) -> float:
        return after[move].prior if weights else after[move].visits

    if rest == f": {old} loses by force.":
        assert proven[old][1] == -1
    elif rest == ": it wins by force.":
        assert proven[new][0] == 1
    elif rest == f": though {old} has more of the search.":
        assert not weights and amount(new) < amount(old)
    elif rest in (f": it now has more {'weight' if weights else 'of the search'} than {old}.",):
        assert amount(new) > amount(old)
    elif rest == ": with the same share of the search, it is worth more.":
        assert amount(new) == amount(old) and after[new].value[seat] > after[old].value[seat]
    elif match := re.fullmatch(
        rf": it was (searched for the first time|not a leading move before) and is worth {value_pattern}\.",
        rest,
    ):
        assert new not in before or not before[new].visits
        check_value(match[2], after[new].value[seat])
    elif match := re.fullmatch(rf": its value has risen from {value_pattern}( at most)? to {value_pattern}\.", rest):
        check_value(match[1], before[new].value[seat])
        check_value(match[3], after[new].value[seat])
        assert to_float(match[3]) > to_float(match[1]) and (match[2] is not None) == (change.measure == "bounds")
    elif match := re.fullmatch(
        rf": the value of {re.escape(old)} has fallen from {value_pattern} to {value_pattern}( at most)?\.", rest
    ):
        check_value(match[1], before[old].value[seat])
        check_value(match[2], after[old].value[seat])
        assert to_float(match[2]) < to_float(match[1]) and (match[3] is not None) == (change.measure == "bounds")
    else:
        assert rest == "." and change.why == "chosen"


def test_randomly_drawn_move_does_not_lead() -> None:
    """The most visited move leads, even if a weak level samples another move."""
    reports = [
        report("c", 20, a=(12, 0.1), b=(6, 0.1), c=(2, 0.1)),
        report("b", 40, a=(30, 0.2), b=(6, 0.0), c=(4, 0.1)),
    ]
    facts = (Fact("best", {"move": "b", "share": 0.15, "value": 0.0, "lot": 1}),)
    drawn_growth = choice_growth((reports[0], replace(reports[1], facts=facts)), 0)
    assert drawn_growth.leaders == ("a", "a") and drawn_growth.lead_changes == () and drawn_growth.drawn_move == "b"
    assert (
        lead_words.time_sentence(drawn_growth, 1, "Red", 2)
        == "40 simulations: a leads with 75 %, value 60 % for Red; b was picked at random (15 %)."
    )
    chosen_growth = choice_growth(reports, 0)
    assert chosen_growth.leaders == ("c", "b") and lead_words.time_sentence(chosen_growth, 0, "Red", 2).startswith(
        "20 simulations: c is chosen with 10 % of the search, though a has 60 %"
    )
    assert "leads" not in lead_words.time_sentence(chosen_growth, 1, "Red", 2) and lead_words.lead_sentence(
        chosen_growth.lead_changes[0], 2
    ).startswith("At 40, b takes the lead from c")
    depth_growth = choice_growth([replace(frame, facts=(Fact("depth", {}),)) for frame in reports], 0)
    assert (
        lead_words.time_sentence(depth_growth, 1, "Red", 2)
        == "40 positions: b is best, with 15 % of them, value 50 % for Red."
    )


def mixed_report(drawn: str, simulations: int, **weights: float) -> Report:
    """Return the report of a mixed choice. The drawn candidate comes first, regardless of its weight."""
    order = sorted(weights, key=lambda move: (move != drawn, -weights[move]))
    candidates = tuple(Candidate(move, 10, (0.1, -0.1), 0.0, weights[move], (move,)) for move in order)
    return Report(drawn, candidates, simulations, mixture=tuple(sorted(weights.items(), key=lambda item: -item[1])))


@pytest.mark.parametrize("of_record", [False, True])
def test_move_with_most_weight_leads_whichever_is_drawn(of_record: bool) -> None:
    """Covers live reports, and a record, which holds only the drawn moves and the weights."""
    collected = [
        mixed_report("b", 10, a=0.6, b=0.4),
        mixed_report("a", 20, a=0.6, b=0.4),
        mixed_report("b", 50, a=0.39, b=0.35, c=0.26),
        mixed_report("a", 100, a=0.39, b=0.35, c=0.26),
        mixed_report("b", 200, a=0.39, b=0.35, c=0.26),
    ]
    shown = frames(prune(collected)) if of_record else tuple(collected)
    assert [frame.move for frame in shown] == ["b", "a", "b", "a", "b"]
    growth = choice_growth(shown, 0)
    assert (
        growth.weights and growth.leaders == ("a",) * 5 and growth.lead_changes == () and growth.curves[0].move == "a"
    )
    assert lead_words.no_leads(growth) == "a had the most weight throughout."
    assert (
        lead_words.time_sentence(growth, 4, "Red", 2)
        == "200 simulations: mixed strategy, a 39 %, value 55 % for Red; b was picked at random (35 %)."
    )
    assert (
        lead_words.time_sentence(growth, 3, "Red", 2) == "100 simulations: mixed strategy, a 39 %, value 55 % for Red."
    )
    pure = choice_growth((mixed_report("a", 10, a=1.0, b=0.0), mixed_report("a", 20, a=1.0, b=0.0)), 0)
    assert lead_words.time_sentence(pure, 1, "Red", 2) == "20 simulations: a has all the weight, value 55 % for Red."
    collected.append(mixed_report("b", 500, a=0.3, b=0.3, c=0.4))
    (change,) = lead_changes(frames(prune(collected)) if of_record else collected, 0)
    assert lead_words.lead_sentence(change, 2) == "At 500, c overtakes a: it now has more weight than a."
