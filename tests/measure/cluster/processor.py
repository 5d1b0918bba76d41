"""Measure the processor time of a block in each process, through the pool of this machine and through Dask.

python -m tests.measure.cluster.processor [--blocks 200]

The time of a short match is subtracted from that of a long one, to exclude the start. Unlike the time on
the clock, these figures hardly depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import threading
from collections import defaultdict
from time import process_time, sleep

import psutil

from tests.measure.cluster.blocks import milliseconds
from workbench.matches.cluster.choice import Cluster
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.plan_check import check

SHORT = 50  # blocks of the short match
LOOK_SECONDS = 0.2
KINDS = {  # words in a command line, the most special first
    "cluster.member scheduler": "scheduler", "cluster.member": "worker", "workers.worker": "worker",
    "bot_child": "bots",
}  # fmt: skip


def processor_seconds(blocks: int, cluster: Cluster | None) -> dict[str, float]:
    """Return the processor time of a match by kind of process."""
    plan = check(Plan(spec="herd(size=2)", bots=("random", "random"), blocks=blocks, seed=1, reports="none")).plan
    found: dict[int, tuple[str, float]] = {}
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            for process in psutil.Process().children(recursive=True):
                try:
                    command = " ".join(process.cmdline())
                    kind = next((kind for mark, kind in KINDS.items() if mark in command), "other")
                    found[process.pid] = kind, sum(process.cpu_times()[:2])
                except psutil.Error:
                    continue
            sleep(LOOK_SECONDS)

    looking = threading.Thread(target=look)
    looking.start()
    began = process_time()
    milliseconds(plan, cluster)
    seconds = defaultdict(float, leader=process_time() - began)
    ended.set()
    looking.join()
    for kind, spent in found.values():
        seconds[kind] += spent
    return seconds


def main() -> None:
    """Print the milliseconds of a block by kind of process."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--blocks", type=int, default=200, help="blocks by which the long match is longer")
    options = parser.parse_args()
    for name, address in (("pool", ""), ("Dask", "local:1")):
        short, long = (
            processor_seconds(blocks, Cluster(address, None) if address else None)
            for blocks in (SHORT, SHORT + options.blocks)
        )
        shown = [f"{kind} {1000 * (long[kind] - short[kind]) / options.blocks:.1f}" for kind in long]
        print(f"{name}: ms a block: {', '.join(shown)}")


if __name__ == "__main__":
    main()
