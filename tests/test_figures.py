"""Numbers as the window writes them: one minus sign, and a value as a chance."""

from __future__ import annotations

import re

import pytest

from tests.test_house import ROOT
from workbench.boards.figures import amount, minus, signed
from workbench.gui import words_analyse, words_graph, words_match, words_new_game
from workbench.statistics.scale import Estimate

LOW = Estimate(-12.4, -20.0, 3.6)


def test_the_window_has_one_minus() -> None:
    assert signed(-0.5) == "−0.50" and signed(-12.4, 0) == "−12" and amount(-0.5) == "−0.5" and minus("-3") == "−3"
    assert words_graph.share(-0.3, 3) == "−0.30"
    assert words_match.signed(LOW) == "−12 (−20 to +4)" and words_new_game.elo(LOW) == "−12"


def test_no_other_place_of_the_window_signs_numbers_itself() -> None:
    for path in sorted((ROOT / "workbench" / "gui").glob("*.py")):
        assert not re.search(r"\{[^{}]*:\+[^{}]*\}", path.read_text(encoding="utf-8")), f"{path.name}: signed() has the minus of print"


@pytest.mark.parametrize(
    ("value", "spread", "told"),
    [(0.22, 0.17, "+.22 is a chance of 61 %"), (-0.22, 0.17, "−.22 is a chance of 39 %"), (1.0, 0.0, "+1.00 is a chance of 100 %")],
)
def test_a_value_is_told_as_a_chance(value: float, spread: float, told: str) -> None:
    assert words_analyse.is_chance(value, 2) == told
    assert "chance" not in words_analyse.value_tip("Seat 2", 3, value), "of three a value is no chance to win"
    assert words_analyse.spread_tip(spread) in ("±.17 is ±8 % as a chance.", "±.00 is ±0 % as a chance.")
