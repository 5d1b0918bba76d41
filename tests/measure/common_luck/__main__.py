"""Measure how much common luck helps a comparison of moves: python -m tests.measure.common_luck [SPEC ...]

In random positions, the two best candidates of a short search are compared, to the end of the game and to a horizon.
The gain is how many times fewer games common luck needs than independent luck for the same error. The spread is the
standard deviation of the differences, as values. In a position without luck, all games after a move end alike.
With --ceiling, every comparison is repeated in the same worlds with other luck. The covariance of both differences is
what the worlds alone decide. No way to share the later luck could make the variance smaller, so it bounds the gain.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median
from time import thread_time
from typing import NamedTuple

import numpy as np

import bots
import fastcore
from bots.base import Bot
from bots.reasoning import group_turns
from bots.report import Limit
from fastcore import CHANCE, OVER, Comparison, State, Stream, Viewpoint

HORIZON = 4  # turns
OTHER_LUCK = 1_000_000  # added to the seed


class Measured(NamedTuple):
    """A comparison: the sum of the variances of both candidates' values, and the variances of their difference.

    `stratified` is the variance that also uses the strata of the first chance event. `seconds` is the time of a trial.
    `worlds` is the part of the variance that the worlds decide, if it was measured.
    """

    apart: float
    common: float
    stratified: float
    seconds: float
    worlds: float = 0.0


def positions(spec: str) -> Iterator[State]:
    """Yield one random decision of each of many random games."""
    number = 0
    while True:
        stream = Stream(number, "common luck")
        state, found = fastcore.start(spec), []
        while state.actor != OVER:
            if state.actor != CHANCE and len(state.moves()) > 1:
                found.append(state.copy())
            state.play(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
        if found:
            yield stream.choice(found)
        number += 1


def best_two(bot: Bot, point: Viewpoint, simulations: int) -> list[tuple[str, ...]]:
    """Return the two turns that a short search prefers, or fewer."""
    *_, report = bot.think(point, Limit(simulations))
    return [turn.moves for turn in group_turns(point, report.candidates)[:2]]


def measure(
    point: Viewpoint, turns: list[tuple[str, ...]], trials: int, horizon: int | None, number: int, ceiling: bool
) -> Measured:
    """Compare two turns."""
    comparison = Comparison(point, turns, seed=number, horizon=horizon)
    start = thread_time()
    comparison.run(trials)
    took = thread_time() - start
    values, found = comparison.values[:, :, comparison.seat], comparison.difference()
    apart, common = float(values.var(axis=0).sum()), float(np.var(values[:, 0] - values[:, 1]))
    worlds = 0.0
    if ceiling:
        again = Comparison(point, turns, seed=number + OTHER_LUCK, horizon=horizon)
        again._world = comparison._world  # type: ignore[method-assign]
        again.run(trials)
        other = again.values[:, :, comparison.seat]
        worlds = float(np.cov(values[:, 0] - values[:, 1], other[:, 0] - other[:, 1])[0, 1])
    return Measured(apart, common, found.error**2 * trials, took / trials, worlds)


def main() -> None:
    """Print a Markdown table with one row for each game and horizon."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec", nargs="*", default=fastcore.games())
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=200, help="of the search for candidates")
    parser.add_argument("--ceiling", action="store_true", help="add a column with the largest possible gain")
    options = parser.parse_args()
    print("| game | horizon | gain | with strata | median gain | spread | without luck | ms a trial |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for spec in options.spec:
        bot, pairs = bots.make(bots.strongest(spec), 1, spec=spec), []
        for state in positions(spec):
            point = state.viewpoint(state.actor)
            if len(turns := best_two(bot, point, options.simulations)) == 2:
                pairs.append((point, turns))
            if len(pairs) == options.positions:
                break
        for horizon in (None, HORIZON):
            rows = [
                measure(*pair, options.trials, horizon, number, options.ceiling) for number, pair in enumerate(pairs)
            ]
            varied = [row for row in rows if row.apart > 0]
            apart, common, stratified, seconds, worlds = (sum(column) for column in zip(*rows, strict=True))
            gains = [row.apart / row.common if row.common else float("inf") for row in varied]
            figures = (apart / (common or np.nan), apart / (stratified or np.nan), median(gains or [np.nan]))
            cells = [
                spec,
                "the end" if horizon is None else f"{horizon} turns",
                *(f"{figure:.1f}" for figure in figures),
                f"{(common / len(rows)) ** 0.5:.2f}",
                f"{len(rows) - len(varied)} of {len(rows)}",
                f"{1000 * seconds / len(rows):.1f}",
            ]
            if options.ceiling:
                cells.append(f"ceiling {apart / (worlds or np.nan):.1f}")
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
