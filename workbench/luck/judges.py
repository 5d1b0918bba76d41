"""Judges of positions: functions from a position to a value for each seat, for measuring luck and skill.

A value is a number in [-1, 1] for each seat; the values of a position sum to 0, and at the end of the game they are the
returns. A judge is deterministic: the same position always has the same value.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, fsum, isfinite
from typing import Protocol

import fastcore
from bots.report import VALUE_TOLERANCE
from fastcore import CHANCE, OVER, State, Stream
from workbench.system.translation import tr

Values = tuple[float, ...]
MEMORY_MB = 64  # memory of one search
GAMES_PART = 8  # one game of the greedy policy for this many simulations
MEAN_GAMES = 10_000  # games for the mean over all deals, whose error is then about 0.01
MOST_VALUES = 100_000  # positions whose values a judge remembers


class JudgeError(ValueError):
    """Raised when a judge gives impossible values. The message names the position and the reason."""


class Judge(Protocol):
    """A judge of positions. `name` says in words what judges."""

    name: str

    def value(self, state: State) -> Values:
        """Return the value of a position for each seat."""

    def mean(self, state: State) -> Values:
        """Return the mean value over everything that chance can do in this position, weighted by probability."""

    def best(self, state: State) -> int:
        """Return the move that is best for the seat that decides."""


class ValueJudge:
    """A judge that is a function of the position. The best move is the one with the best position after it.

    Args:
        function: Returns the value of a position for each seat. It is not called for the end of a game.
        name: What judges, in words.
    """

    def __init__(self, function: Callable[[State], Values], name: str) -> None:
        self.function, self.name = function, name

    def value(self, state: State) -> Values:
        """Return the value of a position for each seat.

        Raises:
            JudgeError: The function gives impossible values.
        """
        return state.returns() if state.actor == OVER else checked(self.function(state), state)

    def mean(self, state: State) -> Values:
        """Return the exact mean value over the outcomes of chance.

        Raises:
            JudgeError: The function gives impossible values.
            ValueError: Chance is not to act.
        """
        return mean_of(state, self.value)

    def best(self, state: State) -> int:
        """Return the first move with the best position after it for the seat that decides.

        Raises:
            JudgeError: The function gives impossible values.
        """
        seat = state.actor
        return max(state.moves(), key=lambda move: self.value(state.after(move))[seat])


class StaticJudge(ValueJudge):
    """The core's static evaluation. It knows only what is public, so every deal of hidden cards has the same value."""

    def __init__(self) -> None:
        super().__init__(lambda state: centred(state.evaluate().values), tr("the static evaluation"))


class SearchJudge(ValueJudge):
    """A search with a fixed number of simulations for each position, in a game that hides nothing.

    The best move is the choice of the search before it.

    Args:
        simulations: The simulations for each position, at least 1.
        seed: The seed of the searches.
    """

    def __init__(self, simulations: int, seed: int = 1) -> None:
        super().__init__(
            self._searched, tr("a search with {simulations:,} simulations per position", simulations=simulations)
        )
        self.simulations, self.seed = simulations, seed
        self._known: dict[str, tuple[Values, int]] = {}

    def _searched(self, state: State) -> Values:
        return self._search(state)[0]

    def _search(self, state: State) -> tuple[Values, int]:
        """Return the value of a position and the best move (-1 where no seat decides)."""
        text = state.text()
        if text not in self._known:
            if len(self._known) >= MOST_VALUES:
                self._known.clear()
            search = fastcore.Search(state, seed=self.seed, memory_mb=MEMORY_MB)
            search.run(self.simulations)
            self._known[text] = centred(search.value()), -1 if state.actor == CHANCE else search.choice()
        return self._known[text]

    def best(self, state: State) -> int:
        """Return the choice of the search."""
        moves = state.moves()
        return moves[0] if len(moves) == 1 else self._search(state)[1]


class PlayedOutJudge(ValueJudge):
    """The mean result of games from the true position, in which every seat plays the greedy policy from what it sees.

    It sees hidden cards, so it measures the luck of a deal in hindsight. It does not judge decisions. A deal has
    thousands of outcomes, so the mean over them is exact in their probabilities but not in their values: each outcome
    is played out a few times, each with different random numbers. They do not depend on the actual deal, so the luck
    has mean 0 over the seeds of the judge.

    Args:
        games: The games for each position, at least 1.
        seed: The seed of the games.
        mean_games: The games for the mean over the outcomes of chance, at least. Each outcome gets at least one.
    """

    def __init__(self, games: int, seed: int = 1, mean_games: int = MEAN_GAMES) -> None:
        super().__init__(self._played, tr("{games:,} games of the greedy policy per position", games=games))
        self.games, self.seed, self.mean_games = games, seed, mean_games
        self._known: dict[str, Values] = {}

    def _played(self, state: State) -> Values:
        return self._play(state, self.games, "position")

    def _play(self, state: State, games: int, purpose: str) -> Values:
        seed = Stream(self.seed, purpose, state.text()).below(2**32)
        return centred(fastcore.playouts(state, games, seed, "greedy").returns)

    def mean(self, state: State) -> Values:
        """Return the mean over the outcomes of chance."""
        text = state.text()
        if text not in self._known:
            if len(self._known) >= MOST_VALUES:
                self._known.clear()
            outcomes = state.chances()
            share = ceil(max(self.games, self.mean_games) / max(1, len(outcomes)))
            values = [self._play(state.after(move), share, "mean") for move, _ in outcomes]
            self._known[text] = weighted([chance for _, chance in outcomes], values)
        return self._known[text]


def judge_for(spec: str, simulations: int = 0, seed: int = 1) -> Judge:
    """Return the judge of positions for a game.

    Args:
        spec: The game.
        simulations: The simulations for each position, or 0 for the static evaluation. In a game with hidden cards or
            secret choices, games by the greedy policy take the place of the search, one for 8 simulations.
        seed: The seed of the judge.

    Raises:
        ValueError: `simulations` is negative.
        BadPosition: There is no such game.
    """
    if simulations < 0:
        raise ValueError(f"simulations is {simulations}; it must be 0 or more")
    if not simulations:
        return StaticJudge()
    if fastcore.start(spec).info.has.covered:
        return PlayedOutJudge(max(1, simulations // GAMES_PART), seed)
    return SearchJudge(simulations, seed)


def mean_of(state: State, value: Callable[[State], Values]) -> Values:
    """Return the exact mean of a function over the outcomes of chance.

    Raises:
        ValueError: Chance is not to act.
    """
    outcomes = state.chances()
    if not outcomes:
        raise ValueError(f"chance is not to act in {state.situation!r}")
    return weighted([chance for _, chance in outcomes], [value(state.after(move)) for move, _ in outcomes])


def weighted(weights: list[float], values: list[Values]) -> Values:
    """Return the mean of values for each seat with these weights."""
    first = values[0]
    if all(value == first for value in values):
        return first
    total = fsum(weights)
    return tuple(
        fsum(weight * number for weight, number in zip(weights, column, strict=True)) / total
        for column in zip(*values, strict=True)
    )


def centred(values: Values) -> Values:
    """Return values whose sum is 0. The core rounds values to 24 bits, so their sum may differ from 0 by a little."""
    excess = fsum(values) / len(values)
    return tuple(value - excess for value in values) if excess else values


def checked(values: Values, state: State) -> Values:
    """Return the values of a position if they are possible.

    Raises:
        JudgeError: Their number is wrong, one is not a number from -1 to 1, or their sum is not 0.
    """
    if len(values) != state.seats:
        where = state.situation
        raise JudgeError(
            tr("{count} values for {seats} seats in {where}", count=len(values), seats=state.seats, where=where)
        )
    for value in values:
        if not isfinite(value) or abs(value) > 1 + VALUE_TOLERANCE:
            raise JudgeError(tr("{value:g} is not a value from -1 to 1 in {where}", value=value, where=state.situation))
    if abs(total := fsum(values)) > VALUE_TOLERANCE:
        raise JudgeError(tr("the values sum to {total:g}, not 0, in {where}", total=total, where=state.situation))
    return values
