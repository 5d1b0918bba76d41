"""A wild user: clicks, drags and keys at any place and time, any command, resizing and closing, over games of all drawn boards.

`python -m tests.clicker --games N --seed S` plays so many games in a window of its own and says what it saw, with exit
status 1 if anything went wrong: a traceback, a window that stands still, a position that cannot be read again, a board
that shows another one, or memory that grows. It knows no game and no widget by name: it walks what is there.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import sys
import time
import tkinter
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import filedialog
from types import TracebackType

from Xlib import XK, X, display
from Xlib.ext import xtest

import bots
import fastcore
from fastcore import OVER
from workbench import boards
from workbench.gui.app import make_root
from workbench.gui.board_view import BoardView
from workbench.gui.table import Setup
from workbench.gui.window import Window
from workbench.settings import Settings

GAP_MS = 8  # between two acts
MOST_ACTS = 90  # in a game that does not end
FROZEN_SECONDS = 20  # without a callback, also on a busy machine
MOST_GROWTH = 60  # megabytes that the process may grow by in the last quarter of its games
ENOUGH_GAMES = 400  # from which on growth tells something: before, every size and theme of every board is new, and so are the games that may be reopened
MOST_TABS = 3  # each is a game that the memory holds
PLAYERS = ("person", "person", "person", "random", "greedy", "mcts(simulations=20)")
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789", "Return", "Escape", "Tab", "space", "Left", "Right", "Up", "Down", "Home", "End",
    "Prior", "Next", "BackSpace", "Delete", "F1", "F2", "F5", "F10", "slash", "question", "plus", "minus", "period",
)  # fmt: skip
MODIFIERS: tuple[tuple[str, ...], ...] = (
    (), (), (), ("Control_L",), ("Shift_L",), ("Control_L", "Shift_L"), ("Alt_L",),
)  # fmt: skip


class Clicker:
    """One wild user at one window."""

    def __init__(self, window: Window, seed: int, folder: Path) -> None:
        self.window, self.root, self.chance = window, window.root, random.Random(seed)
        self.screen = display.Display()
        self.faults: list[str] = []
        self.acts = self.games = self.ended = self.in_game = 0
        self.log: list[str] = []  # the last acts
        self.memory: list[float] = []
        self.wanted = 0
        self.before = 0.0  # when it last acted
        self.longest = 0.0  # seconds without a callback
        self.root.report_callback_exception = self._fault
        for name in ("asksaveasfilename", "askopenfilename"):  # the toolkit's own dialogs are answered in its place
            setattr(filedialog, name, lambda *_, **__: self._file(folder))

    def play(self, games: int) -> None:
        self.wanted = games
        self._begin()
        self.root.after(GAP_MS, self._tick)
        self.root.mainloop()
        faulthandler.cancel_dump_traceback_later()

    # What is watched --------------------------------------------------------------------------------------------------

    def _fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._wrong("".join(traceback.format_exception(kind, error, trace)))

    def _wrong(self, text: str) -> None:
        self.faults.append(f"{text}\nafter {'; '.join(self.log)}\nin {self.situation()}")

    def situation(self) -> str:
        state = self.window.table.state
        return f"{state.spec} {state.text()}"

    def check(self) -> None:
        """Whether the position can be read again, and whether the board shows it."""
        state, view = self.window.table.state, self.window.view
        try:
            again = fastcore.parse(self.situation())
        except ValueError as error:
            self._wrong(f"an illegal position: {error}")
            return
        if again.text() != state.text():
            self._wrong(f"read again it is {again.text()}")
        rests = not self.window.playing.presenter.busy and isinstance(view, BoardView) and view.unit and not view.moving and not view.hasty
        if rests and isinstance(view, BoardView) and self.window.board is not None:
            playback = self.window.playback
            wanted = set(self.window.board.pieces(playback.fields if playback.shows else self.window.table.point.fields))
            places = {item: tuple(view.coords(number)) for item, number in view.shown["pieces"].items()}
            if view.pull is None and places != {item: view.seen(item) for item in wanted}:
                self._wrong("the board shows another position")

    # One act after the other ------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        faulthandler.dump_traceback_later(FROZEN_SECONDS, exit=True)
        now = time.monotonic()
        self.longest, self.before = max(self.longest, now - (self.before or now)), now
        if self.faults or self.games > self.wanted:
            self.root.quit()
            return
        self.root.after(GAP_MS, self._tick)  # also while an act waits for something
        self.acts += 1
        self.in_game += 1
        try:
            self.check()
            if self.window.table.state.actor == OVER or self.in_game > MOST_ACTS:
                self.ended += self.window.table.state.actor == OVER
                self._begin()
            self.act()
        except Exception:
            self._wrong(traceback.format_exc())

    def _begin(self) -> None:
        """Another game, with players that do not think long; the window may be any that the last one left."""
        self.games, self.in_game = self.games + 1, 0
        self.memory.append(megabytes())
        while len(self.window.tabs.open) > MOST_TABS:
            self.window.tabs.close(0)
        drawn = [game for game in fastcore.games() if boards.find(game)]
        spec = self._spec(self.chance.choice(drawn))
        fit = [player for player in PLAYERS if player.partition("(")[0] in ("person", *bots.names(spec))]
        seats = tuple(self.chance.choice(fit) for _ in range(fastcore.start(spec).seats))
        self.log = [f"{spec} {seats}"]
        self.window.table.begin(Setup(spec, seats, self.chance.randrange(1000)))

    def _spec(self, game: str) -> str:
        """The game with options as they come, or with one that is drawn from those named."""
        option = self.chance.choice((None, *fastcore.info(game).options * 2))
        if option is None:
            return game
        values = [value for value in (*map(str, range(1, 5)), str(option.default)) if _begins(f"{game}({option.name}={value})")]
        return f"{game}({option.name}={self.chance.choice(values)})" if values else game

    def act(self) -> None:
        acts: dict[Callable[[], str], int] = {
            self.open_spot: 16, self.any_place: 5, self.any_widget: 4, self.drag: 3, self.hover: 3, self.key: 6,
            self.command: 3, self.menu: 2, self.resize: 1, self.close_dialog: 2, self.right_button: 1, self.wheel: 1,
            self.type_move: 10, self.settings: 1,
        }  # fmt: skip
        chosen = self.chance.choices(list(acts), list(acts.values()))[0]
        self.log = [*self.log[-12:], chosen.__name__]
        self.log[-1] += f" {chosen()}"
        self.screen.sync()

    # What it does -----------------------------------------------------------------------------------------------------

    def open_spot(self) -> str:
        """A click on a spot that leads on, so that games end."""
        view, entry = self.window.view, self.window.playing.touch.entry
        if not isinstance(view, BoardView) or not view.unit or view.ground is None:
            return ""
        spots = sorted(entry.open.intersection(view.ground.spots))  # the others are buttons beside the board
        if not spots:
            return ""
        spot = self.chance.choice(spots)
        x, y = view.place_of(spot)
        self._button(view.winfo_rootx() + x, view.winfo_rooty() + y)
        return spot

    def any_place(self) -> str:
        x, y = self._place()
        self._button(x, y)
        return f"{x},{y}"

    def right_button(self) -> str:
        x, y = self._place()
        self._button(x, y, 3)
        return f"{x},{y}"

    def wheel(self) -> str:
        x, y = self._place()
        self._button(x, y, self.chance.choice((4, 5)))
        return f"{x},{y}"

    def any_widget(self) -> str:
        widget = self.chance.choice([self.root, *(one for one in walk(self.root) if one.winfo_viewable())])
        self._button(widget.winfo_rootx() + widget.winfo_width() // 2, widget.winfo_rooty() + widget.winfo_height() // 2)
        return str(widget)

    def drag(self) -> str:
        places = [self._place() for _ in range(3)]
        view = self.window.view
        if isinstance(view, BoardView) and view.unit and view.ground is not None and self.chance.random() < 0.8:
            x, y = view.place_of(self.chance.choice(sorted(view.ground.spots)))
            places[0] = (view.winfo_rootx() + x, view.winfo_rooty() + y)
        self._move(*places[0])
        xtest.fake_input(self.screen, X.ButtonPress, 1)
        for place in places[1:]:
            self._move(*place)
        xtest.fake_input(self.screen, X.ButtonRelease, 1)
        return str(places)

    def hover(self) -> str:
        for _ in range(3):
            self._move(*self._place())
        return ""

    def key(self) -> str:
        key, held = self.chance.choice(KEYS), self.chance.choice(MODIFIERS)
        codes = [self.screen.keysym_to_keycode(XK.string_to_keysym(name)) for name in (*held, key)]
        for code in codes:
            xtest.fake_input(self.screen, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.screen, X.KeyRelease, code)
        return "+".join((*held, key))

    def command(self) -> str:
        name = self.chance.choice(sorted(self.window.registry.commands))
        self.window.registry.run(name)
        return name

    def menu(self) -> str:
        """An entry of a menu as the toolkit would call it; what is greyed does nothing."""
        menus = [one for one in walk(self.root) if isinstance(one, tkinter.Menu)]
        menu = self.chance.choice(menus)
        fill = menu.cget("postcommand")
        if fill:
            self.root.tk.call(str(fill))
        last = menu.index("end")
        if last is None:
            return ""
        entry = self.chance.randrange(last + 1)
        if menu.type(entry) in ("separator", "cascade"):
            return ""
        label = str(menu.entrycget(entry, "label"))
        menu.invoke(entry)
        return label

    def resize(self) -> str:
        width, height = self.chance.choice(((1280, 720), (800, 560), (1600, 900), (300, 200), (2000, 1200), (1000, 640)))
        width, height = width + self.chance.randrange(40), height + self.chance.randrange(40)
        self.root.geometry(f"{width}x{height}+0+0")
        return f"{width}x{height}"

    def close_dialog(self) -> str:
        """The close button of a window other than the main one."""
        others = [one for one in walk(self.root) if isinstance(one, tkinter.Toplevel)]
        if not others:
            return ""
        other = self.chance.choice(others)
        name, ask = str(other), other.protocol("WM_DELETE_WINDOW")
        if ask:
            self.root.tk.call(*self.root.tk.splitlist(ask))
        else:
            other.destroy()
        return name

    def type_move(self) -> str:
        """The rest of a turn as moves, or something else, as typed."""
        state, texts = self.window.table.state.copy(), list[str]()
        turn = state.turn
        while state.actor >= 0 and state.turn == turn and len(texts) < 20:
            texts.append(state.move_text(self.chance.choice(state.moves())))
            state.play(texts[-1])
        text = self.chance.choice((*[" ".join(texts)] * 6, "nothing", "a1 a2", ""))
        self.window.playing.type_move(text)
        return text

    def settings(self) -> str:
        self.window.settings.animation = self.chance.random() < 0.5
        self.root.focus_force()
        return f"animation {self.window.settings.animation}"

    # Real events ------------------------------------------------------------------------------------------------------

    def _place(self) -> tuple[int, int]:
        """Anywhere on a window of ours."""
        tops = [self.root, *(one for one in walk(self.root) if isinstance(one, tkinter.Toplevel) and one.winfo_viewable())]
        top = self.chance.choice(tops)
        x, y = self.chance.randrange(max(1, top.winfo_width())), self.chance.randrange(max(1, top.winfo_height()))
        return top.winfo_rootx() + x, top.winfo_rooty() + y

    def _move(self, x: int, y: int) -> None:
        xtest.fake_input(self.screen, X.MotionNotify, x=x, y=y)

    def _button(self, x: int, y: int, button: int = 1) -> None:
        self._move(x, y)
        xtest.fake_input(self.screen, X.ButtonPress, button)
        xtest.fake_input(self.screen, X.ButtonRelease, button)

    def _file(self, folder: Path) -> str:
        return self.chance.choice(("", str(folder / "kept.svg"), str(folder / "kept.png"), str(folder / "no" / "such"), str(folder)))


def walk(widget: tkinter.Misc) -> Iterator[tkinter.Misc]:
    """Every widget below this one."""
    for child in widget.winfo_children():
        yield child
        yield from walk(child)


def _begins(spec: str) -> bool:
    try:
        fastcore.start(spec)
    except ValueError:
        return False
    return True


def megabytes() -> float:
    """The memory of this process; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(memory: list[float]) -> float:
    """How much more memory is used in the last quarter of the games than in the one before, in megabytes."""
    quarter = len(memory) // 4
    before, last = memory[-2 * quarter : -quarter], memory[len(memory) - quarter :]
    return min(last) - min(before) if before and last else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description="A wild user at the window.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("."), help="where pictures and the like are written")
    given = parser.parse_args()
    root = make_root()
    root.geometry("1280x720+0+0")
    root.deiconify()
    root.update()
    first = next(game for game in fastcore.games() if boards.find(game))
    window = Window(root, Settings(animation=True), Setup(first, ("person",) * fastcore.start(first).seats, given.seed))
    clicker = Clicker(window, given.seed, given.folder)
    begun = time.monotonic()
    clicker.play(given.games)
    grown = growth(clicker.memory)
    if given.games >= ENOUGH_GAMES and grown > MOST_GROWTH:
        clicker.faults.append(f"memory grew by {grown:.0f} MB: {[round(amount) for amount in clicker.memory]}")
    for fault in clicker.faults:
        print(fault)
    print(
        f"{clicker.games - 1} games ({clicker.ended} to their end), {clicker.acts} acts in {time.monotonic() - begun:.0f} s, "
        f"memory {max(clicker.memory):.0f} MB at most, grown by {grown:.0f} MB, "
        f"never busy for more than {clicker.longest:.2f} s, {len(clicker.faults)} faults"
    )
    print(f"memory before each game in MB: {' '.join(f'{amount:.0f}' for amount in clicker.memory)}")
    window.close()
    root.destroy()
    return 1 if clicker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
