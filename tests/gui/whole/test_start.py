"""Tests of the size of the first window, of keys pressed while it opens, and of what it imports."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import root, run_program
from workbench.gui import app, preloading

pytestmark = pytest.mark.window

# Modules that are slow to import and unnecessary before the first paint
SLOW_MODULES = (
    "asyncio", "http.client", "multiprocessing", "numpy", "PIL.BmpImagePlugin", "sqlite3", "ssl",
    "statistics", "urllib.request", "wave", "workbench.matches.archive.archive", "workbench.matches.workers.runner",
    "workbench.statistics.summary", "workbench.storage.importing",
)  # fmt: skip


def test_first_window_leaves_room_for_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    geometries = list[str]()
    for name, value in (("screenwidth", 1280), ("screenheight", 720)):
        monkeypatch.setattr(root(), f"winfo_{name}", lambda value=value: value)
    monkeypatch.setattr(root(), "maxsize", lambda: (1265, 690))
    monkeypatch.setattr(root(), "geometry", geometries.append)
    app.place_window(root(), "")
    app.place_window(root(), "1280x720+0+0")
    assert geometries == ["1280x690+0+15", "1280x720+0+0"], "a saved geometry is restored"


def test_keys_pressed_early_reach_the_board(home: Path) -> None:
    """A real key pressed while the window is still empty waits for the board."""
    work = """
from Xlib import XK, X, display
from Xlib.ext import xtest
from workbench.gui import app, preloading
from workbench.table.setup import Setup
class Window(app.Window):
    def __init__(self, root, *others):
        screen = display.Display()  # without a window manager keys go where the pointer is
        x, y = root.winfo_rootx() + root.winfo_width() // 2, root.winfo_rooty() + root.winfo_height() // 2
        xtest.fake_input(screen, X.MotionNotify, x=x, y=y)
        for kind in (X.KeyPress, X.KeyRelease):
            xtest.fake_input(screen, kind, screen.keysym_to_keycode(XK.XK_Right))
        screen.sync()
        super().__init__(root, *others)
        self.arrived = False
        root.bind_all("<KeyRelease>", lambda _: setattr(self, "arrived", True), add="+")
    def _poll(self):
        super()._poll()
        if self.arrived:
            print("cursor", self.screen.view.cursor, flush=True)
            self.shell.commands.run("quit")
app.Window = Window
raise SystemExit(app.run(Setup("herd(size=3)", ("person", "person"), 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")))
"""
    process = run_program(work, home)
    assert process.returncode == 0, process.stderr
    assert process.stdout.startswith("cursor ") and process.stdout.split()[1:], "the arrow key selects a cell"


def test_start_imports_only_what_the_first_screen_needs(home: Path) -> None:
    """Everything else is imported on a thread after the first paint."""
    work = """
import sys, tkinter
from workbench.gui import app, preloading
run, preload = tkinter.Misc.mainloop, preloading.preload
done = []
def mainloop(self, n=0):
    self.update_idletasks()
    print(*sys.modules)
    run(self, n)
def preload_all():
    preload()
    done.append(True)
class Window(app.Window):
    def _poll(self):
        super()._poll()
        if done:
            print(*sys.modules, flush=True)
            done.clear()
            self.shell.commands.run("quit")
tkinter.Misc.mainloop, preloading.preload, app.Window = mainloop, preload_all, Window
raise SystemExit(app.run())
"""
    for _ in range(2):  # the second start reopens the tabs of the first
        process = run_program(work, home)
        assert process.returncode == 0, process.stderr
        at_start, later = (set(line.split()) for line in process.stdout.splitlines())
        assert sorted(at_start & {*SLOW_MODULES, *preloading.MODULES}) == []
        assert later >= set(preloading.MODULES)
