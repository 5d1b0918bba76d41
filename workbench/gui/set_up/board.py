"""The board while a position is set up: pieces are painted, dragged, turned over and removed, and problems are
marked."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable
from typing import Protocol

from workbench.boards.kit import shapes
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.gui.board.board_view import BoardView, Hands, Pull
from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import on_wheel

FAULT = "fault"
SHAPES = {FAULT: shapes.circle("warning", 44, 5.5)}
CARRIED = 0.9  # of a place's width, for a piece that is brought from beside the board
STEP = 0.3  # of a board unit between two places of a stroke that are looked at


class SetUpHands(Hands, Protocol):
    """What more is done to a position that is set up."""

    @property
    def paints(self) -> bool:
        """Whether the button, held down, paints."""

    def painted(self, spots: Iterable[str]) -> None:
        """These places were painted over, in one stroke with those before."""

    def ended(self) -> None:
        """The stroke is over."""

    def turned(self, spot: str) -> None: ...
    def removed(self, spot: str) -> None: ...
    def spun(self, spot: str, steps: int) -> None:
        """The wheel was turned over a place."""


class SetUpBoard(BoardView):
    hands: SetUpHands

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board, hands: SetUpHands) -> None:
        super().__init__(parent, look, board, hands)
        self.painter.drawings = {**board.shapes, **SHAPES}
        self.source: Ground | None = None
        self.stroke: tuple[int, int] | None = None  # where the pointer was last while it paints
        for key in ("Delete", "KP_Delete", "BackSpace"):
            self.bind(f"<Key-{key}>", lambda _: self._at_cursor(self.hands.removed))
        on_wheel(self.bind, self._spin)
        self.bind("<Key-space>", lambda _: self._at_cursor(self.hands.turned))

    # What is shown ----------------------------------------------------------------------------------------------------

    def show_position(self, ground: Ground, pieces: Iterable[Item], fields: Fields) -> None:
        """Show what stands there, whether or not it is a position."""
        self.fields, self.source = fields, ground
        self._take_ground()
        self.painter.show("pieces", pieces)

    def _ground(self) -> Ground:
        assert self.source is not None
        return self.source

    def mark(self, spots: Iterable[str]) -> None:
        """Mark these places as faults."""
        ground = self.source
        there = [ground.spots[spot] for spot in spots if spot in ground.spots] if ground is not None else []
        self.painter.show("foresee", [Item(FAULT, spot.x, spot.y, self._wide(spot.name), spot.name) for spot in there])

    def _wide(self, spot: str) -> float:
        assert self.source is not None
        across = [x for x, _ in self.source.spots[spot].outline]
        return max(across) - min(across)

    def _show_cursor(self) -> None:
        try:
            super()._show_cursor()
        except (ValueError, LookupError, AttributeError):  # the board reads only what its game could write
            self.painter.show("cursor", ())

    def put_cursor(self, spot: str) -> None:
        self.cursor = spot
        self._show_cursor()

    # The pointer ------------------------------------------------------------------------------------------------------

    def bring(self, shape: str) -> None:
        """A piece is carried onto the board from beside it."""
        if self.painter.unit and self.source is not None:
            size = CARRIED * self._wide(next(iter(self.source.spots)))
            self.pull = Pull(self, "", Item(shape, 0, 0, size))

    def _press(self, event: tkinter.Event[BoardView]) -> None:
        super()._press(event)
        if self.hands.paints:
            self.stroke = (event.x, event.y)
            self.hands.painted([self.button_at] if self.button_at else ())

    def _pulled(self, event: tkinter.Event[BoardView]) -> None:
        if self.stroke is None:
            super()._pulled(event)
            return
        (x, y), self.stroke = self.stroke, (event.x, event.y)
        steps = max(1, round(max(abs(event.x - x), abs(event.y - y)) / max(1.0, STEP * self.painter.unit)))
        way = [
            self.spot_at(x + (event.x - x) * n // steps, y + (event.y - y) * n // steps) for n in range(1, steps + 1)
        ]
        self._over(way[-1])
        self.hands.painted(spot for spot in way if spot)

    def _release(self, event: tkinter.Event[BoardView]) -> None:
        if self.stroke is None:
            super()._release(event)
            return
        self.stroke, self.button_at = None, ""
        self.hands.ended()

    def give_up(self) -> bool:
        """What is done with the button that is down comes to nothing; whether anything was being painted or carried."""
        held = self.stroke is not None or self.pull is not None
        self.stroke = None
        if held:
            self._drop()
        return held

    def _take_back(self, event: tkinter.Event[BoardView]) -> None:
        """The right button exchanges a piece for the next."""
        self.focus_set()
        spot = self.spot_at(event.x, event.y)
        if spot and not self.hands.pressed():
            self.hands.turned(spot)

    def _spin(self, steps: int, event: tkinter.Event[tkinter.Misc]) -> None:
        spot = self.spot_at(event.x, event.y)
        if spot:
            self.hands.spun(spot, steps)

    def under(self) -> list[Item]:
        """The drawings where the button went down, the one in front first."""
        x, y = self.press_at
        return [
            item
            for item in reversed(self.painter.wanted.get("pieces", ()))
            if all(
                abs(at - to) <= self.painter.extent(item) / 2
                for at, to in zip(self.painter.seen(item), (x, y), strict=True)
            )
        ]

    # The keys ---------------------------------------------------------------------------------------------------------

    def _at_cursor(self, call: Callable[[str], None]) -> str:
        if self.cursor:
            call(self.cursor)
        return "break"
