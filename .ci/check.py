"""Run mypy and ruff beside the tests. The last line on standard output is pytest's summary of all tests.

python .ci/check.py yes|no ARGS: whether there is a display for the window's tests, and arguments for pytest.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen
from tempfile import gettempdir

import pytest

ROOT = Path(__file__).resolve().parent.parent
BYTECODE = ROOT / ".venv" / "bytecode"
MOST = 6  # processes that run tests


class Checks:
    """A pytest plugin that shows the output of mypy and ruff, which run beside the tests, above pytest's summary."""

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


def main(window: str, *words: str) -> int:
    """Return the exit status: 1 if anything failed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # pytest ends its processes and displays as after Ctrl-C
    os.chdir(ROOT)
    # Programs that tests start find what the others compiled, wherever bytecode is not wanted beside the sources.
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # One process more than cores, as the window's tests mostly wait; no more than two where times decide.
    count = 2 if os.environ.get("HERBARIUM_DEEP") else max(2, min(MOST, (os.cpu_count() or 1) + 1))
    kind = [] if window == "yes" else ["-m", "not window"]
    checks = Checks()
    status = pytest.main(["-n", str(count), "--dist", "worksteal", *kind, *words], plugins=[checks])
    checks.pytest_keyboard_interrupt()
    # the bytecode of files that tests made
    shutil.rmtree(BYTECODE / Path(gettempdir()).resolve().relative_to("/"), ignore_errors=True)
    return 1 if status or checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
