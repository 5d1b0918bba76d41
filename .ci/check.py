"""Types, lint and tests beside each other: no core rests while another works through what is left.

python .ci/check.py yes|no ARGS: whether there is a display for the window's tests, and words for pytest.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import sleep
from types import FrameType
from typing import IO, NoReturn

ROOT = Path(__file__).resolve().parent.parent
BYTECODE = ROOT / ".venv" / "bytecode"
MOST = 6  # processes that run tests

# Ended by a signal, pytest must still end its display: so a polite end counts as Ctrl-C.
PYTEST = "import signal, sys, pytest; signal.signal(signal.SIGTERM, signal.default_int_handler); sys.exit(pytest.main())"
NO_TESTS = 5  # pytest's exit status


class Lane:
    """Commands that run one after the other. What they say is shown at once, or when all is done."""

    def __init__(self, name: str, commands: list[list[str]], said: IO[bytes] | None) -> None:
        self.name, self.commands, self.said = name, commands, said
        self.program: subprocess.Popen[bytes] | None = None
        self.statuses: list[int] = []

    def work(self) -> bool:
        """Begin the next command if the last is through; whether there is anything left to do."""
        if self.program is not None:
            status = self.program.poll()
            if status is None:
                return True
            self.statuses.append(status)
            self.program = None
        if not self.commands:
            return False
        words = [sys.executable, *self.commands.pop(0)]
        self.program = subprocess.Popen(words, cwd=ROOT, stdout=self.said, stderr=self.said and subprocess.STDOUT)
        return True

    def end(self) -> None:
        """End the program in time to put away what it made. Ctrl-C in a terminal has reached it already."""
        if self.program is not None:
            try:
                self.program.wait(0.5)
            except subprocess.TimeoutExpired:
                self.program.terminate()
                self.program.wait()

    def tell(self) -> None:
        if self.said is not None:
            self.said.seek(0)
            sys.stdout.buffer.write(self.said.read())
            sys.stdout.flush()


def plan(window: bool, words: list[str], folder: Path) -> list[Lane]:
    """The lanes: the window's tests wait for their display most of the time, so that there is one process more than cores.
    They share the files of tests among them. Where times decide, no more than two run."""
    deep = bool(os.environ.get("HERBARIUM_DEEP"))
    kinds = ["window", "not window"] if window else ["not window"]
    count = 2 if deep else max(2, min(MOST, (os.cpu_count() or 1) + 1))
    lanes = [Lane("types", [["-m", "mypy"]], (folder / "types").open("w+b")), Lane("lint", [["-m", "ruff", "check"]], (folder / "lint").open("w+b"))]
    (folder / "share").mkdir()
    for number in range(count):
        own = kinds[number % len(kinds) :] + kinds[: number % len(kinds)]
        tests = [["-c", PYTEST, "-m", kind, f"--share={folder / 'share'}", *words] for kind in own]
        lanes.append(Lane("tests", tests, (folder / f"tests{number}").open("w+b") if number else None))
    return lanes


def interrupted(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def run(lanes: list[Lane]) -> list[str]:
    """Run them to their end; what failed."""
    try:
        while [lane for lane in lanes if lane.work()]:
            sleep(0.05)
    except KeyboardInterrupt:
        for lane in lanes:
            lane.end()
        raise
    for lane in lanes:
        lane.tell()
    tests = [status for lane in lanes if lane.name == "tests" for status in lane.statuses]
    failed = [lane.name for lane in lanes if lane.name != "tests" and any(lane.statuses)]
    if any(status not in (0, NO_TESTS) for status in tests) or set(tests) == {NO_TESTS}:
        failed.append("tests")
    return failed


def main(window: str, *words: str) -> int:
    signal.signal(signal.SIGTERM, interrupted)
    # Programs that tests start find what the others compiled, wherever bytecode is not wanted beside the sources.
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with TemporaryDirectory() as folder:
        try:
            failed = run(plan(window == "yes", list(words), Path(folder)))
        except KeyboardInterrupt:
            return 130
    shutil.rmtree(BYTECODE / Path(gettempdir()).resolve().relative_to("/"), ignore_errors=True)  # of files that tests made
    if failed:
        print(f"Failed: {', '.join(failed)} (see above).", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
