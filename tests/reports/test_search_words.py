"""Tests of texts about single simulations of a search."""

from __future__ import annotations

import pytest

import fastcore
from bots.levels.ladders import ladder
from bots.traced import Traced
from workbench.reports.report_lines import doubling_text
from workbench.reports.search_words import BEGINS, SAMPLED, moment
from workbench.reports.simulations import simulation_moments

PLACE = "3/4/5/4/3 r 1 3-2 x0+2"


@pytest.mark.parametrize(("sampled", "begins"), [(False, BEGINS), (True, SAMPLED)])
def test_simulation_is_described_from_start_to_end(sampled: bool, begins: str) -> None:
    trace = Traced(1, PLACE, (), PLACE, "decision", (0.44, -0.44), (0.0, 0.0))
    start, leaf = simulation_moments("herd(size=3)", trace, sampled)
    assert moment(fastcore.info("herd"), 0, start, trace) == begins
    assert moment(fastcore.info("herd"), 0, leaf, trace) == "The simulation ends here. Red's chances: 72 %."


def test_worth_of_twice_the_search_is_stated_for_the_strongest_bot() -> None:
    table = ladder("herbs")
    assert table is not None and table.doubling is not None
    assert doubling_text("herbs(actions=2)", "equilibrium") == f"twice as much: about {table.doubling} Elo"
    assert doubling_text("herbs", "greedy") == "" == doubling_text("herd", "mcts")
