"""A canvas that shows layers of drawings at one scale and touches only what differs from what it shows already.

Tk blends a picture with what lies under it pixel by pixel whenever its area is painted, so that the still cells are put
together into one opaque picture, and a change repaints its own surroundings only.
"""

from __future__ import annotations

import tkinter
from collections.abc import Iterable, Mapping, Set
from io import BytesIO

from PIL import Image

from workbench.boards.contract import Ground, Item, Label
from workbench.gui.look import Look


class Easel(tkinter.Canvas):
    """Layers are painted in the order of `layers`; places and sizes are board units, `unit` pixels each."""

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        drawings: Mapping[str, str],
        layers: tuple[str, ...],
        colour: str = "window",
    ) -> None:
        super().__init__(parent, background=look.palette[colour], highlightthickness=0, borderwidth=0)
        self.look, self.drawings, self.colour = look, drawings, colour
        self.unit = 0.0
        self.left = self.top = 0
        self.wanted: dict[str, tuple[Item, ...]] = {}
        self.shown: dict[str, dict[Item, int]] = {layer: {} for layer in layers}  # what is there -> canvas item
        self.pictures: dict[int, tkinter.PhotoImage] = {}  # canvas item -> what it shows, which Tk does not keep
        self.tops = {layer: self.create_text(-99, -99, text="") for layer in layers}  # each lies on top of its layer

    # Where things are -----------------------------------------------------------------------------------------------

    def fit(self, ground: Ground, room: int) -> bool:
        """Choose the scale: the largest that fits, or a little less where columns and rows fall on whole pixels."""
        width, height = self.winfo_width(), self.winfo_height()
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
        return self.left + round(x * self.unit), self.top + round(y * self.unit)

    def units(self, x: int, y: int) -> tuple[float, float]:
        return (x - self.left) / self.unit, (y - self.top) / self.unit

    def extent(self, item: Item, part: float = 1.0) -> int:
        return max(2, round(item.size * self.unit * part))

    # What is shown --------------------------------------------------------------------------------------------------

    def again(self) -> None:
        """Paint every layer anew, as after a change of the scale."""
        for layer, items in self.wanted.items():
            self.drop(layer, list(self.shown[layer]))
            self.show(layer, items)

    def show(self, layer: str, items: Iterable[Item]) -> None:
        """Make a layer show these drawings and nothing else."""
        wanted = self.wanted[layer] = tuple(items)
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
                self.tag_lower(self.shown[layer][item], self.tops[layer])

    def add(self, layer: str, item: Item, part: float = 1.0) -> None:
        """Show one more drawing, at a part of its size."""
        x, y = self.pixel(item.x, item.y)
        picture = self.look.sprite(self.drawings, item.shape, self.extent(item, part))
        number = self.create_image(x, y, image=picture, tags=layer)
        self.tag_lower(number, self.tops[layer])
        self.pictures[number] = picture
        self.shown[layer][item] = number

    def resize(self, layer: str, item: Item, part: float) -> None:
        """Show a drawing that is there at a part of its size."""
        number = self.shown[layer][item]
        picture = self.look.sprite(self.drawings, item.shape, self.extent(item, part))
        self.itemconfigure(number, image=picture)
        self.pictures[number] = picture

    def become(self, layer: str, start: Item, end: Item) -> None:
        """Take a drawing that is there for another one, in front of its layer; it stays where it is."""
        number = self.shown[layer][end] = self.shown[layer].pop(start)
        self.tag_lower(number, self.tops[layer])

    def between(self, layer: str, start: Item, end: Item, part: float) -> None:
        """Show the drawing `end` at a part of its way from where `start` is."""
        x, y = self.pixel(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
        self.coords(self.shown[layer][end], x, y)
        self.resize(layer, end, (start.size + (end.size - start.size) * part) / end.size)

    def drop(self, layer: str, items: list[Item]) -> None:
        """Show these drawings no more."""
        for item in items:
            number = self.shown[layer].pop(item)
            self.delete(number)
            del self.pictures[number]

    def write(self, layer: str, labels: Iterable[Label], least: float) -> None:
        """Make a layer show these words and nothing else; `least` is the smallest type, at 100 %."""
        self.delete(f"{layer}-words")
        for label in labels:
            x, y = self.pixel(label.x, label.y)
            font = (self.look.family, -max(self.look.px(least), round(label.size * self.unit)))
            colour = self.look.palette[label.colour]
            number = self.create_text(x, y, text=label.text, font=font, fill=colour, tags=f"{layer}-words")
            self.tag_lower(number, self.tops[layer])

    def lay_ground(self, layer: str, items: Iterable[Item]) -> None:
        """Put many still drawings together into one picture under everything else."""
        self.delete(layer)
        cells = list(items)
        boxes = [(*self.pixel(item.x, item.y), self.extent(item)) for item in cells]
        left = min(x - size // 2 for x, _, size in boxes) - 1
        top = min(y - size // 2 for _, y, size in boxes) - 1
        right = max(x + size // 2 for x, _, size in boxes) + 2
        bottom = max(y + size // 2 for _, y, size in boxes) + 2
        whole = Image.new("RGB", (right - left, bottom - top), self.look.palette[self.colour])
        stamps: dict[tuple[str, int], Image.Image] = {}
        for item, (x, y, size) in zip(cells, boxes, strict=True):
            stamp = stamps.get((item.shape, size))
            if stamp is None:
                png = self.look.sprite_png(self.drawings, item.shape, size)
                stamp = stamps[item.shape, size] = Image.open(BytesIO(png)).convert("RGBA")
            whole.paste(stamp, (x - left - size // 2, y - top - size // 2), stamp)
        data = b"P6 %d %d 255\n" % whole.size + whole.tobytes()
        picture = tkinter.PhotoImage(master=self, data=data, format="ppm")
        number = self.create_image(left, top, image=picture, anchor="nw", tags=layer)
        self.tag_lower(number)
        self.ground_picture = picture
