"""Tests of the sentence about a second move that got more visits than the chosen move."""

from __future__ import annotations

import pytest

import fastcore
from bots.report import Fact, Report
from workbench.reports.reasons import reasons


@pytest.mark.parametrize(
    ("second_value", "losing", "refuted"), [(-1.0, True, True), (-0.5, True, False), (-1.0, False, False)]
)
def test_second_move_is_refuted_only_if_it_is_proven_to_lose(second_value: float, losing: bool, refuted: bool) -> None:
    facts = [
        Fact("best", {"move": "a1", "value": 0.2, "share": 0.3}),
        Fact("second", {"move": "b1", "value": second_value, "share": 0.5}),
        *([Fact("losing", {"moves": 1, "of": 5})] if losing else []),
    ]
    sentences = reasons(fastcore.info("herd"), 0, Report("a1", facts=tuple(facts)))
    (choice,) = [reason for reason in sentences if reason.kind == "choice"]
    assert ("loses by force" in choice.text) == refuted
