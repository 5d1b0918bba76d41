"""Judgement of decisions: the value of a move, or of a whole turn, and of the best alternative.

Where a player decides several times in a row and nothing is hidden, the unit is the turn: a turn that loses the game
can consist of many moves that lose little each. The best turn and the decided turn are compared at their ends.

Before a roll of dice, a search judges badly: it spreads its simulations over all rolls and underestimates the player
who moves next. There the value is the mean result of games in which the greedy policy plays one or two more turns.

A turn is as good as the best one if the search itself chose it. Otherwise its loss is the mean difference of the games
and of searches at both ends, less the standard error of that mean. Both searches have similar errors, so their
difference varies less than that of the games; a loss without a threshold varies less between two reviews.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from time import perf_counter
from typing import NamedTuple, Protocol

from msgspec.structs import replace

import fastcore
from bots.report import Candidate, Fact, Report

CLOSELY = 0.5  # smallest fraction of the best move's visits for a compared move
NAMED_LOSS = 0.06  # smallest loss of a turn whose moves are judged one by one
MAX_STEPS = 200  # longest turn that is searched; no turn of the four games is longer
GAMES_PART = 8  # one game for this many simulations
MEMORY_MB = 32  # memory of the search for a proof
ATTEMPTS = 3  # searches for the best turn in a game with dice
GAMES_WEIGHT = 0.5  # weight of the games in a difference; the rest is the weight of the searches
TURNS = (1, 2)  # turns of the greedy policy in these games; the mean favours neither player


class Judgement(NamedTuple):
    """The value of a decision and of the best alternative, both for the deciding seat, in [-1, 1].

    Attributes:
        report: The report on the first move of the best alternative.
        best: The best alternative: one move, or the moves of a turn or a plan.
        best_value: The value of the best alternative.
        value: The value of the decision.
        steps: For a turn with a large loss: the value of the best continuation before each of its moves, and at its
            end. They never increase.
    """

    report: Report
    best: tuple[str, ...]
    best_value: float
    value: float
    steps: tuple[float, ...] = ()


class Judging(Protocol):
    """The methods of a bot that judging uses; see `bots.searching.SearchBot`."""

    search: fastcore.Search | None
    compared_move: int | None

    def stream(self, point: fastcore.Viewpoint) -> fastcore.Stream:
        """Return the random stream of a decision."""

    def is_forced(self, point: fastcore.Viewpoint) -> bool:
        """Return whether there is only one legal move."""

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        """Return a search at this point, and the number of simulations that it already holds."""

    def new_search(self, position: fastcore.Viewpoint | fastcore.State, seed: int) -> fastcore.Search:
        """Return a new search of a position."""

    def report(
        self, search: fastcore.Search, point: fastcore.Viewpoint, spent: int, seconds: float, kept: int
    ) -> Report:
        """Return a report on a search."""


class Turn(NamedTuple):
    """A turn, or the rest of one.

    Attributes:
        moves: Its moves, as texts.
        value: The value at its end for the seat that made it, in [-1, 1].
    """

    moves: tuple[str, ...]
    value: float


class Estimate(NamedTuple):
    """The value of a position in [-1, 1], and its standard error."""

    value: float
    error: float


class TurnJudge:
    """Judges turns that begin in one position. Turns are sequences of moves as texts.

    Args:
        make_search: Returns a new search of a position. The number selects its seed.
        state: The position at the beginning of the turn, with a seat to move and nothing hidden.
        simulations: The number of simulations for each searched position.
    """

    def __init__(
        self, make_search: Callable[[fastcore.State, int], fastcore.Search], state: fastcore.State, simulations: int
    ) -> None:
        self.make_search, self.state, self.simulations = make_search, state, simulations
        self._values: dict[str, Estimate] = {}  # the values of positions, by their texts
        self._searched: dict[str, float] = {}  # the values that searches find there

    def is_over(self, state: fastcore.State) -> bool:
        """Return whether the turn has ended in this position."""
        return (state.actor, state.turn) != (self.state.actor, self.state.turn)

    def estimate(self, state: fastcore.State) -> Estimate:
        """Return the value of a position after the turn for the seat whose turn it was, and its error."""
        if state.actor == fastcore.OVER:
            return Estimate(float(state.returns()[self.state.actor]), 0.0)
        text = state.text()
        if text not in self._values:
            if state.info.has.chance:
                self._values[text] = estimate_among_dice(state, self.state.actor, self.simulations)
            else:
                search = self._search(state)
                error = 0.0 if search.done else 1 / sqrt(self.simulations)
                self._values[text] = Estimate(float(search.value()[self.state.actor]), error)
        return self._values[text]

    def _search(self, state: fastcore.State) -> fastcore.Search:
        search = self.make_search(state, 0)
        search.run(self.simulations)
        return search

    def searched_value(self, turn: Sequence[str]) -> float:
        """Return the value that a search finds at the end of a turn, for the seat that made it."""
        state = self.end(turn)
        if state.actor == fastcore.OVER or not self.state.info.has.chance:
            return self.estimate(state).value
        text = state.text()
        if text not in self._searched:
            self._searched[text] = float(self._search(state).value()[self.state.actor])
        return self._searched[text]

    def end(self, moves: Sequence[str]) -> fastcore.State:
        """Return the position after moves from the beginning of the turn."""
        state = self.state.copy()
        for move in moves:
            state.play(move)
        return state

    def gain(self, played: Sequence[str], better: Sequence[str]) -> float:
        """Return how much better one turn is than another, less the noise of the estimate, at least 0."""
        ends = self.end(played), self.end(better)
        first, second = map(self.estimate, ends)
        difference, noise = second.value - first.value, hypot(first.error, second.error)
        if self.state.info.has.chance and noise and fastcore.OVER not in (ends[0].actor, ends[1].actor):
            searched = self.searched_value(better) - self.searched_value(played)
            difference = GAMES_WEIGHT * difference + (1 - GAMES_WEIGHT) * searched
            noise *= GAMES_WEIGHT
        return min(max(0.0, difference - noise), 1 - first.value)

    def completion(self, state: fastcore.State, number: int = 0) -> tuple[str, ...]:
        """Return the rest of the turn that a search chooses, move by move; no moves if the turn is over."""
        moves: list[str] = []
        state, search = state.copy(), None
        while not self.is_over(state) and len(moves) < MAX_STEPS:
            choices = state.moves()
            move = choices[0]
            if len(choices) > 1:
                search = search or self.make_search(state, number)
                search.run(max(1, self.simulations - search.simulations))
                move = search.choice()
            moves.append(state.move_text(move))
            state.play(move)
            if search is not None and not self.is_over(state):
                search.advance(moves[-1])
        return tuple(moves)

    def greedy_turn(self) -> tuple[str, ...]:
        """Return the turn of the greedy policy."""
        moves: list[str] = []
        state = self.state.copy()
        while not self.is_over(state) and len(moves) < MAX_STEPS:
            moves.append(state.move_text(state.policy("greedy")[0][0]))
            state.play(moves[-1])
        return tuple(moves)

    def judge(self, decided: Sequence[str]) -> tuple[Turn, Turn, tuple[float, ...]]:
        """Compare the decided turn with the best one.

        Returns:
            The best known turn; the decided turn, whose value is that of its best rest if the game stopped in the
            middle; and the values of its steps (see `Judgement.steps`).
        """
        states = [self.state.copy()]
        for move in decided:
            states.append(states[-1].after(move))
        played = (*decided, *self.completion(states[-1]))
        value, end = self.estimate(self.end(played)).value, self.end(played).text()
        as_played = Turn(played, value), Turn(tuple(decided), value), ()
        attempts = range(ATTEMPTS if self.state.info.has.chance else 1)
        chosen = [self.completion(self.state, number) for number in attempts]
        if any(self.end(turn).text() == end for turn in chosen):
            return as_played
        best = max(*chosen, self.greedy_turn(), key=self.searched_value)
        gain = self.gain(played, best)
        rests: list[float] = []
        if gain >= NAMED_LOSS:
            for number in range(len(decided) - 1, 0, -1):
                turn = (*decided[:number], *self.completion(states[number]))
                rests.append(max([self.searched_value(turn), *rests[-1:]]))  # a later find was possible earlier
                if rests[-1] > self.searched_value(best):
                    best, gain = turn, self.gain(played, turn)
        if not gain:
            return as_played
        return Turn(best, value + gain), Turn(tuple(decided), value), self._steps(played, best, value, gain, rests)

    def _steps(
        self, played: Sequence[str], best: Sequence[str], value: float, gain: float, rests: Sequence[float]
    ) -> tuple[float, ...]:
        """Return the values of a turn's steps: those that searches find, scaled to the values of both turns."""
        low, high = self.searched_value(played), self.searched_value(best)
        if not rests or low >= high:
            return ()
        shares = (min(max((rest - low) / (high - low), 0.0), 1.0) for rest in reversed(rests))
        return (value + gain, *(value + gain * share for share in shares), value)

    def is_forced(self, decided: Sequence[str]) -> bool:
        """Return whether every move of a turn was the only legal one."""
        state = self.state.copy()
        for move in decided:
            if len(state.moves()) > 1:
                return False
            state.play(move)
        return True


def value_among_dice(state: fastcore.State, seat: int, simulations: int) -> float:
    """Return the value of a position for a seat, in a game with dice, independent of any bot.

    It is exact if a short search proves it. Otherwise it is the mean result of games.
    """
    return estimate_among_dice(state, seat, simulations).value


def estimate_among_dice(state: fastcore.State, seat: int, simulations: int) -> Estimate:
    """Return the value of a position for a seat, in a game with dice, and its error; see `value_among_dice`."""
    if state.actor == fastcore.OVER:
        return Estimate(float(state.returns()[seat]), 0.0)
    search = fastcore.Search(state, seed=1, memory_mb=MEMORY_MB)
    search.run(max(1, simulations // GAMES_PART))
    if search.done:
        return Estimate(float(search.value()[seat]), 0.0)
    games = max(1, simulations // GAMES_PART // len(TURNS))
    means = [fastcore.playouts(state, games, turns, "greedy", turns).returns[seat] for turns in TURNS]
    mean, number = sum(means) / len(TURNS), games * len(TURNS)
    return Estimate(mean, sqrt((1 - mean * mean + 1 / number) / number))


def judge_move(bot: Judging, point: fastcore.Viewpoint, decided: str, simulations: int) -> tuple[Report, float, float]:
    """Return a report on the best move compared with the decided one, and the values of both.

    A decided move with few visits gets up to half as many simulations again.
    """
    bot.search = None
    search, _ = bot.search_for(point)
    start = perf_counter()
    spent = search.run(1 if bot.is_forced(point) else simulations)
    report = bot.report(search, point, spent, perf_counter() - start, 0)
    best, move = (point.parse_move(text) for text in (report.move, decided))
    visits = {int(row["move"]): int(row["visits"]) for row in search.root()}
    if visits[move] < (requested := int(CLOSELY * visits[best])):
        spent += search.run(requested - visits[move], [move])
    values = {int(row["move"]): float(row["value"][point.actor]) for row in search.root()}
    if move != best:
        bot.compared_move = move
        try:
            comparison = bot.report(search, point, spent, perf_counter() - start, 0)
        finally:
            bot.compared_move = None
        report = comparison if comparison.move == report.move else report
    return report, values[best], values[move]


def judge_turn(
    bot: Judging, point: fastcore.Viewpoint, state: fastcore.State, decided: Sequence[str], simulations: int
) -> Judgement:
    """Judge a turn of a game without hidden information. `state` is the position of the viewpoint."""
    start = perf_counter()
    seed = bot.stream(point).below(2**32)
    judge = TurnJudge(lambda position, number: bot.new_search(position, seed + number), state, simulations)
    best, played, steps = judge.judge(decided)
    report, _, _ = judge_move(bot, point, decided[0], simulations)
    facts = [fact for fact in report.facts if fact.key != "only"]
    if report.move != best.moves[0] or best.moves[0] in decided:
        facts = []  # they compare single moves, which belong to both turns
    if judge.is_forced(decided):
        facts.append(Fact("only", {}))
    report = replace(
        report, move=best.moves[0], candidates=_with_turn(report.candidates, best, state), facts=tuple(facts),
        seconds=perf_counter() - start,
    )  # fmt: skip
    return Judgement(report, best.moves, best.value, played.value, steps)


def _with_turn(candidates: tuple[Candidate, ...], best: Turn, state: fastcore.State) -> tuple[Candidate, ...]:
    """Return the candidates with the first move of the best turn in front, and the turn as its line."""
    values = tuple(best.value if seat == state.actor else -best.value for seat in range(state.seats))
    found = next((one for one in candidates if one.move == best.moves[0]), None)
    if found is None:
        first = Candidate(best.moves[0], 0, values, 0.0, 0.0, best.moves)
    else:
        first = found if found.line[: len(best.moves)] == best.moves else replace(found, line=best.moves)
    return (first, *(one for one in candidates if one.move != first.move))
