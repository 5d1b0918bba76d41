"""The plot of an estimate and its interval, over the number of games."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from math import log10
from typing import NamedTuple

from workbench.gui.analyse.pages.words import short
from workbench.gui.look.look import Look
from workbench.gui.widgets.chart import Axes, Chart

HEIGHTS = 64, 120  # at 100 %: the least and the largest height of the plot, with its axis
FOOT, EDGE = 18, 8  # at 100 %: the height of the axis, and the margins
NARROWED = 3.0  # the range, in half widths of the last interval: wider intervals are cut
POINTS = 200  # the most points that are drawn
PLOT = "plot"  # tag of everything except words


class Estimated(NamedTuple):
    """An estimate after a number of games, with the ends of its 95 % interval."""

    trials: int
    mean: float
    low: float
    high: float


def value_range(last: Estimated) -> tuple[float, float]:
    """Return the lowest and the highest value to draw: the last interval, much room around it, and 0."""
    half = max(last.mean - last.low, last.high - last.mean, 1e-3)
    return min(-half, last.mean - NARROWED * half), max(half, last.mean + NARROWED * half)


def places(trials: Sequence[int]) -> list[float]:
    """Return where numbers of games are on the axis, from 0 to 1. The scale is logarithmic."""
    logs = [log10(max(1, number)) for number in trials]
    width = logs[-1] - logs[0] if logs else 0.0
    return [(log - logs[0]) / width if width else 1.0 for log in logs]


class IntervalPlot:
    """The plot. It keeps its height while it is empty.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
    """

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        self.look = look
        self.height = look.px(HEIGHTS[0])
        self.ring = look.px(2)
        self.canvas = Chart(parent, look, 1, self.height, ring=self.ring)
        self.canvas.configure(takefocus=1)
        self.history: Sequence[Estimated] = ()
        self.labels = "", ""  # above and below the line at 0
        self.canvas.bind("<Configure>", lambda _: self._draw())

    def show(self, history: Sequence[Estimated], labels: tuple[str, str] = ("", "")) -> None:
        """Draw estimates, and labels for the halves above and below 0."""
        if (len(history), history[-1:], labels) != (len(self.history), self.history[-1:], self.labels):
            self.history, self.labels = tuple(history), labels
            self._draw()

    def set_height(self, room: int) -> None:
        """Fit the height into a room in pixels, within limits."""
        least, most = map(self.look.px, HEIGHTS)
        height = min(max(room, least), most)
        if height != self.height:
            self.height = height
            self.canvas.configure(height=height)
            self._draw()

    def _draw(self) -> None:
        """Draw everything with items of the canvas, because an SVG picture takes too long while games are played."""
        canvas, look = self.canvas, self.look
        canvas.delete(PLOT, "words")
        width, px = canvas.winfo_width() - 2 * self.ring, look.px
        if not self.history or width <= 2 * px(EDGE):
            return
        step = max(1, len(self.history) // POINTS)
        shown = [*self.history[:-1:step], self.history[-1]]
        low, high = value_range(shown[-1])
        bottom = self.height - px(FOOT)
        axes = Axes(
            px(EDGE), width - px(EDGE), px(2), bottom, low, high, len(shown), places([one.trials for one in shown])
        )
        self._curves(shown, axes, width)
        small = look.fonts["small"].metrics("linespace")
        for text, y in zip(self.labels, (small / 2 + px(2), bottom - small / 2 - px(2)), strict=True):
            fitted = look.shorten(text, "small", width - 2 * px(EDGE + 4))
            canvas.say(width - px(EDGE) - look.fonts["small"].measure(fitted), y, fitted, "quiet", "w")
        self._ticks(shown, axes, bottom + px(FOOT) / 2)

    def _curves(self, shown: Sequence[Estimated], axes: Axes, width: int) -> None:
        """Draw the interval, the line at 0 and the estimates. A single estimate is drawn as a bar."""
        canvas, palette, px = self.canvas, self.look.palette, self.look.px
        curves = [axes.points([getattr(one, name) for one in shown]) for name in ("high", "low", "mean")]
        if len(shown) == 1:
            curves = [[(axes.left, points[0][1]), (axes.right, points[0][1])] for points in curves]
        upper, lower, mean = curves
        canvas.create_rectangle(0, 0, width, axes.bottom, width=0, fill=palette["window"], tags=PLOT)
        area = [coordinate for point in (*upper, *reversed(lower)) for coordinate in point]
        canvas.create_polygon(*area, fill=palette["wash"], tags=PLOT)
        zero = axes.y(0.0)
        canvas.create_line(0, zero, width, zero, fill=palette["quiet"], width=px(1), tags=PLOT)
        for points, dash, thick in ((upper, (px(3), px(3)), 1), (lower, (px(3), px(3)), 1), (mean, (), 2)):
            flat = [coordinate for point in points for coordinate in point]
            canvas.create_line(
                *flat, fill=palette["accent"], width=px(thick), dash=dash, joinstyle="round", tags=PLOT
            )  # fmt: skip
        (x, y), radius = mean[-1], 3 * px(100) / 100
        canvas.create_oval(
            x - radius, y - radius, x + radius, y + radius, fill=palette["accent"], outline=palette["card"], tags=PLOT
        )

    def _ticks(self, shown: Sequence[Estimated], axes: Axes, y: float) -> None:
        """Write the numbers of games at both ends, and at powers of ten between them."""
        measure, look = self.look.fonts["small"].measure, self.look
        first, last = shown[0].trials, shown[-1].trials
        text = short(last)
        canvas_end = axes.right - measure(text)
        self.canvas.say(canvas_end, y, text, "quiet", "w")
        free = 0.0
        span = log10(max(2, last)) - log10(max(1, first))
        for power in range(1, 7):
            number = 10**power
            if not first <= number < last or span <= 0:
                continue
            text = short(number)
            x = axes.left + (axes.right - axes.left) * (log10(number) - log10(max(1, first))) / span
            start = max(axes.left, x - measure(text) / 2)
            if start >= free and start + measure(text) + look.px(8) < canvas_end:
                self.canvas.say(start, y, text, "quiet", "w")
                free = start + measure(text) + look.px(8)
