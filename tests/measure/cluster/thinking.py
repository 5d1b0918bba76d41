"""Measure which part of the time of a match is thinking, with 50 ms for each decision.

python -m tests.measure.cluster.thinking [GAME BOTS] [--seconds 0.05] [--blocks 2] [--reports none]

The time of a short match is subtracted from that of a long one, to exclude the start. On a busy machine,
waiting for a core counts as thinking, so the share is too high. Measure on an idle machine.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from time import perf_counter

from workbench import match
from workbench.matches.archive.archive import Archive


def processor_seconds() -> float:
    """Return the processor time of this process and of its children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", default="herd(size=4)")
    parser.add_argument("bots", nargs="?", default="mcts,mcts")
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--reports", choices=("none", "last", "all"), default="none")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    figures = []
    for blocks in (options.blocks, 3 * options.blocks):  # the difference has no start
        with tempfile.TemporaryDirectory() as folder:
            path, spent, began = Path(folder) / "a", processor_seconds(), perf_counter()
            match(options.game, options.bots.split(","), blocks=blocks, seed=1, seconds=options.seconds, archive=path,
                  reports=options.reports, jobs=options.jobs)  # fmt: skip
            spent, clock = processor_seconds() - spent, perf_counter() - began
            with Archive(path, read_only=True) as archive:
                games = list(archive.games(1))
            figures.append((sum(game.decisions for game in games), sum(sum(g.seconds) for g in games), spent, clock))
    decisions, thinking, spent, clock = (after - before for before, after in zip(*figures, strict=True))
    share = thinking / (clock * options.jobs)
    print(f"{decisions} decisions: {1000 * spent / decisions:.2f} ms of processor time each, of all processes")
    print(f"{1000 * thinking / decisions:.2f} ms of thinking each, on the clock")
    print(f"the bots think in {100 * share:.1f} % of the time of {options.jobs} cores")


if __name__ == "__main__":
    main()
