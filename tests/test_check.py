"""Tests that `.ci/check.py` runs mypy and ruff alongside the tests and ends with one pytest summary."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PASSING = """
import pytest

def test_passes(): pass
@pytest.mark.window
def test_of_the_window(): pass
"""
FAILING = (
    PASSING
    + """
def test_has_no_sample(request): assert not request.config.getoption("--sample")
def test_fails(): assert 1 == 2, "one is not two"
def test_fails_at_the_end(bad): pass
@pytest.mark.skip
def test_skipped(): pass
@pytest.fixture
def bad():
    yield
    raise OSError("no space")
"""
)
OPTION = "def pytest_addoption(parser): parser.addoption('--sample', action='store_true')\n"
ENDLESS = """
import pathlib, time

def test_endless(request):
    pathlib.Path("display").write_text(f"{request.config.getoption('--sample')}")
    time.sleep(600)
"""


def start_check(folder: Path, tests: str, *arguments: str, mypy: str = "") -> subprocess.Popen[str]:
    """Start `.ci/check.py` in a small project.

    The project has one test file. Its `mypy` module has the given code, and its `ruff` module finds nothing.
    """
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "check.py", folder / ".ci")
    (folder / "test_all.py").write_text(tests)
    (folder / "conftest.py").write_text(OPTION)
    (folder / "mypy.py").write_text(mypy)
    (folder / "ruff.py").touch()
    if sys.pycache_prefix is not None:  # otherwise every process would compile its libraries
        (folder / ".venv").mkdir()
        (folder / ".venv" / "bytecode").symlink_to(sys.pycache_prefix)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -q -p no:randomly\nmarkers = window: needs a display\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_") and name != "CI"}
    return subprocess.Popen(
        [sys.executable, ".ci/check.py", *arguments], cwd=folder, env=environment, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def output_lines(program: subprocess.Popen[str]) -> list[str]:
    return program.communicate()[0].rstrip("\n").split("\n")


def test_last_line_counts_all_tests(tmp_path: Path) -> None:
    program = start_check(tmp_path, FAILING, "yes", "-p", "no:xvfb", "-n", "1")
    output = output_lines(program)
    assert re.fullmatch(r"1 failed, 4 passed, 1 skipped, 1 error in \d+\.\d\ds", output[-1]), output
    assert output[-2].startswith("ERROR test_all.py::test_fails_at_the_end - OSError: no space"), output
    assert output[-3].startswith("FAILED test_all.py::test_fails - AssertionError: one is not two"), output
    assert program.returncode == 1


@pytest.mark.slow
def test_passing_check_exits_with_0(tmp_path: Path) -> None:
    program = start_check(tmp_path, PASSING, "yes", "-p", "no:xvfb", "-n", "1")
    assert re.fullmatch(r"2 passed in \d+\.\d\ds", output_lines(program)[-1])
    assert program.returncode == 0


@pytest.mark.slow
def test_mypy_failure_is_shown_above_the_summary(tmp_path: Path) -> None:
    program = start_check(tmp_path, PASSING, "no", mypy="import sys; sys.exit('x.py:1: error: of types')")
    output = output_lines(program)
    assert "x.py:1: error: of types" in output
    assert output[-2] == "Failed: mypy (see above).", output
    assert output[-1].startswith("1 passed"), output
    assert program.returncode == 1


@pytest.mark.window
def test_interrupted_check_ends_its_child_processes(tmp_path: Path) -> None:
    program = start_check(tmp_path, ENDLESS, "yes", mypy="import time; time.sleep(600)")
    while not (tmp_path / "display").exists() and program.poll() is None:
        time.sleep(0.1)
    program.send_signal(signal.SIGTERM)
    output_lines(program)
    assert program.returncode
    assert (tmp_path / "display").read_text() == "True", "without arguments, it runs the sample"
    with pytest.raises(ProcessLookupError):
        os.killpg(program.pid, 0)


def test_ci_ends_with_the_output_of_the_check() -> None:
    last = (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip("\n").split("\n")[-1]
    assert last == 'exec .ci/check "$@"'
