"""Games and judges for tests of luck."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from math import fsum

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from tests.kit import solved_herd
from workbench.luck.judges import ValueJudge, Values

GAME = solved_herd.SPEC


def played(spec: str, number: int, policy: str = "uniform", purpose: str = "luck") -> list[str]:
    """Return the moves of a game in which all seats follow a policy and sometimes move at random."""
    state, moves, stream = fastcore.start(spec), list[str](), Stream(number, purpose, spec)
    while state.actor != OVER:
        if state.actor == CHANCE:
            move = state.sample(stream)
        elif policy == "uniform" or stream.below(4) == 0:
            move = stream.choice(state.moves())
        else:
            options = state.policy(policy)
            move = options[stream.pick([weight for _, weight in options])][0]
        moves.append(state.move_text(move))
        state.play(move)
    return moves


def arbitrary(text: str) -> float:
    """Return a value in [-1, 1] that depends on every letter of a text, and means nothing."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") / 2**31 - 1


def for_seats(red: Callable[[State], float], name: str = "a test") -> ValueJudge:
    """Return a judge of a game for two from a function with the first seat's value."""

    def values(state: State) -> Values:
        value = red(state)
        return value, -value

    return ValueJudge(values, name)


@cache
def solution() -> solved_herd.Solution:
    return solved_herd.Solution(1e-14)


def exact_value(state: State) -> float:
    """Return the exact value of a position of Herd on its smallest board for the first seat."""
    solved, seat = solution(), 0 if state.fields["side"] == "r" else 1
    if state.actor != CHANCE:
        value = solved.value(*solved_herd.parse_state(state))
    elif state.turn > 1:
        value = solved.rolls[solved_herd.parse_board(state)]
    else:  # the only roll without removals that gives the low die
        empty = (0,) * solved_herd.CELLS
        value = fsum(chance * solved.value(empty, 0, low) for (_, low), chance in solved_herd.ROLLS.items())
    return value if seat == 0 else -value
