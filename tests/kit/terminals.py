"""Command lines run here and now, and programs at a real terminal of their own."""

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
from tests.kit.walks import option_specs
from workbench.__main__ import main
from workbench.bot_process import decisions
from workbench.cli.measuring import measure
from workbench.thinking import thinker

ROOT = Path(__file__).parents[2]

on_terminals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def run(*words: str, typed: str = "") -> Ran:
    """One command line in this process, with what is piped into it."""
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "stdin", io.StringIO(typed)), redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    return Ran(status, out.getvalue(), err.getvalue())


def spawned(*words: str, typed: str = "", before: str = "", **environment: str | None) -> Ran:
    """One command line in a process of its own; `before` is Python that is run first."""
    changed = {**os.environ, **{name: value for name, value in environment.items() if value is not None}}
    for name, value in environment.items():
        if value is None:
            changed.pop(name, None)
    work = f"import sys\n{before}\nfrom workbench.__main__ import main\nsys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", work, *words],
        cwd=ROOT,
        env=changed,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def refused(ran: Ran) -> str:
    """The one line that bad input gets."""
    assert (
        ran.status == 2 and len(ran.err.splitlines()) == 1 and ran.err.startswith("herbarium: ") and len(ran.err) < 800
    ), ran
    return ran.err


def short(game_id: str) -> str:
    """The spec of a game that is over soonest."""
    return min(option_specs(game_id), key=lambda spec: fastcore.playouts(fastcore.start(spec), 20, 1).moves)


def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any figures at once, where they are not looked at."""
    found = {"simulations_per_second": 1.0, "bytes_per_simulation": 1.0}
    learned = {"median_ms": 1.0, "worst_ms": 1.0, "observations": 1.0}
    monkeypatch.setattr(measure, "playouts", lambda spec, seconds: measure.Played(1, seconds, 50, 10))
    monkeypatch.setattr(measure, "search", lambda states, seconds, engine, threads: dict(found))
    monkeypatch.setattr(measure, "observations", lambda spec, seconds: learned)
    monkeypatch.setattr(measure, "payoffs", lambda spec, seconds: {})


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots move with their first report, and hints are quick, so that thousands of games can be begun."""

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
    """A program at a terminal of its own: what it writes can be awaited, and keys pressed. Not on Windows."""

    def __init__(self, words: Sequence[str]) -> None:
        import pty

        self.pid, self.file = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background ignores it
            os.chdir(ROOT)
            os.environ.update(TERM="xterm", COLUMNS="100", LINES="40")
            os.execv(sys.executable, [sys.executable, "-m", "workbench", *words])
        self.heard = ""  # since the last await

    def until(self, text: str, seconds: float = 20) -> str:
        """All that was written up to and with this text."""
        ends = monotonic() + seconds
        while text not in self.heard:
            more = self._read(ends - monotonic())
            assert more, f"{text!r} was not written, but {self.heard[-2000:]!r}"
            self.heard += more
        found, _, self.heard = self.heard.partition(text)
        return found + text

    def _read(self, seconds: float) -> str:
        """What was written meanwhile; "" at the end, or if nothing comes."""
        if not select.select([self.file], [], [], max(0.0, seconds))[0]:
            return ""
        try:
            return os.read(self.file, 65536).decode("utf-8", "replace")
        except OSError:  # Linux says so at the end
            return ""

    def press(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def press_until(self, key: str, text: str) -> str:
        """A key again and again, as people do, until this is written:
        Python may hear a Ctrl-C only with the next key."""
        for _ in range(10):
            self.press(key)
            try:
                return self.until(text, 1)
            except AssertionError:
                continue
        return self.until(text)

    def end(self) -> int:
        """What is written up to the end is kept in `heard`; returns the exit status."""
        while more := self._read(20):
            self.heard += more
        for _ in range(100):
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            sleep(0.05)
        else:
            raise AssertionError(f"it does not end after {self.heard[-2000:]!r}")
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
    """Yield a function that starts a program at a terminal; end all of these programs afterwards."""
    there: list[Terminal] = []

    def open_one(*line: str) -> Terminal:
        there.append(Terminal(line))
        return there[-1]

    try:
        yield open_one
    finally:
        for terminal in there:
            terminal.kill()
