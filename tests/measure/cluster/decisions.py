"""Measure the processor time of a decision of `random` in a match: python -m tests.measure.cluster.decisions"""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path

import fastcore
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner

GAMES = {"herd": 320, "forest": 320, "herbs": 480, "herbalism": 480}


def seconds(who: int) -> float:
    """Return the processor time of this process, or of its children that have ended."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print a Markdown table in microseconds."""
    print("| game | decisions | leader | worker and bots |", "| --- | --- | --- | --- |", sep="\n")
    for game, games in GAMES.items():
        seats = fastcore.start(game).seats
        plan = Plan(spec=game, bots=("random",) * seats, blocks=games, seed=1, reports="none", rotations=True)
        with tempfile.TemporaryDirectory() as folder, Archive(Path(folder) / "a", create=True) as archive:
            archive.lock()
            match = archive.add_match(check(plan).plan)
            own, below = seconds(resource.RUSAGE_SELF), seconds(resource.RUSAGE_CHILDREN)
            Runner(archive, match, jobs=1).run()
            own, below = seconds(resource.RUSAGE_SELF) - own, seconds(resource.RUSAGE_CHILDREN) - below
            decisions = sum(one.decisions for one in archive.games(match.id))
        print(f"| {game} | {decisions:,} | {1e6 * own / decisions:.0f} | {1e6 * below / decisions:.0f} |", flush=True)


if __name__ == "__main__":
    main()
