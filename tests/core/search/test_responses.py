"""Responses of `equilibrium` that pay only together with what the opponent plans."""

from __future__ import annotations

import pytest

from fastcore import Search
from tests.measure import exploitability

SIMULATIONS = 6400


@pytest.mark.parametrize(
    ("actions", "board", "seat", "plan"),
    [
        (2, 0, 1, ("3TL", "3P3/13")),  # the push is possible only after the opponent has moved
        (1, 8, 0, ("0M2", "WhC2")),  # stones of both players for C2 both fail
    ],
)
def test_search_finds_answers_to_the_opponents_plan(actions: int, board: int, seat: int, plan: tuple[str, ...]) -> None:
    """The strategy that a seat plays is nearly as good as a known answer to the opponent's strategy."""
    state = exploitability.crowded_state(actions, board)
    (found,) = exploitability.search_both_seats(state, (SIMULATIONS,))
    judge = Search(state, seed=exploitability.JUDGE_SEED, engine="equilibrium")
    own, opposing = found.mixtures[seat], found.mixtures[1 - seat]
    values = exploitability.plan_values(judge, seat, [plan, *(texts for texts, _ in own)], opposing, 64)
    mixed = sum(weight * value for (_, weight), value in zip(own, values[1:], strict=True))
    assert values[0] - mixed < 0.1
