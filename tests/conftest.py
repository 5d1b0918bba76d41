"""What the tests of all games share."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from math import inf
from pathlib import Path

import pytest

import fastcore

# say what differs
pytest.register_assert_rewrite(
    "tests.kit.reasons.reading", "tests.kit.reasons.readers", "tests.kit.reasons.readers_hidden"
)

# Tests never write into the data folder of whoever runs them, nor into that of another worker of pytest-xdist.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["HERBARIUM_HOME"] = os.path.join(os.environ["HERBARIUM_HOME"], os.environ["PYTEST_XDIST_WORKER"])
elif "HERBARIUM_HOME" not in os.environ:
    os.environ["HERBARIUM_HOME"] = tempfile.mkdtemp(prefix="herbarium-tests-")
    atexit.register(shutil.rmtree, os.environ["HERBARIUM_HOME"], ignore_errors=True)

from tests.kit.payloads import Payload  # noqa: E402 - after the data folder is chosen
from workbench.bot_process import process as bot_process_process  # noqa: E402
from workbench.bot_process import trust  # noqa: E402

LONG = ("test_add_a_game", "test_killed")  # files of tests

# Programs started in the background ignore Ctrl-C, and so do all that they start: tests press it all the same.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no process waits for one of them at the end."""
    items.sort(key=lambda item: item.path.stem not in LONG)


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
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a bot reports once it has decided:
    all that it found on the way is this report's history."""
    monkeypatch.setattr("bots.searching.REPORT_SECONDS", inf)


@pytest.fixture(autouse=True)
def same_salts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test plays the same games in every run: its salts depend on its name alone."""
    numbers = count()

    def salt() -> str:
        return blake2b(f"{request.node.nodeid} {next(numbers)}".encode(), digest_size=16).hexdigest()

    for user in ("workbench.game.session", "workbench.matches.archive.archive", "workbench.matches.workers.trial"):
        monkeypatch.setattr(f"{user}.new_salt", salt)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for settings, logs and autosaves."""
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def nothing_agreed() -> Iterator[None]:
    """The user has not agreed to run any bot's file yet, and forgets all answers of the test."""
    trust.forget_session()
    yield
    trust.forget_session()


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots whose processes were started."""
    started: list[str] = []
    begin = bot_process_process.BotProcess.begin

    def noted(process: bot_process_process.BotProcess) -> None:
        started.append(process.bot)
        begin(process)

    monkeypatch.setattr(bot_process_process.BotProcess, "begin", noted)
    return started


@pytest.fixture
def payload(tmp_path: Path) -> Payload:
    """A stranger's bot file in its own folder."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    return Payload(folder)
