"""Run mypy and ruff beside the tests. The last line of the output is pytest's summary of all tests.

python .ci/check.py yes|no ARGS: whether there is a display for the window's tests, and arguments for pytest
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen, run
from tempfile import gettempdir

import pytest

ROOT = Path(__file__).resolve().parent.parent
BYTECODE = ROOT / ".venv" / "bytecode"
MAX_PROCESSES = 6  # processes that run tests, at most


class Checks:
    """A pytest plugin that runs mypy and ruff beside the tests and prints their output above pytest's summary."""

    def __init__(self) -> None:
        commands = {"mypy": ["mypy"], "ruff": ["ruff", "check"], "format": ["ruff", "format", "--check"]}
        self.programs = {
            name: Popen([sys.executable, "-m", *words], cwd=ROOT, stdout=PIPE, stderr=STDOUT, text=True)
            for name, words in commands.items()
        }
        self.failed: list[str] = []

    def pytest_keyboard_interrupt(self) -> None:
        for program in self.programs.values():
            program.terminate()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name, program in self.programs.items():
            terminalreporter.section(name)
            terminalreporter.write(program.communicate()[0])
            if program.returncode:
                self.failed.append(name)
        if self.failed:
            terminalreporter.write_line(f"Failed: {', '.join(self.failed)} (see above).", red=True)


def compile_tests() -> None:
    """Fill the bytecode cache. Otherwise every process that runs tests would compile all of them."""
    run([sys.executable, "-m", "pytest", "--collect-only", "-qq"], stdout=DEVNULL, stderr=DEVNULL, check=False)


def main(window: str, *words: str) -> int:
    """Run all checks and return the exit status: 1 if any failed."""
    # pytest then ends its processes and displays, as after Ctrl-C
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.chdir(ROOT)
    # Programs that tests start share one bytecode cache, even where bytecode is not wanted beside the sources.
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Two processes per core, because the window's tests mostly wait. Two in all where durations count.
    count = 2 if os.environ.get("HERBARIUM_DEEP") else min(MAX_PROCESSES, 2 * (os.cpu_count() or 1))
    options = ["-n", str(count), "--dist", "worksteal", *([] if window == "yes" else ["-m", "not window"])]
    if os.environ.get("HERBARIUM_DEEP"):
        # Full counts take long. Skipped tests are listed, such as those of kits without a compiler.
        options += ["-o", "faulthandler_timeout=0", "-rs"]
    elif not words:
        options.append("--sample")
    checks = Checks()
    try:
        if not words and not BYTECODE.exists():
            compile_tests()
        status = pytest.main([*options, *words], plugins=[checks])
    finally:
        checks.pytest_keyboard_interrupt()
    # Remove the bytecode of files that the tests wrote.
    shutil.rmtree(BYTECODE / Path(gettempdir()).resolve().relative_to("/"), ignore_errors=True)
    return 1 if status or checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
