"""A board on a canvas: a board's data painted, hit areas, the pointer and the cursor, pieces that come and go.

It knows no rules: it reports spots and shows what it is given.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import hypot
from typing import NamedTuple, Protocol

from workbench.boards.contract import Board, Fields, Ground, Item
from workbench.gui.easel import Easel
from workbench.gui.look import Look

ROOM = 16  # around the board
COMES = (0.35, 0.62, 0.82, 0.95)  # the size of a piece that comes, frame by frame
GOES = (1.0, 0.95, 0.82, 0.62)  # of one that goes
GLIDES = (0.12, 0.3, 0.5, 0.68, 0.82, 0.92, 0.98)  # the part of its way that one that goes elsewhere has made
FRAME_MS = 24
LAYERS = ("cells", "labels", "open", "reach", "pieces", "names", "last", "advice", "foresee", "cursor")


class Frame(NamedTuple):
    """One picture of an animation: sizes of the pieces that come and go, and the part of their way that others made."""

    comes: float
    goes: float
    glides: float


@dataclass
class Change:
    """An animation: pieces that come, pieces that go, those that go elsewhere, and the pictures still to be shown.

    What comes waits until what goes elsewhere has arrived.
    """

    coming: list[Item]
    going: list[Item]
    ways: list[tuple[Item, Item]]
    frames: list[Frame] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.ways:
            self.frames = [Frame(comes, goes, 1.0) for comes, goes in zip(COMES, GOES, strict=True)]
            return
        goes = (*GOES, *[0.0] * len(GLIDES))
        self.frames = [Frame(0.0, goes[n], glides) for n, glides in enumerate(GLIDES)]
        self.frames += [Frame(comes, 0.0, 1.0) for comes in COMES if self.coming]


def pairs(going: Sequence[Item], coming: Sequence[Item]) -> list[tuple[Item, Item]]:
    """Which of the pieces that come is one that goes: of the same shape, the shortest ways first."""
    ways = [(one, other) for one in going for other in coming if one.shape == other.shape]
    ways.sort(key=lambda way: hypot(way[1].x - way[0].x, way[1].y - way[0].y))
    found = list[tuple[Item, Item]]()
    for start, end in ways:
        if not any(start == one or end == other for one, other in found):
            found.append((start, end))
    return found


class Hands(Protocol):
    """Who is told what the pointer and the keys do on the board."""

    def pressed(self) -> bool:
        """The button went down; True if that is all there is to this click."""

    def clicked(self, spot: str) -> None: ...
    def dragged(self, start: str, end: str) -> None: ...
    def hovered(self, spot: str) -> None: ...


class BoardView(Easel):
    """The board of one game in one look."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, board: Board, hands: Hands, room: float = ROOM, colour: str = "window"
    ) -> None:
        super().__init__(parent, look, board.shapes, LAYERS, colour)
        self.configure(takefocus=1)
        self.board, self.hands, self.room = board, hands, look.px(room)
        self.fields: Fields = {}
        self.ground: Ground | None = None
        self.named = False
        self.hover = self.cursor = ""
        self.button_at = ""  # the spot where the button went down
        self.swallow = False  # that click has had its effect already
        self.moving: tuple[str, Change, Callable[[], None]] | None = None
        self.bind("<Configure>", self._resized)
        self.bind("<Motion>", lambda event: self._over(self.spot_at(event.x, event.y)))
        self.bind("<Leave>", lambda _: self._over(""))
        self.bind("<ButtonPress-1>", self._press)
        self.bind("<ButtonRelease-1>", self._release)
        for key, step in {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}.items():
            self.bind(f"<Key-{key}>", partial(self._step, *step))
        for key in ("Return", "KP_Enter", "space"):
            self.bind(f"<Key-{key}>", self._choose)
        self.bind("<<TraverseIn>>", lambda _: self._step(0, 0))
        self.bind("<FocusIn>", lambda _: self._show_cursor())
        self.bind("<FocusOut>", lambda _: self._show_cursor())

    # What is shown --------------------------------------------------------------------------------------------------

    def position(self, fields: Fields) -> None:
        """Show a position at once. An animation under way is dropped."""
        self._stop_moving()
        self.fields = fields
        ground = self.board.ground(fields)
        if ground is not self.ground:
            self.ground = ground
            self.cursor = self.hover = ""
            self._lay_out()
        self.show("pieces", self.board.pieces(fields))

    def name_cells(self, on: bool) -> None:
        """Write the names of the cells, or take them away."""
        if on != self.named:
            self.named = on
            self._write_names()

    def change(self, fields: Fields, done: Callable[[], None]) -> None:
        """Let pieces come and go until the position is that of `fields`, then call `done`; at once if none does."""
        self._stop_moving()
        self.fields = fields
        wanted = self.board.pieces(fields)
        stay = set(wanted)
        going = [item for item in self.shown["pieces"] if item not in stay]
        coming = [item for item in wanted if item not in self.shown["pieces"]]
        if not (going or coming) or not self.unit:
            self.position(fields)
            done()
            return
        ways = pairs(going, coming)
        for start, end in ways:
            going.remove(start)
            coming.remove(end)
            self.become("pieces", start, end)
        self._move(Change(coming, going, ways), done)

    def cut(self) -> None:
        """Drop an animation under way; what was to follow it does not."""
        self._stop_moving()

    def _move(self, change: Change, done: Callable[[], None]) -> None:
        if not change.frames:
            self._stop_moving()
            done()
            return
        frame = change.frames.pop(0)
        for item in change.coming if frame.comes else ():
            if item in self.shown["pieces"]:
                self.resize("pieces", item, frame.comes)
            else:
                self.add("pieces", item, frame.comes)
        for item in change.going:
            if frame.goes:
                self.resize("pieces", item, frame.goes)
            elif item in self.shown["pieces"]:
                self.drop("pieces", [item])
        for start, end in change.ways:
            self.between("pieces", start, end, frame.glides)
        self.moving = (self.after(FRAME_MS, self._move, change, done), change, done)

    def _stop_moving(self) -> Callable[[], None] | None:
        """End an animation with the position that it leads to; what was to follow it is handed back."""
        if self.moving is None:
            return None
        timer, change, done = self.moving
        self.moving = None
        self.after_cancel(timer)
        arrived = [*change.coming, *(end for _, end in change.ways)]
        for item in arrived:
            if item in self.shown["pieces"]:
                self.between("pieces", item, item, 1.0)
        self.show("pieces", self.board.pieces(self.fields))
        self.restack("pieces", {item.where for item in arrived})
        return done

    # Where things are -----------------------------------------------------------------------------------------------

    def spot_at(self, x: int, y: int) -> str:
        """The spot at a place on the canvas, "" if there is none."""
        return self.ground.at(*self.units(x, y)) if self.ground is not None and self.unit else ""

    def place_of(self, spot: str) -> tuple[int, int]:
        """The middle of a spot on the canvas."""
        assert self.ground is not None
        return self.pixel(self.ground.spots[spot].x, self.ground.spots[spot].y)

    def _lay_out(self) -> None:
        self.unit = 0.0
        if self.ground is not None and self.fit(self.ground, self.room):
            self.lay_ground("cells", self.ground.cells)
            self.write("labels", self.ground.labels, 10)
            self._write_names()
            self.again()
            self._show_cursor()

    def _write_names(self) -> None:
        if self.unit and self.ground is not None:
            self.write("names", self.ground.names if self.named else (), 9)

    def _resized(self, _: object) -> None:
        done = self._stop_moving()
        self._lay_out()
        if done is not None:
            done()

    # The pointer and the keys ---------------------------------------------------------------------------------------

    def _over(self, spot: str) -> None:
        if spot != self.hover:
            self.hover = spot
            self.hands.hovered(spot)

    def _press(self, event: tkinter.Event[BoardView]) -> None:
        self.focus_set()
        self.swallow = self.hands.pressed()
        self.button_at = self.spot_at(event.x, event.y)
        self._over(self.button_at)

    def _release(self, event: tkinter.Event[BoardView]) -> None:
        start, end = self.button_at, self.spot_at(event.x, event.y)
        self.button_at = ""
        if self.cursor:
            self.cursor = end or self.cursor
            self._show_cursor()
        if self.swallow:
            return
        if start and end and start != end:
            self.hands.dragged(start, end)
        elif start == end:
            self.hands.clicked(end)

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

    def _choose(self, _: object) -> str:
        if self.cursor:
            self.hands.clicked(self.cursor)
        else:
            self._step(0, 0)
        return "break"

    def _show_cursor(self) -> None:
        focused = self.cursor and self.focus_displayof() is self
        self.show("cursor", self.board.cursor(self.fields, self.cursor) if focused else ())
