"""A table whose audience records what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep

from workbench.seen.shared_screen import ScreenOwner
from workbench.table.audience import Batch, Purpose
from workbench.table.setup import Setup
from workbench.table.table import Table

PATIENCE = 60.0  # maximum seconds to wait for an expected event


class Watcher:
    """An audience that shows nothing and records moves, failures and warnings."""

    pace, on_show, holds_game = 0.0, True, False

    def __init__(self) -> None:
        self.screen_owner = ScreenOwner()
        self.behind = 0
        self.batches: list[Batch] = []
        self.failures: list[tuple[Purpose, str]] = []
        self.warnings: list[str] = []
        self.begins = 0

    def show_position(self) -> None:
        self.begins += 1

    def show_move(self, batch: Batch) -> None:
        self.batches.append(batch)

    def refresh(self) -> None:
        pass

    def refresh_clocks(self) -> None:
        pass

    def receive_help(self, move: str) -> bool:
        return False

    def report_bot_failure(self, purpose: Purpose, reason: str) -> None:
        self.failures.append((purpose, reason))

    def warn(self, text: str) -> None:
        self.warnings.append(text)


@contextmanager
def open_table(setup: Setup, timed: bool = True) -> Iterator[tuple[Table, Watcher]]:
    """Yield a table with a new game, and close it afterwards."""
    watcher = Watcher()
    table = Table(watcher, timed)
    table.begin(setup)
    try:
        yield table, watcher
    finally:
        table.close()


def run_until(table: Table, condition: Callable[[], object]) -> None:
    """Process reports of bots until the condition holds."""
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline, "condition not met in time"
        table.process_reports()
        sleep(0.001)
