"""Full and slow disks, and actions in a window on such disks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.windows import PLACING, TWO, TestedWindow, click_spot, settle, wait
from workbench.storage import library
from workbench.storage.autosave import AbandonedGame
from workbench.system import saving
from workbench.table.setup import Setup

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)


def raise_disk_full(file: Path, data: bytes) -> None:
    raise saving.WriteError(f"{file}: it cannot be written: No space left on device")


@contextmanager
def blocked_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Delay all writing until the end of the block."""
    gate, write = threading.Event(), saving.write

    def write_later(file: Path, data: bytes) -> None:
        gate.wait()
        write(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(saving, "write", write_later)
        try:
            yield
        finally:
            gate.set()


def play(window: TestedWindow, *spots: str) -> None:
    for spot in spots:
        wait(lambda: window.playing.accepts_moves)
        click_spot(window, spot)
    settle()


def saved_files() -> list[Path]:
    return [found.file for found in library.Library().search()]


def moves(game: AbandonedGame) -> list[str]:
    """Return the moves of a game that was left behind. An untouched game has none, or the first roll."""
    assert game.record is not None
    return [move.move for line in game.record.lines[:1] for move in line.moves]
