"""An estimate of the duration of a match, from playing some of its games for a few seconds."""

from __future__ import annotations

from statistics import mean
from time import perf_counter

import msgspec

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import sources_of, task_of
from workbench.matches.workers.game import Game
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.player import Players
from workbench.matches.workers.playing import quick_bots
from workbench.records.seeds import new_salt, new_seed

SECONDS = 4.0  # the duration of a trial, without the last decision
TABLES = 6  # number of tables at which a game is played; more if needed to include every bot
SLOWER = 3  # a game may exceed its share of the time by this factor until every seat has decided
GAMES = 5  # random games played to estimate the number of decisions


class DurationEstimate(msgspec.Struct, frozen=True, tag="guess"):
    """The estimated seconds of one game, whether whole games were measured, and the threads of one game."""

    seconds: float
    whole: bool
    threads: int


class _TimeUpError(Exception):
    """Raised to abort a game when its time is used up."""


def trial(plan: Plan, seconds: float = SECONDS) -> DurationEstimate:
    """Play games of a plan for about `seconds` seconds and return the estimated duration of one game.

    The games have a different seed and salt, so that no bot sees the dice and deals of the match in advance.

    Raises:
        PlanError: The plan cannot be played.
    """
    checked = check(msgspec.structs.replace(plan, seed=new_seed(), salt=new_salt()))
    trial_games = TimedGames(checked.plan)
    with Players(plan.memory_mb) as players:
        for number in trial_games.game_numbers:
            trial_games.play(number, players, seconds / len(trial_games.game_numbers))
            if perf_counter() - trial_games.began > 2 * seconds:
                break
    return DurationEstimate(max(trial_games.seconds_per_game, 0.001), trial_games.whole, checked.threads)


class TimedGames:
    """The games of a trial, and the time that each bot needed in them."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.schedule, self.sources = plan, Schedule(plan), sources_of(plan)
        self.spent: list[list[float]] = [[] for _ in plan.bots]  # seconds in each finished game, by bot
        # seconds for each decision in each aborted game, by bot
        self.paces: list[list[float]] = [[] for _ in plan.bots]
        self.lengths: list[int] = []  # number of decisions in each finished game
        self.whole = True
        self.began = perf_counter()

    @property
    def game_numbers(self) -> list[int]:
        """The games to play: the first game of each table with a new bot, and of more tables if these are few."""
        chosen, others, seen, number = list[int](), list[int](), set[int](), 0
        for table, (orders,) in enumerate(self.schedule.tables):
            bots = set(self.schedule.bots_at(table))
            (others if bots <= seen else chosen).append(number)
            seen |= bots
            number += len(orders)
        return chosen + others[: max(0, TABLES - len(chosen))]

    def play(self, number: int, players: Players, most: float) -> None:
        """Play one game for at most about `most` seconds.

        The time is measured from the first decision, because the bots' processes are started only once.
        """
        task, seats = task_of(self.plan, self.schedule, 0, number, 1, self.sources), self.schedule.slot(number).seats
        start, decided = 0.0, [0] * len(seats)

        def gate(state: State) -> None:
            nonlocal start
            start = start or perf_counter()
            elapsed = perf_counter() - start
            if elapsed > SLOWER * most or (elapsed > most and all(decided)):
                raise _TimeUpError
            decided[state.actor] += 1

        with players.borrow(task.bots, task.sources, quick=quick_bots(task, task.bots)) as seated:
            game = Game(task, seated, gate)
            try:
                game.play()
            except _TimeUpError:
                self.whole = False
                for bot, seconds, count in zip(seats, game.seconds, decided, strict=True):
                    if count:
                        self.paces[bot].append(seconds / count)
            else:
                self.lengths.append(game.decisions)
                overhead = (perf_counter() - start - sum(game.seconds)) / len(seats) if start else 0.0
                for bot, seconds in zip(seats, game.seconds, strict=True):
                    self.spent[bot].append(seconds + overhead)

    @property
    def seconds_per_game(self) -> float:
        """The mean seconds of a game, over all tables and seat orders.

        A bot without a decision is assumed to be as fast as the rest.
        """
        seats = len(self.schedule.slot(0).seats)
        share = (mean(self.lengths) if self.lengths else self.typical_decisions) / seats if any(self.paces) else 0.0
        known = [
            [*spent, *(pace * share for pace in paces)] for spent, paces in zip(self.spent, self.paces, strict=True)
        ]
        usual = mean([mean(seconds) for seconds in known if seconds] or [0.0])
        cost = [mean(seconds) if seconds else usual for seconds in known]
        return mean(sum(cost[bot] for bot in order) for (orders,) in self.schedule.tables for order in orders)

    @property
    def typical_decisions(self) -> float:
        """The mean number of decisions in random games from the first opening."""
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
