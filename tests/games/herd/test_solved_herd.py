"""Tests of the tree search against the solution of Herd on its smallest board."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import CHANCE, OVER, Search, State
from tests.conftest import deep
from tests.kit import solved_herd
from workbench.conformance.walks import random_move

SIMULATIONS = 200_000
TOLERANCE = 0.02  # tolerated loss of value, in [-1, 1]


@pytest.fixture(scope="module")
def solution() -> solved_herd.Solution:
    return solved_herd.Solution()


def positions(number: int) -> list[State]:
    """Return random positions in which a player has several moves."""
    states: list[State] = []
    stream = fastcore.Stream(11)
    state = fastcore.start(solved_herd.SPEC)
    while len(states) < number:
        if state.actor == OVER:
            state = fastcore.start(solved_herd.SPEC)
        if state.actor != CHANCE and state.turn > 1 and len(state.moves()) > 1 and stream.below(4) == 0:
            states.append(state.copy())
        state.play(random_move(state, stream))
    return states


def test_solution_is_consistent_with_rules(solution: solved_herd.Solution) -> None:
    """The value of each position follows from its moves under the rules of the core."""
    for state in positions(deep(60, 2000)):
        board, removals, owed = solved_herd.parse_state(state)
        values = solution.move_values(board, removals, owed)
        assert len(values) == len(state.moves()) and max(values) == pytest.approx(solution.value(board, removals, owed))
        for value, move in zip(values, state.moves(), strict=True):
            after = state.after(move)
            if after.actor == OVER:
                assert value == after.returns()[state.actor]
            elif after.actor == state.actor:
                assert value == pytest.approx(solution.value(*solved_herd.parse_state(after)))
            else:
                expected = 0.0
                for roll, probability in after.chances():
                    rolled = after.after(roll)
                    sign = -1 if rolled.actor != state.actor else 1
                    if rolled.actor == CHANCE or rolled.actor == OVER:
                        break  # the roll ended the turn
                    expected += sign * probability * solution.value(*solved_herd.parse_state(rolled))
                else:
                    assert value == pytest.approx(expected, abs=1e-7)


def test_search_finds_best_moves(solution: solved_herd.Solution) -> None:
    states = positions(deep(6, 50))
    good = 0
    for number, state in enumerate(states):
        search = Search(state, seed=number)
        search.run(SIMULATIONS)
        values = solution.move_values(*solved_herd.parse_state(state))
        good += max(values) - values[state.moves().index(search.choice())] <= TOLERANCE
    assert good >= 0.9 * len(states)
