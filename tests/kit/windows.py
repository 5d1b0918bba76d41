"""The window under test: one root for each process, real clicks and real keys on its virtual display."""

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

from fastcore import Viewpoint
from tests.kit.tested_window import Tested as Tested
from workbench import boards
from workbench.gui.app import make_root
from workbench.gui.board.board_view import BoardView
from workbench.settings import Settings
from workbench.table.setup import Setup

SIZE = (1280, 720)
DONT_WAIT, WINDOW_EVENTS = 2, 4  # Tcl's flags: come back when there is nothing to do; what the display tells
PATIENCE = 60.0  # seconds to wait for what must happen

PLACING = "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"  # Red may capture c3 by b2
TWO = ("person", "person")
HERD = Setup("herd(size=3)", TWO, 1, PLACING)


@cache
def root() -> ttkbootstrap.App:
    """The one root: the toolkit refuses a second."""
    made = make_root()
    made.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
    made.deiconify()
    made.update()
    return made


@cache
def screen() -> display.Display:
    return display.Display()


@contextmanager
def own_home() -> Iterator[None]:
    """A folder for settings and games that is gone afterwards, unless the test has one of its own."""
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
def opened(setup: Setup, size: tuple[int, int] = SIZE, **settings: object) -> Iterator[Tested]:
    """A window with this game on it. Animation is off unless asked for.

    It fails if the window reported errors that the test has not taken out of `faults`.
    """
    with own_home(), _opened(setup, size, **settings) as window:
        yield window


@contextmanager
def _opened(setup: Setup, size: tuple[int, int], **settings: object) -> Iterator[Tested]:
    top = root()
    top.geometry(f"{size[0]}x{size[1]}+0+0")
    top.update()
    xtest.fake_input(screen(), X.MotionNotify, x=size[0] + 20, y=10)  # the pointer is nowhere on it
    screen().sync()
    standard = {"animation": False, "names": False, "greeted": True, "speed": 4}
    window = Tested(top, Settings(**(standard | settings)), setup)  # type: ignore[arg-type]
    try:
        window.screen.view.focus_force()
        wait(lambda: top.focus_get() is not None and window.screen.view.winfo_viewable())
        arrive()
        yield window
        assert not window.faults, "\n".join(window.faults)
    finally:
        window.close()
        top.update()


def settle(seconds: float = 0.05) -> None:
    """Let the window do what it has to for a while."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        work()
    root().update_idletasks()


def work() -> None:
    """Let the window do one thing, or rest for a moment. (`update` would not come back while bots play on and on.)"""
    if not root().tk.dooneevent(DONT_WAIT):
        time.sleep(0.001)


def wait(what: Callable[[], object], patience: float = PATIENCE) -> None:
    """Let the window work until something is so."""
    end = time.perf_counter() + patience
    while not what():
        work()
        if time.perf_counter() > end:
            raise AssertionError("it did not happen in time")
    root().update_idletasks()


def arrive() -> None:
    """See to it that what was sent to the display has reached the window, and let it answer."""
    screen().sync()
    for _ in range(3):
        time.sleep(0.003)
        root().winfo_pointerxy()  # a question to the display: its answer comes after the events before it
        while root().tk.dooneevent(DONT_WAIT | WINDOW_EVENTS):
            pass
    settle(0.03)
    end, idle = time.perf_counter() + 0.5, 0
    while idle < 3 and time.perf_counter() < end:  # a busy machine may need longer
        idle = 0 if root().tk.dooneevent(DONT_WAIT) else idle + 1


def point_at(widget: Misc, x: int | None = None, y: int | None = None) -> None:
    """Move the real pointer to a place on a widget, its middle if none is given."""
    across = widget.winfo_width() // 2 if x is None else x
    down = widget.winfo_height() // 2 if y is None else y
    xtest.fake_input(screen(), X.MotionNotify, x=widget.winfo_rootx() + across, y=widget.winfo_rooty() + down)
    arrive()


def click(widget: Misc, x: int | None = None, y: int | None = None, button: int = 1) -> None:
    """A real click."""
    point_at(widget, x, y)
    for kind in (X.ButtonPress, X.ButtonRelease):
        xtest.fake_input(screen(), kind, button)
    arrive()


def drag(widget: Misc, start: tuple[int, int], end: tuple[int, int]) -> None:
    """A real drag from one place on a widget to another."""
    point_at(widget, *start)
    xtest.fake_input(screen(), X.ButtonPress, 1)
    arrive()
    point_at(widget, *end)
    xtest.fake_input(screen(), X.ButtonRelease, 1)
    arrive()


def click_spot(window: Tested, spot: str) -> None:
    """A real click on a spot of the board."""
    assert isinstance(window.screen.view, BoardView)
    click(window.screen.view, *window.screen.view.place_of(spot))


def press(key: str, *modifiers: str) -> None:
    """A real key, by its X name, with modifiers such as Control_L held."""
    _strike([screen().keysym_to_keycode(XK.string_to_keysym(name)) for name in (*modifiers, key)])


def _strike(codes: list[int]) -> None:
    assert all(codes), "a key that the display does not have"
    for code in codes:
        xtest.fake_input(screen(), X.KeyPress, code)
    for code in reversed(codes):
        xtest.fake_input(screen(), X.KeyRelease, code)
    arrive()


def type_text(text: str) -> None:
    """Real keys for these characters, with Shift where they need it."""
    shift = screen().keysym_to_keycode(XK.XK_Shift_L)
    for letter in text:
        code, level = min(screen().keysym_to_keycodes(ord(letter)), key=lambda found: found[1])
        _strike([shift, code] if level else [code])


def wait_for_jobs(window: Tested) -> None:
    wait(lambda: not window.shell.background.under_way)
    settle()


def kept_file(window: Tested) -> Path:
    game = window.playing.kept
    assert game is not None and game.file is not None
    return game.file


def started(work: str, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program with a window of its own to its end."""
    root().withdraw()
    root().update()
    try:
        return subprocess.run(
            [sys.executable, "-c", work, *words],
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


def picture(box: tuple[int, int, int, int] | None = None) -> Image.Image:
    """What the screen shows."""
    settle(0.3)
    root().update()
    return ImageGrab.grab(bbox=box or (0, 0, *SIZE), xdisplay="")


def decide(window: Tested, choose: Callable[[Viewpoint], str]) -> None:
    """Make a move where the person is to, or write and lock a whole turn where that is written on a sheet."""
    playing = window.playing
    while playing.ours and window.drafting.draft is not None and not window.drafting.draft.complete:
        playing.play(choose(playing.point))
    if window.drafting.draft is not None:
        window.drafting.lock()
    elif playing.ours:
        playing.play(choose(playing.point))


# What the window shows ------------------------------------------------------------------------------------------------


def shown(window: Tested) -> str:
    """The sentence and the detail in the bar below."""
    root().update_idletasks()
    return f"{window.shell.status.main.cget('text')} {window.shell.status.side.cget('text')}".strip()


def pieces(window: Tested) -> dict[str, str]:
    """What the canvas shows: spot -> shape, at its full size."""
    view = window.screen.view
    assert isinstance(view, BoardView)
    wait(lambda: not view.painter.hasty)  # for a moment after a change of the size it is one stretched picture
    for item, number in view.painter.shown["pieces"].items():
        assert view.painter.pictures[number].width() == view.painter.extent(item), "pieces at rest have their full size"
    return {item.where: item.shape for item in view.painter.shown["pieces"]}


def as_listed(window: Tested, viewer: int | None) -> list[str]:
    """Return the moves that a seat has seen, sorted, as the list of moves shows them.

    Leave out facts and dealt cards. Give a covered move as its turn revealed it.
    """
    table = window.table
    steps, found = table.session.seen(viewer), list[str]()
    for number, step in enumerate(steps):
        move = "deal" if step.actor < 0 and table.info.has.deals else step.move.split(";")[0]
        if move == "?":
            facts = [fact for later in steps[number:] if later.turn == step.turn for fact in later.move.split(";")[1:]]
            move = boards.revealed(table.info, step.actor, facts) or move
        found += move.split()
    return sorted(found)


def marks(window: Tested, layer: str) -> list[str]:
    assert isinstance(window.screen.view, BoardView)
    return sorted(item.where for item in window.screen.view.painter.shown[layer])


def matches(window: Tested) -> bool:
    """Whether the canvas shows the position, every piece in its place and at its full size."""
    board, view = boards.find(window.table.info.id), window.screen.view
    assert board is not None and isinstance(view, BoardView)
    wait(lambda: not view.painter.hasty)
    wanted = set(board.pieces(window.table.state.fields))
    places = {item: tuple(view.coords(number)) for item, number in view.painter.shown["pieces"].items()}
    return bool(pieces(window) or not wanted) and places == {item: view.painter.seen(item) for item in wanted}
