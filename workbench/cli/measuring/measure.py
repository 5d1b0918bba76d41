"""Measures the speed of random playouts and search, on one thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median
from time import perf_counter, thread_time

import fastcore

SIMULATIONS = 200_000  # of one search: the memory that a simulation takes depends on the size of the tree
HIDDEN = 2_000  # where hands are hidden: a simulation plays on to the end of a round
SLICE = 0.1  # seconds between two looks at the clock
MIDDLES = 20  # positions
PLANS = 24  # of each seat in a payoff matrix
PLANNED = 2000  # simulations of a search for such plans,
SEARCHES = 12  # of so many at most
REPEATS = 3  # of each matrix

Plans = list[tuple[str, ...]]


@dataclass(frozen=True)
class Played:
    """Random games of one spec: their number, seconds, decisions of seats and turns, in all."""

    games: float
    seconds: float
    decisions: float
    turns: float

    def __add__(self, other: Played) -> Played:
        return Played(
            self.games + other.games,
            self.seconds + other.seconds,
            self.decisions + other.decisions,
            self.turns + other.turns,
        )

    @property
    def facts(self) -> dict[str, float]:
        """Speeds, and what the games were like."""
        return {
            "playouts_per_second": self.games / self.seconds,
            "decisions_per_second": self.decisions / self.seconds,
            "nanoseconds_per_decision": 1e9 * self.seconds / self.decisions,
            "turns_per_game": self.turns / self.games,
            "decisions_per_game": self.decisions / self.games,
        }


def playouts(spec: str, seconds: float) -> Played:
    """Random games one after the other, for about this many seconds."""
    state = fastcore.start(spec)
    total, n, seed = Played(0, 0, 0, 0), 100, 1
    while total.seconds < seconds:
        began = perf_counter()
        means = fastcore.playouts(state, n, seed)
        took = perf_counter() - began
        total += Played(n, took, n * means.moves, n * means.turns)
        n, seed = min(10**9, 1 + int(total.games / total.seconds * min(SLICE, seconds))), seed + 1
    return total


def observations(spec: str, seconds: float) -> dict[str, float]:
    """What it costs a viewpoint to take one observation in, beliefs and all, over random games with every seat
    watching: milliseconds, and the number of observations. For games that hide something."""
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
                    began = perf_counter()
                    point.observe(seen)
                    took.append(perf_counter() - began)
            state.play(move)
    return {"median_ms": 1e3 * median(took), "worst_ms": 1e3 * max(took), "observations": len(took)}


def opening(spec: str) -> fastcore.State:
    """The first decision of a game."""
    state, stream = fastcore.start(spec), fastcore.Stream(1, "bench", spec)
    while state.actor < 0:
        state.play(state.sample(stream))
    return state


def middles(spec: str) -> list[fastcore.State]:
    """Fixed positions halfway through random games, with more than one move."""
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
    """Searches of SIMULATIONS, one position after the other, for about this many seconds and one search at
    least; the memory is the mean. A position that is solved on the way tells nothing of speed and is
    passed over, if others are not.
    """
    took, size, made, number, counted = 0.0, 0, 0, 0, 0
    while number < len(states) and (counted == 0 or took < seconds):
        grown = fastcore.Search(states[number], seed=number, engine=engine, threads=threads)
        number += 1
        began = perf_counter()
        new = grown.run(HIDDEN if states[0].info.has.hidden else SIMULATIONS)
        if grown.done and number < len(states):
            continue
        took += perf_counter() - began
        made += new
        size += grown.bytes
        counted += 1
    return {"simulations_per_second": made / took, "bytes_per_simulation": size / max(made, 1), "searches": counted}


def payoffs(spec: str, seconds: float) -> dict[str, float]:
    """How long a payoff matrix of PLANS by PLANS takes in middle positions, for about this many seconds and one matrix
    at least: milliseconds of processor time on average and at the worst, each the best of REPEATS, by one simulation a
    cell and, where more than the plans decide, by as many as the search makes at most. How far the cells differ stands
    beside it (their deviation, on average). For games with secret choices; {} if no position has so many plans of
    several steps.
    """
    samples = next(int(option.default) for option in fastcore.EQUILIBRIUM_OPTIONS if option.name == "samples")
    took, refined, spread, ends = list[float](), list[float](), list[float](), perf_counter() + seconds
    for state in middles(spec):
        if took and perf_counter() > ends:
            break
        search, first, second = fastcore.Search(state, engine="equilibrium"), plans_of(state, 0), plans_of(state, 1)
        if min(len(first), len(second)) == PLANS:
            took.append(min(timed(search, first, second, 1) for _ in range(REPEATS)))
            refined.append(min(timed(search, first, second, samples) for _ in range(REPEATS)))
            spread.append(float(search.payoffs(first, second).std()))
    if not took:
        return {}
    return {
        "mean_ms": 1e3 * mean(took), "worst_ms": 1e3 * max(took),
        "refined_mean_ms": 1e3 * mean(refined), "refined_worst_ms": 1e3 * max(refined),
        "samples": samples, "deviation": mean(spread), "matrices": len(took),
    }  # fmt: skip


def timed(search: fastcore.Search, first: Plans, second: Plans, samples: int) -> float:
    """Seconds of processor time that one payoff matrix takes: what else runs must not count in what is so short."""
    began = thread_time()
    search.payoffs(first, second, samples)
    return thread_time() - began


def plans_of(state: fastcore.State, seat: int) -> Plans:
    """PLANS plans of a seat that searches find, the best of each first;
    less if they do not find so many, or if plans are single steps."""
    found: dict[tuple[str, ...], None] = {}
    for seed in range(1, SEARCHES + 1):
        search = fastcore.Search(state, seed=seed, engine="equilibrium")
        search.run(PLANNED)
        found |= dict.fromkeys(plan for plan, _ in search.plans(seat) if len(plan) > 1)
        if len(found) >= PLANS:
            break
    return list(found)[:PLANS]
