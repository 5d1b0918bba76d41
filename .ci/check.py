"""Run mypy, ruff and the tests side by side, so that no core rests, and end with one summary of all tests.

python .ci/check.py yes|no ARGS: whether there is a display for the window's tests, and arguments for pytest.
The last line on standard output is a pytest summary that counts the tests of all processes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic, sleep
from types import FrameType
from typing import IO, NoReturn

import summary

ROOT = Path(__file__).resolve().parent.parent
BYTECODE = ROOT / ".venv" / "bytecode"
MOST = 6  # processes that run tests

# Ended by a signal, pytest must still end its display: so a polite end counts as Ctrl-C.
PYTEST = "import signal, sys, pytest; signal.signal(signal.SIGTERM, signal.default_int_handler); sys.exit(pytest.main())"
# Each process counts for itself, so it prints neither its own last line (-qq) nor its own list of failures (-rN).
OPTIONS = ["-qq", "-rN", "-p", "tests.kit.counting"]


class Lane:
    """Commands that run one after the other. Their output is shown as it comes, or kept in a file and shown at the end."""

    def __init__(self, name: str, commands: list[list[str]], output: IO[bytes] | None) -> None:
        self.name, self.commands, self.output = name, commands, output
        self.program: subprocess.Popen[bytes] | None = None
        self.statuses: list[int] = []

    def work(self) -> bool:
        """Start the next command if the last has ended. Return False if there is nothing left to do."""
        if self.program is not None:
            status = self.program.poll()
            if status is None:
                return True
            self.statuses.append(status)
            self.program = None
        if not self.commands:
            return False
        words = [sys.executable, *self.commands.pop(0)]
        self.program = subprocess.Popen(words, cwd=ROOT, stdout=self.output, stderr=self.output and subprocess.STDOUT)
        return True

    def end(self) -> None:
        """End the program and give it time to clean up. Ctrl-C in a terminal has reached it already."""
        if self.program is not None:
            try:
                self.program.wait(0.5)
            except subprocess.TimeoutExpired:
                self.program.terminate()
                self.program.wait()

    def show(self) -> None:
        """Print the output that was kept."""
        if self.output is not None:
            self.output.seek(0)
            sys.stdout.buffer.write(self.output.read())
            sys.stdout.flush()


class Tests(Lane):
    """One process of tests for each kind; every process saves its counts in its own file."""

    def __init__(self, kinds: list[str], words: list[str], folder: Path, number: int) -> None:
        self.counts = [folder / f"counts{number}-{index}" for index in range(len(kinds))]
        commands = [
            ["-c", PYTEST, *OPTIONS, f"--counts={counts}", f"--share={folder / 'share'}", "-m", kind, *words]
            for kind, counts in zip(kinds, self.counts, strict=True)
        ]
        super().__init__("tests", commands, (folder / f"tests{number}").open("w+b") if number else None)


def plan(window: bool, words: list[str], folder: Path) -> list[Lane]:
    """Return the lanes: mypy, ruff, and one process of tests more than cores, as the window's tests mostly wait.

    The processes share the files of tests among them. No more than two run where times decide.
    """
    deep = bool(os.environ.get("HERBARIUM_DEEP"))
    kinds = ["window", "not window"] if window else ["not window"]
    count = 2 if deep else max(2, min(MOST, (os.cpu_count() or 1) + 1))
    lanes = [
        Lane("types", [["-m", "mypy"]], (folder / "types").open("w+b")),
        Lane("lint", [["-m", "ruff", "check"]], (folder / "lint").open("w+b")),
    ]
    (folder / "share").mkdir()
    for number in range(count):
        first = number % len(kinds)
        lanes.append(Tests(kinds[first:] + kinds[:first], words, folder, number))
    return lanes


def interrupted(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def run(lanes: list[Lane]) -> None:
    """Run all lanes to their end and show their output, that of mypy and ruff last."""
    try:
        while [lane for lane in lanes if lane.work()]:
            sleep(0.05)
    except KeyboardInterrupt:
        for lane in lanes:
            lane.end()
        raise
    for lane in sorted(lanes, key=lambda lane: not isinstance(lane, Tests)):
        lane.show()


def report(lanes: list[Lane], seconds: float) -> int:
    """Print what failed and, as the last line, the summary of all tests. Return the exit status."""
    tests = [lane for lane in lanes if isinstance(lane, Tests)]
    statuses = [status for lane in tests for status in lane.statuses]
    reports = summary.read([file for lane in tests for file in lane.counts], statuses)
    failed = [lane.name for lane in lanes if lane not in tests and any(lane.statuses)]
    if any(status not in (0, summary.NO_TESTS) for status in statuses) or set(statuses) == {summary.NO_TESTS}:
        failed.append("tests")
    for line in summary.failures(reports):
        print(line)
    sys.stdout.flush()
    if failed:
        print(f"Failed: {', '.join(failed)} (see above).", file=sys.stderr, flush=True)
    print(summary.summary(reports, seconds), flush=True)
    return 1 if failed else 0


def main(window: str, *words: str) -> int:
    signal.signal(signal.SIGTERM, interrupted)
    # Programs that tests start find what the others compiled, wherever bytecode is not wanted beside the sources.
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = monotonic()
    with TemporaryDirectory() as folder:
        try:
            lanes = plan(window == "yes", list(words), Path(folder))
            run(lanes)
        except KeyboardInterrupt:
            return 130
        status = report(lanes, monotonic() - begun)
    shutil.rmtree(BYTECODE / Path(gettempdir()).resolve().relative_to("/"), ignore_errors=True)  # of files that tests made
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
