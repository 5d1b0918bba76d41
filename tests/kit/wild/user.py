"""A random user of one window: clicks, drags and keys anywhere at any time, any command, resizing and closing."""

from __future__ import annotations

import random
import time
import tkinter
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import ttk
from types import TracebackType

import bots
import fastcore
from fastcore import OVER
from tests.kit.wild.checks import fault_of, situation
from tests.kit.wild.hands import KEYS, MODIFIERS, InputDevices, middle
from tests.kit.wild.standstill import Watchdog, megabytes
from tests.kit.windows import TestedWindow
from workbench import boards
from workbench.conformance.walks import random_position
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.shell.commands import SET_UP
from workbench.gui.side.form_card import FormCard
from workbench.gui.side.paper_form import FORM
from workbench.gui.widgets import file_dialogs
from workbench.table.setup import Setup

GAP_MS = 8  # milliseconds between two actions
MAX_ACTS = 120  # maximum number of actions in one game
FROZEN_SECONDS = 20  # seconds without a callback that count as frozen, even on a busy machine
MAX_FAULTS = 5  # faults after which the user gives up
MAX_TABS = 3  # open games take memory
PLAYERS = ("person", "person", "person", "random", "greedy", "mcts(simulations=20)")


class RandomUser:
    """A random user of one window."""

    def __init__(self, window: TestedWindow, seed: int, folder: Path) -> None:
        self.window, self.root, self.chance = window, window.root, random.Random(seed)
        self.hands = InputDevices()
        self.faults: list[str] = []
        self.faulty = False  # whether this game had a fault and another must start
        self.acts = self.games = self.ended = self.in_game = 0
        self.log: list[str] = []  # the last actions
        self.memory: list[float] = []
        self.game_count = 0
        self.last_action = 0.0  # time of the last action
        self.longest = 0.0  # longest time without a callback, in seconds
        self.seen: Counter[str] = Counter()  # numbers of people's actions by kind
        self.sketch: object = None  # the position in Set up at the last check
        # session, number of steps, whether a sheet and a hand-over cover were shown, at the last check
        self.last_state: tuple[object, int, bool, bool] = (None, 0, False, False)
        self.standstill = Watchdog(FROZEN_SECONDS, lambda: "; ".join(self.log))
        self.root.report_callback_exception = self._fault
        file_dialogs.use_chooser(lambda parent, request: self._files(folder))

    def play(self, games: int) -> None:
        self.game_count = games
        self._begin()
        self.root.after(GAP_MS, self._tick)
        self.root.mainloop()
        self.standstill.close()

    # Checks -----------------------------------------------------------------------------------------------------------

    def _fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._wrong("".join(traceback.format_exception(kind, error, trace)))

    def _wrong(self, text: str) -> None:
        self.faulty = True
        self.faults.append(f"{text}\nafter {'; '.join(self.log)}\nin {self.situation()}")

    def situation(self) -> str:
        return situation(self.window)

    def check(self) -> None:
        if wrong := fault_of(self.window):
            self._wrong(wrong)

    @property
    def middle(self) -> tkinter.Misc | None:
        """The widget in the middle of the window."""
        set_up = self.window.set_up
        return set_up.view if set_up.on else self.window.screen.view

    def look(self) -> None:
        """Count what people did since the last check."""
        table, drafting = self.window.table, self.window.drafting
        session, steps = table.session, table.session.steps
        last_session, last_count, had_sheet, was_covered = self.last_state
        self.last_state = (session, len(steps), drafting.draft is not None, table.screen.handover_seat is not None)
        if last_session is not session:
            return
        self.seen["hand-overs"] += was_covered and table.screen.handover_seat is None
        moves = [step for step in steps[last_count:] if step.actor >= 0 and session.seats[step.actor] == PERSON]
        if moves:
            kind = "other decisions" if not table.info.has.secrets else "turns locked" if had_sheet else "bids"
            self.seen[kind] += 1
        if drafting.draft is not None and drafting.draft.moves:
            self.seen["looks at a sheet"] += 1
        sketch, self.sketch = self.sketch, self.window.set_up.edited.sketch if self.window.set_up.on else None
        self.seen["changes in Set up"] += None not in (sketch, self.sketch) and sketch != self.sketch
        self.seen["looks at a form"] += any(note.forms for note in session.document.tree.head.notes)

    # Sequence of actions ----------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.standstill.alive()
        now = time.monotonic()
        self.longest, self.last_action = max(self.longest, now - (self.last_action or now)), now
        if len(self.faults) >= MAX_FAULTS or self.games > self.game_count:
            self.root.quit()
            return
        self.root.after(GAP_MS, self._tick)  # continue even while an action waits
        self.acts += 1
        self.in_game += 1
        try:
            self.check()
            self.look()
            if self.window.table.state.actor == OVER or self.in_game > MAX_ACTS or self.faulty:
                self.ended += self.window.table.state.actor == OVER
                self._begin()
            self.act()
        except Exception:
            self._wrong(traceback.format_exc())

    def _begin(self) -> None:
        """Start another game without slow bots. The window stays as it is."""
        self.games, self.in_game, self.faulty = self.games + 1, 0, False
        self.memory.append(megabytes())
        while len(self.window.tabs.open) > MAX_TABS:
            self.window.tabs.close(0)
        games = [game for game in fastcore.games() if boards.find(game)]
        spec = self._spec(games[self.games % len(games)])
        players = [player for player in PLAYERS if player.partition("(")[0] in ("person", *bots.names(spec))]
        players = self.chance.choice((players, players[:1]))  # some games have only people
        seats = tuple(self.chance.choice(players) for _ in range(fastcore.start(spec).seats))
        self.log = [f"{spec} {seats}"]
        number = self.chance.randrange(1000)
        self.window.table.begin(Setup(spec, seats, number, self._position(spec, number) if number % 3 == 0 else None))

    def _spec(self, game: str) -> str:
        """Return a spec of the game with at most one option, which has a random valid value."""
        option = self.chance.choice((None, *fastcore.info(game).options * 2))
        if option is None:
            return game
        values = [
            value
            for value in (*map(str, range(1, 5)), str(option.default))
            if _is_valid(f"{game}({option.name}={value})")
        ]
        return f"{game}({option.name}={self.chance.choice(values)})" if values else game

    def _position(self, spec: str, number: int) -> str:
        """Return a position of the game, preferably one without a plan sheet."""
        board = boards.find(spec.partition("(")[0])
        for state in (random_position(spec, "clicker", number, draw) for draw in range(12)):
            if board is None or not board.uses_sheet(state.viewpoint(state.actor)):
                break
        return state.text()

    def act(self) -> None:
        acts: dict[Callable[[], str], int] = {
            self.open_spot: 16, self.any_place: 5, self.any_widget: 4, self.drag: 3, self.hover: 3, self.key: 6,
            self.command: 3, self.menu: 2, self.resize: 1, self.close_page: 8, self.right_button: 1, self.wheel: 1,
            self.type_move: 10, self.settings: 1, self.main_button: 16, self.fill_form: 5, self.set_up_position: 8,
        }  # fmt: skip
        chosen = self.chance.choices(list(acts), list(acts.values()))[0]
        self.log = [*self.log[-12:], chosen.__name__]
        self.log[-1] += f" {chosen()}"
        self.hands.screen.sync()

    # Actions ----------------------------------------------------------------------------------------------------------

    def open_spot(self) -> str:
        """Click a spot that continues a move, so that games come to an end."""
        view, entry = self.middle, self.window.playing.move_input.entry
        if not isinstance(view, BoardView) or not view.painter.unit or view.ground is None:
            return ""
        # Buttons beside the board are not spots; in Set up every spot has a next step.
        spots = sorted(view.ground.spots if self.window.set_up.on else entry.next_spots.intersection(view.ground.spots))
        if not spots:
            return ""
        spot = self.chance.choice(spots)
        x, y = view.place_of(spot)
        self.hands.click(view.winfo_rootx() + x, view.winfo_rooty() + y)
        return spot

    def any_place(self) -> str:
        x, y = self._place()
        self.hands.click(x, y)
        return f"{x},{y}"

    def right_button(self) -> str:
        x, y = self._place()
        self.hands.click(x, y, 3)
        return f"{x},{y}"

    def wheel(self) -> str:
        x, y = self._place()
        self.hands.click(x, y, self.chance.choice((4, 5)))
        return f"{x},{y}"

    def any_widget(self) -> str:
        widget = self.chance.choice([self.root, *(visible for visible in walk(self.root) if visible.winfo_viewable())])
        self.hands.click(
            widget.winfo_rootx() + widget.winfo_width() // 2, widget.winfo_rooty() + widget.winfo_height() // 2
        )
        return str(widget)

    def drag(self) -> str:
        places = [self._place() for _ in range(3)]
        view = self.middle
        if isinstance(view, BoardView) and view.painter.unit and view.ground is not None and self.chance.random() < 0.8:
            x, y = view.place_of(self.chance.choice(sorted(view.ground.spots)))
            places[0] = (view.winfo_rootx() + x, view.winfo_rooty() + y)
        self.hands.move(*places[0])
        self.hands.hold()
        for place in places[1:]:
            self.hands.move(*place)
        self.hands.let_go()
        return str(places)

    def hover(self) -> str:
        for _ in range(3):
            self.hands.move(*self._place())
        return ""

    def key(self) -> str:
        keys = (*self.chance.choice(MODIFIERS), self.chance.choice(KEYS))
        self.hands.press(*keys)
        return "+".join(keys)

    def command(self) -> str:
        name = self.chance.choice(sorted(self.window.registry.commands))
        self.window.registry.run(name)
        return name

    def menu(self) -> str:
        """Choose an entry of a menu or submenu as the toolkit would. Disabled entries do nothing."""
        menus = [
            candidate
            for candidate in walk(self.root)
            if isinstance(candidate, tkinter.Menu) and not isinstance(candidate.master, tkinter.Menu)
        ]
        # Skip closed context menus, which are about to be removed.
        menu: tkinter.Menu = self.chance.choice(
            [candidate for candidate in menus if candidate.cget("postcommand") or candidate.winfo_viewable()]
        )
        while True:
            fill = menu.cget("postcommand")
            if fill:
                self.root.tk.call(str(fill))
            last = menu.index("end")
            if last is None:
                return ""
            entry = self.chance.randrange(last + 1)
            if menu.type(entry) == "separator" or menu.entrycget(entry, "state") == "disabled":
                return ""
            if menu.type(entry) != "cascade":
                break
            menu = self.root.nametowidget(menu.entrycget(entry, "menu"))
        label = str(menu.entrycget(entry, "label"))
        menu.invoke(entry)
        return label

    def resize(self) -> str:
        width, height = self.chance.choice(
            ((1280, 720), (800, 560), (1600, 900), (300, 200), (2000, 1200), (1000, 640))
        )
        width, height = width + self.chance.randrange(40), height + self.chance.randrange(40)
        self.root.geometry(f"{width}x{height}+0+0")
        return f"{width}x{height}"

    def close_page(self) -> str:
        """Close a page or dialog, by its close button if it has one."""
        pages = [page for page in self.window.pages.open.values() if page.winfo_exists()]
        closable = [
            *pages,
            *(page for page in walk(self.root) if isinstance(page, tkinter.Toplevel) and page not in pages),
        ]
        if not closable:
            return ""
        target = self.chance.choice(closable)
        name, ask = str(target), target.protocol("WM_DELETE_WINDOW") if isinstance(target, tkinter.Toplevel) else ""
        if ask:
            self.root.tk.call(*self.root.tk.splitlist(ask))
        else:
            target.destroy()
        return name

    def type_move(self) -> str:
        """Type random moves for the rest of a turn, or an invalid text."""
        if self.window.set_up.on:  # Set up has no field for moves.
            return ""
        state, texts = self.window.table.state.copy(), list[str]()
        turn, actor = state.turn, state.actor
        while actor >= 0 and (state.actor, state.turn) == (actor, turn) and len(texts) < 20:
            texts.append(state.move_text(self.chance.choice(state.moves())))
            if isinstance(state, fastcore.Viewpoint):  # a viewpoint does not know the outcome of the move
                break
            state.play(texts[-1])
        text = self.chance.choice((*[" ".join(texts)] * 6, "nothing", "a1 a2", ""))
        self.window.playing.type_move(text)
        return text

    def main_button(self) -> str:
        """Click the main button of a hand-over cover, a sheet or a dialog."""
        buttons = [
            widget
            for widget in walk(self.root)
            if isinstance(widget, ttk.Button) and widget.cget("style") == "Main.TButton" and widget.winfo_viewable()
        ]
        places = [(*middle(button), button) for button in buttons]
        free = [place for place in places if str(self.root.tk.call("winfo", "containing", *place[:2])) == str(place[2])]
        if not free:
            return ""
        x, y, button = self.chance.choice(free)
        self.hands.click(x, y)
        return str(button.cget("text"))

    def set_up_position(self) -> str:
        """Change the position in Set up. Sometimes open Set up, or play the position."""
        window, column = self.window, self.window.set_up.column
        if column is None:
            if self.chance.random() < 0.25:
                window.registry.run("set_up_mode")
            return ""
        tiles = list(column.palette.pieces.values()) if column.palette is not None else []
        if tiles and self.chance.random() < 0.5:
            tile = self.chance.choice(tiles)
            self.hands.click(
                tile.winfo_rootx() + tile.winfo_width() // 2, tile.winfo_rooty() + tile.winfo_height() // 2
            )
            return str(tile)
        own = [command.name for command in window.registry.commands.values() if command.modes == SET_UP]
        name = self.chance.choice((*own, "undo", "undo", "redo"))
        window.registry.run(name)
        return name

    def fill_form(self) -> str:
        """Type into a cell of the record form, or open the form if the game has one."""
        registry, side = self.window.registry, self.window.screen.side
        if registry["form"].why_not():
            return ""
        if side.kind != FORM:
            registry.run("form")
            return "opened"
        page = side.page
        if isinstance(page, FormCard) and page.boxes and page.grid_view.winfo_viewable():
            view = page.grid_view
            left, top, right, bottom = self.chance.choice(list(page.boxes.values()))
            self.hands.click(view.winfo_rootx() + (left + right) // 2, view.winfo_rooty() + (top + bottom) // 2)
            for key in (self.chance.choice("0123x"), self.chance.choice(("Return", "Return", "Escape", "Tab"))):
                self.hands.press(key)
        return "written"

    def settings(self) -> str:
        self.window.settings.animation = self.chance.random() < 0.5
        self.root.focus_force()
        return f"animation {self.window.settings.animation}"

    def _place(self) -> tuple[int, int]:
        """Return a random place on one of the program's windows."""
        tops = [
            self.root,
            *(page for page in walk(self.root) if isinstance(page, tkinter.Toplevel) and page.winfo_viewable()),
        ]
        top = self.chance.choice(tops)
        x, y = self.chance.randrange(max(1, top.winfo_width())), self.chance.randrange(max(1, top.winfo_height()))
        return top.winfo_rootx() + x, top.winfo_rooty() + y

    def _files(self, folder: Path) -> list[Path]:
        kept = folder / "kept.svg", folder / "kept.png", folder / "no" / "such", folder
        return self.chance.choice([[], *([file] for file in kept)])


def walk(widget: tkinter.Misc) -> Iterator[tkinter.Misc]:
    """Yield all descendants of a widget."""
    for child in widget.winfo_children():
        yield child
        yield from walk(child)


def _is_valid(spec: str) -> bool:
    try:
        fastcore.start(spec)
    except ValueError:
        return False
    return True
