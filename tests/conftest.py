"""Settings and fixtures shared by all tests."""

from __future__ import annotations

import atexit
import gc
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

# Show the differing values of failed assertions in these helpers too.
pytest.register_assert_rewrite(
    "tests.kit.reasons.reading", "tests.kit.reasons.readers", "tests.kit.reasons.readers_hidden"
)

# Tests must not write to the data folder of the user, nor to that of another pytest-xdist worker.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["HERBARIUM_HOME"] = os.path.join(os.environ["HERBARIUM_HOME"], os.environ["PYTEST_XDIST_WORKER"])
elif "HERBARIUM_HOME" not in os.environ:
    os.environ["HERBARIUM_HOME"] = tempfile.mkdtemp(prefix="herbarium-tests-")
    atexit.register(shutil.rmtree, os.environ["HERBARIUM_HOME"], ignore_errors=True)

os.environ["HERBARIUM_LANGUAGE"] = "C"  # the tests expect English texts, whatever the system's language is

from tests.kit.payloads import Payload  # noqa: E402 - after the data folder is chosen
from workbench.bot_process import process as bot_process_process  # noqa: E402
from workbench.bot_process import trust  # noqa: E402
from workbench.conformance.counts import deep  # noqa: E402

__all__ = ["deep", "is_fast_enough"]

SLOW_FILES = (  # names of slow test files
    "test_add_a_game", "test_packages", "test_killed", "test_nothing_moves", "test_clicker", "test_alive",
)  # fmt: skip

# Programs started in the background may ignore Ctrl-C, and so do their children. The tests need Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that `make test` gives."""
    parser.addoption("--sample", action="store_true", help="skip slow tests, and most parameter sets of window tests")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the sample. Run the slowest files first, so that no process has to wait for one at the end."""
    if config.getoption("--sample"):
        kept = sample_of(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    items.sort(key=lambda item: item.path.stem not in SLOW_FILES)


def sample_of(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the tests of the sample.

    A test marked `slow` is left out. A test marked `sample(n)` runs with n of its parameter sets, other tests of the
    window with one, and all other tests with all of them. The name of the test decides which, so that the tests of a
    feature together cover all games and sizes.
    """
    of_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("slow") is None:
            of_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept: set[pytest.Item] = set()
    for name, sets in of_test.items():
        mark = sets[0].get_closest_marker("sample")
        window = sets[0].get_closest_marker("window") is not None
        number = min(len(sets), mark.args[0] if mark is not None else 1 if window else len(sets))
        first = int.from_bytes(blake2b(name.encode(), digest_size=4).digest(), "big")
        kept.update(sets[(first + n * len(sets) // number) % len(sets)] for n in range(number))
    return kept


def pytest_collection_finish() -> None:
    """Exempt modules and collected tests from garbage collection: every closed window starts a full one."""
    gc.collect()
    gc.freeze()


def is_fast_enough(seconds: float, limit: float) -> bool:
    """Return whether a duration is below its limit.

    Durations count only in `make deep`, which runs on an otherwise idle machine.
    """
    return seconds < limit or not deep(0, 1)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots report only when they have decided, however slow the machine is.

    All interim results are then in the history of this one report.
    """
    monkeypatch.setattr("bots.searching.REPORT_SECONDS", inf)


@pytest.fixture(autouse=True)
def fixed_salts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive the salts of a test from its name, so that it plays the same games in every run."""
    counter = count()

    def salt() -> str:
        return blake2b(f"{request.node.nodeid} {next(counter)}".encode(), digest_size=16).hexdigest()

    for module in (
        "workbench.game.seated_game",
        "workbench.matches.archive.archive",
        "workbench.matches.workers.trial",
    ):
        monkeypatch.setattr(f"{module}.new_salt", salt)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate data folder for settings, logs and autosaves."""
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def nothing_agreed() -> Iterator[None]:
    """Forget all permissions to run bot files, before and after the test."""
    trust.forget_session()
    yield
    trust.forget_session()


@pytest.fixture
def started_bots(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The specs of the bots whose processes were started."""
    bots: list[str] = []
    original = bot_process_process.BotProcess.begin

    def record_begin(process: bot_process_process.BotProcess) -> None:
        bots.append(process.bot)
        original(process)

    monkeypatch.setattr(bot_process_process.BotProcess, "begin", record_begin)
    return bots


@pytest.fixture
def payload(tmp_path: Path) -> Payload:
    """A stranger's bot file in a separate folder."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    return Payload(folder)
