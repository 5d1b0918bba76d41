"""Tests that the window stays responsive: no gaps while a bot searches, an immediate Stop, and a quick start.

Exact times are checked in `make deep` only.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from PIL import Image, ImageColor
from Xlib import X
from Xlib.ext import xtest

import bots
import fastcore
from tests.conftest import deep, is_fast_enough
from tests.kit.windows import SIZE, open_window, point_at, process_event, root, screen, settle, wait
from workbench.boards.kit.palette import DARK, LIGHT
from workbench.gui.board.board_view import BoardView
from workbench.gui.window import SWITCH_SECONDS
from workbench.table.setup import Setup

Record = Callable[[str, object], None]
pytestmark = pytest.mark.window


def longest_gap(seconds: float) -> float:
    """Run the main loop for `seconds`. Return the longest time in seconds between two of its callbacks."""
    last = time.perf_counter()
    gap = 0.0
    timer = ""

    def tick() -> None:
        nonlocal last, gap, timer
        now = time.perf_counter()
        gap, last = max(gap, now - last), now
        timer = root().after(1, tick)

    tick()
    root().after(round(1000 * seconds), root().quit)
    root().mainloop()
    root().after_cancel(timer)
    return gap


@pytest.mark.parametrize("game", fastcore.games())
def test_window_has_no_gaps_while_the_best_bots_search(game: str, record_property: Record) -> None:
    """Two games run at the same time, because some bots use only one core per game."""
    spec = fastcore.start(game).spec
    bot = f"{bots.strongest(spec)}(seconds=600)"
    setup = Setup(spec, (bot, *["person"] * (fastcore.start(spec).seats - 1)), 1)
    with open_window(setup) as window:
        window.tabs.begin(setup)
        tables = [playing.table for playing in window.tabs.open]
        assert len(tables) == 2
        wait(lambda: all(table.bots.requests.progress is not None for table in tables))
        gap = longest_gap(deep(3, 600) / 10)
        for table in tables:
            assert table.bots.thinking
            wait(lambda table=table: table.bots.requests.progress.simulations > 10)  # type: ignore[misc]
    record_property("longest gap in ms", round(1000 * gap))
    assert is_fast_enough(gap, 0.05)


@pytest.mark.parametrize("game", fastcore.games())
def test_window_has_no_gaps_while_bots_play(game: str, record_property: Record) -> None:
    spec = fastcore.start(game).spec
    with open_window(Setup(spec, (bots.strongest(spec),) * fastcore.start(spec).seats, 1), animation=True) as window:
        gap = longest_gap(deep(3, 600) / 10)
        wait(lambda: len(window.table.session.steps) > deep(1, 3))
    record_property("longest gap in ms", round(1000 * gap))
    assert is_fast_enough(gap, 0.05)


def test_busy_threads_release_the_interpreter_quickly() -> None:
    """The window makes many toolkit calls in a row, and each needs the interpreter."""
    with open_window(Setup("herd", ("person", "person"), 1)):
        assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS) and SWITCH_SECONDS < 0.001


def test_garbage_is_collected_only_on_the_main_thread() -> None:
    """On another thread, Python's collector could delete Tk pictures, which only the main thread may do."""
    threads: set[str] = set()

    def note(phase: str, _: object) -> None:
        threads.add(threading.current_thread().name)

    with open_window(Setup("herd", ("mcts", "mcts"), 1)) as window:
        gc.callbacks.append(note)
        try:
            for theme in ("dark", "light", "dark"):
                window.set_theme(theme)
                settle(0.1)
            wait(lambda: threads and len(window.table.session.steps) > 20)
        finally:
            gc.callbacks.remove(note)
    assert threads == {threading.main_thread().name}


def test_stop_responds_immediately(record_property: Record) -> None:
    longest = 0.0
    with open_window(Setup("herd", ("mcts(seconds=600)", "person"), 1)) as window:
        for _ in range(deep(3, 20)):
            wait(lambda: window.table.bots.requests.progress is not None)
            before = time.perf_counter()
            window.registry.run("stop")
            root().update_idletasks()
            longest = max(longest, time.perf_counter() - before)
            assert "Bot paused" in window.shell.status.main.cget("text") and not window.table.bots.thinking
            settle(0.15)
            assert window.table.bots.requests.progress is None, "the stopped search sends no more reports"
            window.registry.run("continue")
    record_property("longest stop in ms", round(1000 * longest))
    assert is_fast_enough(longest, 0.05)


def test_click_is_handled_while_a_bot_searches(record_property: Record) -> None:
    """The person moves while a hint is being searched on both cores."""
    times = []
    for seed in range(deep(1, 10)):
        with open_window(Setup("herd(size=4)", ("person", "person"), seed)) as window:
            window.registry.run("hint")
            wait(lambda: window.table.bots.requests.progress is not None)
            spot = min(window.playing.move_input.entry.next_spots)
            assert isinstance(window.screen.view, BoardView)
            point_at(window.screen.view, *window.screen.view.place_of(spot))
            before = time.perf_counter()
            for kind in (X.ButtonPress, X.ButtonRelease):
                xtest.fake_input(screen(), kind, 1)
            screen().sync()
            wait(lambda spot=spot: any(step.move == spot for step in window.table.session.steps))  # type: ignore[misc]
            root().update_idletasks()
            times.append(time.perf_counter() - before)
            assert window.table.bots.requests.ticket == 0
    record_property("click to stone in ms", round(1000 * max(times)))
    assert is_fast_enough(max(times), 0.05)


def test_board_keeps_up_with_resizing(record_property: Record) -> None:
    """The window changes its size 30 times a second. An empty window already takes two thirds of this time."""
    with open_window(Setup("herd(size=6)", ("person", "person"), 1), (1300, 760)) as window:
        wait(lambda: isinstance(window.screen.view, BoardView) and window.screen.view.has_settled)
        settle(deep(0, 1))
        steps = deep(3, 60)
        before = time.perf_counter()
        for step in range(steps):
            root().geometry(f"{1310 + 7 * step}x{765 + 4 * step}+0+0")
            while window.root.winfo_width() != 1310 + 7 * step:
                process_event()
            root().update_idletasks()
        pace = (time.perf_counter() - before) / steps
    record_property("ms for a size", round(1000 * pace))
    assert is_fast_enough(pace, 1 / 30)


def is_board_shown() -> bool:
    """Return whether board cells fill most of the middle of the screen, where the first window opens."""
    wide, high = screen().screen().width_in_pixels, screen().screen().height_in_pixels
    seen = screen().screen().root.get_image(wide // 2 - 320, high // 2 - 60, 120, 120, X.ZPixmap, 0xFFFFFFFF)
    middle = Image.frombytes("RGB", (120, 120), seen.data, "raw", "BGRX")
    colours = {ImageColor.getrgb(palette["cell"]) for palette in (LIGHT, DARK)}
    return sum(count for count, colour in middle.getcolors(1 << 16) or [] if colour in colours) > 0.5 * 120 * 120


def test_start_is_quick(tmp_path: Path, record_property: Record) -> None:
    """The time runs from the command until a board is shown. The first start counts only if it is the only one."""
    root().withdraw()
    root().update()
    try:
        times = []
        for attempt in ("first", "second", "third", "fourth")[: deep(1, 4)]:
            before = time.perf_counter()
            environment = os.environ | {"HERBARIUM_HOME": str(tmp_path)}
            program = subprocess.Popen(
                [sys.executable, "-m", "workbench"], env=environment, cwd=Path(__file__).parents[3]
            )
            try:
                while not is_board_shown():
                    assert program.poll() is None and time.perf_counter() - before < 30
                    time.sleep(0.02)
                times.append(time.perf_counter() - before)
                record_property(f"{attempt} start in ms", round(1000 * times[-1]))
            finally:
                program.send_signal(signal.SIGTERM)
                program.wait(10)
            while is_board_shown():
                time.sleep(0.02)
        assert is_fast_enough(min(times[1:] or times), 1.5)
    finally:
        root().geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        root().deiconify()
        root().update()


def test_window_restores_its_settings_and_geometry(tmp_path: Path) -> None:
    work = """
from workbench.gui import app
class Window(app.Window):
    def __init__(self, root, settings, setup):
        super().__init__(root, settings, setup)
        print(settings.theme, setup.spec, root.geometry(), flush=True)
        self.shell.commands.run("dark")
        self.shell.commands.run("smaller")
        root.geometry("1000x640+30+40")
        root.after(300, lambda: self.shell.commands.run("quit"))
app.Window = Window
raise SystemExit(app.run())
"""
    root().withdraw()
    root().update()
    outputs = []
    for _ in range(2):
        result = subprocess.run(
            [sys.executable, "-c", work],
            env=os.environ | {"HERBARIUM_HOME": str(tmp_path)},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert result.returncode == 0 and not result.stderr, result.stderr
        outputs.append(result.stdout.strip())
    root().deiconify()
    root().update()
    assert outputs == ["light herd(size=4) 1280x720+640+360", "dark herd(size=4) 1000x640+30+40"]
    assert saved_theme_and_zoom(tmp_path) == ("dark", 0.8)


def saved_theme_and_zoom(folder: Path) -> tuple[str, float]:
    settings = json.loads((folder / "settings.json").read_text())
    return settings["theme"], settings["zoom"]


@pytest.mark.slow
def test_screenshots_for_the_docs_can_be_taken(tmp_path: Path) -> None:
    root().withdraw()
    root().update()
    try:
        # Without a name, the tool takes all pictures.
        command = [sys.executable, "-m", "tests.tools.screenshots", str(tmp_path), *["herd"][: deep(1, 0)]]
        result = subprocess.run(
            command, capture_output=True, text=True, cwd=Path(__file__).parents[3], check=False, timeout=300
        )
    finally:
        root().geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        root().deiconify()
        root().update()
    assert result.returncode == 0, result.stderr
    sizes, brightness = {}, {}
    for file in tmp_path.iterdir():
        with Image.open(file) as image:
            sizes[file.stem] = image.size
            small = image.convert("L").resize((32, 18))
            brightness[file.stem] = sum(small.tobytes()) / (32 * 18)
    for theme in ("light", "dark"):
        assert sizes[f"play-herd-{theme}"] == (1280, 720) and sizes[f"play-herd-{theme}-large"] == (2560, 1440)
    assert sizes["new-game-herd"] == (1280, 720) and sizes["rules-herd"][1] > 400
    assert brightness["play-herd-light"] > 190 and brightness["play-herd-dark"] < 70
    assert abs(brightness["play-herd-light"] - brightness["play-herd-light-large"]) < 8, "both sizes are equally bright"
