"""Measure how long a stopped search takes to answer: our bots behind `herbarium serve`, and other programs.

python -m tests.measure.programs.stop [--stops 60] [--bots mcts,duct] [--through link|bot] [--direct] [COMMAND]

For each game, each searching bot is served (with --direct also started as it is), asked without a limit in random
positions, and stopped after 30 to 200 ms. COMMAND, such as a kit of docs/kits, gets its stop right behind the
question. The time runs from the stop to the last message of the answer. `link` stops the process directly; `bot` takes
the way of the window, which looks for a stop every 20 ms. Searches that end before their stop do not count. A second
line leaves out the time in which a thread of the two processes was ready and no core was free (Linux).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from glob import glob
from pathlib import Path
from statistics import median
from typing import NamedTuple

import bots
import fastcore
from bots.loading.sources import written_program
from bots.report import Limit
from bots.searching import SearchBot
from fastcore import Stream, Viewpoint
from workbench.bot_process import trust
from workbench.bot_process.messages import Sit, Stop, Think, Thought
from workbench.bot_process.process import BotProcess
from workbench.bot_process.process_bot import ProcessBot
from workbench.bot_process.remote_search import PositionMessages
from workbench.conformance.walks import random_position

LIMIT = Limit(simulations=10**12)
MOST = 10  # positions tried for each stop that counts
HIGHEST = 0.05  # seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("command", nargs="?", default="")
    parser.add_argument("--stops", type=int, default=60)
    parser.add_argument("--bots", default="", help="only these bots, separated by commas")
    parser.add_argument("--through", choices=("link", "bot"), default="link")
    parser.add_argument("--direct", action="store_true")
    options = parser.parse_args()
    measure = stops_of_link if options.through == "link" else stops_of_bot
    for game in fastcore.games():
        for bot in searching_bots(game):
            if not options.bots or bot in options.bots.split(","):
                served = written_program("program", f"{sys.executable} -P -m workbench serve {bot}")
                for label, text in ((f"{bot} served", served), (f"{bot} direct", bot))[: 1 + options.direct]:
                    show(game, label, measure(text, game, options.stops, True))
        if options.command:
            text = written_program("program", options.command)
            show(game, options.command, stops_of_link(text, game, options.stops, False))


def searching_bots(game: str) -> list[str]:
    """Return the bots of a game that search until they are stopped."""
    return [name for name in bots.names(game) if issubclass(bots.bot_class(name), SearchBot)]


class Taken(NamedTuple):
    """The seconds from a stop to its answer, and the seconds of them in which a thread waited for a core."""

    seconds: float
    waited: float = 0.0


def show(game: str, label: str, found: list[Taken]) -> None:
    """Print the median and the longest time, with and without the waits for a core."""
    for name, times in (
        (label, sorted(one.seconds for one in found)),
        ("  without waits for a core", sorted(max(0.0, one.seconds - one.waited) for one in found)),
    ):
        late = sum(one > HIGHEST for one in times)
        print(
            f"{game}: {name}: median {1000 * median(times):.1f} ms, longest {1000 * times[-1]:.1f} ms, "
            f"{late} above {1000 * HIGHEST:.0f} ms ({len(times)} stops)",
            flush=True,
        )


def waited(*processes: int) -> float:
    """Return the seconds that the threads of these processes have waited for a core so far; 0.0 outside Linux."""
    total = 0.0
    for file in (file for pid in processes for file in glob(f"/proc/{pid}/task/*/schedstat")):
        with suppress(OSError, IndexError, ValueError):
            total += int(Path(file).read_text(encoding="ascii").split()[1]) * 1e-9
    return total


def stops_of_link(text: str, game: str, stops: int, waits: bool) -> list[Taken]:
    """Return the seconds from each stop to the answer, as the process of the bot has them.

    Args:
        text: The bot's spec.
        game: The game.
        stops: The number of stops.
        waits: Whether to wait before the stop. Otherwise the stop follows the question.
    """
    trust.allow_all_once([text])
    process, places = BotProcess(text), PositionMessages()
    process.begin()
    process.ask(Sit(text, 1, "", None, None, source=process.agreed_source), 60, "start")

    def stopped(point: Viewpoint, seconds: float) -> Taken | None:
        process.send(Think((), LIMIT, False, stream=True, place=places.message(point)))
        until = time.monotonic() + (seconds if waits else 0)
        while waits and (left := until - time.monotonic()) > 0:
            if isinstance(process.receive(left), Thought):
                return None
        assert process.child is not None
        processes = os.getpid(), process.child.pid
        before, start = waited(*processes), time.perf_counter()
        process.send(Stop())
        while not isinstance(process.receive(60), Thought):
            pass
        return Taken(time.perf_counter() - start, waited(*processes) - before)

    try:
        return collect(game, stops, stopped)
    finally:
        process.close()


def stops_of_bot(text: str, game: str, stops: int, waits: bool) -> list[Taken]:
    """Return the seconds from each stop to the answer, as the window has them (see `stops_of_link`)."""
    trust.allow_all_once([text])
    bot = ProcessBot(text, 1, game)
    bot.describe()  # so that no stop meets its start

    def stopped(point: Viewpoint, seconds: float) -> Taken | None:
        until, begun = time.perf_counter() + (seconds if waits else 0), list[float]()

        def should_stop() -> bool:
            if time.perf_counter() < until:
                return False
            begun.append(waited(*processes()))
            return True

        for _ in bot.think_until(point, LIMIT, should_stop):
            pass
        taken = time.perf_counter() - until
        return Taken(taken, waited(*processes()) - begun[0]) if begun else None

    def processes() -> tuple[int, ...]:
        child = bot._process.child
        return (os.getpid(), *([child.pid] if child is not None else []))

    try:
        return collect(game, stops, stopped)
    finally:
        bot.close()


def collect(game: str, stops: int, stopped: Callable[[Viewpoint, float], Taken | None]) -> list[Taken]:
    """Return the times of this many stops in random positions."""
    found: list[Taken] = []
    for number in range(stops * MOST):
        state = random_position(game, "stop", number)
        if len(state.moves()) > 1:
            seconds = (30 + Stream(number, "stop").below(170)) / 1000
            taken = stopped(state.viewpoint(state.actor), seconds)
            found += [taken] if taken is not None else []
        if len(found) == stops:
            break
    return found


if __name__ == "__main__":
    main()
