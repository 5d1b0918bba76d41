"""Disks that are full or slow, and what is done to a window meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.windows import PLACING, TWO, Tested, click_spot, settle, wait
from workbench.storage import library
from workbench.system import saving
from workbench.table.setup import Setup

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)


def full(file: Path, data: bytes) -> None:
    raise saving.CannotWrite(f"{file}: it cannot be written: No space left on device")


@contextmanager
def waiting_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is written before the end of this block."""
    gate, write = threading.Event(), saving.write

    def slow(file: Path, data: bytes) -> None:
        gate.wait()
        write(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(saving, "write", slow)
        try:
            yield
        finally:
            gate.set()


def play(window: Tested, *spots: str) -> None:
    for spot in spots:
        wait(lambda: window.playing.ours)
        click_spot(window, spot)
    settle()


def own() -> list[Path]:
    return [found.file for found in library.Library().search()]
