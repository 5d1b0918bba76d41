"""Comparisons of a decision with better alternatives, for each kind of game, through the common contract of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

import bots
import fastcore
from bots.judging import ATTEMPTS, GAMES_WEIGHT, MAX_STEPS, TURNS
from bots.planning import PlanBot
from bots.report import Report
from bots.searching import SearchBot
from fastcore import State, Viewpoint
from workbench.review.judging import can_judge
from workbench.tutor.watch import Watch

FIRST_SLICE = 8  # simulations before the first look at the time
GROWTH = 8  # later slices are this part of all earlier ones, so that the last one takes little of the time
FIRST_SEARCH = 40_000  # largest number of simulations of the search for a better alternative
END_SEARCH = 6000  # simulations for each end of a turn in one sample
DICE_SEARCH, GAMES = 400, 12  # the same where dice are rolled, and games from each end
MOVE_SEARCH = 32  # simulations for each of the two moves in one sample
PLAN_SEARCH = 16_000  # simulations for the opponent's mixed strategy in one sample; fewer overrate losses
PLAN_GAMES = 8  # games for each pair of plans in one sample
DRAWN = 0.05  # smallest weight with which the search itself draws a plan that is as good as its others
REPORT_SEARCH = 2000  # simulations for the report on a better turn
# Standard errors that all samples of one decision share, as values.
END_BIAS, DICE_BIAS, PLAN_BIAS = 0.04, 0.025, 0.05


class Comparison(Protocol):
    """A decision that is compared with better alternatives."""

    is_forced: bool  # whether there was no other choice
    bias: float  # the standard error that all samples share

    def find_better(self, watch: Watch, share: float) -> tuple[str, ...] | None:
        """Search for the best alternative until this share of the time is over. Return None if it is the decision."""

    def sample(self, better: tuple[str, ...], number: int) -> float:
        """Return an independent estimate of the value that the decision loses, in [-2, 2]. The number is its seed."""

    def report(self, better: tuple[str, ...]) -> Report:
        """Return a report on the alternative."""


def judge_name(spec: str) -> str:
    """Return the strongest bot of this program that can judge games of this spec, or ""."""
    fitting = [name for name in bots.names(spec) if can_judge(bots.bot_class(name))]
    return max(fitting, key=lambda name: bots.bot_class(name).rank, default="")


def comparison_for(point: Viewpoint, moves: Sequence[str]) -> Comparison:
    """Return the comparison for a decision at a point.

    Raises:
        ValueError: No bot can judge this game.
    """
    name = judge_name(point.spec)
    if not name:
        raise ValueError(f"no bot can judge games of {point.spec}")
    state, has = point.state, point.info.has
    if state is not None and not has.covered:
        return TurnComparison(name, point, state, tuple(moves))
    return (PlanComparison if has.secrets else MoveComparison)(name, point, tuple(moves))


class _Searches:
    """New searches of one point by the judge, each with its own seed."""

    def __init__(self, name: str, point: Viewpoint) -> None:
        self.name, self.point, self.seat = name, point, point.actor

    def judge(self, number: int) -> SearchBot:
        """Return a new judge. The number is its seed."""
        bot = bots.make(self.name, number, spec=self.point.spec)
        assert isinstance(bot, SearchBot)
        return bot

    def search(self, number: int) -> tuple[SearchBot, fastcore.Search]:
        """Return a new judge and its search of the point."""
        bot = self.judge(number)
        return bot, bot.search_for(self.point)[0]


def run_until(search: fastcore.Search, watch: Watch, share: float, simulations: int = FIRST_SEARCH) -> None:
    """Run a search in short slices until this share of the time, or until it has this many simulations.

    At least one slice runs.
    """
    while search.simulations < simulations:
        wanted = min(max(FIRST_SLICE, search.simulations // GROWTH), simulations - search.simulations)
        if search.run(wanted) < wanted or watch.is_over(share):
            return


class TurnComparison(_Searches):
    """A comparison of whole turns at their ends, in a game that hides nothing."""

    def __init__(self, name: str, point: Viewpoint, state: State, moves: tuple[str, ...]) -> None:
        super().__init__(name, point)
        self.state, self.moves = state, moves
        self.end = self._end(moves)
        self.has_chance = state.info.has.chance
        self.bias = DICE_BIAS if self.has_chance else END_BIAS
        self.is_forced = self._forced()

    def _forced(self) -> bool:
        state = self.state.copy()
        for move in self.moves:
            if len(state.moves()) > 1:
                return False
            state.play(move)
        return True

    def _end(self, moves: Sequence[str]) -> State:
        state = self.state.copy()
        for move in moves:
            state.play(move)
        return state

    def _goes_on(self, state: State) -> bool:
        return (state.actor, state.turn) == (self.state.actor, self.state.turn)

    def find_better(self, watch: Watch, share: float) -> tuple[str, ...] | None:
        """Search for the best turn. Return None if a turn that was found ends like the decision."""
        turns = [self._search_turn(number, watch, share * (number + 1) / ATTEMPTS) for number in range(ATTEMPTS)]
        ends = {self._end(turn).text(): turn for turn in (*turns, self._greedy_turn())}
        if self.end.text() in ends:
            return None
        found = list(ends.values())
        return max(found, key=lambda turn: self.sample(turn, 0)) if len(found) > 1 else found[0]

    def _search_turn(self, number: int, watch: Watch, share: float) -> tuple[str, ...]:
        """Return the turn that a new search chooses, move by move, until this share of the time."""
        search = self.judge(number).new_search(self.state, number)
        state, moves = self.state.copy(), list[str]()
        left = max(0.0, share - watch.used)
        while self._goes_on(state) and len(moves) < MAX_STEPS:
            choices = state.moves()
            move = choices[0]
            if len(choices) > 1:
                left /= 2  # half of the remaining time for each move; the next one keeps its part of the tree
                run_until(search, watch, share - left)
                move = search.choice()
            moves.append(state.move_text(move))
            state.play(moves[-1])
            if self._goes_on(state):
                search.advance(moves[-1])
        return tuple(moves)

    def _greedy_turn(self) -> tuple[str, ...]:
        """Return the turn of the greedy policy."""
        state, moves = self.state.copy(), list[str]()
        while self._goes_on(state) and len(moves) < MAX_STEPS:
            moves.append(state.move_text(state.policy("greedy")[0][0]))
            state.play(moves[-1])
        return tuple(moves)

    def sample(self, better: tuple[str, ...], number: int) -> float:
        """Return an estimate of the lost value from new searches and, where dice are rolled, from games."""
        bot = self.judge(number)
        ends = self._end(better), self.end
        searched = self._difference(ends, lambda state: self._searched(bot, state, number))
        if not self.has_chance or fastcore.OVER in (ends[0].actor, ends[1].actor):
            return searched
        played = self._difference(ends, lambda state: self._played(state, number))
        return GAMES_WEIGHT * played + (1 - GAMES_WEIGHT) * searched

    def _difference(self, ends: tuple[State, State], value: Callable[[State], float]) -> float:
        better, decided = (
            float(end.returns()[self.seat]) if end.actor == fastcore.OVER else value(end) for end in ends
        )
        return better - decided

    def _searched(self, bot: SearchBot, state: State, number: int) -> float:
        search = bot.new_search(state, number)
        search.run(DICE_SEARCH if self.has_chance else END_SEARCH)
        return float(search.value()[self.seat])

    def _played(self, state: State, number: int) -> float:
        seed = len(TURNS) * number
        results = [fastcore.playouts(state, GAMES, seed + n, "greedy", turns) for n, turns in enumerate(TURNS)]
        return sum(float(result.returns[self.seat]) for result in results) / len(results)

    def report(self, better: tuple[str, ...]) -> Report:
        """Return a report on the alternative, with facts if a search prefers its first move.

        Facts that compare single moves are left out if both turns contain the move.
        """
        bot, search = self.search(0)
        search.run(REPORT_SEARCH)
        report = compared_report(bot, search, self.point, better[0], self.moves[0])
        if report.move != better[0] or better[0] in self.moves:
            report = replace(report, move=better[0], facts=())
        return report


class MoveComparison(_Searches):
    """A comparison of single moves by the worlds that the player considers possible."""

    bias = 0.0

    def __init__(self, name: str, point: Viewpoint, moves: tuple[str, ...]) -> None:
        super().__init__(name, point)
        self.moves = moves
        self.is_forced = len(point.moves()) == 1
        self._first: tuple[SearchBot, fastcore.Search] | None = None

    def find_better(self, watch: Watch, share: float) -> tuple[str, ...] | None:
        """Search for the best move. Return None if it is the decision."""
        _, search = self._first = self.search(0)
        run_until(search, watch, share)
        best = self.point.move_text(search.choice())
        return None if best == self.moves[0] else (best,)

    def sample(self, better: tuple[str, ...], number: int) -> float:
        """Return an estimate of the lost value from a new search of the two moves."""
        _, search = self.search(number)
        for move in (better[0], self.moves[0]):  # the same number for both: then they share worlds and chance
            search.run(MOVE_SEARCH, [move])
        values = {int(row["move"]): float(row["value"][self.seat]) for row in search.root()}
        return values[self.point.parse_move(better[0])] - values[self.point.parse_move(self.moves[0])]

    def report(self, better: tuple[str, ...]) -> Report:
        """Return the report of the first search, compared with the decision."""
        assert self._first is not None
        return compared_report(*self._first, self.point, better[0], self.moves[0])


class PlanComparison(_Searches):
    """A comparison of secret plans against the opponent's mixed strategy."""

    bias = PLAN_BIAS

    def __init__(self, name: str, point: Viewpoint, moves: tuple[str, ...]) -> None:
        super().__init__(name, point)
        self.moves = moves
        self.is_forced = False  # another plan may exist even if its first step is forced
        self._first: tuple[SearchBot, fastcore.Search] | None = None

    def find_better(self, watch: Watch, share: float) -> tuple[str, ...] | None:
        """Search for the best plan. Return None if it is the decision, or if the search finds both equally good."""
        _, search = self._first = self.search(0)
        run_until(search, watch, share)
        done = search.written
        own = [plan for plan, _ in search.plans(self.seat)]
        decided = (*own[0][:done], *self.moves)
        if dict(search.mixture()).get(decided, 0.0) >= DRAWN:
            return None
        values = self._values(search, own)
        best = own[max(range(len(own)), key=values.__getitem__)]
        return None if best == decided else best[done:]

    def _values(self, search: fastcore.Search, plans: Sequence[tuple[str, ...]]) -> list[float]:
        """Return the values of own plans against the opponent's mixed strategy of a search."""
        replies, weights = zip(*(entry for entry in search.plans(1 - self.seat) if entry[1] > 0), strict=True)
        rows, columns = (plans, replies) if self.seat == 0 else (replies, plans)
        table = search.payoffs(rows, columns, PLAN_GAMES)
        values = table @ weights if self.seat == 0 else -(table.T @ weights)
        return [float(value) / sum(weights) for value in values]

    def sample(self, better: tuple[str, ...], number: int) -> float:
        """Return an estimate of the lost value from a new search for the opponent's mixed strategy."""
        _, search = self.search(number)
        search.run(PLAN_SEARCH)
        start = search.plans(self.seat)[0][0][: search.written]
        plan = (*start, *self.moves)
        if dict(search.mixture()).get(plan, 0.0) >= DRAWN:
            return 0.0  # the search draws this plan too
        best, decided = self._values(search, [(*start, *better), plan])
        return best - decided

    def report(self, better: tuple[str, ...]) -> Report:
        """Return the report of the first search on the alternative."""
        assert self._first is not None
        bot, search = self._first
        assert isinstance(bot, PlanBot)
        start = search.plans(self.seat)[0][0][: search.written]
        return bot.report(search, self.point, search.simulations, 0.0, 0, (*start, *better))


def compared_report(bot: SearchBot, search: fastcore.Search, point: Viewpoint, best: str, decided: str) -> Report:
    """Return a report on the best move of a search, compared with the decided move."""
    bot.compared_move = point.parse_move(decided) if decided != best else None
    try:
        return bot.report(search, point, search.simulations, 0.0, 0)
    finally:
        bot.compared_move = None
