"""Tests that a signal to stop closes the window as Quit does, and that a crash leaves its trace in the error log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from workbench.gui.shell import faults
from workbench.storage import open_tabs

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home"), pytest.mark.skipif(os.name == "nt", reason="POSIX")]

PATIENCE = 120.0  # maximum seconds for a start or a stop on a busy machine
SCRIPT = """
import faulthandler, sys
from pathlib import Path
from workbench.gui import app
from workbench.table.setup import Setup
class Window(app.Window):
    def __init__(self, root, settings, setup):
        super().__init__(root, settings, setup)
        root.after(200, self.begin, root)
    def begin(self, root):
        self.games.table.play(self.games.table.point.move_text(self.games.table.point.moves()[0]))
        root.after(200, lambda: faulthandler._sigsegv() if "crash" in sys.argv else Path(sys.argv[1]).touch())
app.Window = Window
raise SystemExit(app.run(Setup("herd(size=2)", ("person", "person"), 1)))
"""


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *words],
        env=os.environ | {"HERBARIUM_HOME": str(home)},
        cwd=Path(__file__).parents[3], stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_signal_closes_window_and_saves_games(home: Path, tmp_path: Path, name: str) -> None:
    ready = tmp_path / "ready"
    program = start(home, str(ready))
    try:
        end = time.monotonic() + PATIENCE
        while not ready.exists():
            assert time.monotonic() < end and program.poll() is None
            time.sleep(0.05)
        program.send_signal(getattr(signal, name))
        assert program.wait(PATIENCE) == 0
    finally:
        program.kill()
    assert program.stderr is not None
    assert f"herbarium: closed by {name}. The next start restores your games." in program.stderr.read()
    assert open_tabs.list_path().exists()


def test_crash_is_added_to_error_log(home: Path) -> None:
    program = start(home, "-", "crash")
    program.wait(PATIENCE)
    assert program.stderr is not None
    assert program.returncode == -signal.SIGSEGV
    assert "Segmentation fault" in faults.log_file().read_text(encoding="utf-8")
