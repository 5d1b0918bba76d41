"""What recording costs: python -m tests.measure_recording [--game HERD ...] [--simulations N] [--rounds N]

A bot decides in the same positions by turns without any record of its way, with reports at 1, 2, 5, 10, ... simulations, and with single
simulations told at each besides, in one process. What counts is the time of the processor, so that other work on the
machine does not. The cost is by how many per cent it takes longer, the median; beside it whether all chose the same, as they must.
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
from tests.walks import somewhere

POSITIONS = 4


def seconds(text: str, point: Viewpoint, simulations: int, *, recorded: bool, traced: bool = False) -> tuple[float, int, str]:
    """The processor's time of a decision, its simulations, and the move."""
    bot = bots.make(text, 1)
    assert isinstance(bot, SearchBot)
    bot.tracing, bot.brief = traced and any(one.name == "trace" for one in bot.options), not recorded
    began = thread_time()
    for report in bot.think(point, Limit(simulations=simulations)):
        last = report
    return thread_time() - began, last.simulations, last.move


def measure(text: str, spec: str, simulations: int | None, rounds: int) -> None:
    costs, more, same, speed = [], [], True, []
    for number in range(POSITIONS):
        state = somewhere(spec, "recording", number, most=60)
        point = Viewpoint.parse(f"{spec} {state.view(state.actor)}", state.actor)
        bot = bots.make(text, 1)
        assert isinstance(bot, SearchBot)
        many = simulations or int(bot.own_limit().simulations or 2000)
        for _ in range(rounds):
            bare, made, one = seconds(text, point, many, recorded=False)
            kept, _, other = seconds(text, point, many, recorded=True)
            told, _, third = seconds(text, point, many, recorded=True, traced=True)
            costs.append(100 * (kept / bare - 1))
            more.append(100 * (told / bare - 1))
            speed.append(made / bare)
            same = same and one == other == third
    print(f"{spec:12} {text:22} {many:8,} simulations  {median(speed):10,.0f} a second  reports {median(costs):+6.1f} %  and traces {median(more):+6.1f} %  {'same moves' if same else 'OTHER MOVES'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=fastcore.games(), help="all if left out")
    parser.add_argument("--simulations", type=int, help="of a decision; left out: the bot's usual limit")
    parser.add_argument("--rounds", type=int, default=6, help="of each in every position")
    asked = parser.parse_args()
    for game in asked.game or fastcore.games():
        for name in bots.names(game):
            if issubclass(type(bots.make(name, 1)), SearchBot):
                measure(f"{name}:strong" if bots.about(name).presets else name, game, asked.simulations, asked.rounds)


if __name__ == "__main__":
    main()
