"""A board painted on a canvas in any orientation and size, with animated pieces.

`BoardView` adds input.
"""

from __future__ import annotations

import time
import tkinter
from collections import deque
from collections.abc import Callable, Iterator

from workbench.boards.kit import heat
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item, Label
from workbench.boards.kit.turning import Turn, turned_view
from workbench.gui.board.canvas_painter import CanvasPainter
from workbench.gui.board.motion import Motion, pairs
from workbench.gui.look.look import Look

FRAME_MS = 14
REST_MS = 300  # time for the first size of a new board to settle
WARM_MS, WARM_SECONDS = 12, 0.004  # pause between two slices of rendering in advance, and length of a slice
SHARP_MS = 70  # delay from the last change of the size to sharp pictures
RENEW_MS = 2  # pause between the updates of two spots
NUMBERS = 9  # minimum type size of search results at 100 %
PLATES = 56  # pixels at 100 % per board unit below which a number would hide the piece under it
NAMES = 9  # minimum type size of names at 100 %, where their cells have the room
NAMES_FROM = 36  # the smallest board unit in pixels whose cells have room for names
LAYERS = (
    "cells",
    "labels",
    "open",
    "reach",
    "pieces",
    "last",  # below the veils of `shut`, which dim it too
    "shut",
    "beliefs",
    "ghosts",
    "heat",
    "advice",
    "foresee",
    "quality",
    "drawn",
    "names",
    "cursor",
)


class PaintedBoard(tkinter.Canvas):
    """The board of one game, without input.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        board: The board to draw.
        room: The margin in pixels at 100 %.
        colour: The background colour in the palette.
    """

    names_from: float = NAMES_FROM

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board, room: float, colour: str) -> None:
        super().__init__(parent, background=look.palette[colour], highlightthickness=0, borderwidth=0)
        self.look, self.board, self.room = look, board, look.px(room)
        self.painter = CanvasPainter(self, look, {**heat.SHAPES, **board.shapes}, LAYERS, colour)
        self.fields: Fields = {}
        self.viewer: int | None = None  # the seat whose view is shown
        self.ground: Ground | None = None  # the layout in the current orientation
        self.seen_from: tuple[Turn, bool] = (Turn(), True)
        self.named = False
        self.rename: Callable[[str], str] = str
        self.beliefs: tuple[Label, ...] = ()  # labels about hidden information
        self.numbers: tuple[Label, ...] = ()  # labels of search results
        self.turn, self.labelled, self.speed = Turn(), True, 1.0
        self.moving: tuple[str, Motion, Callable[[], None]] | None = None
        self.begun = 0.0  # start of the current animation
        self.frame_times: deque[float] = deque(maxlen=500)  # seconds between frames
        self.has_settled = False  # whether the first size has settled
        self.warming = ""  # timer of rendering in advance
        self.warmed: Fields | None = None  # the position of the last search results, whose pictures are rendered
        self.stale: dict[str, None] = {}  # spots with outdated search results, as an ordered set
        self.renewing = ""  # timer for updating these spots
        self.laid_at = (0, 0)  # the size at the last layout
        self.sharpening = ""  # timer after a change of the size
        self.bind("<Configure>", self._on_resize)
        self.bind("<Destroy>", lambda _: self._end_timers())

    # Content ----------------------------------------------------------------------------------------------------------

    def set_position(self, fields: Fields) -> None:
        """Show a position without animation. End a running animation, and a drag if the position changed."""
        self._stop_moving()
        if fields != self.fields:
            self._drop()
        self.fields = fields
        self._take_ground()
        self.painter.show("pieces", self.board.pieces(fields, self.viewer))

    def set_orientation(self, turn: Turn, labelled: bool) -> None:
        """Set the orientation, and whether the coordinates are shown."""
        if (turn, labelled) != (self.turn, self.labelled):
            self._stop_moving()
            self.turn, self.labelled = turn, labelled
            if self.ground is not None:  # otherwise the first position lays out the board
                self._take_ground()

    def show_names(self, on: bool) -> None:
        """Show or hide the names of the cells."""
        if on != self.named:
            self.named = on
            self._write_names()

    def write_beliefs(self, labels: tuple[Label, ...]) -> None:
        """Replace the labels about hidden information."""
        if labels != self.beliefs:
            self.beliefs = labels
            self._write_names()

    def show_search(self, items: tuple[Item, ...], labels: tuple[Label, ...]) -> None:
        """Show the results of a search on the board.

        While the position stays the same, spots are updated one by one, hottest first, because rendering takes time and
        Tk redraws the rectangle around all changes of a call, which for distant spots is the whole board.

        Args:
            items: The marks.
            labels: The numbers.
        """
        differing = self.painter.shown["heat"].keys() ^ set(items) | set(self.numbers) ^ set(labels)
        immediately = not items or not self.painter.unit or self.painter.stretched or self.fields != self.warmed
        self.numbers, self.warmed = labels, self.fields
        if immediately:
            self.painter.show("heat", items)
            if differing or self.stale:
                self._write_names()
            self.stale.clear()
            return
        self.painter.wanted["heat"] = items
        changed = {differing_item.where for differing_item in differing}
        hottest_first = dict.fromkeys(item.where for item in items if item.where in changed)
        self.stale.update(hottest_first | dict.fromkeys(sorted(changed)))
        if self.stale and not self.renewing:
            self.renewing = self.after(RENEW_MS, self._renew)

    def _renew(self) -> None:
        """Update an outdated spot, or wait until the size has settled."""
        self.renewing = ""
        settled = bool(self.painter.unit) and not self.painter.stretched
        if self.stale and settled:
            spot = next(iter(self.stale))
            del self.stale[spot]
            self.painter.update_spot(
                "heat", spot, [label for label in self.seen_numbers if label.where == spot], NUMBERS
            )
        if self.stale:
            self.renewing = self.after(RENEW_MS if settled else SHARP_MS, self._renew)

    # Animation --------------------------------------------------------------------------------------------------------

    def animate_to(self, fields: Fields, done: Callable[[], None]) -> None:
        """Animate the pieces to a position, then call `done` (immediately if no piece changes)."""
        self._stop_moving()
        self.fields = fields
        wanted = self.board.pieces(fields, self.viewer)
        unchanged = set(wanted)
        going = [item for item in self.painter.shown["pieces"] if item not in unchanged]
        coming = [item for item in wanted if item not in self.painter.shown["pieces"]]
        if not (going or coming) or not self.painter.unit:
            self.set_position(fields)
            done()
            return
        moved = pairs(going, coming)
        for start, end in moved:
            going.remove(start)
            coming.remove(end)
            self.painter.replace_item("pieces", start, end)
        self.painter.wanted["pieces"] = tuple(wanted)
        # A piece that turns over in place must stay below its number.
        self.painter.restack("pieces", {end.where for _, end in moved})
        self.begun = time.perf_counter()
        self._move(Motion(tuple(coming), tuple(going), tuple(moved), self.speed), done)

    def cancel_animation(self) -> None:
        """Cancel the current animation. Its `done` is not called."""
        self._stop_moving()

    def _move(self, motion: Motion, done: Callable[[], None], before: float = 0.0) -> None:
        now = time.perf_counter()
        if before:
            self.frame_times.append(now - before)
        moment = motion.at(now - self.begun)
        if moment.over:
            self._stop_moving()
            done()
            return
        for item in motion.coming if moment.comes else ():
            if item in self.painter.shown["pieces"]:
                self.painter.scale_item("pieces", item, moment.comes)
            else:
                self.painter.add("pieces", item, moment.comes)
        for item in motion.going:
            if moment.goes:
                self.painter.scale_item("pieces", item, 1.0, moment.goes)
            elif item in self.painter.shown["pieces"]:
                self.painter.drop("pieces", [item])
        for start, end in motion.ways:
            self.painter.move_between("pieces", start, end, moment.glides)
        self.moving = (self.after(FRAME_MS, self._move, motion, done, now), motion, done)

    def _stop_moving(self) -> Callable[[], None] | None:
        """Skip to the end of the animation. Return its `done`, or None if there was no animation."""
        if self.moving is None:
            return None
        timer, motion, done = self.moving
        self.moving = None
        self.after_cancel(timer)
        arrived = [*motion.coming, *(end for _, end in motion.ways)]
        for item in arrived:
            if item in self.painter.shown["pieces"]:
                self.painter.move_between("pieces", item, item, 1.0)
        self.painter.show("pieces", self.board.pieces(self.fields, self.viewer))
        self.painter.restack("pieces", {item.where for item in arrived})
        return done

    def prerender(self, items: Iterator[Item]) -> None:
        """Render pictures that may be needed next, in slices. A new call replaces the previous one."""
        if self.warming:
            self.after_cancel(self.warming)
        self.warming = self.after(REST_MS, self._warm, items)

    def _warm(self, items: Iterator[Item]) -> None:
        self.warming = ""
        end = time.perf_counter() + WARM_SECONDS
        for item in items if self.painter.unit else ():
            self.look.piece_pictures.exact_photo(self.painter.sprite(item))
            if time.perf_counter() > end:
                self.warming = self.after(WARM_MS, self._warm, items)
                return

    # Geometry ---------------------------------------------------------------------------------------------------------

    def spot_at(self, x: int, y: int) -> str:
        """Return the spot at a pixel of the canvas, or ""."""
        return (
            self.ground.spot_at(*self.painter.to_units(x, y)) if self.ground is not None and self.painter.unit else ""
        )

    def place_of(self, spot: str) -> tuple[int, int]:
        """Return the pixel at the middle of a spot."""
        assert self.ground is not None
        return self.painter.to_pixels(self.ground.spots[spot].x, self.ground.spots[spot].y)

    def _take_ground(self) -> None:
        """Lay out the board again if its layout or orientation has changed."""
        source = self._ground()
        orientation = (self.turn, self.labelled)
        if self.painter.aspect is not None and self.painter.aspect.source is source and orientation == self.seen_from:
            return
        if self.painter.aspect is None or self.painter.aspect.source is not source:
            self._reset_pointer()
        self.seen_from = orientation
        self.painter.aspect = turned_view(source, *orientation)
        self.ground = self.painter.aspect.ground
        self._lay_out()

    def _ground(self) -> Ground:
        """Return the layout of the board before rotation."""
        return self.board.ground(self.fields)

    def _lay_out(self) -> None:
        self.painter.unit, self.laid_at = 0.0, (self.winfo_width(), self.winfo_height())
        if self.ground is None or not self.painter.fit(self.ground, self.room):
            return
        self.painter.write("labels", self.labels, 10)
        if self.painter.stretched:
            self.painter.stretch("cells", self.ground.cells)
        else:
            self.painter.lay_ground("cells", self.ground.cells)
            self.painter.redraw()
        self._write_names()
        self._laid_out()

    def rename_labels(self, rename: Callable[[str], str]) -> None:
        """Change the texts of the labels, such as the names of seats, from now on."""
        before, self.rename = self.labels, rename
        if self.painter.unit and self.labels != before:
            self.painter.write("labels", self.labels, 10)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the layout, with their current texts."""
        shown = self.ground.labels if self.ground is not None else ()
        return tuple(label._replace(text=self.rename(label.text)) for label in shown)

    def _write_names(self) -> None:
        if self.painter.unit and self.ground is not None:
            shown = self.named and self.painter.unit >= self.names_from and not self.painter.stretched
            self.painter.write("names", self.ground.names if shown else (), NAMES)
            self.painter.write("beliefs", self.seen_beliefs if not self.painter.stretched else (), 10)
            self.painter.write("heat", self.seen_numbers if not self.painter.stretched else (), NUMBERS)

    @property
    def seen_beliefs(self) -> tuple[Label, ...]:
        """The labels about hidden information in the current orientation."""
        return tuple(map(self.painter.aspect.place_label, self.beliefs)) if self.painter.aspect is not None else ()

    @property
    def seen_numbers(self) -> tuple[Label, ...]:
        """The labels of search results in the current orientation, without those that would hide a piece."""
        numbers = (
            self.numbers
            if self.painter.unit >= self.look.px(PLATES)
            else [label for label in self.numbers if not label.plate]
        )
        return tuple(map(self.painter.aspect.place_label, numbers)) if self.painter.aspect is not None else ()

    # Size -------------------------------------------------------------------------------------------------------------

    def _on_resize(self, _: object) -> None:
        """Show the board stretched after a resize, and sharp again once the size is stable."""
        size = (self.winfo_width(), self.winfo_height())
        if size == self.laid_at:
            return
        done = self._stop_moving()
        self.painter.stretched = self.has_settled and self.painter.still is not None  # None before the first position
        self._lay_out()
        if self.sharpening:
            self.after_cancel(self.sharpening)
        self.sharpening = self.after(SHARP_MS if self.painter.stretched else REST_MS, self._sharpen)
        if done is not None:
            done()

    def _sharpen(self) -> None:
        self.has_settled = True
        if not self.painter.stretched:
            self.sharpening = ""
        elif self.painter.render_some(self.painter.missing_sprites()):
            self.sharpening, self.painter.stretched = "", False
            self._lay_out()
        else:
            self.sharpening = self.after(1, self._sharpen)

    def _end_timers(self) -> None:
        for timer in (self.sharpening, self.warming, self.renewing, self.moving[0] if self.moving else ""):
            if timer:
                self.after_cancel(timer)
        self.sharpening, self.warming, self.renewing, self.moving = "", "", "", None

    # Hooks for subclasses with input ----------------------------------------------------------------------------------

    def _drop(self) -> None:
        """Cancel the current click or drag, because the position has changed."""

    def _reset_pointer(self) -> None:
        """Clear cursor and pointer, because the layout has changed."""

    def _laid_out(self) -> None:
        """Draw everything that subclasses add, after a layout."""
