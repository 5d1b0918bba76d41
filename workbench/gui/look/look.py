"""The look of the window: the theme, the scale, the fonts and the pictures.

Lengths in the code are pixels at 100 %; `Look.px` converts them. Widgets are rebuilt when the look changes, so they
need no notification.
"""

from __future__ import annotations

import sys
import tkinter
from collections.abc import Mapping
from functools import lru_cache
from tkinter import PhotoImage
from tkinter.font import Font, families, nametofont
from weakref import WeakKeyDictionary

import resvg_py
import ttkbootstrap
from ttkbootstrap.style import Theme
from ttkbootstrap.style.theme import Colors, ThemeDefinition

from workbench.boards.kit.palette import THEMES, Palette
from workbench.boards.kit.shapes import document
from workbench.gui.look.desktop import Desktop
from workbench.gui.look.sprites import Sprites
from workbench.settings import Settings

ZOOMS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
SIZES = {"small": 12, "text": 13, "menu": 14, "name": 15, "points": 26, "fixed": 13}
MAX_SPRITES = 1500  # cached pictures; visible ones are kept alive by their widgets
MAX_CACHED_WIDTH = 256  # pixels; wider pictures are too rare and too large to cache


class HouseTheme(Theme):
    """The light and the dark theme, with the colours of the palettes."""

    def to_definitions(self) -> list[ThemeDefinition]:
        """Return the definitions for ttkbootstrap."""
        return [
            ThemeDefinition(f"herbarium-{mode}", _colors(palette), mode)  # type: ignore[no-untyped-call]
            for mode, palette in THEMES.items()
        ]


def _colors(palette: Palette) -> Colors:
    return Colors(  # type: ignore[no-untyped-call]
        primary=palette["accent"], secondary=palette["quiet"], success=palette["green"], info=palette["accent"],
        warning=palette["warning"], danger=palette["red"], light=palette["hover"], dark=palette["text"],
        bg=palette["window"], fg=palette["text"], selectbg=palette["accent"], selectfg=palette["on_accent"],
        border=palette["line"], inputfg=palette["text"], inputbg=palette["card"], active=palette["hover"],
    )  # fmt: skip


DESKTOP = Desktop()


def resolve_theme(settings: Settings) -> str:
    """Return the theme to use, "light" or "dark": that of the settings, or of the desktop if they follow the system."""
    return DESKTOP.theme() if settings.theme == "system" else settings.theme


def pixel_ratio(root: ttkbootstrap.App) -> float:
    """Return the number of screen pixels for one pixel at 100 %: 1 at 96 dots per inch or less."""
    return max(1.0, round(float(root.tk.call("tk", "scaling")) * 72 / 96, 2))


def render_png(svg: str, width: int) -> bytes:
    """Return an SVG rendered to `width` pixels, as PNG data. Small pictures are cached."""
    width = max(1, width)  # A window can become smaller than its contents.
    return _render_cached(svg, width) if width <= MAX_CACHED_WIDTH else _render(svg, width)


def _render(svg: str, width: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


_render_cached = lru_cache(maxsize=2000)(_render)


Pictures = dict[tuple[str, int, str], PhotoImage]  # sprites
Elements = dict[tuple[object, ...], tuple[str, list[PhotoImage]]]  # ttk elements by their description, with pictures
# Kept for each root, because Tk frees no elements
_kept: WeakKeyDictionary[tkinter.Misc, tuple[Pictures, Elements]] = WeakKeyDictionary()


class Look:
    """The theme ("light" or "dark"), the scale, the fonts and the pictures of the main window."""

    def __init__(self, root: ttkbootstrap.App) -> None:
        self.root = root
        self.theme = "light"
        self.scale = 1.0
        self.pixel_ratio = pixel_ratio(root)
        self.sprites, self.elements = _kept.setdefault(root, ({}, {}))
        self.piece_pictures = Sprites(root, lambda drawing, size: render_png(document(drawing, self.palette), size))
        installed = set(families(root))
        self.family = "Inter" if "Inter" in installed else nametofont("TkDefaultFont", root).actual("family")
        self.strong_family = (
            "Inter Semi Bold" if self.family == "Inter" and sys.platform not in ("win32", "darwin") else ""
        )
        self.fonts = {name: Font(root, family=self.family, size=-size) for name, size in SIZES.items()}
        for name, size in SIZES.items():
            font = Font(root, family=self.strong_family or self.family, size=-size)
            if not self.strong_family:
                font.configure(weight="bold")
            self.fonts[f"strong {name}"] = font
        self.fonts["fixed"].configure(family=nametofont("TkFixedFont", root).actual("family"))

    @property
    def palette(self) -> Palette:
        """The colours of the current theme."""
        return THEMES[self.theme]

    def apply(self, theme: str, scale: float) -> None:
        """Change the theme and the scale. The caller must rebuild all widgets afterwards."""
        self.theme, self.scale = theme, scale
        for name, font in self.fonts.items():
            font.configure(size=-self.px(SIZES[name.removeprefix("strong ")]))
        self.root.theme_use(f"herbarium-{theme}")
        self.root.configure(background=self.palette["window"])

    def px(self, length: float) -> int:
        """Return a length at 100 % in screen pixels, at least 1 for lengths above 0."""
        return max(1, round(length * self.scale * self.pixel_ratio)) if length > 0 else 0

    def sprite(self, drawings: Mapping[str, str], name: str, size: int) -> PhotoImage:
        """Return a drawing as a picture in the current theme.

        Args:
            drawings: The drawings of a board, by name.
            name: The name of the drawing.
            size: Width and height in screen pixels.

        Returns:
            The picture. The caller must keep a reference as long as it is shown.
        """
        key = (drawings[name], size, self.theme)
        sprite_picture = self.sprites.get(key)
        if sprite_picture is None:
            if len(self.sprites) >= MAX_SPRITES:
                self.sprites.clear()
            sprite_picture = self.sprites[key] = self.picture(document(drawings[name], self.palette), size)
        return sprite_picture

    def picture(self, svg: str, width: int) -> PhotoImage:
        """Return an SVG rendered to `width` pixels. The caller must keep a reference as long as it is shown."""
        return PhotoImage(master=self.root, data=render_png(svg, width), format="png")

    def shorten_middle(self, text: str, font: str, width: int) -> str:
        """Return the text, with words in its middle replaced by "…" if it is wider than `width` pixels in this font."""
        words, measure = text.split(" "), self.fonts[font].measure
        shown = text
        for kept in range(len(words) - 1, 1, -1):
            if measure(shown) <= width:
                return shown
            shown = " ".join((*words[: kept - kept // 2], "…", *words[len(words) - kept // 2 :]))
        return self.shorten(shown, font, width)

    def shorten(self, text: str, font: str, width: int) -> str:
        """Return the text, with its end replaced by "…" if it is wider than `width` pixels in this font."""
        measure = self.fonts[font].measure
        if measure(text) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if measure(text[:middle].rstrip() + "…") <= width else (low, middle - 1)
        return text[:low].rstrip() + "…"
