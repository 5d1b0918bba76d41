"""What recording costs: python -m tests.tools.measure_recording [--game HERD ...] [--seconds S] [--rounds N]

A bot decides in the same positions by turns without any record of its way, with reports at 1, 2, 5, 10, ...
simulations, and with single simulations told at each besides, in one process: first with the limit of its level
`strong`, then with so many simulations that a decision takes a while. What counts is the time of the processor, so that
other work on the machine does not. The cost is by how much longer it takes, the median: microseconds a decision, and
how many per cent fewer simulations a second that are; beside it whether all chose the same, as they must.
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
from tests.kit.walks import somewhere

POSITIONS = 4


def seconds(
    text: str, point: Viewpoint, simulations: int, *, recorded: bool, traced: bool = False
) -> tuple[float, int, str]:
    """The processor's time of a decision, its simulations, and the move."""
    bot = bots.make(text, 1)
    assert isinstance(bot, SearchBot)
    bot.tracing, bot.brief = traced and any(one.name == "trace" for one in bot.options), not recorded
    bot.progress = False  # as in a match
    began = thread_time()
    for report in bot.think(point, Limit(simulations=simulations)):
        last = report
    return thread_time() - began, last.simulations, last.move


def lasting(text: str, point: Viewpoint, simulations: int, wanted: float) -> int:
    """So many simulations that a decision takes this long, as far as more are made at all."""
    while True:
        took, made, _ = seconds(text, point, simulations, recorded=False)
        if took >= wanted or made < simulations:
            return simulations
        simulations = int(simulations * min(10.0, 1.1 * wanted / max(took, 1e-6))) + 1


def measure(text: str, spec: str, wanted: float, rounds: int) -> None:
    """Measure one bot; `wanted` seconds a decision, 0 for its own limit."""
    slower: list[list[float]] = [[], []]
    more: list[list[float]] = [[], []]
    same, speed, made, times = True, [], [], []
    for number in range(POSITIONS):
        state = somewhere(spec, "recording", number, most=60)
        point = Viewpoint.parse(f"{spec} {state.view(state.actor)}", state.actor)
        bot = bots.make(text, 1)
        assert isinstance(bot, SearchBot)
        many = int(bot.own_limit().simulations or 2000)
        if wanted:
            many = lasting(text, point, many, wanted)
            if seconds(text, point, many, recorded=False)[0] < 0.5 * wanted:
                continue  # it ends before: there is little to be decided
        for _ in range(rounds):
            bare, simulations, one = seconds(text, point, many, recorded=False)
            kept, _, other = seconds(text, point, many, recorded=True)
            told, _, third = seconds(text, point, many, recorded=True, traced=True)
            for found, took in zip((0, 1), (kept, told), strict=True):
                slower[found].append(100 * (1 - bare / took))
                more[found].append(1e6 * (took - bare))
            same = same and one == other == third
            speed.append(simulations / bare)
            made.append(simulations)
            times.append(1000 * bare)
    if speed:
        costs = "  ".join(
            f"{name} {median(more[i]):+8,.0f} µs, {median(slower[i]):5.1f} % fewer"
            for i, name in enumerate(("reports", "and traces"))
        )
        print(
            f"{spec:10} {text:18} {median(made):12,.0f} simulations {median(times):7.1f} ms {median(speed):11,.0f}/s "
            f" {costs}  {'same moves' if same else 'OTHER MOVES'}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=fastcore.games(), help="all if left out")
    parser.add_argument("--seconds", type=float, default=0.1, help="of a long decision; 0.1 if left out")
    parser.add_argument("--rounds", type=int, default=6, help="of each in every position")
    asked = parser.parse_args()
    for wanted in (0.0, asked.seconds):
        for game in asked.game or fastcore.games():
            for name in bots.names(game):
                if issubclass(type(bots.make(name, 1)), SearchBot):
                    measure(f"{name}:strong" if bots.about(name).presets else name, game, wanted, asked.rounds)


if __name__ == "__main__":
    main()
