"""Measure how many blocks a second a leader takes in from very many Dask workers, and how its memory grows.

python -m tests.measure.cluster.many_workers [--workers 1000] [--processes 2] [--seconds 600] [--block-seconds 10]

A few processes run all workers: each worker is a real Dask worker with its own connection, but its blocks only sleep
and then return a copy of a game. Scheduler, leader and workers are processes of this machine. The first block
of each worker and the last two do not count, because all workers start together and the queue empties at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import resource
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack, ExitStack
from functools import cache
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING

import dask
import msgspec

from tests.kit.couriers import play
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.cluster import node
from workbench.matches.cluster.addresses import Address
from workbench.matches.cluster.courier import OUTSTANDING, DaskCourier
from workbench.matches.cluster.member import SETTINGS
from workbench.matches.cluster.members import connect
from workbench.matches.cluster.messages import (
    ENCODER,
    Accepted,
    BlockResult,
    read_invitation,
    read_tasks,
    resource_of,
    results_of,
)
from workbench.matches.cluster.tallies import Tallies
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import PlayedGame, Task, task_of
from workbench.matches.workers.courier import Courier
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner

if TYPE_CHECKING:
    from distributed import Worker

BLOCK_SECONDS = "HERBARIUM_BLOCK_SECONDS"  # environment variable of the process with the workers
# Twice a second, each worker lists the open files of its process. With hundreds of workers in a process, these are
# thousands, so this would keep a core busy.
MONITOR = {"distributed.admin.system-monitor.interval": "60s"}


# In the process with the workers --------------------------------------------------------------------------------------


@cache
def sample(bots: tuple[str, ...]) -> list[PlayedGame]:
    """Return a list that keeps one played game for bots in this order."""
    return []


def copy_of(task: Task) -> PlayedGame:
    """Return a game with the number of a task. Only the first game for its bots is played."""
    kept = sample(task.bots)
    if not kept:
        kept.append(play(task))
    return msgspec.structs.replace(kept[0], number=task.number, attempt=task.attempt)


def invite(match: str, invitation: bytes) -> bytes:
    """Play the first game, like every worker."""
    from distributed import get_worker

    game = play(read_invitation(invitation).game)
    return ENCODER.encode(Accepted(game, str(get_worker().name)))


def play_block(match: str, tasks: bytes, key: str) -> tuple[str, bytes]:
    """Sleep, and answer with copies of a game."""
    from distributed import get_worker

    sleep(float(os.environ[BLOCK_SECONDS]))
    worker = get_worker()
    answer = worker.address, ENCODER.encode(BlockResult(tuple(map(copy_of, read_tasks(tasks)))))
    worker.log_event(results_of(match), (key, *answer))
    return answer


async def begin(match: str, scale: float, dask_worker: Worker) -> None:
    """Let a worker play blocks."""
    await dask_worker.set_resources(**{resource_of(match): 1})


async def run_workers(address: str, first: int, count: int) -> None:
    """Run workers, numbered from `first`, until the scheduler ends."""
    from distributed import Worker

    for call in (invite, play_block, begin):
        setattr(node, call.__name__, call)
        call.__module__ = node.__name__
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            workers = []
            for number in range(first, first + count):
                worker = Worker(
                    address, nthreads=1, name=f"simulated-{number}", memory_limit=0, dashboard=False,
                    host="127.0.0.1", dashboard_address="127.0.0.1:0", local_directory=folder, death_timeout=60,
                )  # fmt: skip
                workers.append(await stack.enter_async_context(worker))
            await asyncio.gather(*(worker.finished() for worker in workers))


async def run_scheduler() -> None:
    """Run a scheduler, and print its address."""
    from distributed import Scheduler

    async with Scheduler(host="127.0.0.1", port=0, dashboard=False, dashboard_address="127.0.0.1:0") as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()


# The leader -----------------------------------------------------------------------------------------------------------


class Progress:
    """When blocks finished, and how much memory the leader had."""

    def __init__(self, games: int) -> None:
        self.games, self.times, self.memory = games, list[float](), list[float]()

    def on_game(self, game: Game) -> None:
        """Count the last game of each block."""
        if (game.number + 1) % self.games:
            return
        self.times.append(perf_counter())
        if len(self.times) % 100 == 0:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
            self.memory.append(pages * resource.getpagesize() / 1e6)


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(workers: int, blocks: int, address: str) -> Progress:
    """Play a match of simulated blocks."""
    spec, bots = "herd(size=2)", ("random", "random")
    plan = check(Plan(spec=spec, bots=bots, blocks=blocks, seed=1, reports="none")).plan
    schedule = Schedule(plan)
    progress = Progress(schedule.games // blocks)
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder) / "a", create=True) as archive:
        archive.lock()
        match = archive.add_match(plan)
        first = task_of(plan, schedule, match.id, 0, 1, (None, None))

        def make() -> Courier:
            courier = DaskCourier(
                lambda: connect(Address(address), None), lambda: None, lambda: None, plan, first, (None, None), {},
                Tallies(schedule),
            )  # fmt: skip
            while len(courier._ready) < workers:
                courier.take()
            return courier

        Runner(archive, match, make_courier=make, on_game=progress.on_game).run()
    return progress


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--processes", type=int, choices=range(1, 17), default=2, help="processes that run the workers")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--block-seconds", type=float, default=10)
    parser.add_argument("--serve", choices=("scheduler", "workers"), help=argparse.SUPPRESS)
    parser.add_argument("--address", default="", help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args()
    dask.config.set(SETTINGS | MONITOR)
    logging.getLogger("distributed").setLevel(logging.ERROR)
    if options.serve == "scheduler":
        asyncio.run(run_scheduler())
        return
    if options.serve == "workers":
        asyncio.run(run_workers(options.address, options.first, options.workers))
        return
    command = [sys.executable, "-m", "tests.measure.cluster.many_workers", "--serve"]
    environment = {**os.environ, BLOCK_SECONDS: str(options.block_seconds)}
    with ExitStack() as stack:
        scheduler = stack.enter_context(subprocess.Popen([*command, "scheduler"], stdout=subprocess.PIPE, text=True))
        stack.callback(scheduler.terminate)
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()
        playing = []
        for number in range(options.processes):
            first, after = (options.workers * place // options.processes for place in (number, number + 1))
            words = ["workers", "--address", address, "--first", str(first + 1), "--workers", str(after - first)]
            playing.append(stack.enter_context(subprocess.Popen([*command, *words], env=environment)))
            stack.callback(playing[-1].terminate)
        blocks = int(options.workers * options.seconds / options.block_seconds)
        progress = measure(options.workers, blocks, address)
        report(progress, options.workers, scheduler.pid, [each.pid for each in playing])


def report(progress: Progress, workers: int, scheduler: int, playing: list[int]) -> None:
    """Print the rate, the memory and the processor time."""
    full = progress.times[workers : len(progress.times) - OUTSTANDING * workers]
    seconds = full[-1] - full[0]
    print(f"{workers:,} workers: {len(full):,} blocks in {seconds:.0f} s, {(len(full) - 1) / seconds:.1f} a second")
    early = progress.memory[len(progress.memory) // 10 :]
    print(f"memory of the leader: {early[0]:.0f} MB early, {early[-1]:.0f} MB at the end")
    for name, pids in (("leader", [os.getpid()]), ("scheduler", [scheduler]), ("workers", playing)):
        print(f"processor time of the {name}: {sum(map(processor_seconds, pids)):.0f} s")


if __name__ == "__main__":
    main()
