"""Command lines run in this process, in separate processes and at pseudo-terminals."""

from __future__ import annotations

import io
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple
from unittest.mock import patch

import pytest

import bots
import fastcore
from bots import Limit
from workbench.__main__ import main
from workbench.bot_process import decisions
from workbench.cli.measuring import measure
from workbench.conformance.walks import option_specs
from workbench.thinking import thinker

ROOT = Path(__file__).parents[2]

on_terminals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


class Result(NamedTuple):
    status: int
    out: str
    err: str


def run(*words: str, typed: str = "") -> Result:
    """Run a command line in this process with this input."""
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "stdin", io.StringIO(typed)), redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    return Result(status, out.getvalue(), err.getvalue())


def run_process(*words: str, typed: str = "", before: str = "", **environment: str | None) -> Result:
    """Run a command line in a separate process; `before` is Python code that runs first."""
    variables = {**os.environ, **{name: value for name, value in environment.items() if value is not None}}
    for name, value in environment.items():
        if value is None:
            variables.pop(name, None)
    work = f"import sys\n{before}\nfrom workbench.__main__ import main\nsys.exit(main(sys.argv[1:]))"
    result = subprocess.run(
        [sys.executable, "-c", work, *words],
        cwd=ROOT,
        env=variables,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Result(result.returncode, result.stdout, result.stderr)


def error_line(ran: Result) -> str:
    """Return the one line printed for invalid input."""
    assert (
        ran.status == 2 and len(ran.err.splitlines()) == 1 and ran.err.startswith("herbarium: ") and len(ran.err) < 800
    ), ran
    return ran.err


def shortest_spec(game_id: str) -> str:
    """Return the spec of the game's variant with the shortest games."""
    return min(option_specs(game_id), key=lambda spec: fastcore.playouts(fastcore.start(spec), 20, 1).moves)


def fake_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the measurements by constants, for tests that ignore the figures."""
    search_figures = {"simulations_per_second": 1.0, "bytes_per_simulation": 1.0}
    observation_figures = {"median_ms": 1.0, "worst_ms": 1.0, "observations": 1.0}
    monkeypatch.setattr(measure, "playouts", lambda spec, seconds: measure.PlayoutTotals(1, seconds, 50, 10))
    monkeypatch.setattr(measure, "search", lambda states, seconds, engine, threads: dict(search_figures))
    monkeypatch.setattr(measure, "observations", lambda spec, seconds: observation_figures)
    monkeypatch.setattr(measure, "payoffs", lambda spec, seconds: {})


def speed_up_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots move with their first report and give quick hints, so that tests can play thousands of games."""

    def first(
        bot: bots.Bot,
        point: fastcore.Viewpoint,
        limit: Limit | None,
        on_report: Callable[[bots.Report], None],
        enough: Callable[[], bool],
    ) -> bots.Report:
        return decisions.decide(bot, point, Limit(simulations=20), on_report, lambda: True)

    monkeypatch.setattr(thinker, "decide", first)


class Terminal:
    """A program at a pseudo-terminal, which Windows does not have."""

    def __init__(self, words: Sequence[str]) -> None:
        import pty

        self.pid, self.file = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a background shell may ignore SIGINT
            os.chdir(ROOT)
            os.environ.update(TERM="xterm", COLUMNS="100", LINES="40")
            os.execv(sys.executable, [sys.executable, "-m", "workbench", *words])
        self.output = ""  # output since the last wait

    def read_until(self, text: str, seconds: float = 20) -> str:
        """Return all output up to and including this text."""
        deadline = monotonic() + seconds
        while text not in self.output:
            output = self._read(deadline - monotonic())
            assert output, f"{text!r} was not written, but {self.output[-2000:]!r}"
            self.output += output
        before, _, self.output = self.output.partition(text)
        return before + text

    def _read(self, seconds: float) -> str:
        """Return new output, or "" if there is none in time or the program has closed its output."""
        if not select.select([self.file], [], [], max(0.0, seconds))[0]:
            return ""
        try:
            return os.read(self.file, 65536).decode("utf-8", "replace")
        except OSError:  # Linux raises this at the end
            return ""

    def press(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def press_until(self, key: str, text: str) -> str:
        """Press a key repeatedly until this text is written.

        Python may notice Ctrl-C only with the next key.
        """
        for _ in range(10):
            self.press(key)
            try:
                return self.read_until(text, 1)
            except AssertionError:
                continue
        return self.read_until(text)

    def wait_for_exit(self) -> int:
        """Wait for the program to end and return its exit status. `output` has the rest of its output."""
        while output := self._read(20):
            self.output += output
        for _ in range(100):
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            sleep(0.05)
        else:
            raise AssertionError(f"it does not end after {self.output[-2000:]!r}")
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)

    def kill(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.file)


@contextmanager
def terminals() -> Iterator[Callable[..., Terminal]]:
    """Yield a function that starts a program at a terminal. Kill all these programs afterwards."""
    started: list[Terminal] = []

    def start(*line: str) -> Terminal:
        started.append(Terminal(line))
        return started[-1]

    try:
        yield start
    finally:
        for terminal in started:
            terminal.kill()
