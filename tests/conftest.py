"""What the tests of all games share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import fastcore

# Programs started in the background ignore Ctrl-C, and so do all that they start: tests press it all the same.
signal.signal(signal.SIGINT, signal.default_int_handler)


def in_time(seconds: float, most: float) -> bool:
    """Whether something was quick enough. Times decide in `make deep` alone, on a machine that does nothing else."""
    return seconds < most or not deep(0, 1)


def deep(sample: int, full: int) -> int:
    """How many times to do something: a sample in the suite, all of it in `make deep`."""
    return full if os.environ.get("HERBARIUM_DEEP") else sample


@pytest.fixture(params=fastcore.games())
def game_id(request: pytest.FixtureRequest) -> str:
    """Every game in turn."""
    return str(request.param)


@pytest.fixture(params=[game for game in fastcore.games() if not fastcore.info(game).has.covered])
def open_game(request: pytest.FixtureRequest) -> str:
    """Every game that hides nothing in turn: those that the tree search plays."""
    return str(request.param)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for settings, logs and autosaves."""
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    return tmp_path
