"""Tests of numbers in the sentences that give a bot's reasons."""

from __future__ import annotations

from workbench.reports import hidden_sentences, sentences


def test_one_of_something_is_singular() -> None:
    assert hidden_sentences.in_points(1) == hidden_sentences.in_points(1.001) == "1 point"
    assert hidden_sentences.in_points(1.19) == "1.19 points" and hidden_sentences.in_points(0) == "0 points"
    assert hidden_sentences.points([(1, "patterns")], [(2, "pits")], "Red", "Blue") == (
        "On average against the most likely answers, Red gets 1 point for patterns; Blue gets 2 points for pits."
    )
    one, two = (sentences.looked_deeper("Red", 3, 0.0, searched, 5, 2) for searched in (1, 2))
    assert "1 of the 5 moves has been" in one and "2 of the 5 moves have been" in two


def test_chance_to_be_right_has_the_unit_of_the_table() -> None:
    text = hidden_sentences.brings("Seat 1", 0.07, 0.45, "feed", 0.05, 0.4, False, 3)
    assert text == (
        "This is worth +.07 to Seat 1. Chance of being right first: 45 %. The alternative is worth +.05 (chance 40 %): "
        "feed."
    )
