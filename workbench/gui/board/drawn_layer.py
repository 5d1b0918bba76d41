"""Drawings of a person on a board: arrows and circles, above the pieces.

Circles are sprites like all other marks. An arrow can be as long as the board, and a sprite of that size takes too long
to render, so each arrow is a filled outline in a separate picture.
"""

from __future__ import annotations

import tkinter
from collections.abc import Iterable
from math import ceil, floor

from PIL import Image, ImageColor, ImageDraw, ImageTk

from workbench.boards.kit.drawn import OPACITY, Drawing, arrow_corners, arrow_items, arrows, circles, palette_colour
from workbench.boards.kit.elements import Ground, Item
from workbench.boards.kit.turning import Aspect
from workbench.gui.board.canvas_painter import CanvasPainter
from workbench.gui.look.look import Look

LAYER = "drawn"
FINER = 3  # outlines are drawn this many times larger and reduced, for smooth edges


class DrawnLayer:
    """The drawings on one board.

    Args:
        canvas: The canvas of the board.
        look: Scale and colours.
        painter: Paints the layers of the board.
    """

    def __init__(self, canvas: tkinter.Canvas, look: Look, painter: CanvasPainter) -> None:
        self.canvas, self.look, self.painter = canvas, look, painter
        self.shown: tuple[Drawing, ...] = ()
        self.preview: Drawing | None = None  # a drawing that is not finished
        self.pictures: dict[Drawing, tuple[int, ImageTk.PhotoImage]] = {}  # the canvas item of each arrow
        self._aspect: Aspect | None = None  # the view and the scale for which the arrows were drawn
        self._scale = (0.0, 0, 0)

    def show(self, drawn: Iterable[Drawing]) -> None:
        """Show exactly these drawings, and the preview."""
        self.shown = tuple(drawn)
        self.redraw()

    def show_preview(self, drawing: Drawing | None) -> None:
        """Show a drawing that is not finished, or none."""
        if drawing != self.preview:
            self.preview = drawing
            self.redraw()

    def redraw(self) -> None:
        """Draw everything that changed. Call it after every layout of the board."""
        aspect = self.painter.aspect
        if aspect is None:
            return
        scale = (self.painter.unit, self.painter.left, self.painter.top)
        valid = aspect is self._aspect and scale == self._scale
        self._aspect, self._scale = aspect, scale
        wanted = dict.fromkeys((*self.shown, *([self.preview] if self.preview is not None else [])))
        rings = circles(aspect.source, wanted)
        self.painter.drawings.update({item.shape: drawing for item, drawing in rings.items()})
        self.painter.show(LAYER, rings)
        drawable = arrows(aspect.ground, wanted) if self.painter.unit and not self.painter.stretched else []
        for drawing in [*self.pictures]:
            if drawing not in drawable or not valid:
                self.canvas.delete(self.pictures.pop(drawing)[0])
        for drawing in drawable:
            if drawing not in self.pictures:
                self.pictures[drawing] = self._draw(aspect.ground, drawing)

    def items(self) -> tuple[Item, ...]:
        """Return all finished drawings as items for a picture of the board, with their drawings in the painter."""
        assert self.painter.aspect is not None
        source = self.painter.aspect.source
        found = circles(source, self.shown) | arrow_items(source, self.shown)
        self.painter.drawings.update({item.shape: drawing for item, drawing in found.items()})
        return tuple(found)

    def _draw(self, ground: Ground, drawing: Drawing) -> tuple[int, ImageTk.PhotoImage]:
        """Draw an arrow, and return its canvas item and its picture, to which Tk keeps no reference."""
        start, end = (ground.spots[spot] for spot in drawing.spots)
        unit, painter = self.painter.unit, self.painter
        corners = [(painter.left + x * unit, painter.top + y * unit) for x, y in arrow_corners(start, end)]
        left, top = (floor(min(corner[axis] for corner in corners)) for axis in (0, 1))
        right, bottom = (ceil(max(corner[axis] for corner in corners)) + 1 for axis in (0, 1))
        mask = Image.new("L", ((right - left) * FINER, (bottom - top) * FINER))
        ImageDraw.Draw(mask).polygon(
            [((x - left) * FINER, (y - top) * FINER) for x, y in corners], fill=round(255 * OPACITY)
        )
        mask = mask.reduce(FINER)
        image = Image.new("RGBA", mask.size, ImageColor.getrgb(self.look.palette[palette_colour(drawing)]))
        image.putalpha(mask)
        picture = ImageTk.PhotoImage(image, master=self.canvas)
        number = self.canvas.create_image(left, top, image=picture, anchor="nw", tags=LAYER)
        self.canvas.tag_lower(number, painter.tops[LAYER])
        return number, picture
