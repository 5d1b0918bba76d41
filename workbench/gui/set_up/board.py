"""The board in Set up: pieces are painted, dragged, turned over and removed, and problems are marked."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable
from typing import Protocol

from workbench.boards.kit import shapes
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.gui.board.board_view import BoardHandler, BoardView, Drag
from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import on_wheel

FAULT = "fault"
SHAPES = {FAULT: shapes.ring("warning", 44, 5.5)}
DRAGGED_SIZE = 0.9  # width of a piece dragged from the palette, as a fraction of a spot
STROKE_STEP = 0.3  # board units between two sampled points of a stroke


class SetUpHands(BoardHandler, Protocol):
    """A handler of board input in Set up."""

    def starts_stroke(self, spot: str) -> bool:
        """Return whether holding the button down here paints or erases, instead of dragging a piece."""

    def paint(self, spots: Iterable[str]) -> None:
        """Paint or erase these spots as part of the current stroke."""

    def end_stroke(self) -> None:
        """End the stroke."""

    def turn_over(self, spot: str) -> None:
        """Turn over the piece on a spot, or replace it by the next kind."""

    def remove(self, spot: str) -> None:
        """Remove the first piece of a spot."""

    def spin(self, spot: str, steps: int) -> None:
        """Handle steps of the wheel over a spot."""


class SetUpBoard(BoardView):
    """The board in Set up, which can also show invalid positions.

    Args:
        parent: The window's body.
        look: Scale, fonts and colours.
        board: The drawing of the game.
        hands: The handler of the input.
    """

    hands: SetUpHands

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board, hands: SetUpHands) -> None:
        super().__init__(parent, look, board, hands)
        self.painter.drawings = {**board.shapes, **SHAPES}
        self.source: Ground | None = None
        self.stroke: tuple[int, int] | None = None  # the last pointer position of the current stroke
        for key in ("Delete", "KP_Delete", "BackSpace"):
            self.bind(f"<Key-{key}>", lambda _: self._at_cursor(self.hands.remove))
        on_wheel(self.bind, self._spin)
        self.bind("<Key-space>", lambda _: self._at_cursor(self.hands.turn_over))

    # What is shown ----------------------------------------------------------------------------------------------------

    def show_position(self, ground: Ground, pieces: Iterable[Item], fields: Fields) -> None:
        """Show pieces, whether or not they form a valid position."""
        self.fields, self.source = fields, ground
        self._take_ground()
        self.painter.show("pieces", pieces)

    def _ground(self) -> Ground:
        assert self.source is not None
        return self.source

    def mark(self, spots: Iterable[str]) -> None:
        """Mark spots with problems."""
        ground = self.source
        marked = [ground.spots[spot] for spot in spots if spot in ground.spots] if ground is not None else []
        self.painter.show("foresee", [Item(FAULT, spot.x, spot.y, self._wide(spot.name), spot.name) for spot in marked])

    def _wide(self, spot: str) -> float:
        assert self.source is not None
        across = [x for x, _ in self.source.spots[spot].outline]
        return max(across) - min(across)

    def _show_cursor(self) -> None:
        try:
            super()._show_cursor()
        # the board may fail on the fields of an invalid position
        except (ValueError, LookupError, AttributeError):
            self.painter.show("cursor", ())

    def put_cursor(self, spot: str) -> None:
        """Move the cursor to a spot."""
        self.cursor = spot
        self._show_cursor()

    # Pointer ----------------------------------------------------------------------------------------------------------

    def drag_new_piece(self, shape: str) -> None:
        """Start dragging a piece from the palette."""
        if self.painter.unit and self.source is not None:
            size = DRAGGED_SIZE * self._wide(next(iter(self.source.spots)))
            self.drag = Drag(self, "", Item(shape, 0, 0, size))

    def _press(self, event: tkinter.Event[BoardView]) -> None:
        super()._press(event)
        if self.hands.starts_stroke(self.button_at):
            self.stroke = (event.x, event.y)
            self.hands.paint([self.button_at] if self.button_at else ())

    def _on_drag(self, event: tkinter.Event[BoardView]) -> None:
        if self.stroke is None:
            super()._on_drag(event)
            return
        (x, y), self.stroke = self.stroke, (event.x, event.y)
        steps = max(1, round(max(abs(event.x - x), abs(event.y - y)) / max(1.0, STROKE_STEP * self.painter.unit)))
        spots = [
            self.spot_at(x + (event.x - x) * n // steps, y + (event.y - y) * n // steps) for n in range(1, steps + 1)
        ]
        self._over(spots[-1])
        self.hands.paint(spot for spot in spots if spot)

    def _release(self, event: tkinter.Event[BoardView]) -> None:
        if self.stroke is None:
            super()._release(event)
            return
        self.stroke, self.button_at = None, ""
        self.hands.end_stroke()

    def cancel_gesture(self) -> bool:
        """Cancel the current stroke or drag. Return whether there was one."""
        active = self.stroke is not None or self.drag is not None
        self.stroke = None
        if active:
            self._drop()
        return active

    def _on_right_click(self, spot: str) -> None:
        """Replace a piece by the next kind on a right click."""
        self.focus_set()
        if spot:
            self.hands.turn_over(spot)

    def _spin(self, steps: int, event: tkinter.Event[tkinter.Misc]) -> None:
        spot = self.spot_at(event.x, event.y)
        if spot:
            self.hands.spin(spot, steps)

    def items_under_press(self) -> list[Item]:
        """Return the pieces where the button was pressed, frontmost first."""
        x, y = self.press_at
        return [
            item
            for item in reversed(self.painter.wanted.get("pieces", ()))
            if all(
                abs(centre - pointer) <= self.painter.pixel_size(item) / 2
                for centre, pointer in zip(self.painter.pixel_of(item), (x, y), strict=True)
            )
        ]

    # Keys -------------------------------------------------------------------------------------------------------------

    def _at_cursor(self, call: Callable[[str], None]) -> str:
        if self.cursor:
            call(self.cursor)
        return "break"
