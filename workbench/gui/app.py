"""Start-up of the window: its root, its size, the first game and the main loop."""

from __future__ import annotations

import faulthandler
import re
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tkinter import PhotoImage, TclError
from types import FrameType
from typing import Any

import ttkbootstrap

import fastcore
from workbench import boards
from workbench import settings as app_settings
from workbench.boards.kit.palette import THEMES
from workbench.game.session import Session
from workbench.gui.look import scripts
from workbench.gui.look.fonts import font_problem
from workbench.gui.look.look import HouseTheme, pixel_ratio, render_png, resolve_theme
from workbench.gui.preloading import preload_later
from workbench.gui.shell import faults, words
from workbench.gui.shell.x_errors import handle_x_errors
from workbench.gui.window import Window
from workbench.positions.lists import PositionList
from workbench.records.seeds import new_seed
from workbench.system import folders
from workbench.system.translation import tr
from workbench.table.opponents import with_person
from workbench.table.setup import Setup, default_setup

CLASS = "Herbarium"  # of the window: desktops compare it with StartupWMClass of the desktop entry
ICON = Path(__file__).parent / "look" / "icon" / "herbarium.svg"
ICON_SIZES = (64, 32)  # pixels; the desktop takes the best fit
SIZE = (1280, 720)
SMALLEST = (800, 560)
STOPS = ("SIGINT", "SIGTERM", "SIGHUP")  # SIGHUP: the terminal was closed


def make_root(theme: str = "light") -> ttkbootstrap.App:
    """Return the process's only Tk root, hidden at first."""
    HouseTheme("herbarium").register()  # type: ignore[no-untyped-call]
    root = ttkbootstrap.App(
        title=words.NAME, theme=f"herbarium-{theme}", iconphoto=None, minsize=SMALLEST, className=CLASS
    )
    root.withdraw()
    set_icon(root)
    root.configure(background=THEMES[theme]["window"])
    # Shortcuts of the window, such as Ctrl+N, must not also move the selection in a list.
    root.event_delete("<<NextLine>>", "<Control-n>")
    root.event_delete("<<PrevLine>>", "<Control-p>")
    return root


def set_icon(root: ttkbootstrap.App) -> None:
    """Give the window and its dialogs the icon of the program."""
    svg = ICON.read_text(encoding="utf-8")
    root.iconphoto(True, *[PhotoImage(master=root, data=render_png(svg, size)) for size in ICON_SIZES])


def first_setup(settings: app_settings.Settings) -> Setup:
    """Return the default game at start-up.

    This is the last played game, or a person against a beginner in the newest game with a board. A person takes the
    first seat if only bots played last.
    """
    seed = new_seed()
    if settings.last_spec:
        try:
            Session(settings.last_spec, settings.last_seats, seed)
        except ValueError:
            pass  # the game or a bot may have been uninstalled
        else:
            last = settings.games.get(settings.last_spec.partition("(")[0])
            known = last is not None and (last.spec, last.seats) == (settings.last_spec, settings.last_seats)
            names, limit = (last.names, last.limit) if last is not None and known else ((), None)
            return Setup(settings.last_spec, with_person(settings.last_seats), seed, None, names, limit)
    return default_setup(boards.newcomers_spec(), seed)


def place_window(root: ttkbootstrap.App, geometry: str) -> None:
    """Restore the geometry of the window if it fits on the screen, else centre the window."""
    wide, high = root.winfo_screenwidth(), root.winfo_screenheight()
    match = re.fullmatch(r"(\d+)x(\d+)\+(-?\d+)\+(-?\d+)", geometry)
    if match:
        width, height, x, y = map(int, match.groups())
        if width <= wide and height <= high and 0 <= x <= wide - width // 2 and 0 <= y <= high - height // 2:
            root.geometry(geometry)
            return
    below = root.maxsize()[1]  # Tk reserves space for the window's frame
    width, height = (
        min(round(length * pixel_ratio(root)), most) for length, most in zip(SIZE, (wide, below), strict=True)
    )
    root.geometry(f"{width}x{height}+{(wide - width) // 2}+{(high - height) // 2}")


def set_handlers(handler: Callable[[int, FrameType | None], object]) -> dict[int, Any]:
    """Handle the signals that ask the program to stop. Return the handlers before, by signal."""
    numbers = [int(getattr(signal, name)) for name in STOPS if hasattr(signal, name)]
    return {number: signal.signal(number, handler) for number in numbers}


def say(text: str) -> None:
    """Print a line on standard error, if it is still open."""
    with suppress(OSError):  # the terminal may be gone
        print(text, file=sys.stderr, flush=True)


def run(setup: Setup | None = None, files: Sequence[Path] = (), positions: PositionList | None = None) -> int:
    """Open the window and run it until it is closed.

    The settings are saved on closing. If that fails, one line on standard error gives the reason. A signal to stop also
    closes the window, and a crash of the interpreter is added to the error log. If another program destroys a window or
    the display is lost, one line says so; games are autosaved.

    Args:
        setup: The first game. With None, a new game of the kind in `positions` is started if that game is installed, or
            else the game from `first_setup`.
        files: Files to open in addition to the first game.
        positions: Positions to open in addition to the first game, for editing.

    Returns:
        The exit status: 0 after the window is closed, or 2 if there is no display, with one line on standard error.
    """
    log = faults.log_crashes()
    handle_x_errors(lambda text: say(words.x_error(text)), lambda: say(words.DISPLAY_LOST))
    settings, problem = app_settings.load()
    try:
        root = make_root(resolve_theme(settings))
    except TclError as error:
        print(tr("herbarium: the window cannot be opened: {error}", error=error), file=sys.stderr)
        return 2
    place_window(root, settings.geometry)
    root.deiconify()
    root.update_idletasks()  # only a shown window has a size
    if setup is None and positions is not None:
        game = positions.entry.sketch.spec.partition("(")[0]
        setup = default_setup(game, new_seed()) if game in fastcore.games() else None
    window = Window(root, settings, setup or first_setup(settings))

    ended: list[bool] = []

    def end() -> None:
        ended.append(True)
        try:
            if not root.attributes("-fullscreen"):
                settings.geometry = root.geometry()
            window.close()
            failure = app_settings.save(settings)
            if failure:
                print(f"herbarium: {failure}", file=sys.stderr)
        finally:
            root.destroy()

    def close() -> None:
        window.shell.ask_to_close(end)

    def stop(number: int) -> None:
        say(words.stopped(signal.Signals(number).name))
        end()

    def on_signal(number: int, _: FrameType | None) -> None:
        for other, handler in handlers.items():
            signal.signal(other, handler)  # a second signal ends a program that hangs
        root.after(0, stop, number)  # the signal can interrupt any call, so the window is closed between two events

    handlers = set_handlers(on_signal)
    root.protocol("WM_DELETE_WINDOW", close)
    root.bind("<<Quit>>", lambda _: close())
    window.games.keeps_first = setup is not None
    for file in files:
        window.games.open_item(file)
    window.shell.events.started.emit()
    if positions is not None:
        window.games.open_item(positions)
    if problem:
        window.shell.notice.show(problem, True)
        if not (folders.config_folder() / app_settings.FILE).exists():
            app_settings.save(settings)  # keep the readable part of a damaged file
    elif unusable := fastcore.unusable_games():
        window.shell.notice.show(words.unusable(unusable), True)
    elif scripts.replaced:
        (language,) = scripts.replaced
        missing = words.no_font(language, scripts.FONT_PACKAGES[language])
        window.shell.notice.show(missing, True)
        say(missing)
    elif rough := font_problem(root):
        window.shell.notice.show(rough, True)
        say(rough)  # a command can be copied from a terminal
    root.update_idletasks()  # Only a visible widget can have the focus. Keys pressed during start-up are for the board.
    window.games.focus_target.focus_set()
    preload_later(root)
    root.mainloop()
    if not ended:
        say(words.CLOSED_BY_FORCE)
    for number, handler in handlers.items():
        signal.signal(number, handler)
    if log is not None:
        faulthandler.disable()
        log.close()
    return 0
