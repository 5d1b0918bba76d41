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
from workbench.system.sentences import capitalised


def read_mixture(r: Reading) -> None:
    groups = r(rf"The choice is random among (\d+|several) (plans|choices); this one has {PERCENT}\.")
    assert groups is not None, r.text
    weights = dict(r.report.mixture)
    own_plans = [plan for plan in weights if plan.endswith(",".join(r.report.plan))]
    check_percent(groups[2], weights[own_plans[0]])
    assert groups[0] == ("several" if sum(weights.values()) < 0.999 else str(len(weights)))


def read_case(r: Reading) -> None:
    cases: dict[Any, Any] = {fact.values["case"]: fact.values for fact in r.report.facts if fact.key == "case"}
    likely, worst = cases["likeliest"], cases["worst"]

    if groups := r(rf"Against the most likely answer \({PERCENT}\), {r.own_value_pattern}\."):
        assert likely["plan"] == worst["plan"] == cases["best"]["plan"]
    else:
        if groups := r(
            rf"Against the most likely answer \({PERCENT}\), {r.own_value_pattern}; "
            rf"against the worst \({PERCENT}\), {r.value_pattern}\."
        ):
            second_case = worst
            assert to_float(groups[3]) <= to_float(groups[1])
        else:
            groups = r(
                rf"The most likely answer \({PERCENT}\) is also the worst: "
                rf"then {r.own_value_pattern}; against the best \({PERCENT}\), {r.value_pattern}\."
            )
            assert groups is not None and likely["plan"] == worst["plan"], r.text
            second_case = cases["best"]
            assert to_float(groups[3]) >= to_float(groups[1])
        r.check_value(groups[3], second_case["value"])
        check_percent(groups[2], second_case["weight"])
    check_percent(groups[0], likely["weight"])
    r.check_value(groups[1], likely["value"])


def read_points(r: Reading) -> None:
    gains: list[Any] = [fact.values for fact in r.report.facts if fact.key == "points"]
    remaining_text = r.text
    for seat in (r.seat, 1 - r.seat):
        for fact in gains:
            if fact["seat"] == seat and fact["expected"] >= 0.005:
                part = (
                    f"{format_amount(float(fact['expected']))} points? for {re.escape(r.name('source', fact['for']))}"
                )
                assert re.search(part, remaining_text)
                remaining_text = re.sub(part, "", remaining_text, count=1)
    assert not re.search(r"\d", remaining_text), remaining_text
    assert not re.search(r"for an? ", r.text), "a result of several events does not name one event"
    side = boards.seat_name(r.info, 1 - r.seat)
    for name, seat in ((r.side, r.seat), (side, 1 - r.seat)):
        gets = any(fact["seat"] == seat and fact["expected"] >= 0.005 for fact in gains)
        assert (f"{name} gets" in r.text) == gets


def read_left(r: Reading) -> None:
    fact = r.facts["left"]
    groups = r(
        rf"Against the most likely answers, (?:all {NUMBER}|{NUMBER} of {NUMBER}) (.+?) remain(?: on average)?\."
    )
    assert groups is not None and groups[3] == r.name("store", fact["what"]), r.text
    check_number(groups[1] or groups[0], fact["after"])
    check_number(groups[2] or groups[0], fact["before"])
    assert str(fact["before"]) == r.decision.point.fields[str(fact["what"])].split(",")[r.seat]


def read_further(r: Reading) -> None:
    groups = r(rf"The chance of (?:a bid|further decisions in this turn) is {PERCENT}\.")
    assert groups is not None, r.text
    check_percent(groups[0], r.facts["further"]["chance"])


def read_right(r: Reading) -> None:
    right, sure = r.facts["right"], r.facts["sure"]
    follows = rf"This follows {boards.seat_name(r.info, int(right['seat']) - 1)}\. " if "seat" in right else ""
    assert bool(follows) == r.report.move.startswith("follow")
    groups = r(
        rf"{follows}(.+?) (?:is the most likely guess \({PERCENT}\)|is right with a probability of {PERCENT}, "
        rf"but (.+) with {PERCENT}|is as likely as (.+) \({PERCENT}\))\."
    )
    assert groups is not None and groups[0] == capitalised(r.name("belief", right["card"])), r.text
    chance = groups[1] or groups[2] or groups[6]
    check_percent(chance, right["chance"])
    check_percent(chance, next(group_chances for group_chances in r.report.beliefs.values())[str(right["card"])])
    highest = max(next(group_chances for group_chances in r.report.beliefs.values()).values())
    if groups[5] is not None:
        assert groups[5] == r.name("belief", sure["card"])
        check_percent(chance, highest)
    elif groups[3] is None:
        assert float(right["chance"]) >= highest - 1e-4
    else:
        assert groups[3] == r.name("belief", sure["card"]) and float(groups[4]) > float(chance)
        check_percent(groups[4], highest)


def read_learns(r: Reading) -> None:
    fact = r.facts["learns"]
    assert fact["after"] > fact["before"]
    if groups := r(rf"This should cut the risk of wrong cures from {PERCENT} to {PERCENT}\."):
        check_percent(groups[0], 1 - float(fact["before"]))
        check_percent(groups[1], 1 - float(fact["after"]))
        assert float(groups[1]) < float(groups[0])
    else:
        groups = r(rf"This should raise the chance of the best guess from {PERCENT} to {PERCENT}\.")
        assert groups is not None and float(groups[0]) < float(groups[1]), r.text
        check_percent(groups[0], fact["before"])
        check_percent(groups[1], fact["after"])
    assert (
        abs(float(fact["before"]) - max(next(group_chances for group_chances in r.report.beliefs.values()).values()))
        < 1e-4
    )


def read_beliefs(r: Reading) -> None:
    assert r.decision.earlier is not None
    names = {
        r.name("belief", item): (group, item)
        for group, group_chances in r.report.beliefs.items()
        for item in group_chances
    }
    largest_change = max(
        abs(chance - r.decision.earlier.beliefs[group][item])
        for group, group_chances in r.report.beliefs.items()
        for item, chance in group_chances.items()
    )
    if groups := r(r"Now certain: (.+)\."):
        group, item = names[groups[0]]
        assert r.report.beliefs[group][item] > 0.9999
    else:
        groups = r(rf"Since the last move, (.+) has (risen|fallen) from {PERCENT} to {PERCENT}\.")
        assert groups is not None, r.text
        group, item = names[groups[0]]
        check_percent(groups[2], r.decision.earlier.beliefs[group][item])
        check_percent(groups[3], r.report.beliefs[group][item])
        assert (float(groups[3]) > float(groups[2])) == (groups[1] == "risen")
    assert abs(r.report.beliefs[group][item] - r.decision.earlier.beliefs[group][item]) == pytest.approx(largest_change)


def read_rival(r: Reading) -> None:
    fact, sure = r.facts["rival"], r.facts["sure"]
    if groups := r(rf"(.+) seems more certain of its best guess \({PERCENT}\) than {r.side} \({PERCENT}\)\."):
        check_percent(groups[2], sure["chance"])
        assert float(groups[1]) > float(groups[2])
    else:
        groups = r(rf"(.+) seems as sure of its best guess as {r.side} \({PERCENT}\)\.")
        assert groups is not None and abs(float(fact["chance"]) - float(sure["chance"])) < 0.01
    assert groups[0] == boards.seat_name(r.info, int(fact["seat"]) - 1) != boards.seat_name(r.info, r.seat)
    check_percent(groups[1], fact["chance"])


def read_reveals(r: Reading) -> None:
    groups = r(rf"This should settle {PERCENT} of what is still unknown\.")
    assert groups is not None, r.text
    fact = r.facts["reveals"]
    check_percent(groups[0], fact["bits"] / fact["of"])
    recomputed = dict(fastcore.Search(r.decision.point, engine="improver").facts(r.report.move))["reveals"]
    assert abs(fact["bits"] - float(recomputed["bits"])) < 0.006 and abs(fact["of"] - float(recomputed["of"])) < 0.006
    assert 0 < float(groups[0]) <= 100


HIDDEN_READERS: dict[str, Callable[[Reading], None]] = {
    "mixture": read_mixture, "case": read_case, "points": read_points, "left": read_left, "further": read_further,
    "right": read_right, "learns": read_learns, "beliefs": read_beliefs, "rival": read_rival, "reveals": read_reveals,
}  # fmt: skip
