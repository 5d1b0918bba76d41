"""An interactive board: maps clicks, drags and keys to spots, and shows the cursor and dragged pieces.

It knows no rules and reports spots.
"""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from workbench.boards.kit.choices import BESIDE, HAND
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.gui.board.cards import PanelCard
from workbench.gui.board.painted_board import PaintedBoard
from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import ALT, CONTROL, focused, on_enter

ROOM = 16  # around the board
PULL = 6  # pixels at 100 % that a drag is longer than a click
MIDDLE, RIGHT = 2, 3  # buttons: which of them is the right one depends on the system
LEFT_BEHIND = 0.35  # the strength of a piece while it is carried, where it stood


class Hands(Protocol):
    """Who is told what the pointer and the keys do on the board."""

    def pressed(self) -> bool:
        """The button went down; True if that is all there is to this click."""

    def clicked(self, spot: str) -> None: ...

    def lifted(self, spot: str) -> Item | None:
        """A drag begins on this spot: the piece that it carries, None for none."""

    def dragged(self, start: str, end: str) -> None: ...
    def hovered(self, spot: str) -> None: ...

    def keyed(self, key: str) -> bool:
        """A letter or digit was pressed on the board; whether it meant anything there."""

    def entered(self) -> bool:
        """Enter was pressed on the board; whether it took something that lies beside it."""


class Still:
    """A board that is only looked at."""

    def pressed(self) -> bool:
        return True

    def clicked(self, spot: str) -> None: ...
    def dragged(self, start: str, end: str) -> None: ...
    def hovered(self, spot: str) -> None: ...

    def lifted(self, spot: str) -> None:
        return None

    def keyed(self, key: str) -> bool:
        return False

    def entered(self) -> bool:
        return False


class BoardView(PaintedBoard):
    """The board of one game in one look, and whose hands are on it."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, board: Board, hands: Hands, room: float = ROOM, colour: str = "window"
    ) -> None:
        super().__init__(parent, look, board, room, colour)
        self.configure(takefocus=1)
        self.hands = hands
        self.hover = self.cursor = ""
        self.button_at = ""  # the spot where the button went down
        self.swallow = False  # that click has had its effect already
        self.press_at = (0, 0)
        self.pull: Pull | None = None
        for sequence in ("<Enter>", "<Motion>"):
            self.bind(sequence, lambda event: self._over(self.spot_at(event.x, event.y)))
        self.bind("<Leave>", lambda _: self._over(""))
        self.bind("<ButtonPress-1>", self._press)
        self.bind("<B1-Motion>", self._pulled)
        self.bind("<ButtonRelease-1>", self._release)
        for button in (MIDDLE, RIGHT):
            self.bind(f"<ButtonPress-{button}>", self._take_back)
        for key, step in {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}.items():
            self.bind(f"<Key-{key}>", partial(self._step, *step))
        on_enter(self, self.choose_here, "space")
        self.bind("<Control-Key-Return>", lambda _: None)  # a command of the window
        self.bind("<Key>", self._keyed)
        self.bind("<<TraverseIn>>", lambda _: self._step(0, 0))
        self.bind("<FocusIn>", lambda _: self._show_cursor())
        self.bind("<FocusOut>", lambda _: self._show_cursor())

    def hand_to(self, hands: Hands) -> None:
        """The board shows another game: what was begun on it ends."""
        self._drop()
        self.hands = hands

    def forget(self) -> None:
        """Nobody points anywhere: somebody else looks from now on."""
        self._drop()
        self.cursor = self.hover = ""
        for layer in ("reach", "foresee", "cursor"):
            self.painter.show(layer, ())

    def _elsewhere(self) -> None:
        self.cursor = self.hover = ""

    # The pointer ------------------------------------------------------------------------------------------------------

    def _over(self, spot: str) -> None:
        if spot != self.hover:
            self.hover = spot
            self.hands.hovered(spot)

    def _press(self, event: tkinter.Event[BoardView]) -> None:
        self.focus_set()
        self.swallow = self.hands.pressed()
        self.button_at, self.press_at = self.spot_at(event.x, event.y), (event.x, event.y)
        self._over(self.button_at)

    def _pulled(self, event: tkinter.Event[BoardView]) -> None:
        """The pointer moves while the button is down."""
        far = max(abs(event.x - self.press_at[0]), abs(event.y - self.press_at[1])) > self.look.px(PULL)
        if self.pull is None and far and self.button_at and not self.swallow:
            self.take_up(self.button_at)
        self.carry(event.x, event.y)

    def take_up(self, start: str) -> bool:
        """Take up what a drag from here carries; whether there is anything."""
        item = self.hands.lifted(start)
        if item is not None and self.painter.unit:
            self.pull = Pull(self, start, item)
        return self.pull is not None

    def carry(self, x: int, y: int) -> None:
        """The pointer is here, with what it carries."""
        self._over(self.spot_at(x, y))
        if self.pull is not None:
            self.pull.move(x, y)

    def _drop(self) -> None:
        """Whatever was begun with the button that is down comes to nothing."""
        pull, self.pull, self.button_at, self.swallow = self.pull, None, "", True
        if pull is not None:
            pull.end()

    def let_go(self, x: int, y: int) -> None:
        """What was carried is put down here."""
        pull, self.pull = self.pull, None
        if pull is not None:
            pull.end()
            end = self.spot_at(x, y)
            self.hands.dragged(pull.start, end)

    def _take_back(self, _: tkinter.Event[BoardView]) -> None:
        """The right button takes a choice back."""
        if not self.hands.pressed():
            self.hands.clicked(BESIDE)

    def _release(self, event: tkinter.Event[BoardView]) -> None:
        start, end = self.button_at, self.spot_at(event.x, event.y)
        self.button_at = ""
        if self.cursor:
            self.cursor = end or self.cursor
            self._show_cursor()
        if self.pull is not None:
            self.let_go(event.x, event.y)
            return
        if self.swallow:
            return
        if start and end and start != end:
            self.hands.dragged(start, end)
        elif start == end:
            self.hands.clicked(end)

    # The keys ---------------------------------------------------------------------------------------------------------

    def _step(self, dx: int, dy: int, _: object = None) -> None:
        if self.ground is not None:
            if self.cursor:
                self.cursor = self.ground.beside(self.cursor, dx, dy)
            else:
                middle = (self.ground.width / 2, self.ground.height / 2)
                spots = self.ground.spots.values()
                self.cursor = min(spots, key=lambda spot: abs(spot.x - middle[0]) + abs(spot.y - middle[1])).name
            self._show_cursor()
            self._over(self.cursor)

    def choose_here(self, _: object) -> str:
        """What a click where the cursor is would do."""
        if self.hands.entered():
            return "break"
        if self.cursor:
            self.hands.clicked(self.cursor)
        else:
            self._step(0, 0)
        return "break"

    def _keyed(self, event: tkinter.Event[BoardView]) -> str | None:
        """A letter or digit without any modifier but Shift is the game's before it is a command's."""
        plain = not isinstance(event.state, int) or not event.state & (CONTROL | ALT)
        return "break" if plain and event.char.isalnum() and self.hands.keyed(event.char.lower()) else None

    def _show_cursor(self) -> None:
        here = self.cursor and focused(self) is self
        self.painter.show("cursor", self.board.cursor(self.fields, self.cursor) if here else ())


class Pull:
    """One drag: the piece that follows the pointer, and a faint one where it stood."""

    def __init__(self, view: BoardView, start: str, item: Item) -> None:
        self.view, self.start, self.item = view, start, item
        self.picture = view.painter.picture(item)
        self.number = view.create_image(-999, -999, image=self.picture)
        self._shade(LEFT_BEHIND)

    def move(self, x: int, y: int) -> None:
        self.view.coords(self.number, x, y)
        self.view.tag_raise(self.number)

    def end(self) -> None:
        self.view.delete(self.number)
        self._shade(1.0)

    def _shade(self, shade: float) -> None:
        if self.item in self.view.painter.shown["pieces"]:
            self.view.painter.alter("pieces", self.item, 1.0, shade)


def lend(view: BoardView, panels: Sequence[PanelCard]) -> None:
    """Let pieces be dragged from the first card onto the board."""
    if not panels:
        return
    frame = panels[0].frame

    def place(event: tkinter.Event[tkinter.Misc]) -> tuple[int, int]:
        return event.x_root - view.winfo_rootx(), event.y_root - view.winfo_rooty()

    aloft: list[tkinter.Label] = []  # a window for the dragged piece outside the canvas of the board

    def press(_: tkinter.Event[tkinter.Misc]) -> None:
        if not view.hands.pressed() and view.take_up(HAND):
            frame.configure(cursor="hand2")

    def carry(event: tkinter.Event[tkinter.Misc]) -> None:
        if view.pull is None:
            return
        x, y = place(event)
        view.carry(x, y)
        if 0 <= x < view.winfo_width() and 0 <= y < view.winfo_height():
            put_down()
            return
        top = view.winfo_toplevel()
        if not aloft:
            aloft.append(
                tkinter.Label(top, image=view.pull.picture, background=view.look.palette["card"], borderwidth=0)
            )
        aloft[0].place(x=event.x_root - top.winfo_rootx(), y=event.y_root - top.winfo_rooty(), anchor="center")
        aloft[0].lift()

    def put_down() -> None:
        while aloft:
            aloft.pop().destroy()

    def release(event: tkinter.Event[tkinter.Misc]) -> None:
        frame.configure(cursor="")
        put_down()
        view.let_go(*place(event))

    frame.bind("<ButtonPress-1>", press)
    frame.bind("<B1-Motion>", carry)
    frame.bind("<Destroy>", lambda _: put_down(), add="+")
    frame.bind("<ButtonRelease-1>", release)
