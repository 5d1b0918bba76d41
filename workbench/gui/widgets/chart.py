"""Charts: axes, shapes as SVG, and a canvas that shows them and reports the pointer."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.gui.look.look import Look

Point = tuple[float, float]


@dataclass(frozen=True)
class Axes:
    """The area of a picture for curves, with the values at its edges.

    Args:
        left: The left edge in pixels.
        right: The right edge in pixels.
        top: The top edge in pixels.
        bottom: The bottom edge in pixels.
        low: The value at the bottom.
        high: The value at the top.
        count: The number of points of a curve.
        places: The places of the points from left (0) to right (1). Without them, the points are spaced evenly.
    """

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float
    count: int
    places: Sequence[float] = ()

    @property
    def step(self) -> float:
        """The distance between two evenly spaced points in pixels."""
        return (self.right - self.left) / max(self.count - 1, 1)

    def x(self, number: int) -> float:
        """Return the x coordinate of the point with this index."""
        return self.left + ((self.right - self.left) * self.places[number] if self.places else self.step * number)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value, clamped to the edges."""
        part = (max(self.low, min(self.high, value)) - self.low) / max(self.high - self.low, 1e-9)
        return self.bottom - part * (self.bottom - self.top)

    def points(self, values: Sequence[float | None]) -> list[Point]:
        """Return the points of a curve, at most one per pixel, always including the last."""
        step = max(1, len(values) // max(1, round(self.right - self.left)))
        numbers = [*range(len(values) - 1, -1, -step)][::-1]
        return [(self.x(number), self.y(value)) for number in numbers if (value := values[number]) is not None]

    def nearest(self, x: float) -> int:
        """Return the index of the point nearest to an x coordinate; 0 if there are no points."""
        if self.places or not self.count:
            return min(range(self.count), key=lambda number: abs(self.x(number) - x), default=0)
        return max(0, min(self.count - 1, round((x - self.left) / self.step)))


def curve(points: Sequence[Point], colour: str, width: float, dashes: Sequence[float] = ()) -> str:
    """Return a polyline as SVG."""
    dashed = f' stroke-dasharray="{" ".join(f"{part:.1f}" for part in dashes)}"' if dashes else ""
    return (
        f'<polyline points="{_path(points)}" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linejoin="round"'
        f' stroke-linecap="round"{dashed}/>'
    )


def horizontal_line(left: float, right: float, y: float, colour: str, width: float = 1, dashes: str = "") -> str:
    """Return a horizontal line as SVG."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{left},{y:.1f}H{right}" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def area(points: Sequence[Point], colour: str) -> str:
    """Return a filled polygon as SVG."""
    return f'<polygon points="{_path(points)}" fill="{colour}"/>'


def dot(point: Point, radius: float, colour: str, edge: str = "", width: float = 0) -> str:
    """Return a filled circle as SVG, with an outline if `edge` is a colour."""
    edged = f' stroke="{edge}" stroke-width="{width}"' if edge else ""
    return f'<circle cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="{radius:.1f}" fill="{colour}"{edged}/>'


def ground(width: float, height: float, radius: float, colour: str) -> str:
    """Return a background with rounded corners as SVG."""
    return f'<rect width="{width}" height="{height}" rx="{radius}" fill="{colour}"/>'


def svg(width: int, height: int, parts: Sequence[str]) -> str:
    """Return an SVG document with these parts."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def _path(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


class Chart(tkinter.Canvas):
    """A canvas with one picture, named vertical lines, and texts.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        width: The width in pixels.
        height: The height in pixels.
        ring: The width of the focus ring in pixels.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, width: int, height: int, ring: int = 0) -> None:
        palette = look.palette
        super().__init__(
            parent, width=width, height=height, background=palette["card"], borderwidth=0, highlightthickness=ring,
            highlightcolor=palette["accent"], highlightbackground=palette["card"],
        )  # fmt: skip
        self.look = look
        self.picture = self.create_image(0, 0, anchor="nw")
        self.kept: tkinter.PhotoImage | None = None  # the shown picture, because Tk keeps no reference

    def show(self, picture: str, width: int) -> None:
        """Show an SVG picture of this width, or no picture if `picture` is ""."""
        self.kept = self.look.picture(picture, width) if picture else None
        self.itemconfigure(self.picture, image=self.kept or "")

    def rule(self, name: str, x: float | None, bottom: float, colour: str, dashed: bool = True) -> None:
        """Draw the vertical line with this name, or remove it if `x` is None."""
        self.delete(name)
        if x is not None:
            self.create_line(x, 0, x, bottom, fill=self.look.palette[colour], dash=(3, 3) if dashed else (), tags=name)

    def say(
        self, x: float, y: float, text: str, colour: str, anchor: Literal["center", "w", "se", "sw", "ne"] = "center"
    ) -> None:
        """Write a small text."""
        self.create_text(
            x, y, text=text, fill=self.look.palette[colour], font=self.look.fonts["small"], anchor=anchor, tags="words"
        )

    def bind_pointer(self, call: Callable[[int], None], sequences: Sequence[str], axes: Callable[[], Axes]) -> None:
        """On these events, call a function with the index of the point nearest to the pointer."""
        for sequence in sequences:
            self.bind(sequence, lambda event: call(axes().nearest(event.x)))
