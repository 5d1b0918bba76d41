"""What the tests of all games share."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import count
from math import inf
from pathlib import Path

import pytest

import fastcore

pytest.register_assert_rewrite("tests.kit.reason_reading", "tests.kit.reason_readers", "tests.kit.reason_readers_hidden")  # say what differs

# Tests never write into the data folder of whoever runs them.
if "HERBARIUM_HOME" not in os.environ:
    os.environ["HERBARIUM_HOME"] = tempfile.mkdtemp(prefix="herbarium-tests-")
    atexit.register(shutil.rmtree, os.environ["HERBARIUM_HOME"], ignore_errors=True)

from tests.kit.payloads import Payload  # noqa: E402 - after the data folder is chosen
from workbench.bot_process import process as bot_process_process  # noqa: E402
from workbench.bot_process import trust  # noqa: E402

# Programs started in the background ignore Ctrl-C, and so do all that they start: tests press it all the same.
signal.signal(signal.SIGINT, signal.default_int_handler)


LONG = ("add_a_game", "matches_killed")  # what takes longest begins first, so that no process waits for it in the end


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--share", type=Path, help="a folder by which several processes share the files of tests among them")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of several processes, those that run one kind of tests do not load the files that have none of it."""
    if config.option.share is None or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    none = {"window": "window" not in text, "not window": re.search(r"^pytestmark = .*pytest\.mark\.window\b", text, re.MULTILINE)}
    return True if none.get(config.option.markexpr) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.share is not None:
        items.sort(key=lambda item: item.path.stem.removeprefix("test_") not in LONG)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Run a file's tests of one kind in the process that comes to them first; the others pass over them."""
    share: Path | None = item.config.option.share
    return None if share is None or taken(share / f"{item.path.name} {item.config.option.markexpr}") else True


@cache
def taken(mark: Path) -> bool:
    """Return whether this process is the first to make this mark, and so runs the tests that it is for."""
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


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
    """However slow the machine, a bot reports once it has decided: all that it found on the way is this report's history."""
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
