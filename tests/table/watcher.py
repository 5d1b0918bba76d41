"""A table with an audience that only notes what it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep

from workbench.seen.shared_screen import Sitting
from workbench.table.audience import Batch, Purpose
from workbench.table.setup import Setup
from workbench.table.table import Table

PATIENCE = 60.0  # seconds to wait for what must happen


class Watcher:
    """Shows nothing, and notes moves, failures and warnings."""

    pace, on_show = 0.0, True

    def __init__(self) -> None:
        self.sitting = Sitting()
        self.behind = 0
        self.batches: list[Batch] = []
        self.failures: list[tuple[Purpose, str]] = []
        self.warnings: list[str] = []
        self.begins = 0

    def begun(self) -> None:
        self.begins += 1

    def happened(self, batch: Batch) -> None:
        self.batches.append(batch)

    def changed(self) -> None:
        pass

    def ticked(self) -> None:
        pass

    def helped(self, move: str) -> bool:
        return False

    def bot_failed(self, purpose: Purpose, reason: str) -> None:
        self.failures.append((purpose, reason))

    def warned(self, text: str) -> None:
        self.warnings.append(text)


@contextmanager
def begun(setup: Setup, timed: bool = True) -> Iterator[tuple[Table, Watcher]]:
    """Yield a table with a new game, and close it afterwards."""
    watcher = Watcher()
    table = Table(watcher, timed)
    table.begin(setup)
    try:
        yield table, watcher
    finally:
        table.close()


def until(table: Table, done: Callable[[], object]) -> None:
    """Take in the reports of bots until something is the case."""
    ends = monotonic() + PATIENCE
    while not done():
        assert monotonic() < ends, "it did not happen in time"
        table.take_in_reports()
        sleep(0.001)
