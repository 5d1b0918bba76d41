"""Numbers as the window writes them: one minus sign, and a value as a chance."""

from __future__ import annotations

import re

import pytest

from tests.test_house import ROOT
from workbench.boards.kit.figures import amount, fixed, minus, short, signed, worths
from workbench.gui.analyse import words
from workbench.gui.matches import words as matches_words
from workbench.gui.moves import words as moves_words
from workbench.gui.new_game import words as new_game_words
from workbench.reports import search_words
from workbench.statistics.scale import Estimate

LOW = Estimate(-12.4, -20.0, 3.6)
NEAR = Estimate(-0.3, -0.6, 0.2)


def test_the_window_has_one_minus() -> None:
    assert signed(-0.5) == "−0.50" and signed(-12.4, 0) == "−12" and amount(-0.5) == "−0.5" and minus("-3") == "−3"
    assert moves_words.share(-0.3, 3) == "−0.30"
    assert matches_words.signed(LOW) == "−12 (−20 to +4)" and new_game_words.elo(LOW) == "−12"


def test_what_is_rounded_to_nothing_has_no_minus() -> None:
    assert signed(-0.001) == signed(0.0) == "+0.00" and short(-0.001) == "+.00" and amount(-0.001) == "0"
    assert fixed(-0.001, 2) == "0.00" and fixed(-0.005001, 2) == "−0.01" and signed(-0.3, 0) == "+0"
    assert new_game_words.elo(NEAR) == "+0" and matches_words.signed(NEAR) == "+0 (−1 to +0)"


SIGNS = re.compile(r"\{[^{}]*:\+(?:[^{}]|\{[^{}]*\})*\}")  # a number of digits may stand in braces of its own


def test_no_other_place_of_the_window_signs_numbers_itself() -> None:
    assert SIGNS.search("{x:+.{digits}f}") and SIGNS.search("{x:+g}") and not SIGNS.search("{x:.{digits}f}")
    for path in (
        *sorted((ROOT / "workbench" / "gui").rglob("*.py")),
        ROOT / "workbench" / "matches" / "archive" / "html.py",
    ):
        assert not SIGNS.search(path.read_text(encoding="utf-8")), f"{path.name}: signed() has the minus of print"


def test_values_of_more_than_two_are_told_as_they_are() -> None:
    assert (
        worths(2, 0.22) == ("61 %",)
        and worths(3, 0.08, -0.222) == ("+.08", "−.22")
        and worths(4, 0.081, 0.084) == ("+.081", "+.084")
    )
    assert worths(3, 0.998) == ("+.998",), "less than one is not shown as one"
    assert worths(3, 0.998, 1.0) == ("+.998", "+1.000") and worths(3, -0.5, -0.5) == ("−.50", "−.50")
    assert [search_words.part(share) for share in (0.0, 0.09, 0.125)] == ["0 %", "9.0 %", "12 %"]
    assert search_words.leaf("Seat 1", 0.44, "decision", 3) == "It ends here, worth +.44 to Seat 1."
    assert search_words.leaf("Red", 0.44, "decision", 2) == "It ends here. Red's chances: 72 %."
    assert (
        search_words.chances((0.44, -0.44, 0.0), 0) == "+.440" and search_words.worth((0.44, -0.44, 0.0), 1) == "−.4400"
    )
    assert search_words.chances((0.44, -0.44), 0) == "72.0 %" and search_words.worth((0.44, -0.44), 1) == "28.00 %"


@pytest.mark.parametrize(
    ("value", "spread", "told", "about"),
    [
        (0.22, 0.17, "+.22 is a chance of 61 %", "±.17 is ±8 % as a chance."),
        (-0.22, 0.17, "−.22 is a chance of 39 %", "±.17 is ±8 % as a chance."),
        (1.0, 0.0, "+1.00 is a chance of 100 %", "±.00 is ±0 % as a chance."),
    ],
)
def test_a_value_is_told_as_a_chance(value: float, spread: float, told: str, about: str) -> None:
    assert words.is_chance(value) == told
    assert "chance" not in words.value_tip("Seat 2", 3, value), "of three a value is no chance to win"
    assert words.spread_tip(spread, 2) == about and words.spreads_tip(spread, 2).endswith(about)
    for seats in (3, 4):
        tips = (
            words.spread_tip(spread, seats),
            words.spreads_tip(spread, seats),
            words.values_tip("Seat 2", seats, value),
        )
        assert not any("chance" in tip or "%" in tip for tip in tips) and words.width(spread) in tips[0]
