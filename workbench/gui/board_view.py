"""A board on a canvas: sprites placed as a board's data says, hit areas, the pointer and the cursor, pieces that come and go.

The canvas holds pictures and text only. It knows no rules: it reports spots and shows what it is given.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable
from typing import Protocol

from workbench.boards.contract import Board, Fields, Ground, Item, Label
from workbench.gui.look import Look

ROOM = 16  # around the board
FRAMES = (0.35, 0.62, 0.82, 0.95)  # of a piece that comes; backwards for one that goes
FRAME_MS = 24
LAYERS = ("cells", "labels", "open", "pieces", "names", "last", "advice", "foresee", "cursor")


class Hands(Protocol):
    """Who is told what the pointer and the keys do on the board."""

    def pressed(self) -> bool:
        """The button went down; True if that is all there is to this click."""

    def clicked(self, spot: str) -> None: ...
    def dragged(self, start: str, end: str) -> None: ...
    def hovered(self, spot: str) -> None: ...


class BoardView(tkinter.Canvas):
    """The board of one game in one look."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board, hands: Hands) -> None:
        super().__init__(parent, background=look.palette["window"], highlightthickness=0, borderwidth=0, takefocus=1)
        self.look, self.board, self.hands = look, board, hands
        self.fields: Fields = {}
        self.ground: Ground | None = None
        self.unit = 0.0
        self.room = look.px(ROOM)
        self.left = self.top = 0
        self.show_names = False
        self.hover = self.cursor = ""
        self.pressed = ""  # the spot where the button went down
        self.swallow = False  # that click has had its effect already
        self.layers: dict[str, tuple[Item, ...]] = {}
        self.pieces: dict[tuple[str, str], tuple[int, Item]] = {}  # (spot, shape) -> canvas item, what it shows
        self.pictures: dict[str, dict[int, tkinter.PhotoImage]] = {layer: {} for layer in LAYERS}  # in use, by layer
        self.moving: tuple[str, Callable[[], None]] | None = None
        self.bind("<Configure>", self._resized)
        self.bind("<Motion>", lambda event: self._over(self.spot_at(event.x, event.y)))
        self.bind("<Leave>", lambda _: self._over(""))
        self.bind("<ButtonPress-1>", self._press)
        self.bind("<ButtonRelease-1>", self._release)
        for key, (dx, dy) in {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}.items():
            self.bind(f"<Key-{key}>", lambda _, dx=dx, dy=dy: self._step(dx, dy))  # type: ignore[misc]
        for key in ("Return", "KP_Enter", "space"):
            self.bind(f"<Key-{key}>", self._choose)
        self.bind("<FocusIn>", lambda _: self._show_cursor())
        self.bind("<FocusOut>", lambda _: self._show_cursor())

    # What is shown --------------------------------------------------------------------------------------------------

    def show(self, fields: Fields) -> None:
        """Show a position at once. An animation under way is dropped."""
        self._stop_moving()
        self.fields = fields
        ground = self.board.ground(fields)
        if ground is not self.ground:
            self.ground = ground
            self.cursor = self.hover = ""
            self._lay_out()
        else:
            self._show_pieces()

    def mark(self, layer: str, items: Iterable[Item]) -> None:
        """Put marks on a layer in place of those that were there."""
        marks = tuple(items)
        if marks != self.layers.get(layer, ()):
            self.layers[layer] = marks
            self._paint(layer, marks)

    def name_cells(self, on: bool) -> None:
        self.show_names = on
        self._show_names()

    def change(self, fields: Fields, done: Callable[[], None]) -> None:
        """Let pieces come and go until the position is that of `fields`, then call `done`; at once if none does."""
        self._stop_moving()
        self.fields = fields
        wanted = {(item.where, item.shape): item for item in self.board.pieces(fields)}
        going = [key for key in self.pieces if key not in wanted]
        coming = [item for key, item in wanted.items() if key not in self.pieces]
        if (not going and not coming) or not self.unit:
            self.show(fields)
            done()
            return
        for item in coming:
            self._add_piece(item, FRAMES[0])
        self._stack()
        self._move(1, coming, [self.pieces[key][1] for key in going], done)

    def cut(self) -> None:
        """Drop an animation under way; what was to follow it does not."""
        if self._stop_moving() is not None:
            self._show_pieces()

    # Where things are -----------------------------------------------------------------------------------------------

    def spot_at(self, x: int, y: int) -> str:
        """The spot at a place on the canvas, "" if there is none."""
        if self.ground is None or not self.unit:
            return ""
        return self.ground.at((x - self.left) / self.unit, (y - self.top) / self.unit)

    def place_of(self, spot: str) -> tuple[int, int]:
        """The middle of a spot on the canvas."""
        assert self.ground is not None
        found = self.ground.spots[spot]
        return self._pixel(found.x, found.y)

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        return self.left + round(x * self.unit), self.top + round(y * self.unit)

    def _lay_out(self) -> None:
        """Choose the scale: the largest that fits, or a little less where columns and rows then fall on whole pixels."""
        if self.ground is None:
            return
        width, height, room = self.winfo_width(), self.winfo_height(), self.room
        most = min((width - 2 * room) / self.ground.width, (height - 2 * room) / self.ground.height)
        if most < 8:
            return

        def uneven(unit: float) -> float:
            return sum(abs(step * unit - round(step * unit)) for step in self.ground.step) if self.ground else 0.0

        candidates = [unit / 2 for unit in range(int(most * 2 * 0.965), int(most * 2) + 1)] or [most]
        self.unit = min(candidates, key=lambda unit: (round(uneven(unit), 2), -unit))
        self.left = round((width - self.ground.width * self.unit) / 2)
        self.top = round((height - self.ground.height * self.unit) / 2)
        self._paint("cells", self.ground.cells)
        self._write("labels", self.ground.labels)
        self._show_names()
        self._show_pieces(anew=True)
        for layer, marks in self.layers.items():
            self._paint(layer, marks)
        self._show_cursor()

    def _resized(self, _: object) -> None:
        done = self._stop_moving()
        self.unit = 0.0
        self._lay_out()
        if done is not None:
            done()

    # Painting -------------------------------------------------------------------------------------------------------

    def _put(self, layer: str, item: Item, part: float = 1.0) -> int:
        size = max(2, round(item.size * self.unit * part))
        picture = self.look.sprite(self.board.shapes, item.shape, size)
        x, y = self._pixel(item.x, item.y)
        number = self.create_image(x, y, image=picture, tags=layer)
        self.pictures[layer][number] = picture
        return number

    def _paint(self, layer: str, items: Iterable[Item]) -> None:
        self.delete(layer)
        self.pictures[layer].clear()
        if self.unit:
            for item in items:
                self._put(layer, item)
            self._stack()

    def _write(self, layer: str, labels: Iterable[Label]) -> None:
        self.delete(layer)
        for label in labels:
            x, y = self._pixel(label.x, label.y)
            font = (self.look.family, -max(self.look.px(9), round(label.size * self.unit)))
            self.create_text(x, y, text=label.text, font=font, fill=self.look.palette[label.colour], tags=layer)

    def _show_names(self) -> None:
        if self.unit and self.ground is not None:
            self._write("names", self.ground.names if self.show_names else ())
            self._stack()

    def _add_piece(self, item: Item, part: float = 1.0) -> None:
        self.pieces[item.where, item.shape] = self._put("pieces", item, part), item

    def _drop_piece(self, key: tuple[str, str]) -> None:
        number, _ = self.pieces.pop(key)
        self.delete(number)
        self.pictures["pieces"].pop(number, None)

    def _show_pieces(self, anew: bool = False) -> None:
        """Make the pieces those of the position; only what differs is touched."""
        wanted = {(item.where, item.shape): item for item in self.board.pieces(self.fields)} if self.fields else {}
        for key in [key for key in self.pieces if anew or key not in wanted]:
            self._drop_piece(key)
        if self.unit:
            for key, item in wanted.items():
                if key not in self.pieces:
                    self._add_piece(item)
            self._stack()

    def _stack(self) -> None:
        for layer in LAYERS:
            self.tag_raise(layer)

    def _resize_piece(self, item: Item, part: float) -> None:
        number, _ = self.pieces[item.where, item.shape]
        picture = self.look.sprite(self.board.shapes, item.shape, max(2, round(item.size * self.unit * part)))
        self.itemconfigure(number, image=picture)
        self.pictures["pieces"][number] = picture

    # Pieces that come and go ----------------------------------------------------------------------------------------

    def _move(self, frame: int, coming: list[Item], going: list[Item], done: Callable[[], None]) -> None:
        if frame < len(FRAMES):
            for item in coming:
                self._resize_piece(item, FRAMES[frame])
            for item in going:
                self._resize_piece(item, FRAMES[-frame])
            self.moving = (self.after(FRAME_MS, self._move, frame + 1, coming, going, done), done)
            return
        self.moving = None
        for item in coming:
            self._resize_piece(item, 1)
        self._show_pieces()
        done()

    def _stop_moving(self) -> Callable[[], None] | None:
        """Drop an animation; what was to follow it is handed back."""
        if self.moving is None:
            return None
        timer, done = self.moving
        self.moving = None
        self.after_cancel(timer)
        for key in list(self.pieces):
            self._drop_piece(key)
        return done

    # The pointer and the keys ---------------------------------------------------------------------------------------

    def _over(self, spot: str) -> None:
        if spot != self.hover:
            self.hover = spot
            self.hands.hovered(spot)

    def _press(self, event: tkinter.Event[BoardView]) -> None:
        self.focus_set()
        self.swallow = self.hands.pressed()
        self.pressed = self.spot_at(event.x, event.y)
        self._over(self.pressed)

    def _release(self, event: tkinter.Event[BoardView]) -> None:
        start, end = self.pressed, self.spot_at(event.x, event.y)
        self.pressed = ""
        if self.cursor:
            self.cursor = end or self.cursor
            self._show_cursor()
        if self.swallow:
            return
        if start and end and start != end:
            self.hands.dragged(start, end)
        elif start == end:
            self.hands.clicked(end)

    def _step(self, dx: int, dy: int) -> None:
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
        self.mark("cursor", self.board.cursor(self.fields, self.cursor) if focused else ())
