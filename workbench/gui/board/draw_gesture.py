"""Drawing on a board with the right mouse button: a drag draws an arrow, Shift and a click a circle."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from typing import Protocol

from workbench.boards.kit.drawn import Drawing
from workbench.gui.widgets.keys import ALT, CONTROL, SHIFT


class Drawer(Protocol):
    """A receiver of drawings on the board."""

    def colour(self, control: bool, alt: bool) -> str:
        """Return the colour of a drawing, depending on the modifier keys."""

    def add(self, drawing: Drawing) -> None:
        """Add a drawing, or remove it if it is there already."""


class DrawnBoard(Protocol):
    """The part of a board that the gesture uses."""

    drawer: Drawer | None  # None: nothing can be drawn on this board

    def spot_at(self, x: int, y: int) -> str:
        """Return the spot at a pixel, or ""."""

    def show_preview(self, drawing: Drawing | None) -> None:
        """Show an unfinished drawing, or none."""


class DrawGesture:
    """The right button on one board.

    Args:
        canvas: The canvas of the board.
        board: The board.
        buttons: The numbers that the right button can have.
        on_press: Called at a press. Returns whether the rest of the click is ignored.
        on_click: Called with the spot of a plain click ("" for none).
    """

    def __init__(
        self, canvas: tkinter.Misc, board: DrawnBoard, buttons: tuple[int, ...], on_press: Callable[[], bool],
        on_click: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.board, self.on_press, self.on_click = board, on_press, on_click
        self.start: str | None = None  # the spot of the press, None while no press counts
        self.left_start = False
        for button in buttons:
            canvas.bind(f"<ButtonPress-{button}>", self._press)
            canvas.bind(f"<B{button}-Motion>", self._move)
            canvas.bind(f"<ButtonRelease-{button}>", self._release)

    def cancel(self) -> None:
        """Cancel the current drag."""
        if self.start is not None:
            self.start = None
            self.board.show_preview(None)

    def _press(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.cancel()
        if not self.on_press():
            self.start, self.left_start = self.board.spot_at(event.x, event.y), False

    def _move(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if self.start is not None:
            end = self.board.spot_at(event.x, event.y)
            self.left_start = self.left_start or end != self.start
            self.board.show_preview(self._arrow(event, end))

    def _release(self, event: tkinter.Event[tkinter.Misc]) -> None:
        start, drawer = self.start, self.board.drawer
        end = self.board.spot_at(event.x, event.y)
        arrow = self._arrow(event, end)
        self.cancel()
        if start is None:
            return
        if drawer is not None and arrow is not None:
            drawer.add(arrow)
        elif start == end and drawer is not None and start and _state(event) & SHIFT:
            drawer.add(Drawing(self._colour(drawer, event), (start,)))
        elif start == end and not self.left_start:
            self.on_click(end)

    def _arrow(self, event: tkinter.Event[tkinter.Misc], end: str) -> Drawing | None:
        """Return the arrow from the start of the drag to a spot, or None."""
        drawer, start = self.board.drawer, self.start
        if drawer is None or not start or not end or start == end:
            return None
        return Drawing(self._colour(drawer, event), (start, end))

    @staticmethod
    def _colour(drawer: Drawer, event: tkinter.Event[tkinter.Misc]) -> str:
        return drawer.colour(bool(_state(event) & CONTROL), bool(_state(event) & ALT))


def _state(event: tkinter.Event[tkinter.Misc]) -> int:
    return event.state if isinstance(event.state, int) else 0
