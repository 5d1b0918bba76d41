"""Tests that a window destroyed by another program does not end the program with an X error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from workbench.storage import autosave

pytestmark = [
    pytest.mark.window, pytest.mark.usefixtures("home"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11"),
]  # fmt: skip

PATIENCE = 120.0  # maximum seconds for a run on a busy machine
SCRIPT = """
import ctypes, sys, tkinter
from ctypes.util import find_library
from workbench.gui import app
from workbench.table.setup import Setup

def destroy(top):
    # over another connection, as a task manager does
    xlib = ctypes.CDLL(find_library("X11"))
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    found = root, wrapper, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p(), ctypes.c_uint()
    xlib.XQueryTree(display, ctypes.c_ulong(top.winfo_id()), *map(ctypes.byref, found))
    xlib.XDestroyWindow(display, wrapper)
    xlib.XSync(display, 0)

class Window(app.Window):
    def __init__(self, root, settings, setup):
        super().__init__(root, settings, setup)
        root.after(200, self.begin, root)

    def begin(self, root):
        self.games.table.play(self.games.table.point.move_text(self.games.table.point.moves()[0]))
        root.after(500, self.matches if sys.argv[1] == "matches" else destroy, root)

    def matches(self, root):
        self.shell.commands.run("matches")
        top = self.shell.pages.open["matches"]
        top.update()
        destroy(top)
        tkinter.Frame(top, background="red").place(x=0, y=0, width=9, height=9)
        top.update_idletasks()
        root.after(500, self.quit, root, top)

    def quit(self, root, top):
        print("running", top.winfo_exists(), flush=True)
        root.event_generate("<<Quit>>")

app.Window = Window
raise SystemExit(app.run(Setup("herd(size=2)", ("person", "person"), 1)))
"""


def run(home: Path, window: str) -> tuple[str, str]:
    """Return the output and the errors of a program one of whose windows is destroyed."""
    program = subprocess.run(
        [sys.executable, "-c", SCRIPT, window], env=os.environ | {"HERBARIUM_HOME": str(home)},
        cwd=Path(__file__).parents[3], capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    return program.stdout, program.stderr


def test_destroyed_matches_window_does_not_end_program(home: Path) -> None:
    """Regression: the program ended with "X Error of failed request"."""
    out, err = run(home, "matches")
    assert out == "running 0\n", "only the destroyed window is closed"
    assert err.startswith("herbarium: the X server reported an error, and the program continues: Bad")
    assert err.count("\n") == 1


def test_destroyed_main_window_is_reported_and_its_game_restored(home: Path) -> None:
    _, err = run(home, "main")
    assert "another program closed the window. The next start restores your games." in err
    assert len(autosave.find_abandoned()) == 1
