"""Starting the window: the settings, the first game, and the root."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tkinter import TclError

import ttkbootstrap

import fastcore
from workbench import boards
from workbench import settings as kept
from workbench.boards.kit.palette import THEMES
from workbench.game.session import Session
from workbench.gui.look.look import HouseTheme, dots, wanted_theme
from workbench.gui.shell import words
from workbench.gui.window import Window
from workbench.positions.lists import PositionList
from workbench.records.seeds import new_seed
from workbench.system import folders
from workbench.table.setup import Setup, usual

SIZE = (1280, 720)
SMALLEST = (800, 560)


def make_root(theme: str = "light") -> ttkbootstrap.App:
    """The one root of the process; it is not shown yet."""
    HouseTheme("herbarium").register()  # type: ignore[no-untyped-call]
    root = ttkbootstrap.App(title=words.NAME, theme=f"herbarium-{theme}", iconphoto=None, minsize=SMALLEST)
    root.withdraw()
    root.configure(background=THEMES[theme]["window"])
    return root


def first_setup(settings: kept.Settings) -> Setup:
    """What was played last, or a person against the strongest bot of the newest game that has a board; nothing to
    configure."""
    seed = new_seed()
    if settings.last_spec:
        try:
            Session(settings.last_spec, settings.last_seats, seed)
        except ValueError:
            pass  # a game or a bot that is there no more
        else:
            last = settings.games.get(settings.last_spec.partition("(")[0])
            known = last is not None and (last.spec, last.seats) == (settings.last_spec, settings.last_seats)
            names, limit = (last.names, last.limit) if last is not None and known else ((), None)
            return Setup(settings.last_spec, settings.last_seats, seed, None, names, limit)
    drawn = [game for game in fastcore.games() if boards.find(game)]
    spec = max(drawn or fastcore.games(), key=lambda game: fastcore.info(game).year)
    return usual(spec, seed)


def place(root: ttkbootstrap.App, geometry: str) -> None:
    """Put the window where it was, if that is on the screen, else in the middle."""
    wide, high = root.winfo_screenwidth(), root.winfo_screenheight()
    found = re.fullmatch(r"(\d+)x(\d+)\+(-?\d+)\+(-?\d+)", geometry)
    if found:
        width, height, x, y = map(int, found.groups())
        if width <= wide and height <= high and 0 <= x <= wide - width // 2 and 0 <= y <= high - height // 2:
            root.geometry(geometry)
            return
    below = root.maxsize()[1]  # Tk leaves room for what the desktop lays around a window
    width, height = (min(round(length * dots(root)), most) for length, most in zip(SIZE, (wide, below), strict=True))
    root.geometry(f"{width}x{height}+{(wide - width) // 2}+{(high - height) // 2}")


def run(setup: Setup | None = None, file: Path | None = None, positions: PositionList | None = None) -> int:
    """Open the window, with a file if one is named or positions to be set up, and stay until it is closed. Returns
    the exit status; without a display, 2 and one line."""
    settings, remark = kept.load()
    try:
        root = make_root(wanted_theme(settings))
    except TclError as error:
        print(f"herbarium: the window cannot be opened: {error}", file=sys.stderr)
        return 2
    place(root, settings.geometry)
    root.deiconify()
    root.update_idletasks()  # only a window that is shown has a size
    if setup is None and positions is not None:
        game = positions.entry.sketch.spec.partition("(")[0]
        setup = usual(game, new_seed()) if game in fastcore.games() else None
    window = Window(root, settings, setup or first_setup(settings))

    def end() -> None:
        try:
            settings.geometry = root.geometry()
            window.close()
            failure = kept.save(settings)
            if failure:
                print(f"herbarium: {failure}", file=sys.stderr)
        finally:
            root.destroy()

    def close() -> None:
        window.shell.ask_to_close(end)

    root.protocol("WM_DELETE_WINDOW", close)
    root.bind("<<Quit>>", lambda _: close())
    if file is not None:
        window.games.open_thing(file)
    window.shell.events.started.tell()
    if positions is not None:
        window.games.open_thing(positions)
    if remark:
        window.shell.notice.say(remark, True)
        if not (folders.folder() / kept.FILE).exists():
            kept.save(settings)  # what was read from the damaged one is not lost again
    root.update_idletasks()  # only a widget on the screen can have the focus; keys pressed meanwhile are for the board
    window.games.middle.focus_set()
    root.mainloop()
    return 0
