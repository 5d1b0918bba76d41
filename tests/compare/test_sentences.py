"""Tests of the sentences about comparisons: each needs a fact whose interval excludes 0."""

from __future__ import annotations

from typing import Any

import pytest

from fastcore import Comparison, parse, start
from fastcore.comparison.difference import Deciding, Difference, Reply, TermDifference
from workbench.compare.sentences import comparison_sentences, errors_needed, format_difference, format_margin

NAMES = ("c4", "d4")


def difference(mean: float = 0.2, half: float = 0.05, seats: int = 2, **changes: Any) -> Difference:
    """Return a difference without facts besides its mean."""
    means = (mean, -mean, 0.0, 0.0)[:seats]
    low, high = mean - half, mean + half
    empty = Difference(mean, half / 2.9, low, high, low, high, 2304, means, 3.0, 0.3, 0.4, 0.3, (), (), ((), ()))
    return empty._replace(**changes)


def sentences(found: Difference, spec: str = "herd") -> list[str]:
    state = start(spec)
    return comparison_sentences(state, found, NAMES, seat=0)


def test_unclear_difference_gives_one_sentence() -> None:
    facts: dict[str, Any] = {"better": 0.9, "worse": 0.1, "outcomes": (Deciding(3, "6-5", 1 / 18, 0.8, 0.01),)}
    assert sentences(difference(0.01, 0.024, **facts)) == ["No difference found in 2,304 games (±1.2 %)."]


def test_two_seats_read_winning_chances_and_more_seats_values() -> None:
    assert sentences(difference()) == ["c4 is better by 10.0 percentage points (±2.5) in 2,304 games."]
    assert sentences(difference(-0.2, seats=3)) == ["d4 is better by .200 (±.050) in 2,304 games."]
    assert [format_difference(2, value) for value in (0.2, -0.0848, 0.0)] == ["+10.0 %", "\u22124.2 %", "0.0 %"]
    assert (format_difference(4, -0.05), format_margin(2, 0.024)) == ("\u2212.050", "±1.2 %")


@pytest.mark.parametrize(
    ("better", "worse", "text"),
    [
        (0.5, 0.1, "c4 is better in 50 % of the games, d4 in 10 %; 40 % are equal."),
        (0.6, 0.0, "c4 is better in 60 % of the games, and never worse."),
        (1.0, 0.0, "c4 is better in every game."),
        (0.32, 0.31, None),
        (0.2, 0.4, None),  # better on average, but in fewer games
    ],
)
def test_shares_need_a_clear_difference(better: float, worse: float, text: str | None) -> None:
    found = sentences(difference(better=better, worse=worse, equal=1 - better - worse))
    assert found[1:] == ([text] if text else [])


def test_outcomes_that_decide_are_named() -> None:
    outcomes = (
        Deciding(20, "6-5", 1 / 18, 0.8, 0.02),
        Deciding(0, "1-1", 1 / 36, -0.7, 0.02),
        Deciding(2, "2-2", 1 / 36, 0.6, 0.3),  # not clear
        Deciding(1, "2-1", 1 / 18, 0.2, 0.001),  # clear, but like all games
    )
    assert sentences(difference(outcomes=outcomes))[1:] == [
        "With a roll of 6-5, c4 is better by 40.0 percentage points; this happens in 1 of 18 games.",
        "With a roll of 1-1, d4 is better by 35.0 percentage points; this happens in 1 of 36 games.",
    ]
    few = difference(outcomes=outcomes, trials=144)
    assert len(sentences(few)) == 1, "eight games with an outcome prove nothing"


def test_more_facts_need_clearer_ones() -> None:
    assert errors_needed(1) == pytest.approx(2.9487)
    assert errors_needed(21) > errors_needed(2) > errors_needed(1)


def test_terms_say_what_changes_for_whom_and_by_how_much() -> None:
    terms = (
        TermDifference("owed and tempo", -2.0, 0.1),
        TermDifference("lone stones", 1.0, 0.1),
        TermDifference("stones", 0.3, 0.2),  # not clear
        TermDifference("empty cells", 0.1, 0.001),  # small
    )
    assert sentences(difference(terms=terms))[1:] == [
        "Right after the move, c4 gives Red 35.4 % more for lone stones and 44.7 % less for stones still to place "
        "than d4 (each alone, in an even position)."
    ]
    assert sentences(difference(-0.2, terms=terms))[1:] == [
        "Right after the move, d4 gives Red 44.7 % more for stones still to place and 35.4 % less for lone stones "
        "than c4 (each alone, in an even position)."
    ]


def test_replies_are_named_if_they_are_clearly_most_common() -> None:
    state = start("herd")
    state.play("2-1")
    one, two = (Reply("xa3", 0.7), Reply("xb4", 0.3)), (Reply("xb3", 0.41), Reply("xb4", 0.4))
    assert comparison_sentences(state, difference(replies=(one, two)), NAMES)[1:] == [
        "After c4, Blue's most common reply is to remove a3 (70 %)."
    ]
    assert comparison_sentences(state, difference(replies=(one, (Reply("xa3", 1.0),))), NAMES)[1:] == [
        "After either candidate, Blue's most common reply is to remove a3 (70 % / 100 %)."
    ]
    assert comparison_sentences(state, difference(replies=(one, (Reply("xc2", 1.0),))), NAMES)[1:] == [
        "After c4, Blue's most common reply is to remove a3 (70 %); after d4, to remove c2 (100 %)."
    ]


def test_sentences_of_a_real_comparison() -> None:
    state = parse("forest 4/5/6/7/y,r,4/gy,y,2,g/R,y,y,y g 6 2 -")
    names = ("b1-a1", "b1-b2")
    comparison = Comparison(state, names, horizon=0)
    comparison.run(1)
    assert comparison_sentences(state, comparison.difference(), names) == ["No difference found in 1 game (±100.0 %)."]
    comparison.run(149)
    found = comparison_sentences(state, comparison.difference(), names)
    assert found[1] == "b1-a1 is better in every game."
    assert comparison_sentences(state, comparison.difference(1, 0), names[::-1]) == found
