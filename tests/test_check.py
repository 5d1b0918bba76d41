"""`.ci/check.py` ends with one pytest summary that counts the tests of all its processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
TOOLS = ("check.py", "summary.py")

KINDS = """
import pytest

def test_passes(): pass
def test_also_passes(): pass
def test_fails(): assert 1 == 2, "one is not two"
def test_fails_at_the_end(bad): pass
@pytest.mark.skip
def test_skipped(): pass
@pytest.mark.xfail
def test_expected_to_fail(): assert False
@pytest.mark.xfail
def test_unexpectedly_passes(): pass
@pytest.mark.window
def test_of_the_window(): pass
@pytest.fixture
def bad():
    yield
    raise OSError("no space")
"""
PASSING = """
import pytest

def test_passes(): pass
@pytest.mark.window
def test_of_the_window(): pass
"""


@cache
def summaries() -> Any:
    """Return the module `.ci/summary.py`."""
    spec = spec_from_file_location("summary", ROOT / ".ci" / "summary.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(folder: Path, tests: str, mypy: str = "") -> subprocess.CompletedProcess[str]:
    """Run `.ci/check.py` in a project with one file of tests, where mypy is the given program and ruff finds nothing."""
    (folder / ".ci").mkdir()
    (folder / "tests").mkdir()
    for name in TOOLS:
        shutil.copy(ROOT / ".ci" / name, folder / ".ci")
    (folder / "tests" / "kit").mkdir()
    shutil.copy(ROOT / "tests" / "kit" / "counting.py", folder / "tests" / "kit")
    (folder / "tests" / "__init__.py").touch()
    (folder / "tests" / "kit" / "__init__.py").touch()
    (folder / "tests" / "conftest.py").write_text(sharing())
    (folder / "tests" / "test_all.py").write_text(tests)
    (folder / "mypy.py").write_text(mypy)
    (folder / "ruff.py").touch()
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = window: needs a display\n")
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "HERBARIUM_DEEP": "1"}  # deep: two processes
    return subprocess.run(
        [sys.executable, ".ci/check.py", "yes"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def sharing() -> str:
    """Return the part of the repository's conftest that shares files among processes; the rest needs the compiled core."""
    text = (ROOT / "tests" / "conftest.py").read_text(encoding="utf-8")
    parts = [text[text.index("def pytest_addoption") :].split("\n\n\n")[0]]
    parts.append(text[text.index("@pytest.hookimpl(tryfirst=True)") :].split("\n\n\ndef in_time")[0])
    heading = "from __future__ import annotations\nfrom functools import cache\nfrom pathlib import Path\nimport pytest\n\n"
    return heading + "\n\n".join(parts)


def last(output: str) -> str:
    return output.rstrip("\n").split("\n")[-1]


def test_last_line_counts_the_tests_of_all_processes(tmp_path: Path) -> None:
    done = check(tmp_path, KINDS)
    lines = done.stdout.rstrip("\n").split("\n")
    expected = r"1 failed, 4 passed, 1 skipped, 1 xfailed, 1 xpassed, 1 error in \d+\.\d\ds"
    assert re.fullmatch(expected, lines[-1]), done.stdout + done.stderr
    assert lines[-2].startswith("ERROR tests/test_all.py::test_fails_at_the_end - OSError: no space"), done.stdout
    assert lines[-3].startswith("FAILED tests/test_all.py::test_fails - AssertionError: one is not two"), done.stdout
    assert not [line for line in lines[:-1] if " passed" in line]  # no process prints its own summary
    assert done.returncode == 1 and "Failed: tests" in done.stderr


def test_passing_tests_give_a_summary_and_status_0(tmp_path: Path) -> None:
    done = check(tmp_path, PASSING)
    assert re.fullmatch(r"2 passed in \d+\.\d\ds", last(done.stdout)), done.stdout + done.stderr
    assert done.returncode == 0 and not done.stderr


def test_failure_of_mypy_is_shown_above_the_summary(tmp_path: Path) -> None:
    done = check(tmp_path, PASSING, mypy="import sys; sys.exit('x.py:1: error: of types')")
    assert "x.py:1: error: of types" in done.stdout
    assert last(done.stdout).startswith("2 passed in "), done.stdout
    assert done.returncode == 1 and "Failed: types" in done.stderr


def test_process_without_counts_is_an_error(tmp_path: Path) -> None:
    reports = summaries().read([tmp_path / "none", tmp_path / "nothing to run"], [-11, 5])
    assert summaries().summary(reports, 1.0) == "1 error in 1.00s"
    assert "status -11" in summaries().failures(reports)[0]


def test_file_that_every_process_failed_to_import_counts_once(tmp_path: Path) -> None:
    report = {"kind": "error", "collected": True, "test": "tests/test_all.py", "message": "no module"}
    files = [tmp_path / "1", tmp_path / "2"]
    for file in files:
        file.write_text(json.dumps([report]))
    reports = summaries().read(files, [2, 2])
    assert summaries().failures(reports) == ["ERROR tests/test_all.py - no module"]
    assert summaries().summary(reports, 61.5) == "1 error in 61.50s"


def test_ci_does_not_end_with_a_line_of_make() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip("\n").split("\n")
    assert lines[-1] == 'exec .ci/check "$@"'
