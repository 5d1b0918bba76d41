"""Measure what a decision costs beyond the bot's own work: a program and a Python bot in its process, side by side.

python -m tests.measure.programs.overhead [--decisions 200] [--games 20] [--programs] COMMAND

COMMAND is a program, such as a kit of docs/kits. Both bots play their first or a random move without thinking. The
decisions alternate, so that both meet the same machine. With --programs, only the games of the program against itself
are played. The processor time of a game is that of the programs, their guards and the worker. It hardly depends on the
load of the machine.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import fastcore
from bots.loading.sources import written_program
from bots.report import Limit
from fastcore import CHANCE, OVER, Stream
from workbench.bot_process import trust
from workbench.bot_process.process import BotProcess
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.runner import Runner
from workbench.system.cores import Cores

FIRST = """
from bots import Bot, Report
class First(Bot):
    name = "first"
    def think(self, point, limit=None):
        yield Report(point.move_text(point.moves()[0]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("command")
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--programs", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "first.py"
        file.write_text(FIRST, encoding="utf-8")
        texts = [f"{file}:First", written_program("program", options.command)]
        trust.allow_all_once(texts)
        for game in () if options.programs else fastcore.games():
            measure_decisions(game, texts, options.decisions)
        for game in fastcore.games() if options.games else ():
            for text in texts[options.programs :]:
                measure_games(game, text, options.games, Path(folder))


def measure_decisions(game: str, texts: list[str], decisions: int) -> None:
    """Print the median and the longest decision of each bot in the same positions."""
    bots, seconds, number = [BotProcess(text) for text in texts], [list[float]() for _ in texts], 0
    while len(seconds[0]) < decisions:
        number += 1
        state, stream, learned = fastcore.start(game), Stream(number, "overhead"), [list[str]() for _ in texts]
        for bot in bots:
            bot.sit(game, 0, number, None)
        while state.actor != OVER and len(seconds[0]) < decisions:
            if state.actor == 0:
                for which, bot in enumerate(bots):
                    start = perf_counter()
                    bot.think(learned[which], Limit(simulations=1), 60, False)
                    seconds[which].append(perf_counter() - start)
                    learned[which] = []
            move = state.move_text(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
            if seen := state.observation(move, 0):
                for texts_learned in learned:
                    texts_learned.append(seen)
            state.play(move)
    for bot in bots:
        bot.close()
    for text, times in zip(("Python bot", "program"), seconds, strict=True):
        times.sort()
        middle, nearly_all, longest = (1000 * one for one in (median(times), times[-len(times) // 100 - 1], times[-1]))
        print(
            f"{game}: {text}: median {middle:.2f} ms, 99 % below {nearly_all:.2f} ms, longest {longest:.2f} ms "
            f"({len(times)} decisions)"
        )


def measure_games(game: str, text: str, games: int, folder: Path) -> None:
    """Print the games per second of a match of a bot against itself, one game at a time."""
    path = folder / f"{game}-{abs(hash(text))}.matches"
    seats = fastcore.start(game).seats
    with Archive(path, create=True) as archive:
        archive.lock()
        plan = Plan(spec=game, bots=(text,) * seats, blocks=games, rotations=True, limit=Limit(simulations=1))
        match = archive.add_match(plan)
        start, used = perf_counter(), children_seconds()
        Runner(archive, match, jobs=1, cores=Cores(1)).run()
        played = list(archive.games(match.id))
        took, used = perf_counter() - start, children_seconds() - used
    faults = sum(one.fault != "" and one.ending != "normal" for one in played)
    print(
        f"{game}: {text[-40:]}: {len(played) / took:.2f} games a second, {used / len(played):.2f} s of processor "
        f"time a game, {faults} faults in {len(played)} games",
        flush=True,
    )


def children_seconds() -> float:
    """Return the processor time of all ended child processes and their children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
