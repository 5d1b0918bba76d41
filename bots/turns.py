"""Judgement of whole turns in games without hidden information.

Where a player decides several times in a row, one decision says little: a turn that loses the game can consist of many
decisions that lose little each. The best turn and the played turn are therefore compared at their ends, by searches
with equal numbers of simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import fastcore

MakeSearch = Callable[[fastcore.State], fastcore.Search]

MAX_STEPS = 100  # longest turn that is searched; no turn of the four games is longer


class Turn(NamedTuple):
    """A turn: its moves as texts, and its value at the end for the seat that made it, in [-1, 1]."""

    moves: tuple[str, ...]
    value: float


class TurnJudge:
    """Judges turns that begin at one position.

    Args:
        make_search: Returns a new search of a position.
        state: The position at the beginning of the turn, with a seat to move and nothing hidden.
        simulations: The simulations for each searched position.
    """

    def __init__(self, make_search: MakeSearch, state: fastcore.State, simulations: int) -> None:
        self.make_search, self.state, self.simulations = make_search, state, simulations
        self.seat, self.turn = state.actor, state.turn
        self.spent = 0  # simulations so far
        self._values: dict[str, float] = {}  # the values of positions, by their texts

    def is_over(self, state: fastcore.State) -> bool:
        """Return whether the turn has ended in this position."""
        return (state.actor, state.turn) != (self.seat, self.turn)

    def value(self, state: fastcore.State) -> float:
        """Return the value of a position at the end of a turn for the seat whose turn it was."""
        if state.actor == fastcore.OVER:
            return float(state.returns()[self.seat])
        text = state.text()
        if text not in self._values:
            search = self.make_search(state)
            self.spent += search.run(self.simulations)
            self._values[text] = float(search.value()[self.seat])
        return self._values[text]

    def best_completion(self, state: fastcore.State) -> Turn:
        """Return the rest of the turn that the search prefers, move by move. The turn must not be over."""
        state = state.copy()
        search = self.make_search(state)
        moves: list[str] = []
        while not self.is_over(state) and len(moves) < MAX_STEPS:
            choices = state.moves()
            if len(choices) == 1:
                move = choices[0]
            else:
                self.spent += search.run(max(1, self.simulations - search.simulations))
                move = search.choice()
            text = state.move_text(move)
            moves.append(text)
            state.play(move)
            if state.actor != fastcore.OVER:
                search.advance(text)
        return Turn(tuple(moves), self.value(state))

    def judge(self, decided: Sequence[str]) -> tuple[Turn, Turn]:
        """Return the best turn and the decided turn. The best is never worth less than the decided one."""
        end = self.state.copy()
        for move in decided:
            end.play(move)
        if self.is_over(end):
            played = Turn(tuple(decided), self.value(end))
        else:  # the game was stopped in the middle of the turn
            rest = self.best_completion(end)
            played = Turn((*decided, *rest.moves), rest.value)
        best = self.best_completion(self.state)
        return max(best, played, key=lambda turn: turn.value), Turn(tuple(decided), played.value)

    def values_of_steps(self, decided: Sequence[str], best: Turn) -> list[float]:
        """Return the value of the best known turn before each decided move, and the value at the end.

        The values never increase, so no later one refutes an earlier loss.
        """
        state, values = self.state.copy(), [best.value]
        for move in decided:
            state.play(move)
            values.append(self.value(state) if self.is_over(state) else self.best_completion(state).value)
        for index in range(len(values) - 2, -1, -1):  # a turn that is found later was possible earlier
            values[index] = max(values[index], values[index + 1])
        return values
