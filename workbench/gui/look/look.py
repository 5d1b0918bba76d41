"""How the window looks: one theme, one unit, one type scale, and the sprites, all at one zoom.

Lengths in the code are those at 100 %; `px` turns them into pixels. Widgets are made anew when the look changes, so
nothing here needs to notify anybody.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from tkinter import PhotoImage
from tkinter.font import Font, families, nametofont

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
MOST_SPRITES = 1500  # kept between uses; those on the screen are kept by whoever shows them
SMALL = 256  # pixels: what is larger is drawn once for a board and would fill the memory


class HouseTheme(Theme):
    """Our two themes with exactly the palette's colours."""

    def to_definitions(self) -> list[ThemeDefinition]:
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


def wanted_theme(settings: Settings) -> str:
    """The theme that the settings ask for, "light" or "dark"."""
    return DESKTOP.theme() if settings.theme == "system" else settings.theme


def dots(root: ttkbootstrap.App) -> float:
    """How many pixels of the screen are one of ours: 1 on a screen of 96 dots to the inch."""
    return max(1.0, round(float(root.tk.call("tk", "scaling")) * 72 / 96, 2))


def png(svg: str, width: int) -> bytes:
    """An SVG rendered to `width` pixels. Small ones come again with every theme and zoom, and are kept."""
    width = max(1, width)  # a window can be made smaller than anything fits
    return _small(svg, width) if width <= SMALL else _rendered(svg, width)


def _rendered(svg: str, width: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


_small = lru_cache(maxsize=2000)(_rendered)


class Look:
    """The theme ("light" or "dark"), the scale, the fonts and the sprites of the one window."""

    def __init__(self, root: ttkbootstrap.App) -> None:
        self.root = root
        self.theme = "light"
        self.scale = 1.0
        self.base = dots(root)
        self.sprites: dict[tuple[str, int, str], PhotoImage] = {}
        self.elements: dict[tuple[object, ...], tuple[str, list[PhotoImage]]] = {}  # of styles, with their pictures
        self.pieces = Sprites(root, lambda drawing, size: png(document(drawing, self.palette), size))
        known = set(families(root))
        self.family = "Inter" if "Inter" in known else nametofont("TkDefaultFont", root).actual("family")
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
        return THEMES[self.theme]

    def apply(self, theme: str, scale: float) -> None:
        """Take on a theme and a scale. What stands in the window must be made anew afterwards."""
        self.theme, self.scale = theme, scale
        for name, font in self.fonts.items():
            font.configure(size=-self.px(SIZES[name.removeprefix("strong ")]))
        self.root.theme_use(f"herbarium-{theme}")
        self.root.configure(background=self.palette["window"])

    def px(self, length: float) -> int:
        """A length at 100 % in pixels, at least 1 for lengths above 0."""
        return max(1, round(length * self.scale * self.base)) if length > 0 else 0

    def sprite(self, drawings: Mapping[str, str], name: str, size: int) -> PhotoImage:
        """A drawing as a picture of `size` by `size` pixels in the present theme. Keep it as long as it is shown."""
        key = (drawings[name], size, self.theme)
        found = self.sprites.get(key)
        if found is None:
            if len(self.sprites) >= MOST_SPRITES:
                self.sprites.clear()
            found = self.sprites[key] = self.picture(document(drawings[name], self.palette), size)
        return found

    def picture(self, svg: str, width: int) -> PhotoImage:
        """An SVG rendered to `width` pixels."""
        return PhotoImage(master=self.root, data=png(svg, width), format="png")

    def shorten(self, text: str, font: str, width: int) -> str:
        """The text, with its end left out where it is wider than `width` pixels."""
        measure = self.fonts[font].measure
        if measure(text) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if measure(text[:middle].rstrip() + "…") <= width else (low, middle - 1)
        return text[:low].rstrip() + "…"
