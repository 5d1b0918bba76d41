"""Measure the costs of recording: python -m tests.measure.recording [--game HERD ...] [--seconds S] [--rounds N]

A bot decides in the same positions in three ways in turn: without recording, with reports at 1, 2, 5, 10, ...
simulations, and with traces of single simulations as well. It first uses the limit of its level `strong`, then enough
simulations for a decision to take a while. Processor time is measured, so other programs do not matter. The costs are
medians: microseconds a decision, and by how many per cent the simulations per second decrease. The last column says
whether all decisions were the same, which they must be.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import thread_time

import bots
import fastcore
from bots.report import Limit
from bots.searching import SearchBot
from fastcore import Viewpoint
from workbench.conformance.walks import random_position

POSITIONS = 4


def seconds(
    text: str, point: Viewpoint, simulations: int, *, recorded: bool, traced: bool = False
) -> tuple[float, int, str]:
    """Return the processor seconds of a decision, its simulations, and the move."""
    bot = bots.make(text, 1)
    assert isinstance(bot, SearchBot)
    bot.tracing, bot.brief = traced and any(option.name == "trace" for option in bot.options), not recorded
    bot.progress = False  # matches do the same
    start = thread_time()
    for report in bot.think(point, Limit(simulations=simulations)):
        last = report
    return thread_time() - start, last.simulations, last.move


def simulations_for(text: str, point: Viewpoint, simulations: int, wanted: float) -> int:
    """Return the number of simulations for a decision of about `wanted` seconds, or fewer if the bot stops earlier."""
    while True:
        duration, simulated, _ = seconds(text, point, simulations, recorded=False)
        if duration >= wanted or simulated < simulations:
            return simulations
        simulations = int(simulations * min(10.0, 1.1 * wanted / max(duration, 1e-6))) + 1


def measure(text: str, spec: str, wanted: float, rounds: int) -> None:
    """Measure one bot with decisions of `wanted` seconds, or with its own limit if `wanted` is 0."""
    slower: list[list[float]] = [[], []]
    extra_time: list[list[float]] = [[], []]
    same, speed, simulation_counts, times = True, [], [], []
    for number in range(POSITIONS):
        state = random_position(spec, "recording", number, max_moves=60)
        point = Viewpoint.parse(f"{spec} {state.view(state.actor)}", state.actor)
        bot = bots.make(text, 1)
        assert isinstance(bot, SearchBot)
        limit = int(bot.own_limit().simulations or 2000)
        if wanted:
            limit = simulations_for(text, point, limit, wanted)
            if seconds(text, point, limit, recorded=False)[0] < 0.5 * wanted:
                continue  # the bot stops early because there is little to decide
        for _ in range(rounds):
            unrecorded, simulations, first_move = seconds(text, point, limit, recorded=False)
            recorded, _, second_move = seconds(text, point, limit, recorded=True)
            traced, _, third_move = seconds(text, point, limit, recorded=True, traced=True)
            for index, duration in zip((0, 1), (recorded, traced), strict=True):
                slower[index].append(100 * (1 - unrecorded / duration))
                extra_time[index].append(1e6 * (duration - unrecorded))
            same = same and first_move == second_move == third_move
            speed.append(simulations / unrecorded)
            simulation_counts.append(simulations)
            times.append(1000 * unrecorded)
    if speed:
        costs = "  ".join(
            f"{name} {median(extra_time[i]):+8,.0f} µs, {median(slower[i]):5.1f} % fewer"
            for i, name in enumerate(("reports", "and traces"))
        )
        print(
            f"{spec:10} {text:18} {median(simulation_counts):12,.0f} simulations {median(times):7.1f} ms "
            f"{median(speed):11,.0f}/s  {costs}  {'same moves' if same else 'OTHER MOVES'}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=fastcore.games(), help="default: all")
    parser.add_argument("--seconds", type=float, default=0.1, help="of a long decision; default: 0.1")
    parser.add_argument("--rounds", type=int, default=6, help="of each in every position")
    options = parser.parse_args()
    for wanted in (0.0, options.seconds):
        for game in options.game or fastcore.games():
            for name in bots.names(game):
                if issubclass(type(bots.make(name, 1)), SearchBot):
                    measure(f"{name}:strong" if bots.bot_class(name).presets else name, game, wanted, options.rounds)


if __name__ == "__main__":
    main()
