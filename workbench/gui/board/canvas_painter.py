"""Layers of drawings on a canvas, redrawn only where they change.

Tk blends a picture with everything under it, pixel by pixel, whenever its area is repainted. So all cells are combined
into one opaque picture, and a change repaints only its surroundings. While the window is resized, the whole board is
one stretched picture; the sharp pictures are rendered a few at a time and then shown together.
"""

from __future__ import annotations

import time
import tkinter
from collections.abc import Iterable, Mapping, Set
from math import floor

from PIL import Image, ImageTk

from workbench.boards.kit.elements import Ground, Item, Label
from workbench.boards.kit.turning import Aspect
from workbench.gui.look.look import Look
from workbench.gui.look.sprites import Sprite

WORDS_ABOVE = {"heat": "foresee"}  # numbers of a search stay readable above the marks of a turn
SMALLEST = 7  # pixels
SLICE_SECONDS = 0.008  # maximum seconds for rendering sharp pictures in one call


class CanvasPainter:
    """A painter of layers on one canvas.

    Positions and sizes are in board units of `unit` pixels; `unit` is 0 before the canvas has a size.

    Args:
        canvas: The canvas.
        look: Scale, fonts and colours.
        drawings: The drawings of shapes by name.
        layers: The names of the layers, the lowest first.
        colour: The background colour in the palette.
    """

    def __init__(
        self, canvas: tkinter.Canvas, look: Look, drawings: Mapping[str, str], layers: tuple[str, ...], colour: str
    ) -> None:
        self.canvas, self.look, self.drawings, self.colour = canvas, look, dict(drawings), colour
        self.unit = 0.0
        self.smallest = SMALLEST  # type size in pixels of words with a limit
        self.left = self.top = 0
        self.wanted: dict[str, tuple[Item, ...]] = {}
        # Drawing -> canvas item, by layer.
        self.shown: dict[str, dict[Item, int]] = {layer: {} for layer in layers}
        self.pictures: dict[int, ImageTk.PhotoImage] = {}  # picture by canvas item, because Tk keeps no reference
        self.words: dict[str, dict[str, list[int]]] = {layer: {} for layer in layers}  # layer -> spot -> canvas items
        self.aspect: Aspect | None = None  # the orientation of the board
        self.stretched = False  # whether a stretched picture temporarily replaces all layers
        self.still: Image.Image | None = None  # the picture of the fixed drawings
        # The stretched picture and the drawings it contains.
        self.frozen: tuple[dict[str, tuple[Item, ...]], Image.Image] | None = None
        # An invisible item on top of each layer.
        self.tops = {layer: self.canvas.create_text(-99, -99, text="") for layer in layers}

    # Geometry ---------------------------------------------------------------------------------------------------------

    def fit(self, ground: Ground, room: int) -> bool:
        """Choose the largest scale that fits, or a slightly smaller scale that puts columns and rows on whole pixels.

        Args:
            ground: The layout of the board.
            room: The margin in pixels.

        Returns:
            False if the canvas is too small to draw anything.
        """
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        most = min((width - 2 * room) / ground.width, (height - 2 * room) / ground.height)
        if most < 8:
            return False

        def uneven(unit: float) -> float:
            return round(sum(abs(step * unit - round(step * unit)) for step in ground.step), 2)

        halves = range(int(most * 2 * 0.965), int(most * 2) + 1)
        self.unit = min((half / 2 for half in halves), key=lambda unit: (uneven(unit), -unit), default=most)
        self.left = round((width - ground.width * self.unit) / 2)
        self.top = round((height - ground.height * self.unit) / 2)
        return True

    def to_pixels(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel at a point in board units."""
        # Not `round`, which rounds halves to even numbers.
        return self.left + floor(x * self.unit + 0.5), self.top + floor(y * self.unit + 0.5)

    def to_units(self, x: int, y: int) -> tuple[float, float]:
        """Return the point in board units at a pixel."""
        return (x - self.left) / self.unit, (y - self.top) / self.unit

    def pixel_size(self, item: Item, scale: float = 1.0) -> int:
        """Return the side length of a drawing in pixels at a scale (1.0: full size)."""
        return max(2, round(item.size * self.unit * scale))

    def pixel_of(self, item: Item) -> tuple[int, int]:
        """Return the pixel at the middle of a drawing."""
        return self.to_pixels(*(self.aspect.position(item) if self.aspect is not None else (item.x, item.y)))

    def sprite(self, item: Item, opacity: float = 1.0) -> Sprite:
        """Return the sprite of a drawing at the current scale and orientation, with an opacity."""
        drawing = self.drawings[item.shape]
        if item.turns and self.aspect is not None:
            drawing = self.aspect.drawing(item, drawing)
        return Sprite(drawing, self.look.theme, self.pixel_size(item), opacity)

    def picture(self, item: Item, scale: float = 1.0, opacity: float = 1.0) -> ImageTk.PhotoImage:
        """Return the picture of a drawing at a scale and an opacity."""
        sprite, pieces = self.sprite(item, opacity), self.look.piece_pictures
        if scale != 1.0:
            return pieces.scaled_photo(sprite, self.pixel_size(item, scale))
        return pieces.exact_photo(sprite)

    # Layers -----------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Redraw the drawings of every layer at the current scale, and show layers that were hidden.

        Call it after a successful `fit`, with `stretched` False. Labels and fixed drawings are not redrawn.
        """
        self.frozen = None
        for layer, items in self.wanted.items():
            if not self.shown[layer]:
                self.show(layer, items)
            self.canvas.itemconfigure(layer, state="normal")
            for item, number in self.shown[layer].items():
                self.canvas.coords(number, *self.pixel_of(item))
                self.scale_item(layer, item)

    def missing_sprites(self) -> list[Sprite]:
        """Return the sprites in all layers that have no sharp picture yet."""
        needed = {self.sprite(item): None for items in self.wanted.values() for item in items}
        return [sprite for sprite in needed if not self.look.piece_pictures.has(sprite)]

    def render_some(self, sprites: list[Sprite]) -> bool:
        """Render sprites for `SLICE_SECONDS`. Return whether all are done."""
        end = time.perf_counter() + SLICE_SECONDS
        while sprites and time.perf_counter() < end:
            self.look.piece_pictures.exact_photo(sprites.pop())
        return not sprites

    def show(self, layer: str, items: Iterable[Item]) -> None:
        """Show exactly these drawings in a layer. Duplicates are shown once.

        While `unit` is 0, the layer is emptied. The next `redraw` shows the drawings.
        """
        wanted = self.wanted[layer] = tuple(dict.fromkeys(items))
        shown = self.shown[layer]
        unchanged = set(wanted) if self.unit else set()  # `redraw` completes only an empty layer
        self.drop(layer, [item for item in shown if item not in unchanged])
        if self.unit:
            crowded = {item.where for item in shown}
            new = [item for item in wanted if item not in shown]
            for item in new:
                self.add(layer, item)
            self.restack(layer, crowded & {item.where for item in new})

    def restack(self, layer: str, spots: Set[str]) -> None:
        """Restore the stacking order of the drawings on these spots."""
        for item in self.wanted[layer]:
            if item.where in spots and item in self.shown[layer]:
                self.canvas.tag_lower(self.shown[layer][item], self.tops[layer])

    def add(self, layer: str, item: Item, scale: float = 1.0, opacity: float = 1.0) -> None:
        """Add a drawing to a layer at a scale and an opacity."""
        picture = self.picture(item, scale, opacity)
        number = self.canvas.create_image(
            *self.pixel_of(item), image=picture, tags=layer, state="hidden" if self.stretched else "normal"
        )
        self.canvas.tag_lower(number, self.tops[layer])
        self.pictures[number] = picture
        self.shown[layer][item] = number

    def scale_item(self, layer: str, item: Item, scale: float = 1.0, opacity: float = 1.0) -> None:
        """Set the scale (1.0: full size) and the opacity of a shown drawing."""
        number = self.shown[layer][item]
        picture = self.picture(item, scale, opacity)
        if self.pictures[number] is not picture:
            self.canvas.itemconfigure(number, image=picture)
            self.pictures[number] = picture

    def replace_item(self, layer: str, start: Item, end: Item) -> None:
        """Assign the canvas item of a drawing to another drawing, and move the item to the front of the layer."""
        number = self.shown[layer][end] = self.shown[layer].pop(start)
        self.canvas.tag_lower(number, self.tops[layer])

    def move_between(self, layer: str, start: Item, end: Item, part: float) -> None:
        """Move the drawing `end` to a fraction (0..1) of the way from `start`."""
        (x, y), (to_x, to_y) = self.pixel_of(start), self.pixel_of(end)
        self.canvas.coords(self.shown[layer][end], round(x + (to_x - x) * part), round(y + (to_y - y) * part))
        grown = round(part * 4) / 4  # few sizes, so that each picture is rendered once
        self.scale_item(layer, end, (start.size + (end.size - start.size) * grown) / end.size)

    def drop(self, layer: str, items: list[Item]) -> None:
        """Remove drawings from a layer."""
        for item in items:
            number = self.shown[layer].pop(item)
            self.canvas.delete(number)
            del self.pictures[number]

    def write(self, layer: str, labels: Iterable[Label], least: float) -> None:
        """Show exactly these labels in a layer. Small labels too long for their spots are omitted.

        Args:
            layer: The layer.
            labels: The labels.
            least: The smallest type size in pixels at 100 %.
        """
        labels = tuple(labels)
        existing = self.canvas.find_withtag(f"{layer}-words")
        if self.stretched and labels and len(existing) == len(labels):  # during a resize, the same labels only move
            for number, label in zip(existing, labels, strict=True):
                self.canvas.coords(number, *self.to_pixels(label.x, label.y))
            return
        self.canvas.delete(f"{layer}-words")
        self.words[layer] = {}
        for label in labels:
            self._write(layer, label, least)

    def _write(self, layer: str, label: Label, least: float) -> None:
        """Write a label on top of a layer, unless it is small and too long for its spot."""
        x, y = self.to_pixels(label.x, label.y)
        high = round(label.size * self.unit)
        smallest = self.look.px(least)
        if label.limit:
            smallest = max(self.smallest, min(smallest, round(label.limit * self.unit)))
        font = (self.look.family, -max(smallest, high))
        if (
            high < smallest
            and label.where
            and self._text_width(label.text, font) > 0.96 * self._spot_width(label.where)
        ):
            return
        number = self.canvas.create_text(  # type: ignore[call-overload]
            x, y, text=label.text, font=font, fill=self.look.palette[label.colour], tags=f"{layer}-words",
            anchor=label.anchor,
        )  # fmt: skip
        plate = (self._draw_plate(layer, number, label),) if label.plate else ()
        self.canvas.tag_lower(number, self.tops[WORDS_ABOVE.get(layer, layer)])
        self.words[layer].setdefault(label.where, []).extend((number, *plate))

    def update_spot(self, layer: str, spot: str, labels: Iterable[Label], least: float) -> None:
        """Update a spot of a layer to the wanted drawings and these labels."""
        shown = self.shown[layer]
        wanted = [item for item in self.wanted[layer] if item.where == spot]
        self.drop(layer, [item for item in shown if item.where == spot and item not in wanted])
        for item in wanted:
            if item not in shown:
                self.add(layer, item)
        self.restack(layer, {spot})
        self.canvas.delete(*self.words[layer].pop(spot, ()))
        for label in labels:
            self._write(layer, label, least)

    def _text_width(self, words: str, font: tuple[str, int]) -> int:
        return int(self.canvas.tk.call("font", "measure", font, words))

    def _spot_width(self, spot: str) -> float:
        assert self.aspect is not None
        across = [x for x, _ in self.aspect.ground.spots[spot].outline]
        return (max(across) - min(across)) * self.unit

    def _draw_plate(self, layer: str, words: int, label: Label) -> int:
        """Draw a rectangle behind a text, as high as its letters, and return the canvas item."""
        left, top, right, bottom = self.canvas.bbox(words)
        less, more = round((bottom - top) * 0.17), max(1, round((bottom - top) * 0.1))
        box = (left - more, top + less, right + more, bottom - less)
        plate = self.canvas.create_rectangle(*box, fill=self.look.palette[label.plate], width=0, tags=f"{layer}-words")
        self.canvas.tag_lower(plate, self.tops[WORDS_ABOVE.get(layer, layer)])
        return plate

    def lay_ground(self, layer: str, items: Iterable[Item]) -> None:
        """Combine fixed drawings into one picture below everything else."""
        cells, pieces = list(items), self.look.piece_pictures
        left, top, right, bottom = self._bounds(cells)
        stamps = []  # each drawing with its left and top in the picture
        for item in cells:
            sprite, (x, y) = self.sprite(item), self.to_pixels(item.x, item.y)
            stamps.append((sprite, x - left - sprite.size // 2, y - top - sprite.size // 2))
        size, colour = (right - left, bottom - top), self.look.palette[self.colour]

        def compose() -> Image.Image:
            image = Image.new("RGB", size, colour)
            for sprite, x, y in stamps:
                stamp = pieces.full_image(sprite)
                image.paste(stamp, (x, y), stamp)
            return image

        self.still, photo = pieces.background((colour, size, *stamps), compose)
        self._place_ground(layer, photo, left, top)

    def stretch(self, layer: str, items: Iterable[Item]) -> None:
        """Show everything as one stretched picture in place of the fixed drawings, until `redraw`."""
        cells = list(items)
        left, top, right, bottom = self._bounds(cells)
        if self.frozen is None or self.frozen[0] != self.wanted:
            self.frozen = dict(self.wanted), self._compose(cells)
            for name in self.shown:
                if name != layer:
                    self.canvas.itemconfigure(name, state="hidden")
        size = (right - left, bottom - top)
        stretched = self.frozen[1].resize(size, Image.Resampling.NEAREST)
        self._place_ground(layer, self.look.piece_pictures.opaque_photo(stretched), left, top)

    def _compose(self, cells: list[Item]) -> Image.Image:
        """Compose the fixed drawings and the visible items into one picture, from cached pictures."""
        assert self.still is not None
        image = self.still.copy()
        left, top, right, _ = self._bounds(cells)
        scale = image.width / (right - left)
        for item in (item for items in self.wanted.values() for item in items):
            x, y = self.pixel_of(item)
            size = max(2, round(self.pixel_size(item) * scale))
            stamp = self.look.piece_pictures.quick_image(self.sprite(item), size)
            image.paste(stamp, (round((x - left) * scale) - size // 2, round((y - top) * scale) - size // 2), stamp)
        return image

    def _bounds(self, cells: list[Item]) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom of these drawings in pixels."""
        boxes = [(*self.to_pixels(item.x, item.y), self.pixel_size(item)) for item in cells]
        return (
            min(x - size // 2 for x, _, size in boxes) - 1,
            min(y - size // 2 for _, y, size in boxes) - 1,
            max(x + size // 2 for x, _, size in boxes) + 2,
            max(y + size // 2 for _, y, size in boxes) + 2,
        )

    def _place_ground(self, layer: str, picture: tkinter.PhotoImage, left: int, top: int) -> None:
        existing = self.canvas.find_withtag(layer)
        if existing:
            self.canvas.coords(existing[0], left, top)
            self.canvas.itemconfigure(existing[0], image=picture)
        else:
            self.canvas.tag_lower(self.canvas.create_image(left, top, image=picture, anchor="nw", tags=layer))
        self.ground_picture = picture
