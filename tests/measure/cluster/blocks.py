"""Measure what a block costs through Dask and through the pool of this machine, one worker each, in turns.

python -m tests.measure.cluster.blocks [--blocks 200] [--rounds 3]

The time is that from the first finished block to the last, because starting is another matter.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.rows import Game
from workbench.matches.cluster.choice import Cluster
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner


def milliseconds(plan: Plan, cluster: Cluster | None) -> float:
    """Return the time for each block."""
    times: list[float] = []

    def on_game(game: Game) -> None:
        times.append(perf_counter())

    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder) / "a", create=True) as archive:
        archive.lock()
        match: Match = archive.add_match(plan)
        make = None if cluster is None else cluster.courier_for(match)
        Runner(archive, match, jobs=1, on_game=on_game, make_courier=make).run()
    return 1000 * (times[-1] - times[1]) / (plan.blocks - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    spec, bots = "herd(size=2)", ("random", "random")
    plan = check(Plan(spec=spec, bots=bots, blocks=options.blocks, seed=1, reports="none")).plan
    found: dict[str, list[float]] = {"pool": [], "Dask": []}
    for _ in range(options.rounds):
        found["pool"].append(milliseconds(plan, None))
        found["Dask"].append(milliseconds(plan, Cluster("local:1", None)))
    for name, times in found.items():
        print(f"{name}: {median(times):.1f} ms a block ({', '.join(f'{one:.1f}' for one in times)})")
    print(f"Dask costs {median(found['Dask']) - median(found['pool']):.1f} ms more")


if __name__ == "__main__":
    main()
