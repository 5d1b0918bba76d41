"""Estimates how long a match will take, from a few seconds of its games."""

from __future__ import annotations

from statistics import mean
from time import perf_counter

import msgspec

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from workbench.bot_process.player import Players
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import sources_of, task_of
from workbench.matches.workers.game import Game
from workbench.matches.workers.plan_check import check
from workbench.records.seeds import new_salt, new_seed

SECONDS = 4.0  # that a trial takes, and what the decision needs that is being made by then
TABLES = 6  # of which a game is played where there are so many, and of more those that it takes to see every bot
SLOWER = 3  # times the seconds of its share a game may go on until every seat has decided something
GAMES = 5  # played at random, to know how many decisions a game has


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """What one game takes, whether that was measured on whole games, and how many threads a game needs."""

    seconds: float
    whole: bool
    threads: int


class _Enough(Exception):
    """The trial has taken its time."""


def trial(plan: Plan, most: float = SECONDS) -> Guess:
    """Play games of a plan for about `most` seconds and return how long the match will take.

    These games have another seed and salt, so that no bot sees the match's dice and deals beforehand.

    Raises:
        BadPlan: The plan cannot be played.
    """
    checked = check(msgspec.structs.replace(plan, seed=new_seed(), salt=new_salt()))
    tried = Timed(checked.plan)
    with Players(plan.memory_mb) as players:
        for number in tried.numbers:
            tried.play(number, players, most / len(tried.numbers))
            if perf_counter() - tried.began > 2 * most:
                break
    return Guess(max(tried.a_game, 0.001), tried.whole, checked.threads)


class Timed:
    """What each bot needs on a seat for a game, by the games that were played of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.schedule, self.sources = plan, Schedule(plan), sources_of(plan)
        self.spent: list[list[float]] = [[] for _ in plan.bots]  # in games that were played to their end
        self.paces: list[list[float]] = [[] for _ in plan.bots]  # seconds a decision in the others
        self.lengths: list[int] = []  # the decisions of games that were played to their end
        self.whole = True
        self.began = perf_counter()

    @property
    def numbers(self) -> list[int]:
        """The first game of each table that has a bot that no table before it has, and
        of others while there are few."""
        chosen, others, seen, number = list[int](), list[int](), set[int](), 0
        for table, (orders,) in enumerate(self.schedule.tables):
            bots = set(self.schedule.bots_at(table))
            (others if bots <= seen else chosen).append(number)
            seen |= bots
            number += len(orders)
        return chosen + others[: max(0, TABLES - len(chosen))]

    def play(self, number: int, players: Players, most: float) -> None:
        """Play one game for so many seconds, counted from its first decision:
        processes start once, not in every game."""
        task, seats = task_of(self.plan, self.schedule, 0, number, 1, self.sources), self.schedule.slot(number).seats
        began, decided = 0.0, [0] * len(seats)

        def gate(state: State) -> None:
            nonlocal began
            began = began or perf_counter()
            taken = perf_counter() - began
            if taken > SLOWER * most or (taken > most and all(decided)):
                raise _Enough
            decided[state.actor] += 1

        with players.at_table(task.bots, task.sources) as seated:
            game = Game(task, seated, gate)
            try:
                game.play()
            except _Enough:
                self.whole = False
                for bot, seconds, count in zip(seats, game.seconds, decided, strict=True):
                    if count:
                        self.paces[bot].append(seconds / count)
            else:
                self.lengths.append(game.decisions)
                beside = (perf_counter() - began - sum(game.seconds)) / len(seats) if began else 0.0
                for bot, seconds in zip(seats, game.seconds, strict=True):
                    self.spent[bot].append(seconds + beside)

    @property
    def a_game(self) -> float:
        """The seconds of a game, over all tables and seat orders.
        A bot that decided nothing is taken to be like the others."""
        seats = len(self.schedule.slot(0).seats)
        share = (mean(self.lengths) if self.lengths else self.usual_decisions) / seats if any(self.paces) else 0.0
        known = [
            [*spent, *(pace * share for pace in paces)] for spent, paces in zip(self.spent, self.paces, strict=True)
        ]
        usual = mean([mean(seconds) for seconds in known if seconds] or [0.0])
        cost = [mean(seconds) if seconds else usual for seconds in known]
        return mean(sum(cost[bot] for bot in order) for (orders,) in self.schedule.tables for order in orders)

    @property
    def usual_decisions(self) -> float:
        """How many decisions a game of random moves has from the first opening on."""
        plan, opening = self.plan, self.schedule.opening(0)
        stream, counts = Stream(plan.seed, "trial"), []
        for _ in range(GAMES):
            state = (
                fastcore.start(plan.spec)
                if opening.position is None
                else fastcore.parse(f"{plan.spec} {opening.position}")
            )
            for move in opening.moves:
                state.play(move)
            count = 0
            while state.actor != OVER:
                if state.actor == CHANCE:
                    state.play(stream.choice([outcome for outcome, _ in state.chances()]))
                else:
                    state.play(state.move_text(stream.choice(list(state.moves()))))
                    count += 1
            counts.append(count)
        return mean(counts)
