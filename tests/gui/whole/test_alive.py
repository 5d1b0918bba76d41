"""The window stays alive: no gaps while a bot searches, Stop at once, and a quick start. Exact times decide in `make
deep` only."""

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
from tests.conftest import deep, in_time
from tests.kit.windows import SIZE, opened, point_at, root, screen, settle, wait, work
from workbench.boards.kit.palette import DARK, LIGHT
from workbench.gui.board.board_view import BoardView
from workbench.gui.window import SWITCH_SECONDS
from workbench.table.setup import Setup

Record = Callable[[str, object], None]
pytestmark = pytest.mark.window


def longest_gap(seconds: float) -> float:
    """The longest time between two callbacks of the toolkit, in seconds, while its main loop runs."""
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
def test_no_gaps_while_the_best_bots_search_on_both_cores(game: str, record_property: Record) -> None:
    """In two games at a time: not every bot uses several cores for one."""
    spec = fastcore.start(game).spec
    bot = f"{bots.strongest(spec)}(seconds=600)"
    setup = Setup(spec, (bot, *["person"] * (fastcore.start(spec).seats - 1)), 1)
    with opened(setup) as window:
        window.tabs.begin(setup)
        tables = [playing.table for playing in window.tabs.open]
        assert len(tables) == 2
        wait(lambda: all(table.bots.asking.progress is not None for table in tables))
        gap = longest_gap(deep(1, 60))
        for table in tables:
            assert table.bots.thinking and table.bots.asking.progress is not None
            assert table.bots.asking.progress.simulations > 10, "it searched all the time"
    record_property("longest gap in ms", round(1000 * gap))
    assert in_time(gap, 0.05)


@pytest.mark.parametrize("game", fastcore.games())
def test_no_gaps_while_bots_play(game: str, record_property: Record) -> None:
    spec = fastcore.start(game).spec
    with opened(Setup(spec, (bots.strongest(spec),) * fastcore.start(spec).seats, 1), animation=True) as window:
        gap = longest_gap(deep(2, 60))
        assert len(window.table.session.steps) > deep(1, 3)
    record_property("longest gap in ms", round(1000 * gap))
    assert in_time(gap, 0.05)


def test_busy_threads_let_go_of_the_interpreter_soon() -> None:
    """Many calls to the toolkit in a row each wait for it anew."""
    with opened(Setup("herd", ("person", "person"), 1)):
        assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS) and SWITCH_SECONDS < 0.001


def test_nothing_of_the_toolkit_is_collected_on_another_thread() -> None:
    """Python's collector would delete pictures from the thread that it happens to run on."""
    where: set[str] = set()

    def note(phase: str, _: object) -> None:
        where.add(threading.current_thread().name)

    with opened(Setup("herd", ("mcts", "mcts"), 1)) as window:
        gc.callbacks.append(note)
        try:
            for theme in ("dark", "light", "dark"):
                window.set_theme(theme)
                settle(0.4)
            wait(lambda: where and len(window.table.session.steps) > 20)
        finally:
            gc.callbacks.remove(note)
    assert where == {threading.main_thread().name}


def test_stop_answers_at_once(record_property: Record) -> None:
    longest = 0.0
    with opened(Setup("herd", ("mcts(seconds=600)", "person"), 1)) as window:
        for _ in range(deep(3, 20)):
            wait(lambda: window.table.bots.asking.progress is not None)
            before = time.perf_counter()
            window.registry.run("stop")
            root().update_idletasks()
            longest = max(longest, time.perf_counter() - before)
            assert "is stopped" in window.shell.status.main.cget("text") and not window.table.bots.thinking
            settle(0.15)
            assert window.table.bots.asking.progress is None, "nothing more is heard of it"
            window.registry.run("continue")
    record_property("longest stop in ms", round(1000 * longest))
    assert in_time(longest, 0.05)


def test_a_click_is_answered_while_a_bot_searches(record_property: Record) -> None:
    """A person plays on while the adviser searches on both cores: the stone stands there at once."""
    taken = []
    for seed in range(deep(1, 10)):
        with opened(Setup("herd(size=4)", ("person", "person"), seed)) as window:
            window.registry.run("hint")
            wait(lambda: window.table.bots.asking.progress is not None)
            spot = min(window.playing.move_input.entry.open)
            assert isinstance(window.screen.view, BoardView)
            point_at(window.screen.view, *window.screen.view.place_of(spot))
            before = time.perf_counter()
            for kind in (X.ButtonPress, X.ButtonRelease):
                xtest.fake_input(screen(), kind, 1)
            screen().sync()
            wait(lambda spot=spot: any(step.move == spot for step in window.table.session.steps))  # type: ignore[misc]
            root().update_idletasks()
            taken.append(time.perf_counter() - before)
            assert window.table.bots.asking.ticket == 0
    record_property("click to stone in ms", round(1000 * max(taken)))
    assert in_time(max(taken), 0.05)


def test_the_board_follows_while_the_window_is_resized(record_property: Record) -> None:
    """At thirty sizes a second; two thirds of the time go into an empty window already."""
    with opened(Setup("herd(size=6)", ("person", "person"), 1), (1300, 760)) as window:
        wait(lambda: isinstance(window.screen.view, BoardView) and window.screen.view.at_rest)
        settle(deep(0, 1))
        steps = deep(3, 60)
        before = time.perf_counter()
        for step in range(steps):
            root().geometry(f"{1310 + 7 * step}x{765 + 4 * step}+0+0")
            while window.root.winfo_width() != 1310 + 7 * step:
                work()
            root().update_idletasks()
        pace = (time.perf_counter() - before) / steps
    record_property("ms for a size", round(1000 * pace))
    assert in_time(pace, 1 / 30)


def board_is_shown() -> bool:
    """Whether cells of a board fill a good part of the middle of the screen, where a first window opens."""
    wide, high = screen().screen().width_in_pixels, screen().screen().height_in_pixels
    seen = screen().screen().root.get_image(wide // 2 - 320, high // 2 - 60, 120, 120, X.ZPixmap, 0xFFFFFFFF)
    middle = Image.frombytes("RGB", (120, 120), seen.data, "raw", "BGRX")
    colours = {ImageColor.getrgb(palette["cell"]) for palette in (LIGHT, DARK)}
    return sum(count for count, colour in middle.getcolors(1 << 16) or [] if colour in colours) > 0.5 * 120 * 120


def test_the_start_is_quick(tmp_path: Path, record_property: Record) -> None:
    """From the command to a board on the screen, the second time."""
    root().withdraw()
    root().update()
    try:
        taken = []
        for attempt in ("first", "second", "third", "fourth")[: deep(2, 4)]:
            before = time.perf_counter()
            environment = os.environ | {"HERBARIUM_HOME": str(tmp_path)}
            program = subprocess.Popen(
                [sys.executable, "-m", "workbench"], env=environment, cwd=Path(__file__).parents[3]
            )
            try:
                while not board_is_shown():
                    assert program.poll() is None and time.perf_counter() - before < 30
                    time.sleep(0.02)
                taken.append(time.perf_counter() - before)
                record_property(f"{attempt} start in ms", round(1000 * taken[-1]))
            finally:
                program.send_signal(signal.SIGTERM)
                program.wait(10)
            while board_is_shown():
                time.sleep(0.02)
        assert in_time(min(taken[1:]), 1.5)
    finally:
        root().geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        root().deiconify()
        root().update()


def test_what_is_remembered(tmp_path: Path) -> None:
    """The window closes on a command, writes what it was like, and opens like that again."""
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
    told = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", work],
            env=os.environ | {"HERBARIUM_HOME": str(tmp_path)},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0 and not done.stderr, done.stderr
        told.append(done.stdout.strip())
    root().deiconify()
    root().update()
    assert told == ["light herd 1280x720+640+360", "dark herd 1000x640+30+40"]
    assert load_from(tmp_path) == ("dark", 0.8)


def load_from(folder: Path) -> tuple[str, float]:
    kept = json.loads((folder / "settings.json").read_text())
    return kept["theme"], kept["zoom"]


def test_the_pictures_of_the_docs_can_be_taken(tmp_path: Path) -> None:
    root().withdraw()
    root().update()
    try:
        command = [sys.executable, "-m", "tests.tools.screenshots", str(tmp_path), *["herd"][: deep(1, 0)]]  # none: all
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=Path(__file__).parents[3], check=False, timeout=300
        )
    finally:
        root().geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        root().deiconify()
        root().update()
    assert done.returncode == 0, done.stderr
    sizes, bright = {}, {}
    for file in tmp_path.iterdir():
        with Image.open(file) as taken:
            sizes[file.stem] = taken.size
            small = taken.convert("L").resize((32, 18))
            bright[file.stem] = sum(small.tobytes()) / (32 * 18)
    for theme in ("light", "dark"):
        assert sizes[f"play-herd-{theme}"] == (1280, 720) and sizes[f"play-herd-{theme}-large"] == (2560, 1440)
    assert sizes["new-game-herd"] == (1280, 720) and sizes["rules-herd"][1] > 400
    assert bright["play-herd-light"] > 190 and bright["play-herd-dark"] < 70
    assert abs(bright["play-herd-light"] - bright["play-herd-light-large"]) < 8, "the same at twice the size"
