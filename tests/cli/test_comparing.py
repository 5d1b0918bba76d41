"""Tests of `herbarium compare` and `herbarium rollout`."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from bots.report import Candidate, Report
from fastcore.comparison.comparison import FIRST_CHECK
from tests.compare.test_sentences import difference
from tests.kit.terminals import run
from workbench.cli.analysing import compare
from workbench.cli.analysing.positions import parse_point

DATA = Path(__file__).parent.parent / "data"
CLEAR = "forest 4/5/6/7/y,r,4/gy,y,2,g/R,y,y,y g 6 2 -"
DICE = "herd(size=2) r1/3/2 b 2 4-1 x0+1"


def test_clear_difference_is_explained() -> None:
    result = run("compare", CLEAR, "b1-a1", "b5-c6", "--horizon", "0", "--bot", "greedy")
    assert result.status == 0 and result.err == ""
    assert f"{FIRST_CHECK} games, greedy plays 0 more turns" in result.out
    assert "b1-a1 is better by 23.4 percentage points" in result.out


def test_recorded_search_that_disagrees_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    point, against = parse_point(CLEAR, None, None, ()), difference(0.2)
    values = {"b1-a1": 0.1, "b5-c6": 0.3}
    candidates = tuple(
        Candidate(move, 400, (-value, value), 0.3, 0.5, (move,)) for move, value in sorted(values.items())
    )
    report = Report("b5-c6", candidates, simulations=800)
    monkeypatch.setattr(compare, "recorded_report", lambda situation, at: report)
    pair, names = (("b1-a1",), ("b5-c6",)), ("b1-a1", "b5-c6")
    arguments = Namespace(situation="a.herbarium", at=3, continuation="greedy")
    found = compare.disagreement(arguments, point, against, pair, names)
    assert found[0] == "The analysis disagrees: it prefers b5-c6 by 10.0 percentage points."
    assert found[-1] == "To compare with a short search, add --bot 60."
    assert compare.disagreement(arguments, point, difference(-0.2), pair, names) == []
    arguments.continuation = "60"
    assert compare.BY_SEARCH not in compare.disagreement(arguments, point, against, pair, names)


def test_status_is_1_without_a_clear_difference() -> None:
    result = run("compare", DICE, "b1", "b2", "a2", "--limit", "2", "--seed", "7")
    assert result.status == 1 and result.err == ""
    assert result.out.count("No difference found in 2 games") == 2


@pytest.mark.parametrize("bot", ["greedy", "3", "random"])
def test_json_is_repeatable_and_has_the_numbers_of_the_table(bot: str) -> None:
    words = ("compare", DICE, "b1", "b2", "--limit", "4", "--bot", bot, "--json")
    first, second = (json.loads(run(*words).out) for _ in range(2))
    assert first.pop("seconds") >= 0 and second.pop("seconds") >= 0
    assert first == second
    assert (first["seat"], first["trials"], first["continuation"]) == (2, 4, bot)
    (one, two), (found,) = first["candidates"], first["differences"]
    assert [one["moves"], two["moves"]] == [["b1"], ["b2"]] and found["sentences"]
    assert found["disagreement"] == [], "no record, no search to disagree with"
    assert found["mean"] == pytest.approx(one["mean"] - two["mean"])


@pytest.mark.parametrize("spec", ["herd(size=2)", "herbalism(target=1)", "herbs(ap=30,actions=2,rounds=2)"])
def test_rollout_counts_every_game_once(spec: str) -> None:
    data = json.loads(run("rollout", spec, "--limit", "20", "--json").out)
    for seat in data["seats"]:
        assert sum(part["games"] for part in seat["points"]) == data["trials"] == 20
        assert -1 <= seat["low"] <= seat["mean"] <= seat["high"] <= 1
    assert sum(seat["mean"] for seat in data["seats"]) == pytest.approx(0)
    result = run("rollout", spec, "--limit", "20")
    assert result.status == 0 and "Points at the end" in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_rollout_with_a_horizon_shows_points_so_far() -> None:
    result = run("rollout", CLEAR, "--limit", "10", "--horizon", "1")
    assert "Points at the horizon" in result.out and "above even" in result.out


def test_view_and_record_are_accepted() -> None:
    view = "herbalism ?? rygg/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    data = json.loads(run("rollout", view, "--seat", "1", "--limit", "5", "--horizon", "2", "--json").out)
    assert data["seat"] == 1
    record = next((DATA / "records").glob("*herd*.herbarium"))
    data = json.loads(run("rollout", str(record), "--at", "2", "--limit", "5", "--horizon", "1", "--json").out)
    assert data["trials"] == 5 and data["horizon"] == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("compare", DICE, "b1"), "two or more moves"),
        (("compare", DICE, "b1", " "), "empty"),
        (("compare", DICE, "b1", "b1"), "equal"),
        (("compare", DICE, "b1", "zz"), "'zz' is not a move"),
        (("compare", DICE, "b1 b2 c1", "b2"), "another seat or turn"),
        (("compare", DICE, "b1", "b2", "--seat", "1"), "seat 2 decides"),
        (("compare", DICE, "b1", "b2", "--limit", "nan"), "--limit"),
        (("compare", DICE, "b1", "b2", "--horizon", "-1"), "--horizon"),
        (("compare", DICE, "b1", "b2", "--bot", "nobody"), "no bot 'nobody'"),
        (("compare", DICE, "b1", "b2", "--bot", "./missing.py:Mine"), "missing.py"),
        (("compare", DICE, "b1", "b2", "--at", "2"), "--at needs a record"),
        (("compare", "herd", "b1", "b2"), "use herbarium rollout"),
        (("rollout", "herd(size=2) rr/rrb/bb . 9 - -"), "the game is over"),
        (("rollout", "nothing"), "there is no game"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], reason: str) -> None:
    result = run(*words)
    assert result.status == 2 and result.out == "" and result.err.count("\n") == 1
    assert result.err.startswith(f"herbarium: {words[0]}: ") and reason in result.err, result.err
