"""What running matches costs: `python -m tests.tools.measure_matches`.
It prints figures for docs/benchmarks.md and judges nothing.

busy: how much of all cores a match of fast bots uses; cost: how much of a match at 10 ms a move is not thinking;
memory: of the program and its processes along a long match.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter

from workbench.matches.archive.archive import Archive, Game
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.runner import Runner
from workbench.records import files
from workbench.system.cores import available


def cpu() -> float:
    """Seconds of processor time of this process and of all its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def tree_rss() -> tuple[int, int]:
    """Megabytes resident in this process, and in all that descend from it."""
    parents, sizes = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                status = dict(
                    line.split(":\t", 1) for line in (folder / "status").read_text().splitlines() if ":\t" in line
                )
            except OSError:
                continue
            parents[int(folder.name)] = int(status["PPid"])
            sizes[int(folder.name)] = int(status.get("VmRSS", "0 kB").split()[0])
    below, family = {os.getpid()}, 0
    while len(below) != family:
        family = len(below)
        below |= {pid for pid, parent in parents.items() if parent in below}
    return sizes[os.getpid()] // 1024, sum(sizes.get(pid, 0) for pid in below) // 1024


def played(plan: Plan, watch: bool = False) -> tuple[float, float, list[Game], float]:
    """Seconds and processor seconds of a whole match, its games, and the seconds that bots say they thought."""
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder, "a"), create=True) as archive:
        count = [0]
        runner = Runner(archive, archive.add_match(plan), on_game=lambda game: count.__setitem__(0, count[0] + 1))
        before, began = cpu(), perf_counter()
        thread = threading.Thread(target=runner.run)
        thread.start()
        while thread.is_alive():
            if watch:
                own, all_of_it = tree_rss()
                print(f"  after {count[0]:6,} games: {own} MB here, {all_of_it} MB with all processes", flush=True)
            for _ in range(200 if watch else 1):
                thread.join(0.1)
        took, used = perf_counter() - began, cpu() - before
        games = list(archive.games(1))
        thought = 0.0
        for game in games:
            record = files.decoded(archive.record(1, game.number))
            thought += sum(move.reports[-1].seconds for move in record.lines[0].moves if move.reports)
        return took, used, games, thought


def main(words: list[str]) -> None:
    cores = available()
    if not words or "busy" in words:
        took, used, games, _ = played(Plan(spec="herd(size=4)", bots=("random", "greedy"), blocks=500, seed=1))
        print(
            f"busy: {len(games):,} games of fast bots in {took:.1f} s on {cores} cores: "
            f"{100 * used / took / cores:.1f} % busy"
        )
    if not words or "cost" in words:
        bot = "mcts(seconds=0.01)"
        took, _, games, thought = played(Plan(spec="herd(size=5)", bots=(bot, bot), blocks=15, seed=1))
        decisions = sum(game.decisions for game in games)
        lost = took * cores - thought
        print(
            f"cost: {len(games)} games, {decisions:,} decisions of {1000 * thought / decisions:.2f} ms: "
            f"{100 * lost / (took * cores):.2f} % of {cores} cores was not thinking, start and end included"
        )
    if not words or "memory" in words:
        played(Plan(spec="herd(size=3)", bots=("random", "greedy"), blocks=5000, seed=1), watch=True)


if __name__ == "__main__":
    main(sys.argv[1:])
