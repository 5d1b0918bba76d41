"""The window under test: one root per process, real clicks and real keys on its virtual display."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from tkinter import Misc

import ttkbootstrap
from PIL import Image, ImageGrab
from Xlib import XK, X, display
from Xlib.ext import xtest

import fastcore
from fastcore import Viewpoint
from tests.kit.tested_window import TestedWindow as TestedWindow
from workbench import boards
from workbench.gui.app import make_root
from workbench.gui.board.board_view import BoardView
from workbench.settings import Settings
from workbench.storage import open_tabs
from workbench.table.setup import Setup

SIZE = (1280, 720)
DONT_WAIT, WINDOW_EVENTS = 2, 4  # Tcl's flags: return when there is nothing to do; handle only window events
PAUSE = 0.002  # seconds between two looks for events
PATIENCE = 60.0  # maximum seconds to wait for an expected event

PLACING = "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"  # Red can capture c3 from b2
TWO = ("person", "person")
HERD = Setup("herd(size=3)", TWO, 1, PLACING)


@cache
def root() -> ttkbootstrap.App:
    """Return the only root; the toolkit refuses a second one."""
    window = make_root()
    window.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
    window.deiconify()
    window.update()
    return window


@cache
def screen() -> display.Display:
    return display.Display()


@contextmanager
def temporary_home() -> Iterator[None]:
    """Provide a temporary folder for settings and games unless the test has set one."""
    if "HERBARIUM_HOME" in os.environ:
        yield
        return
    with TemporaryDirectory() as folder:
        os.environ["HERBARIUM_HOME"] = folder
        try:
            yield
        finally:
            del os.environ["HERBARIUM_HOME"]


@contextmanager
def open_window(setup: Setup, size: tuple[int, int] = SIZE, **settings: object) -> Iterator[TestedWindow]:
    """Open a window with this game. Animation is off unless requested.

    The test fails if `faults` still has errors that the window reported.
    """
    with temporary_home(), _opened(setup, size, **settings) as window:
        yield window


@contextmanager
def _opened(setup: Setup, size: tuple[int, int], **settings: object) -> Iterator[TestedWindow]:
    top = root()
    top.geometry(f"{size[0]}x{size[1]}+0+0")
    top.update()
    xtest.fake_input(screen(), X.MotionNotify, x=size[0] + 20, y=10)  # move the pointer off the window
    screen().sync()
    standard = {
        "moves_in_words": False,
        "animation": False,
        "names": False,
        "known_games": tuple(fastcore.games()),
        "speed": 4,
    }
    window = TestedWindow(top, Settings(**(standard | settings)), setup)  # type: ignore[arg-type]
    try:
        window.screen.view.focus_force()
        wait(lambda: top.focus_get() is not None and window.screen.view.winfo_viewable())
        flush_events()
        yield window
        assert not window.faults, "\n".join(window.faults)
    finally:
        window.close()
        top.update()


def settle(seconds: float = 0.05) -> None:
    """Process events for `seconds`."""
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        process_event()
    root().update_idletasks()


def process_event() -> None:
    """Process one event, or pause briefly. During a game between bots, `update` would never return."""
    if not root().tk.dooneevent(DONT_WAIT):
        time.sleep(PAUSE)


def wait(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Process events until a condition is true. Fail after `patience` seconds."""
    deadline = time.perf_counter() + patience
    while not condition():
        process_event()
        if time.perf_counter() > deadline:
            raise AssertionError("it did not happen in time")
    root().update_idletasks()


def flush_events(seconds: float = 0.03) -> None:
    """Wait until the window has received and handled everything sent to the display.

    Timers that end within `seconds` are handled too.
    """
    screen().sync()
    for _ in range(3):
        time.sleep(0.003)
        root().winfo_pointerxy()  # the display answers this request after earlier events
        while root().tk.dooneevent(DONT_WAIT | WINDOW_EVENTS):
            pass
    settle(seconds)
    deadline, idle = time.perf_counter() + 0.5, 0
    while idle < 3 and time.perf_counter() < deadline:  # a busy machine may need longer
        idle = 0 if root().tk.dooneevent(DONT_WAIT) else idle + 1


def point_at(widget: Misc, x: int | None = None, y: int | None = None, seconds: float = 0.03) -> None:
    """Move the real pointer to a place on a widget, by default its centre. Then handle events for `seconds`."""
    dx = widget.winfo_width() // 2 if x is None else x
    dy = widget.winfo_height() // 2 if y is None else y
    xtest.fake_input(screen(), X.MotionNotify, x=widget.winfo_rootx() + dx, y=widget.winfo_rooty() + dy)
    flush_events(seconds)


def click(widget: Misc, x: int | None = None, y: int | None = None, button: int = 1) -> None:
    """Click with the real pointer."""
    point_at(widget, x, y, 0)
    for kind in (X.ButtonPress, X.ButtonRelease):
        xtest.fake_input(screen(), kind, button)
    flush_events()


def drag(widget: Misc, start: tuple[int, int], end: tuple[int, int], button: int = 1) -> None:
    """Drag with the real pointer from one place on a widget to another."""
    point_at(widget, *start, 0)
    xtest.fake_input(screen(), X.ButtonPress, button)
    flush_events(0)
    point_at(widget, *end, 0)
    xtest.fake_input(screen(), X.ButtonRelease, button)
    flush_events()


@contextmanager
def held(*keys: str) -> Iterator[None]:
    """Hold real keys, such as Control_L, down."""
    codes = [screen().keysym_to_keycode(XK.string_to_keysym(name)) for name in keys]
    for code in codes:
        xtest.fake_input(screen(), X.KeyPress, code)
    try:
        yield
    finally:
        for code in reversed(codes):
            xtest.fake_input(screen(), X.KeyRelease, code)
        flush_events()


def descendants(widget: Misc) -> Iterator[Misc]:
    """Yield all widgets inside a widget."""
    for child in widget.winfo_children():
        yield child
        yield from descendants(child)


def click_spot(window: TestedWindow, spot: str) -> None:
    """Click a spot of the board with the real pointer."""
    assert isinstance(window.screen.view, BoardView)
    click(window.screen.view, *window.screen.view.place_of(spot))


def press(key: str, *modifiers: str) -> None:
    """Press a real key, given by its X name, with modifiers such as Control_L held."""
    _strike([screen().keysym_to_keycode(XK.string_to_keysym(name)) for name in (*modifiers, key)])
    flush_events()


def _strike(codes: list[int]) -> None:
    assert all(codes), "a key that the display does not have"
    for code in codes:
        xtest.fake_input(screen(), X.KeyPress, code)
    for code in reversed(codes):
        xtest.fake_input(screen(), X.KeyRelease, code)


def type_text(text: str) -> None:
    """Type these characters with real keys, using Shift if necessary."""
    shift = screen().keysym_to_keycode(XK.XK_Shift_L)
    for letter in text:
        code, level = min(screen().keysym_to_keycodes(ord(letter)), key=lambda keycode: keycode[1])
        _strike([shift, code] if level else [code])
        flush_events(0)
    flush_events()


def simulate_crash() -> None:
    """Make the last window that was closed look like a crashed one."""
    open_tabs.list_path().unlink(missing_ok=True)


def wait_for_jobs(window: TestedWindow) -> None:
    wait(lambda: not window.shell.background.pending)
    settle()


def game_file(window: TestedWindow) -> Path:
    game = window.playing.stored
    assert game is not None and game.file is not None
    return game.file


def run_program(code: str, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program that opens its own window, and wait until it exits."""
    root().withdraw()
    root().update()
    try:
        return subprocess.run(
            [sys.executable, "-c", code, *words],
            env=os.environ | {"HERBARIUM_HOME": str(home)},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    finally:
        root().deiconify()
        root().update()


def screenshot(box: tuple[int, int, int, int] | None = None) -> Image.Image:
    """Return a picture of the screen, or of a box of pixels on it."""
    settle(0.3)
    root().update()
    return ImageGrab.grab(bbox=box or (0, 0, *SIZE), xdisplay="")


def make_move(window: TestedWindow, choose: Callable[[Viewpoint], str]) -> None:
    """Make a move for the person, or fill in and lock a whole sheet."""
    playing = window.playing
    while playing.accepts_moves and window.drafting.draft is not None and not window.drafting.draft.complete:
        playing.play(choose(playing.point))
    if window.drafting.draft is not None:
        window.drafting.lock()
    elif playing.accepts_moves:
        playing.play(choose(playing.point))


# What the window shows ------------------------------------------------------------------------------------------------


def status_text(window: TestedWindow) -> str:
    """Return the sentence and the detail of the status bar."""
    root().update_idletasks()
    return f"{window.shell.status.main.cget('text')} {window.shell.status.side.cget('text')}".strip()


def pieces(window: TestedWindow) -> dict[str, str]:
    """Return the shape on each spot of the canvas, and check its size."""
    view = window.screen.view
    assert isinstance(view, BoardView)
    wait(lambda: not view.painter.stretched)  # right after a resize the board is a stretched picture
    for item, number in view.painter.shown["pieces"].items():
        assert view.painter.pictures[number].width() == view.painter.pixel_size(item), (
            "pieces at rest have their full size"
        )
    return {item.where: item.shape for item in view.painter.shown["pieces"]}


def listed_moves(window: TestedWindow, viewer: int | None) -> list[str]:
    """Return the moves that a seat has seen, sorted, as the list of moves shows them.

    Facts and dealt cards are omitted. A hidden move appears as its turn revealed it.
    """
    table = window.table
    steps, moves = table.session.seen_steps(viewer), list[str]()
    for number, step in enumerate(steps):
        move = "deal" if step.actor < 0 and table.info.has.deals else step.move.split(";")[0]
        if move == "?":
            facts = [fact for later in steps[number:] if later.turn == step.turn for fact in later.move.split(";")[1:]]
            move = boards.describe_revealed(table.info, step.actor, facts) or move
        moves += move.split()
    return sorted(moves)


def marked_spots(window: TestedWindow, layer: str) -> list[str]:
    assert isinstance(window.screen.view, BoardView)
    return sorted(item.where for item in window.screen.view.painter.shown[layer])


def shows_position(window: TestedWindow) -> bool:
    """Return whether the canvas shows the position, with every piece in place and at full size."""
    board, view = boards.find(window.table.info.id), window.screen.view
    assert board is not None and isinstance(view, BoardView)
    wait(lambda: not view.painter.stretched)
    expected = set(board.pieces(window.table.state.fields))
    places = {item: tuple(view.coords(number)) for item, number in view.painter.shown["pieces"].items()}
    return bool(pieces(window) or not expected) and places == {item: view.painter.pixel_of(item) for item in expected}
