"""Pictures of drawings in the sizes that a canvas needs, rendered from SVG and cached.

Pictures for animations, and while a window is being resized, are scaled from cached ones.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Hashable
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageTk
from PIL.PngImagePlugin import PngImageFile

MAX_PIXELS = 8_000_000  # total of all cached photos
MAX_IMAGES = 120  # cached images, one per drawing
MAX_BACKGROUND_PIXELS = 4_000_000  # total of all cached backgrounds


class Sprite(NamedTuple):
    """The key of a picture: a drawing in a theme, at a size in pixels and an opacity of 0..1."""

    drawing: str
    theme: str
    size: int
    shade: float = 1.0


class Background(NamedTuple):
    """The fixed drawings of a board as one opaque picture: for Pillow and for Tk."""

    image: Image.Image
    photo: tkinter.PhotoImage


class Sprites:
    """The cached pictures of one window.

    Args:
        root: The main window.
        render: Renders a drawing to PNG data in the current theme, at a size in pixels.
    """

    def __init__(self, root: tkinter.Misc, render: Callable[[str, int], bytes]) -> None:
        self.root, self.render = root, render
        self.photos: dict[Sprite, ImageTk.PhotoImage] = {}  # least recently used first
        self.images: dict[tuple[str, str], Image.Image] = {}  # the last image rendered from each drawing and theme
        self.pixels = 0
        self.backgrounds: dict[Hashable, Background] = {}  # least recently used first

    def exact_photo(self, sprite: Sprite) -> ImageTk.PhotoImage:
        """Return a picture at its exact size. The caller must keep a reference as long as it is shown."""
        photo = self.photos.pop(sprite, None)
        if photo is None:
            photo = ImageTk.PhotoImage(self._with_opacity(self.full_image(sprite), sprite.shade), master=self.root)
            self.pixels += sprite.size**2
            while self.pixels > MAX_PIXELS and self.photos:
                oldest = next(iter(self.photos))
                del self.photos[oldest]
                self.pixels -= oldest.size**2
        self.photos[sprite] = photo
        return photo

    def has(self, sprite: Sprite) -> bool:
        """Return whether the exact picture is cached."""
        return sprite in self.photos

    def quick_image(self, sprite: Sprite, size: int) -> Image.Image:
        """Return a drawing at a size, scaled quickly from its last image of any size."""
        image = self.images.get((sprite.drawing, sprite.theme)) or self.full_image(sprite)
        if image.width != size:
            image = image.resize((size, size), Image.Resampling.NEAREST)
        return self._with_opacity(image, sprite.shade)

    def scaled_photo(self, sprite: Sprite, size: int) -> ImageTk.PhotoImage:
        """Return a picture scaled to another size, for animations."""
        if size == sprite.size:
            return self.exact_photo(sprite)
        key = sprite._replace(size=size, drawing=f"part {sprite.size} {sprite.drawing}")
        photo = self.photos.get(key)
        if photo is None:
            scaled = self.full_image(sprite).resize((size, size), Image.Resampling.BILINEAR)
            photo = self.photos[key] = ImageTk.PhotoImage(self._with_opacity(scaled, sprite.shade), master=self.root)
            self.pixels += size**2
        return photo

    def full_image(self, sprite: Sprite) -> Image.Image:
        """Return the image of a drawing at the sprite's size and full opacity."""
        key = (sprite.drawing, sprite.theme)
        image = self.images.get(key)
        if image is None or image.width != sprite.size:
            png = self.render(sprite.drawing, sprite.size)
            while len(self.images) >= MAX_IMAGES:
                del self.images[next(iter(self.images))]
            image = self.images[key] = PngImageFile(BytesIO(png)).convert("RGBA")
        return image

    def background(self, key: Hashable, compose: Callable[[], Image.Image]) -> Background:
        """Return the background with a key, composed unless it is cached.

        A board in another mode has the same background, and a large one takes longer than a frame.
        """
        found = self.backgrounds.pop(key, None)
        if found is None:
            image = compose()
            found = Background(image, self.opaque_photo(image))
        self.backgrounds[key] = found
        while sum(image.width * image.height for image, _ in self.backgrounds.values()) > MAX_BACKGROUND_PIXELS:
            del self.backgrounds[next(iter(self.backgrounds))]
        return found

    def opaque_photo(self, image: Image.Image) -> tkinter.PhotoImage:
        """Return an opaque image as a picture of Tk."""
        data = b"P6 %d %d 255\n" % image.size + image.tobytes()
        return tkinter.PhotoImage(master=self.root, data=data, format="ppm")

    @staticmethod
    def _with_opacity(picture: Image.Image, shade: float) -> Image.Image:
        if shade >= 1:
            return picture
        picture = picture.copy()
        picture.putalpha(picture.getchannel("A").point([round(value * shade) for value in range(256)]))
        return picture
