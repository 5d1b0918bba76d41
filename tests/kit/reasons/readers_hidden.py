"""Checks of the reasons for hidden plans and cards: every number and comparison is recomputed from the report."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import fastcore
from tests.kit.reasons.reading import NUMBER, PERCENT, Reading, check_number, check_percent, to_float
from workbench import boards
from workbench.boards.kit.figures import format_amount


def read_mixture(r: Reading) -> None:
    said = r(rf"I chose by lot among (\d+|several) (plans|choices): {PERCENT} this, (.+?)( \u2026|\.)")
    assert said is not None, r.text
    weights = dict(r.report.mixture)
    own_plans = [plan for plan in weights if plan.endswith(",".join(r.report.plan))]
    check_percent(said[2], weights[own_plans[0]])
    others = [(weight, plan) for plan, weight in weights.items() if plan != own_plans[0]]
    assert [weight for weight, _ in others] == sorted((weight for weight, _ in others), reverse=True)
    named = re.findall(rf"{PERCENT} (\u201c[^\u201d]+\u201d|[^,]+)", said[3])
    for (share, text), (weight, plan) in zip(named, others, strict=False):
        check_percent(share, weight)
        r.check_plan(text, plan, r.seat)
    assert (
        named
        and (said[0] == "several" or int(said[0]) == len(weights))
        and (said[0] == "several") == (sum(weights.values()) < 0.999)
    )
    assert (said[4] == ".") == (said[0] != "several" and int(said[0]) == len(named) + 1)


def read_case(r: Reading) -> None:
    cases: dict[Any, Any] = {fact.values["case"]: fact.values for fact in r.report.facts if fact.key == "case"}
    likely, worst = cases["likeliest"], cases["worst"]

    if said := r(rf"I reckon with the answer (.+) \({PERCENT}\): against it {r.own_value_pattern}\."):
        assert likely["plan"] == worst["plan"] == cases["best"]["plan"]
        plan, weight, value = said
    else:
        if said := r(
            rf"Against the likeliest answer \({PERCENT}: (.+)\) {r.own_value_pattern}; "
            rf"at worst, against (.+) \({PERCENT}\), {r.value_pattern}\."
        ):
            second_case = worst
            assert to_float(said[5]) <= to_float(said[2])
        else:
            said = r(
                rf"The likeliest answer \({PERCENT}: (.+)\) is the worst for it: "
                rf"{r.own_value_pattern} then; at best, against (.+) \({PERCENT}\), {r.value_pattern}\."
            )
            assert said is not None and likely["plan"] == worst["plan"], r.text
            second_case = cases["best"]
            assert to_float(said[5]) >= to_float(said[2])
        weight, plan, value = said[:3]
        r.check_plan(said[3], second_case["plan"], 1 - r.seat)
        check_percent(said[4], second_case["weight"])
        r.check_value(said[5], second_case["value"])
    check_percent(weight, likely["weight"])
    r.check_plan(plan, likely["plan"], 1 - r.seat)
    r.check_value(value, likely["value"])


def read_points(r: Reading) -> None:
    found: list[Any] = [fact.values for fact in r.report.facts if fact.key == "points"]
    remaining_text = r.text
    for seat in (r.seat, 1 - r.seat):
        for fact in found:
            if fact["seat"] == seat and fact["expected"] >= 0.005:
                part = (
                    f"{format_amount(float(fact['expected']))} points? for {re.escape(r.name('source', fact['for']))}"
                )
                assert re.search(part, remaining_text)
                remaining_text = re.sub(part, "", remaining_text, count=1)
    assert not re.search(r"\d", remaining_text), remaining_text
    assert not re.search(r"for an? ", r.text), "what several events brought together is told of several"
    side = boards.seat_name(r.info, 1 - r.seat)
    assert (side in r.text) == any(fact["seat"] != r.seat and fact["expected"] >= 0.005 for fact in found)


def read_left(r: Reading) -> None:
    fact = r.facts["left"]
    said = r(
        rf"Over the likeliest answers it leaves me (?:all my {NUMBER}|{NUMBER} of my {NUMBER}) (.+?)(?: on average)?\."
    )
    assert said is not None and said[3] == r.name("store", fact["what"]), r.text
    check_number(said[1] or said[0], fact["after"])
    check_number(said[2] or said[0], fact["before"])
    assert str(fact["before"]) == r.decision.point.fields[str(fact["what"])].split(",")[r.seat]


def read_further(r: Reading) -> None:
    said = r(
        r"Over the likeliest answers, (?:it comes to a bid|more than these plans must be decided in this turn) with "
        rf"{PERCENT}\."
    )
    assert said is not None, r.text
    check_percent(said[0], r.facts["further"]["chance"])


def read_right(r: Reading) -> None:
    right, sure = r.facts["right"], r.facts["sure"]
    follows = rf"I follow {boards.seat_name(r.info, int(right['seat']) - 1)}: " if "seat" in right else ""
    assert bool(follows) == r.report.move.startswith("follow")
    said = r(
        rf"{follows}I hold (.+) for right with {PERCENT}, (?:and nothing for likelier|though (.+) with {PERCENT}|and "
        r"(.+) for as likely)\."
    )
    assert said is not None and said[0] == r.name("belief", right["card"]), r.text
    check_percent(said[1], right["chance"])
    check_percent(said[1], next(held for held in r.report.beliefs.values())[str(right["card"])])
    highest = max(next(held for held in r.report.beliefs.values()).values())
    if said[4] is not None:
        assert said[4] == r.name("belief", sure["card"])
        check_percent(said[1], highest)
    elif said[2] is None:
        assert float(right["chance"]) >= highest - 1e-4
    else:
        assert said[2] == r.name("belief", sure["card"]) and float(said[3]) > float(said[1])
        check_percent(said[3], highest)


def read_learns(r: Reading) -> None:
    fact = r.facts["learns"]
    assert fact["after"] > fact["before"]
    if said := r(rf"I (.+): that should cut the chance that I would cure wrongly from {PERCENT} to {PERCENT}\."):
        r.check_phrase(said[0], r.report.move)
        check_percent(said[1], 1 - float(fact["before"]))
        check_percent(said[2], 1 - float(fact["after"]))
        assert float(said[2]) < float(said[1])
    else:
        said = r(rf"It is expected to make me surer: of what I hold likeliest, from {PERCENT} to {PERCENT}\.")
        assert said is not None and float(said[0]) < float(said[1]), r.text
        check_percent(said[0], fact["before"])
        check_percent(said[1], fact["after"])
    assert abs(float(fact["before"]) - max(next(held for held in r.report.beliefs.values()).values())) < 1e-4


def read_beliefs(r: Reading) -> None:
    assert r.decision.earlier is not None
    names = {r.name("belief", what): (group, what) for group, held in r.report.beliefs.items() for what in held}
    largest_change = max(
        abs(now - r.decision.earlier.beliefs[group][what])
        for group, held in r.report.beliefs.items()
        for what, now in held.items()
    )
    if said := r(r"I am certain now: (.+)\."):
        group, what = names[said[0]]
        assert r.report.beliefs[group][what] > 0.9999
    else:
        said = r(rf"Since my last move (.+) has (risen|fallen) from {PERCENT} to {PERCENT} for me\.")
        assert said is not None, r.text
        group, what = names[said[0]]
        check_percent(said[2], r.decision.earlier.beliefs[group][what])
        check_percent(said[3], r.report.beliefs[group][what])
        assert (float(said[3]) > float(said[2])) == (said[1] == "risen")
    assert abs(r.report.beliefs[group][what] - r.decision.earlier.beliefs[group][what]) == pytest.approx(largest_change)


def read_rival(r: Reading) -> None:
    fact, sure = r.facts["rival"], r.facts["sure"]
    if said := r(rf"(.+) seems surer than I am: of what it holds likeliest to {PERCENT}, I to {PERCENT}\."):
        check_percent(said[2], sure["chance"])
        assert float(said[1]) > float(said[2])
    else:
        said = r(rf"(.+) seems as sure as I am: of what it holds likeliest to {PERCENT}\.")
        assert said is not None and abs(float(fact["chance"]) - float(sure["chance"])) < 1e-4
    assert said[0] == boards.seat_name(r.info, int(fact["seat"]) - 1) != boards.seat_name(r.info, r.seat)
    check_percent(said[1], fact["chance"])


def read_reveals(r: Reading) -> None:
    said = r(rf"It should tell me {PERCENT} of what I do not know yet\.")
    assert said is not None, r.text
    fact = r.facts["reveals"]
    check_percent(said[0], fact["bits"] / fact["of"])
    recomputed = dict(fastcore.Search(r.decision.point, engine="improver").facts(r.report.move))["reveals"]
    assert abs(fact["bits"] - float(recomputed["bits"])) < 0.006 and abs(fact["of"] - float(recomputed["of"])) < 0.006
    assert 0 < float(said[0]) <= 100


HIDDEN_READERS: dict[str, Callable[[Reading], None]] = {
    "mixture": read_mixture, "case": read_case, "points": read_points, "left": read_left, "further": read_further,
    "right": read_right, "learns": read_learns, "beliefs": read_beliefs, "rival": read_rival, "reveals": read_reveals,
}  # fmt: skip
