"""Measure the costs of running matches and print figures for docs/benchmarks.md.

python -m tests.measure.matches [busy] [cost] [memory]

`busy` measures the share of all cores that a match of fast bots uses, `cost` the share of a match at 10 ms a move that
is not thinking, and `memory` the memory of the program and its processes during a long match.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter

from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.runner import Runner
from workbench.records import files
from workbench.system.cores import available


def cpu() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    used = [resource.getrusage(kind) for kind in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def tree_rss() -> tuple[int, int]:
    """Return the resident memory in MB of this process, and that of this process with all its descendants."""
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
    descendants, size = {os.getpid()}, 0
    while len(descendants) != size:
        size = len(descendants)
        descendants |= {pid for pid, parent in parents.items() if parent in descendants}
    return sizes[os.getpid()] // 1024, sum(sizes.get(pid, 0) for pid in descendants) // 1024


def play_match(plan: Plan, watch: bool = False) -> tuple[float, float, list[Game], float]:
    """Play a match.

    Returns:
        Seconds, processor seconds, the games, and the total seconds of thinking that the bots report.
    """
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder, "a"), create=True) as archive:
        count = [0]
        runner = Runner(archive, archive.add_match(plan), on_game=lambda game: count.__setitem__(0, count[0] + 1))
        before, start = cpu(), perf_counter()
        thread = threading.Thread(target=runner.run)
        thread.start()
        while thread.is_alive():
            if watch:
                own, total = tree_rss()
                print(f"  after {count[0]:6,} games: {own} MB here, {total} MB with all processes", flush=True)
            for _ in range(200 if watch else 1):
                thread.join(0.1)
        seconds, used = perf_counter() - start, cpu() - before
        games = list(archive.games(1))
        thinking = 0.0
        for game in games:
            record = files.decode_record(archive.record(1, game.number))
            thinking += sum(move.reports[-1].seconds for move in record.lines[0].moves if move.reports)
        return seconds, used, games, thinking


def main(words: list[str]) -> None:
    cores = available()
    if not words or "busy" in words:
        seconds, used, games, _ = play_match(Plan(spec="herd(size=4)", bots=("random", "greedy"), blocks=500, seed=1))
        print(
            f"busy: {len(games):,} games of fast bots in {seconds:.1f} s on {cores} cores: "
            f"{100 * used / seconds / cores:.1f} % busy"
        )
    if not words or "cost" in words:
        bot = "mcts(seconds=0.01)"
        seconds, _, games, thinking = play_match(Plan(spec="herd(size=5)", bots=(bot, bot), blocks=15, seed=1))
        decisions = sum(game.decisions for game in games)
        lost = seconds * cores - thinking
        print(
            f"cost: {len(games)} games, {decisions:,} decisions of {1000 * thinking / decisions:.2f} ms: "
            f"{100 * lost / (seconds * cores):.2f} % of {cores} cores was not thinking, start and end included"
        )
    if not words or "memory" in words:
        play_match(Plan(spec="herd(size=3)", bots=("random", "greedy"), blocks=5000, seed=1), watch=True)


if __name__ == "__main__":
    main(sys.argv[1:])
