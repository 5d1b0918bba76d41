"""A board on a canvas: a board's data painted, from any side and in any size; pieces that come and go.

It knows no rules and feels no pointer: it shows what it is given.
"""

from __future__ import annotations

import time
import tkinter
from collections import deque
from collections.abc import Callable, Iterator

from workbench.boards.kit import heat
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item, Label
from workbench.boards.kit.turning import Turn, look_at
from workbench.gui.board.canvas_painter import CanvasPainter
from workbench.gui.board.motion import Motion, pairs
from workbench.gui.look.look import Look

FRAME_MS = 14
REST_MS = 300  # in which a board that was just made finds its size
WARM_MS, WARM_SECONDS = 12, 0.004  # between two slices of making pictures that may be needed, and in one
SHARP_MS = 70  # after the last change of the size
RENEW_MS = 2  # between two spots
NUMBERS = 6  # the smallest type of what a search found, at 100 %
PLATES = 56  # pixels at 100 % of a board unit, below which such a number would hide the piece that it lies on
NAMES, NAME_PART = 9, 0.2  # the smallest type of names at 100 %, but no larger than this part of a board unit
LAYERS = (
    "cells",
    "labels",
    "open",
    "reach",
    "pieces",
    "shut",
    "beliefs",
    "ghosts",
    "last",
    "heat",
    "advice",
    "foresee",
    "names",
    "cursor",
)


class PaintedBoard(tkinter.Canvas):
    """The board of one game in one look."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board, room: float, colour: str) -> None:
        super().__init__(parent, background=look.palette[colour], highlightthickness=0, borderwidth=0)
        self.look, self.board, self.room = look, board, look.px(room)
        self.painter = CanvasPainter(self, look, {**heat.SHAPES, **board.shapes}, LAYERS, colour)
        self.fields: Fields = {}
        self.viewer: int | None = None  # the seat whose view is shown
        self.ground: Ground | None = None  # as it is seen
        self.seen_from: tuple[Turn, bool] = (Turn(), True)
        self.named = False
        self.beliefs: tuple[Label, ...] = ()  # words about what is hidden
        self.numbers: tuple[Label, ...] = ()  # words about what a search found
        self.turn, self.labelled, self.speed = Turn(), True, 1.0
        self.moving: tuple[str, Motion, Callable[[], None]] | None = None
        self.begun = 0.0  # when the animation under way began
        self.paces: deque[float] = deque(maxlen=500)  # the seconds between two pictures of an animation
        self.at_rest = False  # it has found its size for the first time
        self.warming = ""  # the timer of pictures that are made beforehand
        self.warmed: Fields | None = None  # the position for which they are
        self.stale: dict[str, None] = {}  # the spots on which they are still those of a moment before
        self.renewing = ""  # the timer of bringing these up to date
        self.laid_at = (0, 0)  # the size that the board was laid out for
        self.sharpening = ""  # the timer of what follows a change of the size
        self.bind("<Configure>", self._resized)
        self.bind("<Destroy>", lambda _: self._end_timers())

    # What is shown ----------------------------------------------------------------------------------------------------

    def position(self, fields: Fields) -> None:
        """Show a position at once. An animation under way is dropped, and in another position what is being dragged."""
        self._stop_moving()
        if fields != self.fields:
            self._drop()
        self.fields = fields
        self._take_ground()
        self.painter.show("pieces", self.board.pieces(fields, self.viewer))

    def look_from(self, turn: Turn, labelled: bool) -> None:
        """See the board from this side, with the labels at its edge or without."""
        if (turn, labelled) != (self.turn, self.labelled):
            self._stop_moving()
            self.turn, self.labelled = turn, labelled
            self._take_ground()

    def name_cells(self, on: bool) -> None:
        """Write the names of the cells, or take them away."""
        if on != self.named:
            self.named = on
            self._write_names()

    def write_beliefs(self, labels: tuple[Label, ...]) -> None:
        """Write these words about what is hidden on the board, and no others."""
        if labels != self.beliefs:
            self.beliefs = labels
            self._write_names()

    def warm_spots(self, items: tuple[Item, ...], labels: tuple[Label, ...]) -> None:
        """Show the results of a search on the board, as marks and numbers.

        In the same position the spots change one after another, the hottest first, since their pictures may have to be
        made. Tk also redraws the rectangle around all changes, which for distant spots is the whole board.
        """
        other = self.painter.shown["heat"].keys() ^ set(items) | set(self.numbers) ^ set(labels)
        at_once = not items or not self.painter.unit or self.painter.hasty or self.fields != self.warmed
        self.numbers, self.warmed = labels, self.fields
        if at_once:
            self.painter.show("heat", items)
            if other or self.stale:
                self._write_names()
            self.stale.clear()
            return
        self.painter.wanted["heat"] = items
        changed = {one.where for one in other}
        hottest_first = dict.fromkeys(item.where for item in items if item.where in changed)
        self.stale.update(hottest_first | dict.fromkeys(sorted(changed)))
        if self.stale and not self.renewing:
            self.renewing = self.after(RENEW_MS, self._renew)

    def _renew(self) -> None:
        """Bring one spot up to date, or wait for a size at which it is drawn."""
        self.renewing = ""
        settled = bool(self.painter.unit) and not self.painter.hasty
        if self.stale and settled:
            spot = next(iter(self.stale))
            del self.stale[spot]
            self.painter.renew("heat", spot, [label for label in self.seen_numbers if label.where == spot], NUMBERS)
        if self.stale:
            self.renewing = self.after(RENEW_MS if settled else SHARP_MS, self._renew)

    # Pieces that come and go ------------------------------------------------------------------------------------------

    def change(self, fields: Fields, done: Callable[[], None]) -> None:
        """Let pieces come and go until the position is that of `fields`, then call `done`; at once if none does."""
        self._stop_moving()
        self.fields = fields
        wanted = self.board.pieces(fields, self.viewer)
        stay = set(wanted)
        going = [item for item in self.painter.shown["pieces"] if item not in stay]
        coming = [item for item in wanted if item not in self.painter.shown["pieces"]]
        if not (going or coming) or not self.painter.unit:
            self.position(fields)
            done()
            return
        ways = pairs(going, coming)
        for start, end in ways:
            going.remove(start)
            coming.remove(end)
            self.painter.become("pieces", start, end)
        self.painter.wanted["pieces"] = tuple(wanted)
        self.painter.restack("pieces", {end.where for _, end in ways})  # what turns on its place stays below its number
        self.begun = time.perf_counter()
        self._move(Motion(tuple(coming), tuple(going), tuple(ways), self.speed), done)

    def cut(self) -> None:
        """Drop an animation under way; what was to follow it does not."""
        self._stop_moving()

    def _move(self, motion: Motion, done: Callable[[], None], before: float = 0.0) -> None:
        now = time.perf_counter()
        if before:
            self.paces.append(now - before)
        moment = motion.at(now - self.begun)
        if moment.over:
            self._stop_moving()
            done()
            return
        for item in motion.coming if moment.comes else ():
            if item in self.painter.shown["pieces"]:
                self.painter.alter("pieces", item, moment.comes)
            else:
                self.painter.add("pieces", item, moment.comes)
        for item in motion.going:
            if moment.goes:
                self.painter.alter("pieces", item, 1.0, moment.goes)
            elif item in self.painter.shown["pieces"]:
                self.painter.drop("pieces", [item])
        for start, end in motion.ways:
            self.painter.between("pieces", start, end, moment.glides)
        self.moving = (self.after(FRAME_MS, self._move, motion, done, now), motion, done)

    def _stop_moving(self) -> Callable[[], None] | None:
        """End an animation with the position that it leads to; what was to follow it is handed back."""
        if self.moving is None:
            return None
        timer, motion, done = self.moving
        self.moving = None
        self.after_cancel(timer)
        arrived = [*motion.coming, *(end for _, end in motion.ways)]
        for item in arrived:
            if item in self.painter.shown["pieces"]:
                self.painter.between("pieces", item, item, 1.0)
        self.painter.show("pieces", self.board.pieces(self.fields, self.viewer))
        self.painter.restack("pieces", {item.where for item in arrived})
        return done

    def warm(self, items: Iterator[Item]) -> None:
        """Make the pictures that may be needed next, little by little, in place of those from an earlier call."""
        if self.warming:
            self.after_cancel(self.warming)
        self.warming = self.after(REST_MS, self._warm, items)

    def _warm(self, items: Iterator[Item]) -> None:
        self.warming = ""
        end = time.perf_counter() + WARM_SECONDS
        for item in items if self.painter.unit else ():
            self.look.pieces.sharp(self.painter.sprite(item))
            if time.perf_counter() > end:
                self.warming = self.after(WARM_MS, self._warm, items)
                return

    # Where things are -------------------------------------------------------------------------------------------------

    def spot_at(self, x: int, y: int) -> str:
        """The spot at a place on the canvas, "" if there is none."""
        return self.ground.at(*self.painter.units(x, y)) if self.ground is not None and self.painter.unit else ""

    def place_of(self, spot: str) -> tuple[int, int]:
        """The middle of a spot on the canvas."""
        assert self.ground is not None
        return self.painter.pixel(self.ground.spots[spot].x, self.ground.spots[spot].y)

    def _take_ground(self) -> None:
        """Lay the board out again if it is another one, or seen from another side."""
        source = self._ground()
        seen = (self.turn, self.labelled)
        if self.painter.aspect is not None and self.painter.aspect.source is source and seen == self.seen_from:
            return
        if self.painter.aspect is None or self.painter.aspect.source is not source:
            self._elsewhere()
        self.seen_from = seen
        self.painter.aspect = look_at(source, *seen)
        self.ground = self.painter.aspect.ground
        self._lay_out()

    def _ground(self) -> Ground:
        """The places as they lie."""
        return self.board.ground(self.fields)

    def _lay_out(self) -> None:
        self.painter.unit, self.laid_at = 0.0, (self.winfo_width(), self.winfo_height())
        if self.ground is None or not self.painter.fit(self.ground, self.room):
            return
        self.painter.write("labels", self.ground.labels, 10)
        if self.painter.hasty:
            self.painter.stretch("cells", self.ground.cells)
        else:
            self.painter.lay_ground("cells", self.ground.cells)
            self.painter.again()
        self._write_names()
        self._show_cursor()

    def _write_names(self) -> None:
        if self.painter.unit and self.ground is not None:
            least = min(NAMES, NAMES * NAME_PART * self.painter.unit / self.look.px(NAMES))
            self.painter.write("names", self.ground.names if self.named and not self.painter.hasty else (), least)
            self.painter.write("beliefs", self.seen_beliefs if not self.painter.hasty else (), 10)
            self.painter.write("heat", self.seen_numbers if not self.painter.hasty else (), NUMBERS)

    @property
    def seen_beliefs(self) -> tuple[Label, ...]:
        """The words about what is hidden in their places as they are seen."""
        return tuple(map(self.painter.aspect.words, self.beliefs)) if self.painter.aspect is not None else ()

    @property
    def seen_numbers(self) -> tuple[Label, ...]:
        """The words about what a search found in their places as they are seen."""
        numbers = (
            self.numbers
            if self.painter.unit >= self.look.px(PLATES)
            else [one for one in self.numbers if not one.plate]
        )
        return tuple(map(self.painter.aspect.words, numbers)) if self.painter.aspect is not None else ()

    # Its size ---------------------------------------------------------------------------------------------------------

    def _resized(self, _: object) -> None:
        """Take on another size at once, stretched; what is sharp follows when it stays."""
        size = (self.winfo_width(), self.winfo_height())
        if size == self.laid_at:
            return
        done = self._stop_moving()
        self.painter.hasty = self.at_rest
        self._lay_out()
        if self.sharpening:
            self.after_cancel(self.sharpening)
        self.sharpening = self.after(SHARP_MS if self.painter.hasty else REST_MS, self._sharpen)
        if done is not None:
            done()

    def _sharpen(self) -> None:
        self.at_rest = True
        if not self.painter.hasty:
            self.sharpening = ""
        elif self.painter.prepare(self.painter.unsharp()):
            self.sharpening, self.painter.hasty = "", False
            self._lay_out()
        else:
            self.sharpening = self.after(1, self._sharpen)

    def _end_timers(self) -> None:
        for timer in (self.sharpening, self.warming, self.renewing, self.moving[0] if self.moving else ""):
            if timer:
                self.after_cancel(timer)
        self.sharpening, self.warming, self.renewing, self.moving = "", "", "", None

    # For who feels the pointer ----------------------------------------------------------------------------------------

    def _drop(self) -> None:
        """Another position: whatever was begun with the pointer comes to nothing."""

    def _elsewhere(self) -> None:
        """Another board: nothing that was pointed at is there any more."""

    def _show_cursor(self) -> None:
        """Everything lies elsewhere: so does the cursor."""
