"""An interactive board: turns clicks, drags and keys into spots, and shows the cursor and dragged pieces.

The board knows no rules and reports spots to its handler.
"""

from __future__ import annotations

import sys
import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from workbench.boards.kit.choices import BESIDE, HAND
from workbench.boards.kit.contract import Board
from workbench.boards.kit.drawn import Drawing
from workbench.boards.kit.elements import Item
from workbench.gui.board.cards import PanelCard
from workbench.gui.board.draw_gesture import Drawer, DrawGesture
from workbench.gui.board.drawn_layer import DrawnLayer
from workbench.gui.board.painted_board import PaintedBoard
from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import ALT, CONTROL, focused, on_enter

ROOM = 10  # margin around the board in pixels at 100 %
PULL = 6  # distance in pixels at 100 % from which a press is a drag
MIDDLE, RIGHT = 2, 3  # the number of the right mouse button depends on the system
MENU_KEYS = ("<Key-App>" if sys.platform == "win32" else "<Key-Menu>", "<Shift-Key-F10>")
LEFT_BEHIND = 0.35  # opacity of the original while a piece is dragged


class BoardHandler(Protocol):
    """A handler of pointer and key events on the board."""

    def on_press(self) -> bool:
        """Handle a press of the mouse button. Return True if the rest of the click must be ignored."""

    def on_click(self, spot: str) -> None:
        """Handle a click on a spot ("" for none, or `BESIDE`)."""

    def on_lift(self, spot: str) -> Item | None:
        """Start a drag from a spot. Return the piece to drag, or None."""

    def on_drag(self, start: str, end: str) -> None:
        """Handle a drag from one spot to another ("" for none)."""

    def on_hover(self, spot: str) -> None:
        """Handle a move of the pointer or cursor to a spot ("" for none)."""

    def on_key(self, key: str) -> bool:
        """Handle a letter or digit. Return whether it was used."""

    def on_enter(self) -> bool:
        """Handle Enter. Return whether it was used; if not, Enter clicks the spot under the cursor."""


class NoHandler:
    """The handler of a read-only board: ignores all input."""

    def on_press(self) -> bool:
        """Ignore the click."""
        return True

    def on_click(self, spot: str) -> None:
        """Ignore the click."""

    def on_drag(self, start: str, end: str) -> None:
        """Ignore the drag."""

    def on_hover(self, spot: str) -> None:
        """Ignore the pointer."""

    def on_lift(self, spot: str) -> None:
        """Start no drag."""
        return None

    def on_key(self, key: str) -> bool:
        """Ignore the key."""
        return False

    def on_enter(self) -> bool:
        """Ignore Enter."""
        return False


class BoardView(PaintedBoard):
    """The interactive board of one game.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        board: The board to draw.
        hands: The input handler.
        room: The margin in pixels at 100 %.
        colour: The background colour in the palette.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        board: Board,
        hands: BoardHandler,
        room: float = ROOM,
        colour: str = "window",
    ) -> None:
        super().__init__(parent, look, board, room, colour)
        self.configure(takefocus=1)
        self.hands = hands
        self.hover = self.cursor = ""
        self.button_at = ""  # the spot where the button was pressed
        self.swallow = False  # whether the rest of the current click is ignored
        self.press_at = (0, 0)
        self.drag: Drag | None = None
        for sequence in ("<Enter>", "<Motion>"):
            self.bind(sequence, lambda event: self._over(self.spot_at(event.x, event.y)))
        self.bind("<Leave>", lambda _: self._over(""))
        self.bind("<ButtonPress-1>", self._press)
        self.bind("<B1-Motion>", self._on_drag)
        self.bind("<ButtonRelease-1>", self._release)
        self.drawn = DrawnLayer(self, look, self.painter)
        self.drawer: Drawer | None = None
        # Opens the context menu of a spot ("" for none) at a point of the screen, by mouse or by keyboard.
        self.open_menu: Callable[[BoardView, str, int, int, bool], None] | None = None
        self.gesture = DrawGesture(self, self, (MIDDLE, RIGHT), lambda: self.hands.on_press(), self._on_right_click)
        for key, step in {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}.items():
            self.bind(f"<Key-{key}>", partial(self._step, *step))
        on_enter(self, self.click_cursor, "space")
        self.bind("<Control-Key-Return>", lambda _: None)  # Ctrl+Enter is a command of the window
        for key in MENU_KEYS:
            self.bind(key, self._on_menu_key)
        self.bind("<Key>", self._on_key)
        self.bind("<<TraverseIn>>", lambda _: self._step(0, 0))
        self.bind("<FocusIn>", lambda _: self._show_cursor())
        self.bind("<FocusOut>", lambda _: self._show_cursor())

    def set_handler(self, hands: BoardHandler) -> None:
        """Replace the input handler, and cancel the current click or drag."""
        self._drop()
        self.hands = hands

    def clear_pointer(self) -> None:
        """Clear cursor, pointer and drag before another person sees the screen."""
        self._drop()
        self.gesture.cancel()
        self.cursor = self.hover = ""
        for layer in ("reach", "foresee", "cursor"):
            self.painter.show(layer, ())

    def _reset_pointer(self) -> None:
        self.cursor = self.hover = ""

    # Pointer ----------------------------------------------------------------------------------------------------------

    def _over(self, spot: str) -> None:
        if spot != self.hover:
            self.hover = spot
            self.hands.on_hover(spot)

    def _press(self, event: tkinter.Event[BoardView]) -> None:
        self.focus_set()
        self.swallow = self.hands.on_press()
        self.button_at, self.press_at = self.spot_at(event.x, event.y), (event.x, event.y)
        self._over(self.button_at)

    def _on_drag(self, event: tkinter.Event[BoardView]) -> None:
        """Follow the pointer while the button is down."""
        is_drag = max(abs(event.x - self.press_at[0]), abs(event.y - self.press_at[1])) > self.look.px(PULL)
        if self.drag is None and is_drag and self.button_at and not self.swallow:
            self.start_drag(self.button_at)
        self.drag_to(event.x, event.y)

    def start_drag(self, start: str) -> bool:
        """Start a drag from a spot. Return whether a piece is dragged."""
        item = self.hands.on_lift(start)
        if item is not None and self.painter.unit:
            self.drag = Drag(self, start, item)
        return self.drag is not None

    def drag_to(self, x: int, y: int) -> None:
        """Move the dragged piece to a point on the canvas."""
        self._over(self.spot_at(x, y))
        if self.drag is not None:
            self.drag.move(x, y)

    def _drop(self) -> None:
        """Cancel the current click or drag."""
        pull, self.drag, self.button_at, self.swallow = self.drag, None, "", True
        if pull is not None:
            pull.end()

    def end_drag(self, x: int, y: int) -> None:
        """End the drag at a point on the canvas."""
        pull, self.drag = self.drag, None
        if pull is not None:
            pull.end()
            end = self.spot_at(x, y)
            self.hands.on_drag(pull.start, end)

    def _on_right_click(self, spot: str) -> None:
        """Open the context menu, or deselect on a board without one."""
        self._open_menu(spot, self.winfo_pointerx(), self.winfo_pointery(), by_keyboard=False)

    def _on_menu_key(self, _: object) -> str:
        """Open the context menu at the cursor, or at the middle of the board."""
        x, y = self.place_of(self.cursor) if self.cursor else (self.winfo_width() // 2, self.winfo_height() // 2)
        self._open_menu(self.cursor, self.winfo_rootx() + x, self.winfo_rooty() + y, by_keyboard=True)
        return "break"

    def _open_menu(self, spot: str, x: int, y: int, by_keyboard: bool) -> None:
        if self.open_menu is not None:
            self.open_menu(self, spot, x, y, by_keyboard)
        elif not by_keyboard:
            self.hands.on_click(BESIDE)

    def _release(self, event: tkinter.Event[BoardView]) -> None:
        start, end = self.button_at, self.spot_at(event.x, event.y)
        self.button_at = ""
        if self.cursor:
            self.cursor = end or self.cursor
            self._show_cursor()
        if self.drag is not None:
            self.end_drag(event.x, event.y)
            return
        if self.swallow:
            return
        if start and end and start != end:
            self.hands.on_drag(start, end)
        elif start == end:
            self.hands.on_click(end)

    def show_preview(self, drawing: Drawing | None) -> None:
        """Show an unfinished drawing of a person, or none."""
        self.drawn.show_preview(drawing)

    # Keyboard ---------------------------------------------------------------------------------------------------------

    def _step(self, dx: int, dy: int, _: object = None) -> None:
        if self.ground is not None:
            if self.cursor:
                self.cursor = self.ground.neighbour(self.cursor, dx, dy)
            else:
                middle = (self.ground.width / 2, self.ground.height / 2)
                spots = self.ground.spots.values()
                self.cursor = min(spots, key=lambda spot: abs(spot.x - middle[0]) + abs(spot.y - middle[1])).name
            self._show_cursor()
            self._over(self.cursor)

    def click_cursor(self, _: object) -> str:
        """Click the spot under the cursor. Return "break" for Tk."""
        if self.hands.on_enter():
            return "break"
        if self.cursor:
            self.hands.on_click(self.cursor)
        else:
            self._step(0, 0)
        return "break"

    def _on_key(self, event: tkinter.Event[BoardView]) -> str | None:
        """Offer a plain letter or digit to the handler before the commands."""
        plain = not isinstance(event.state, int) or not event.state & (CONTROL | ALT)
        return "break" if plain and event.char.isalnum() and self.hands.on_key(event.char.lower()) else None

    def _laid_out(self) -> None:
        self.drawn.redraw()
        self._show_cursor()

    def _show_cursor(self) -> None:
        visible = self.cursor and focused(self) is self
        self.painter.show("cursor", self.board.cursor_marks(self.fields, self.cursor) if visible else ())


class Drag:
    """A drag: the piece follows the pointer, and its original is dimmed.

    Args:
        view: The board.
        start: The spot where the drag began.
        item: The piece.
    """

    def __init__(self, view: BoardView, start: str, item: Item) -> None:
        self.view, self.start, self.item = view, start, item
        self.picture = view.painter.picture(item)
        self.number = view.create_image(-999, -999, image=self.picture)
        self._shade(LEFT_BEHIND)

    def move(self, x: int, y: int) -> None:
        """Move the piece to a point on the canvas."""
        self.view.coords(self.number, x, y)
        self.view.tag_raise(self.number)

    def end(self) -> None:
        """Remove the dragged piece and restore the original."""
        self.view.delete(self.number)
        self._shade(1.0)

    def _shade(self, shade: float) -> None:
        if self.item in self.view.painter.shown["pieces"]:
            self.view.painter.scale_item("pieces", self.item, 1.0, shade)


def make_draggable(view: BoardView, panels: Sequence[PanelCard]) -> None:
    """Allow pieces to be dragged from the first card onto the board."""
    if not panels:
        return
    frame = panels[0].frame

    def place(event: tkinter.Event[tkinter.Misc]) -> tuple[int, int]:
        return event.x_root - view.winfo_rootx(), event.y_root - view.winfo_rooty()

    floating: list[tkinter.Label] = []  # shows the dragged piece outside the canvas

    def press(_: tkinter.Event[tkinter.Misc]) -> None:
        if not view.hands.on_press() and view.start_drag(HAND):
            frame.configure(cursor="hand2")

    def carry(event: tkinter.Event[tkinter.Misc]) -> None:
        if view.drag is None:
            return
        x, y = place(event)
        view.drag_to(x, y)
        if 0 <= x < view.winfo_width() and 0 <= y < view.winfo_height():
            hide_floating()
            return
        top = view.winfo_toplevel()
        if not floating:
            floating.append(
                tkinter.Label(top, image=view.drag.picture, background=view.look.palette["card"], borderwidth=0)
            )
        floating[0].place(x=event.x_root - top.winfo_rootx(), y=event.y_root - top.winfo_rooty(), anchor="center")
        floating[0].lift()

    def hide_floating() -> None:
        while floating:
            floating.pop().destroy()

    def release(event: tkinter.Event[tkinter.Misc]) -> None:
        frame.configure(cursor="")
        hide_floating()
        view.end_drag(*place(event))

    frame.bind("<ButtonPress-1>", press)
    frame.bind("<B1-Motion>", carry)
    frame.bind("<Destroy>", lambda _: hide_floating(), add="+")
    frame.bind("<ButtonRelease-1>", release)
