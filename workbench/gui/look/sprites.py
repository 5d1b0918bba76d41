"""Pictures of drawings at the pixel sizes that a canvas needs: rendered once, kept, and at hand at once.

A drawing is rendered from its SVG. What an animation shows, and what serves while a window is being resized, is made
out of the finished picture.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageTk

MOST_PIXELS = 8_000_000  # in the pictures kept for further use
MOST_MASTERS = 120  # drawings


class Sprite(NamedTuple):
    """What a picture shows: a drawing in a theme at a size, at a part of its full strength."""

    drawing: str
    theme: str
    size: int
    shade: float = 1.0


class Sprites:
    """The pictures made so far. `render` turns a drawing into a PNG in the present theme."""

    def __init__(self, root: tkinter.Misc, render: Callable[[str, int], bytes]) -> None:
        self.root, self.render = root, render
        self.photos: dict[Sprite, ImageTk.PhotoImage] = {}  # the last used stands last
        self.masters: dict[tuple[str, str], Image.Image] = {}  # the sharp picture of a drawing that was made last
        self.pixels = 0

    def sharp(self, sprite: Sprite) -> ImageTk.PhotoImage:
        """The picture, rendered if it must be. Keep it as long as it is shown."""
        found = self.photos.pop(sprite, None)
        if found is None:
            found = ImageTk.PhotoImage(self._shaded(self.master(sprite), sprite.shade), master=self.root)
            self.pixels += sprite.size**2
            while self.pixels > MOST_PIXELS and self.photos:
                oldest = next(iter(self.photos))
                del self.photos[oldest]
                self.pixels -= oldest.size**2
        self.photos[sprite] = found
        return found

    def has(self, sprite: Sprite) -> bool:
        """Whether the picture is there and sharp."""
        return sprite in self.photos

    def at_hand(self, sprite: Sprite, size: int) -> Image.Image:
        """A drawing at a size, made quickly out of the last picture of it, whatever the size of that was."""
        found = self.masters.get((sprite.drawing, sprite.theme)) or self.master(sprite)
        if found.width != size:
            found = found.resize((size, size), Image.Resampling.NEAREST)
        return self._shaded(found, sprite.shade)

    def part(self, sprite: Sprite, size: int) -> ImageTk.PhotoImage:
        """The picture at a smaller or larger size, made out of the sharp one: for what is on its way."""
        if size == sprite.size:
            return self.sharp(sprite)
        key = sprite._replace(size=size, drawing=f"part {sprite.size} {sprite.drawing}")
        found = self.photos.get(key)
        if found is None:
            scaled = self.master(sprite).resize((size, size), Image.Resampling.BILINEAR)
            found = self.photos[key] = ImageTk.PhotoImage(self._shaded(scaled, sprite.shade), master=self.root)
            self.pixels += size**2
        return found

    def master(self, sprite: Sprite) -> Image.Image:
        """The drawing at this size as an image."""
        key = (sprite.drawing, sprite.theme)
        found = self.masters.get(key)
        if found is None or found.width != sprite.size:
            png = self.render(sprite.drawing, sprite.size)
            while len(self.masters) >= MOST_MASTERS:
                del self.masters[next(iter(self.masters))]
            found = self.masters[key] = Image.open(BytesIO(png)).convert("RGBA")
        return found

    @staticmethod
    def _shaded(picture: Image.Image, shade: float) -> Image.Image:
        if shade >= 1:
            return picture
        picture = picture.copy()
        picture.putalpha(picture.getchannel("A").point([round(value * shade) for value in range(256)]))
        return picture
