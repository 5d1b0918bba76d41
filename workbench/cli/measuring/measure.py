"""Measurements of the speed of random playouts and search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median
from time import perf_counter, thread_time

import fastcore

SIMULATIONS = 200_000  # simulations of one search; the memory per simulation depends on this number
HIDDEN = 2_000  # the same in games with hidden hands, where each simulation plays to the end of a round
SLICE = 0.1  # seconds between two checks of the clock
MIDDLES = 20  # number of middle positions
PLANS = 24  # plans of each seat in a payoff matrix
PLANNED = 2000  # simulations of a search for such plans
SEARCHES = 12  # maximum number of these searches
REPEATS = 3  # measurements of each matrix

Plans = list[tuple[str, ...]]


@dataclass(frozen=True)
class PlayoutTotals:
    """Totals of random games of one spec."""

    games: float
    seconds: float
    decisions: float
    turns: float

    def __add__(self, other: PlayoutTotals) -> PlayoutTotals:
        return PlayoutTotals(
            self.games + other.games,
            self.seconds + other.seconds,
            self.decisions + other.decisions,
            self.turns + other.turns,
        )

    @property
    def facts(self) -> dict[str, float]:
        """The speeds, and the mean length of a game."""
        return {
            "playouts_per_second": self.games / self.seconds,
            "decisions_per_second": self.decisions / self.seconds,
            "nanoseconds_per_decision": 1e9 * self.seconds / self.decisions,
            "turns_per_game": self.turns / self.games,
            "decisions_per_game": self.decisions / self.games,
        }


def playouts(spec: str, seconds: float) -> PlayoutTotals:
    """Play random games for about this many seconds and return their totals."""
    state = fastcore.start(spec)
    total, n, seed = PlayoutTotals(0, 0, 0, 0), 100, 1
    while total.seconds < seconds:
        start = perf_counter()
        means = fastcore.playouts(state, n, seed)
        took = perf_counter() - start
        total += PlayoutTotals(n, took, n * means.moves, n * means.turns)
        n, seed = min(10**9, 1 + int(total.games / total.seconds * min(SLICE, seconds))), seed + 1
    return total


def observations(spec: str, seconds: float) -> dict[str, float]:
    """Measure how long a viewpoint takes to process one observation, including the update of its beliefs.

    Random games are played for about this many seconds, with a viewpoint for every seat. The game must have hidden
    information.

    Returns:
        The median and the worst time in milliseconds, and the number of observations.
    """
    took, number, ends = list[float](), 0, perf_counter() + seconds
    while not took or perf_counter() < ends:
        number += 1
        state, stream = fastcore.start(spec), fastcore.Stream(number, "bench", "observations", spec)
        points = [fastcore.Viewpoint(spec, seat) for seat in range(state.seats)]
        while state.actor != fastcore.OVER and (not took or perf_counter() < ends):
            chance = state.actor == fastcore.CHANCE
            move = state.sample(stream) if chance else stream.choice(state.moves())
            for point in points:
                seen = state.observation(move, point.seat)
                if seen:
                    start = perf_counter()
                    point.observe(seen)
                    took.append(perf_counter() - start)
            state.play(move)
    return {"median_ms": 1e3 * median(took), "worst_ms": 1e3 * max(took), "observations": len(took)}


def first_decision(spec: str) -> fastcore.State:
    """Return the first decision of a game."""
    state, stream = fastcore.start(spec), fastcore.Stream(1, "bench", spec)
    while state.actor < 0:
        state.play(state.sample(stream))
    return state


def middle_positions(spec: str) -> list[fastcore.State]:
    """Return fixed positions halfway through random games, each with more than one legal move."""
    half = int(fastcore.playouts(fastcore.start(spec), 1000, 1).moves / 2)
    found: list[fastcore.State] = []
    for number in range(10 * MIDDLES):
        state, stream, steps = fastcore.start(spec), fastcore.Stream(1, "bench", spec, number), 0
        while state.actor != fastcore.OVER and (steps < half or len(state.moves()) < 2):
            chance = state.actor == fastcore.CHANCE
            state.play(state.sample(stream) if chance else stream.choice(state.moves()))
            steps += not chance
        if state.actor != fastcore.OVER:
            found.append(state)
        if len(found) == MIDDLES:
            break
    return found


def search(states: Sequence[fastcore.State], seconds: float, engine: str, threads: int = 1) -> dict[str, float]:
    """Measure searches of the positions, one after another, for about this many seconds. At least one search is run.

    A solved position says nothing about speed, so it is skipped unless it is the last one.

    Args:
        states: The positions.
        seconds: The approximate duration.
        engine: The name of the search.
        threads: The threads of each search.

    Returns:
        Simulations per second, mean bytes per simulation, and the number of searches counted.
    """
    took, size, simulations, number, counted = 0.0, 0, 0, 0, 0
    while number < len(states) and (counted == 0 or took < seconds):
        tree = fastcore.Search(states[number], seed=number, engine=engine, threads=threads)
        number += 1
        start = perf_counter()
        new = tree.run(HIDDEN if states[0].info.has.hidden else SIMULATIONS)
        if tree.done and number < len(states):
            continue
        took += perf_counter() - start
        simulations += new
        size += tree.bytes
        counted += 1
    return {
        "simulations_per_second": simulations / took,
        "bytes_per_simulation": size / max(simulations, 1),
        "searches": counted,
    }


def payoffs(spec: str, seconds: float) -> dict[str, float]:
    """Measure payoff matrices of `PLANS` by `PLANS` plans in middle positions, for about this many seconds.

    The game must have secret choices. At least one matrix is measured. Each time is the best of `REPEATS`, first with
    one simulation per cell and then, "refined", with the search's maximum.

    Returns:
        The mean and the worst processor time in milliseconds, both unrefined and refined, the refined number of
        simulations per cell, the mean standard deviation of the cells, and the number of matrices. Empty if no position
        has enough plans.
    """
    samples = next(int(option.default) for option in fastcore.EQUILIBRIUM_OPTIONS if option.name == "samples")
    took, refined, spread, ends = list[float](), list[float](), list[float](), perf_counter() + seconds
    for state in middle_positions(spec):
        if took and perf_counter() > ends:
            break
        search, first, second = fastcore.Search(state, engine="equilibrium"), find_plans(state, 0), find_plans(state, 1)
        if min(len(first), len(second)) == PLANS:
            took.append(min(payoff_seconds(search, first, second, 1) for _ in range(REPEATS)))
            refined.append(min(payoff_seconds(search, first, second, samples) for _ in range(REPEATS)))
            spread.append(float(search.payoffs(first, second).std()))
    if not took:
        return {}
    return {
        "mean_ms": 1e3 * mean(took), "worst_ms": 1e3 * max(took),
        "refined_mean_ms": 1e3 * mean(refined), "refined_worst_ms": 1e3 * max(refined),
        "samples": samples, "deviation": mean(spread), "matrices": len(took),
    }  # fmt: skip


def payoff_seconds(search: fastcore.Search, first: Plans, second: Plans, samples: int) -> float:
    """Return the processor time of one payoff matrix in seconds."""
    start = thread_time()
    search.payoffs(first, second, samples)
    return thread_time() - start


def find_plans(state: fastcore.State, seat: int) -> Plans:
    """Return up to `PLANS` plans of more than one step that searches find for a seat, in the order of the searches."""
    found: dict[tuple[str, ...], None] = {}
    for seed in range(1, SEARCHES + 1):
        search = fastcore.Search(state, seed=seed, engine="equilibrium")
        search.run(PLANNED)
        found |= dict.fromkeys(plan for plan, _ in search.plans(seat) if len(plan) > 1)
        if len(found) >= PLANS:
            break
    return list(found)[:PLANS]
