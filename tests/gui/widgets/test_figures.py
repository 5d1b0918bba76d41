"""Tests of the window's number formats: one minus sign, and values as chances."""

from __future__ import annotations

import re
from math import inf, nan

from tests.test_house import ROOT
from workbench.boards.kit.figures import (
    format_amount,
    format_evaluations,
    format_fixed,
    format_signed,
    format_value,
    with_minus_sign,
)
from workbench.gui.analyse import words
from workbench.gui.matches import figure_words
from workbench.gui.moves import words as moves_words
from workbench.gui.new_game import words as new_game_words
from workbench.reports import search_words
from workbench.statistics.scale import Estimate

LOW = Estimate(-12.4, -20.0, 3.6)
NEAR = Estimate(-0.3, -0.6, 0.2)


def test_all_formatters_use_the_same_minus_sign() -> None:
    assert (
        format_signed(-0.5) == "−0.50"
        and format_signed(-12.4, 0) == "−12"
        and format_amount(-0.5) == "−0.5"
        and with_minus_sign("-3") == "−3"
    )
    assert moves_words.share(-0.3, 3) == "−.30"
    assert figure_words.signed(LOW) == "−12 (−20 to +4)" and new_game_words.elo(LOW) == "−12"


def test_figures_of_perfect_scores_are_bounds() -> None:
    won, lost, unknown = Estimate(inf, 174.2, inf), Estimate(-inf, -inf, -174.2), Estimate(nan, -inf, inf)
    assert [figure_words.signed(found) for found in (won, lost, unknown)] == [
        "at least +174",
        "at most −174",
        "unknown",
    ]
    assert [figure_words.strength(found, 600) for found in (won, lost, unknown)] == ["≥ +174", "≤ −174", "–"]


def test_values_rounded_to_zero_have_no_minus_sign() -> None:
    assert (
        format_signed(-0.001) == format_signed(0.0) == "+0.00"
        and format_value(-0.001) == "+.00"
        and format_amount(-0.001) == "0"
    )
    assert (
        format_fixed(-0.001, 2) == "0.00" and format_fixed(-0.005001, 2) == "−0.01" and format_signed(-0.3, 0) == "+0"
    )
    assert new_game_words.elo(NEAR) == "+0" and figure_words.signed(NEAR) == "+0 (−1 to +0)"


SIGNS = re.compile(r"\{[^{}]*:\+(?:[^{}]|\{[^{}]*\})*\}")  # the precision may be a nested field


def test_window_code_formats_signs_only_in_one_module() -> None:
    assert SIGNS.search("{x:+.{digits}f}") and SIGNS.search("{x:+g}") and not SIGNS.search("{x:.{digits}f}")
    for path in (
        *sorted((ROOT / "workbench" / "gui").rglob("*.py")),
        ROOT / "workbench" / "matches" / "archive" / "html.py",
    ):
        assert not SIGNS.search(path.read_text(encoding="utf-8")), (
            f"{path.name}: use format_signed(), which has the typographic minus sign"
        )


def test_values_are_chances_only_for_two_players() -> None:
    assert (
        format_evaluations(2, 0.22) == ("61 %",)
        and format_evaluations(3, 0.08, -0.222) == ("+.08", "−.22")
        and format_evaluations(4, 0.081, 0.084) == ("+.081", "+.084")
    )
    assert format_evaluations(3, 0.998) == ("+.998",), "a value below one is not rounded up to one"
    assert format_evaluations(3, 0.998, 1.0) == ("+.998", "+1.000") and format_evaluations(3, -0.5, -0.5) == (
        "−.50",
        "−.50",
    )
    assert [search_words.share_text(share) for share in (0.0, 0.09, 0.125)] == ["0 %", "9.0 %", "12 %"]
    assert search_words.leaf_text("Seat 1", 0.44, "decision", 3) == "The simulation ends here, worth +.44 to Seat 1."
    assert search_words.leaf_text("Red", 0.44, "decision", 2) == "The simulation ends here. Red's chances: 72 %."
    assert (
        search_words.node_value_text((0.44, -0.44, 0.0), 0) == "+.440"
        and search_words.seat_value_text((0.44, -0.44, 0.0), 1) == "−.4400"
    )
    assert (
        search_words.node_value_text((0.44, -0.44), 0) == "72.0 %"
        and search_words.seat_value_text((0.44, -0.44), 1) == "28.00 %"
    )


def test_evaluations_are_chances_only_for_two_players() -> None:
    assert words.spread_text(0.17, 2) == "8 %" and words.spread_text(0.17, 3) == ".17"
    two, three = words.column_heads(2, False, False), words.column_heads(3, False, False)
    assert (two["value"], three["value"]) == ("chances", "points")
    assert words.head_tip("value", two["value"], "Red", 2) == "Red's winning chances. A draw counts half."
    tip = words.head_tip("value", three["value"], "Seat 2", 3)
    assert "chance" not in tip and "%" not in tip, "with three players a value is not a chance to win"


def test_proven_bounds_have_the_unit_of_evaluations() -> None:
    assert search_words.bounds_text(-1.0, 1.0, 2) == ""
    assert search_words.bounds_text(1.0, 1.0, 2) == "100 %" and search_words.bounds_text(0.0, 1.0, 2) == "50 % to 100 %"
    assert search_words.bounds_text(0.0, 0.5, 3) == "+.00 to +.50"
