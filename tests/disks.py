"""Disks that are full or slow, and what is done to a window meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.windows import PLACING, TWO, click_spot, settle, wait
from workbench import library, safely
from workbench.gui.setup import Setup
from workbench.gui.window import Window

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)


def full(file: Path, data: bytes) -> None:
    raise safely.CannotWrite(f"{file}: it cannot be written: No space left on device")


@contextmanager
def waiting_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is written before the end of this block."""
    gate, write = threading.Event(), safely.write

    def slow(file: Path, data: bytes) -> None:
        gate.wait()
        write(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(safely, "write", slow)
        try:
            yield
        finally:
            gate.set()


def play(window: Window, *spots: str) -> None:
    for spot in spots:
        wait(lambda: window.playing.ours)
        click_spot(window, spot)
    settle()


def own() -> list[Path]:
    return [found.file for found in library.Library().search()]
