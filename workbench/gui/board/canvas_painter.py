"""A canvas that shows layers of drawings at one scale and touches only what differs from what it shows already.

Tk blends a picture with what lies under it pixel by pixel whenever its area is painted, so that the still cells are put
together into one opaque picture, and a change repaints its own surroundings only. While the scale changes, all that is
there is one picture that is stretched; the sharp ones are made a few at a time and then shown together.
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

SLICE_SECONDS = 0.008  # of making sharp pictures at one go


class CanvasPainter:
    """Paints on one canvas, in the order of `layers`. Positions and sizes are in board units of `unit` pixels."""

    def __init__(
        self, canvas: tkinter.Canvas, look: Look, drawings: Mapping[str, str], layers: tuple[str, ...], colour: str
    ) -> None:
        self.canvas, self.look, self.drawings, self.colour = canvas, look, drawings, colour
        self.unit = 0.0
        self.left = self.top = 0
        self.wanted: dict[str, tuple[Item, ...]] = {}
        self.shown: dict[str, dict[Item, int]] = {layer: {} for layer in layers}  # what is there -> canvas item
        self.pictures: dict[int, ImageTk.PhotoImage] = {}  # canvas item -> what it shows, which Tk does not keep
        self.words: dict[str, dict[str, list[int]]] = {layer: {} for layer in layers}  # layer -> spot -> canvas items
        self.aspect: Aspect | None = None  # from which side the board is seen
        self.hasty = False  # one picture of everything, stretched, serves for a moment
        self.still: Image.Image | None = None  # the cells
        self.frozen: tuple[dict[str, tuple[Item, ...]], Image.Image] | None = None  # what that picture shows
        # The topmost canvas item of each layer.
        self.tops = {layer: self.canvas.create_text(-99, -99, text="") for layer in layers}

    # Where things are -----------------------------------------------------------------------------------------------

    def fit(self, ground: Ground, room: int) -> bool:
        """Choose the scale: the largest that fits, or a little less where columns and rows fall on whole pixels."""
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

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        # `round` would round halves to even numbers.
        return self.left + floor(x * self.unit + 0.5), self.top + floor(y * self.unit + 0.5)

    def units(self, x: int, y: int) -> tuple[float, float]:
        return (x - self.left) / self.unit, (y - self.top) / self.unit

    def extent(self, item: Item, part: float = 1.0) -> int:
        return max(2, round(item.size * self.unit * part))

    def seen(self, item: Item) -> tuple[int, int]:
        """The middle of a drawing on the canvas."""
        return self.pixel(*(self.aspect.place(item) if self.aspect is not None else (item.x, item.y)))

    def sprite(self, item: Item, shade: float = 1.0) -> Sprite:
        """What is needed to show a drawing here and now."""
        drawing = self.drawings[item.shape]
        if item.turns and self.aspect is not None:
            drawing = self.aspect.drawing(item, drawing)
        return Sprite(drawing, self.look.theme, self.extent(item), shade)

    def picture(self, item: Item, part: float = 1.0, shade: float = 1.0) -> ImageTk.PhotoImage:
        """A drawing at a part of its size and of its strength."""
        sprite, pieces = self.sprite(item, shade), self.look.pieces
        if part != 1.0:
            return pieces.part(sprite, self.extent(item, part))
        return pieces.sharp(sprite)

    # What is shown --------------------------------------------------------------------------------------------------

    def again(self) -> None:
        """Show every layer at the present scale: what is there is moved and takes on its new size."""
        self.frozen = None
        for layer, items in self.wanted.items():
            if not self.shown[layer]:
                self.show(layer, items)
            self.canvas.itemconfigure(layer, state="normal")
            for item, number in self.shown[layer].items():
                self.canvas.coords(number, *self.seen(item))
                self.alter(layer, item)

    def unsharp(self) -> list[Sprite]:
        """The sharp pictures that all layers need and that are not there yet."""
        needed = {self.sprite(item): None for items in self.wanted.values() for item in items}
        return [sprite for sprite in needed if not self.look.pieces.has(sprite)]

    def prepare(self, sprites: list[Sprite]) -> bool:
        """Make some of these pictures, for as long as nobody notices; whether all are there."""
        end = time.perf_counter() + SLICE_SECONDS
        while sprites and time.perf_counter() < end:
            self.look.pieces.sharp(sprites.pop())
        return not sprites

    def show(self, layer: str, items: Iterable[Item]) -> None:
        """Make a layer show these drawings and nothing else; what is named twice is there once."""
        wanted = self.wanted[layer] = tuple(dict.fromkeys(items))
        shown = self.shown[layer]
        stay = set(wanted)
        self.drop(layer, [item for item in shown if item not in stay])
        if self.unit:
            crowded = {item.where for item in shown}
            new = [item for item in wanted if item not in shown]
            for item in new:
                self.add(layer, item)
            self.restack(layer, crowded & {item.where for item in new})

    def restack(self, layer: str, spots: Set[str]) -> None:
        """Lay the drawings that stand on these spots over each other in the order in which they were given."""
        for item in self.wanted[layer]:
            if item.where in spots and item in self.shown[layer]:
                self.canvas.tag_lower(self.shown[layer][item], self.tops[layer])

    def add(self, layer: str, item: Item, part: float = 1.0, shade: float = 1.0) -> None:
        """Show one more drawing, at a part of its size."""
        picture = self.picture(item, part, shade)
        number = self.canvas.create_image(
            *self.seen(item), image=picture, tags=layer, state="hidden" if self.hasty else "normal"
        )
        self.canvas.tag_lower(number, self.tops[layer])
        self.pictures[number] = picture
        self.shown[layer][item] = number

    def alter(self, layer: str, item: Item, part: float = 1.0, shade: float = 1.0) -> None:
        """Show a drawing that is there at a part of its size and strength."""
        number = self.shown[layer][item]
        picture = self.picture(item, part, shade)
        if self.pictures[number] is not picture:
            self.canvas.itemconfigure(number, image=picture)
            self.pictures[number] = picture

    def become(self, layer: str, start: Item, end: Item) -> None:
        """Take a drawing that is there for another one, in front of its layer; it stays where it is."""
        number = self.shown[layer][end] = self.shown[layer].pop(start)
        self.canvas.tag_lower(number, self.tops[layer])

    def between(self, layer: str, start: Item, end: Item, part: float) -> None:
        """Show the drawing `end` at a part of its way from where `start` is."""
        (x, y), (to_x, to_y) = self.seen(start), self.seen(end)
        self.canvas.coords(self.shown[layer][end], round(x + (to_x - x) * part), round(y + (to_y - y) * part))
        grown = round(part * 4) / 4  # few sizes, so that their pictures are made once
        self.alter(layer, end, (start.size + (end.size - start.size) * grown) / end.size)

    def drop(self, layer: str, items: list[Item]) -> None:
        """Show these drawings no more."""
        for item in items:
            number = self.shown[layer].pop(item)
            self.canvas.delete(number)
            del self.pictures[number]

    def write(self, layer: str, labels: Iterable[Label], least: float) -> None:
        """Show only these words in a layer. `least` is the smallest type size, at 100 %.

        Words that are too long for their spot in it are left out.
        """
        labels = tuple(labels)
        there = self.canvas.find_withtag(f"{layer}-words")
        if self.hasty and labels and len(there) == len(labels):  # the same words: only move them for now
            for number, label in zip(there, labels, strict=True):
                self.canvas.coords(number, *self.pixel(label.x, label.y))
            return
        self.canvas.delete(f"{layer}-words")
        self.words[layer] = {}
        for label in labels:
            self._write(layer, label, least)

    def _write(self, layer: str, label: Label, least: float) -> None:
        """Write one label on top of a layer, if it is not too long for its spot."""
        x, y = self.pixel(label.x, label.y)
        high = round(label.size * self.unit)
        font = (self.look.family, -max(self.look.px(least), high))
        if (
            high < self.look.px(least)
            and label.where
            and self._long(label.text, font) > 0.96 * self._width(label.where)
        ):
            return
        number = self.canvas.create_text(
            x, y, text=label.text, font=font, fill=self.look.palette[label.colour], tags=f"{layer}-words"
        )
        plate = (self._lay_plate(layer, number, label),) if label.plate else ()
        self.canvas.tag_lower(number, self.tops[layer])
        self.words[layer].setdefault(label.where, []).extend((number, *plate))

    def renew(self, layer: str, spot: str, labels: Iterable[Label], least: float) -> None:
        """Make one spot of a layer show what the layer is to show there, under these words."""
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

    def _long(self, words: str, font: tuple[str, int]) -> int:
        """How long words are, in pixels."""
        return int(self.canvas.tk.call("font", "measure", font, words))

    def _width(self, spot: str) -> float:
        """How wide a spot is, in pixels."""
        assert self.aspect is not None
        across = [x for x, _ in self.aspect.ground.spots[spot].outline]
        return (max(across) - min(across)) * self.unit

    def _lay_plate(self, layer: str, words: int, label: Label) -> int:
        """A plate under words, as high as their letters: its canvas item."""
        left, top, right, bottom = self.canvas.bbox(words)
        less, more = round((bottom - top) * 0.17), max(1, round((bottom - top) * 0.1))
        box = (left - more, top + less, right + more, bottom - less)
        plate = self.canvas.create_rectangle(*box, fill=self.look.palette[label.plate], width=0, tags=f"{layer}-words")
        self.canvas.tag_lower(plate, self.tops[layer])
        return plate

    def lay_ground(self, layer: str, items: Iterable[Item]) -> None:
        """Put many still drawings together into one picture under everything else."""
        cells = list(items)
        left, top, right, bottom = self._edges(cells)
        whole = Image.new("RGB", (right - left, bottom - top), self.look.palette[self.colour])
        for item in cells:
            sprite = self.sprite(item)
            x, y = self.pixel(item.x, item.y)
            stamp = self.look.pieces.master(sprite)
            whole.paste(stamp, (x - left - sprite.size // 2, y - top - sprite.size // 2), stamp)
        self.still = whole
        self._lay(layer, whole, left, top)

    def stretch(self, layer: str, items: Iterable[Item]) -> None:
        """Show everything as one picture of the present size, in the place of the still drawings, until `again`."""
        cells = list(items)
        left, top, right, bottom = self._edges(cells)
        if self.frozen is None or self.frozen[0] != self.wanted:
            self.frozen = dict(self.wanted), self._composed(cells)
            for other in self.shown:
                if other != layer:
                    self.canvas.itemconfigure(other, state="hidden")
        size = (right - left, bottom - top)
        self._lay(layer, self.frozen[1].resize(size, Image.Resampling.NEAREST), left, top)

    def _composed(self, cells: list[Item]) -> Image.Image:
        """The still drawings as they were made last, with all others on them, made out of the pictures at hand."""
        assert self.still is not None
        whole = self.still.copy()
        left, top, right, _ = self._edges(cells)
        scale = whole.width / (right - left)
        for item in (item for items in self.wanted.values() for item in items):
            x, y = self.seen(item)
            size = max(2, round(self.extent(item) * scale))
            stamp = self.look.pieces.at_hand(self.sprite(item), size)
            whole.paste(stamp, (round((x - left) * scale) - size // 2, round((y - top) * scale) - size // 2), stamp)
        return whole

    def _edges(self, cells: list[Item]) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what these drawings cover at the present scale."""
        boxes = [(*self.pixel(item.x, item.y), self.extent(item)) for item in cells]
        return (
            min(x - size // 2 for x, _, size in boxes) - 1,
            min(y - size // 2 for _, y, size in boxes) - 1,
            max(x + size // 2 for x, _, size in boxes) + 2,
            max(y + size // 2 for _, y, size in boxes) + 2,
        )

    def _lay(self, layer: str, whole: Image.Image, left: int, top: int) -> None:
        data = b"P6 %d %d 255\n" % whole.size + whole.tobytes()
        picture = tkinter.PhotoImage(master=self.canvas, data=data, format="ppm")
        there = self.canvas.find_withtag(layer)
        if there:
            self.canvas.coords(there[0], left, top)
            self.canvas.itemconfigure(there[0], image=picture)
        else:
            self.canvas.tag_lower(self.canvas.create_image(left, top, image=picture, anchor="nw", tags=layer))
        self.ground_picture = picture
