"""Measure how many blocks a second the leader of a match takes in, without any games: its archive and statistics.

python -m tests.measure.cluster.leader [--blocks 20000]
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from collections import deque
from pathlib import Path
from time import perf_counter

import msgspec

from tests.kit.couriers import play
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.matches.planning.task import PlayedGame, Task, WorkerCommand
from workbench.matches.workers.courier import BlockAttempt, Delivery, Finished
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner


class Instant:
    """A courier whose games end immediately: copies of one game with other numbers."""

    def __init__(self) -> None:
        self.blocks: deque[BlockAttempt] = deque()
        self.sample: list[PlayedGame] = []

    @property
    def has_room(self) -> bool:
        return len(self.blocks) < 100

    @property
    def running(self) -> int:
        return len(self.blocks)

    def submit(self, item: BlockAttempt | WorkerCommand | None) -> None:
        if isinstance(item, BlockAttempt):
            self.blocks.append(item)

    def take(self) -> Delivery | None:
        block = self.blocks.popleft()
        if not self.sample:
            self.sample = [play(task) for task in block.tasks]
        return Finished(tuple(map(self.copy, self.sample, block.tasks)))

    @staticmethod
    def copy(game: PlayedGame, task: Task) -> PlayedGame:
        return msgspec.structs.replace(game, number=task.number, attempt=task.attempt)

    def close(self, kill: bool) -> None:
        self.blocks.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--blocks", type=int, default=20_000)
    blocks = parser.parse_args().blocks
    plan = check(Plan(spec="herd(size=3)", bots=("greedy", "random"), blocks=blocks, seed=1, reports="none")).plan
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder) / "a", create=True) as archive:
        archive.lock()
        match = archive.add_match(plan)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = perf_counter()
        outcome = Runner(archive, match, make_courier=Instant).run()
        seconds = perf_counter() - start
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
    print(f"{outcome.kind}: {blocks / seconds:,.0f} blocks of 2 games a second, memory grew by {grown:.0f} MB")


if __name__ == "__main__":
    main()
