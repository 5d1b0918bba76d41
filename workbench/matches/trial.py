"""How long a match will take: one of its games is played for some seconds, and the rest of it is guessed."""

from __future__ import annotations

from statistics import mean
from time import perf_counter

import msgspec

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from workbench.matches.checking import check
from workbench.matches.game import Game
from workbench.matches.plan import Plan, Schedule
from workbench.matches.player import Players
from workbench.matches.task import task_of

SECONDS = 4.0  # that a trial takes, and what the decision needs that is being made by then
GAMES = 5  # played at random, to know how many decisions a game has


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """What one game takes, whether that was measured on a whole game, and how many threads a game needs."""

    seconds: float
    whole: bool
    threads: int


class _Enough(Exception):
    """The trial has taken its time."""


def trial(plan: Plan, most: float = SECONDS) -> Guess:
    """Play the first game of a plan, as far as that goes in so many seconds. BadPlan if it cannot be played."""
    checked = check(plan)
    plan = checked.plan
    began, decisions = 0.0, -1

    def gate(state: State) -> None:
        nonlocal began, decisions
        decisions += 1
        if not decisions:
            began = perf_counter()
        elif perf_counter() - began > most:
            raise _Enough

    with Players(plan.memory_mb) as players, players.at_table(task_of(plan, Schedule(plan), 0, 0, 1).bots) as seated:
        try:
            played = Game(task_of(plan, Schedule(plan), 0, 0, 1), seated, gate).play()
            return Guess(max(played.took, 0.001), True, checked.threads)
        except _Enough:
            taken = perf_counter() - began
            return Guess(taken * max(usual_decisions(plan), decisions + 1) / decisions, False, checked.threads)


def usual_decisions(plan: Plan) -> float:
    """How many decisions a game of random moves has from the first opening on."""
    opening = Schedule(plan).opening(0)
    stream, counts = Stream(plan.seed, "trial"), []
    for _ in range(GAMES):
        state = fastcore.start(plan.spec) if opening.position is None else fastcore.parse(f"{plan.spec} {opening.position}")
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
