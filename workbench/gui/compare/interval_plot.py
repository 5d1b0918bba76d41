"""The plot of an estimate and its interval, over the number of games."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from math import log10
from typing import NamedTuple

from workbench.gui.analyse.pages.words import short
from workbench.gui.look.look import Look
from workbench.gui.widgets import chart
from workbench.gui.widgets.chart import Axes, Chart

HEIGHTS = 64, 120  # at 100 %: the least and the largest height of the plot, with its axis
FOOT, EDGE = 18, 8  # at 100 %: the height of the axis, and the margins
NARROWED = 3.0  # the range, in half widths of the last interval: wider intervals are cut
POINTS = 200  # the most points that are drawn


class Look95(NamedTuple):
    """An estimate after a number of games, with the ends of its 95 % interval."""

    trials: int
    mean: float
    low: float
    high: float


def value_range(last: Look95) -> tuple[float, float]:
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
        self.canvas = Chart(parent, look, 1, self.height)
        self.history: Sequence[Look95] = ()
        self.labels = "", ""  # above and below the line at 0
        self.canvas.bind("<Configure>", lambda _: self._draw())

    def show(self, history: Sequence[Look95], labels: tuple[str, str] = ("", "")) -> None:
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
        canvas, look = self.canvas, self.look
        canvas.delete("words")
        width, px = canvas.winfo_width(), look.px
        if not self.history or width <= 2 * px(EDGE):
            canvas.show("", 1)
            return
        step = max(1, len(self.history) // POINTS)
        shown = [*self.history[:-1:step], self.history[-1]]
        low, high = value_range(shown[-1])
        bottom = self.height - px(FOOT)
        axes = Axes(
            px(EDGE), width - px(EDGE), px(2), bottom, low, high, len(shown), places([one.trials for one in shown])
        )
        canvas.show(chart.svg(width, self.height, self._parts(shown, axes, width)), width)
        small = look.fonts["small"].metrics("linespace")
        for text, y in zip(self.labels, (small / 2 + px(2), bottom - small / 2 - px(2)), strict=True):
            fitted = look.shorten(text, "small", width - 2 * px(EDGE + 4))
            canvas.say(width - px(EDGE) - look.fonts["small"].measure(fitted), y, fitted, "quiet", "w")
        self._ticks(shown, axes, bottom + px(FOOT) / 2)

    def _parts(self, shown: Sequence[Look95], axes: Axes, width: int) -> list[str]:
        palette, scale = self.look.palette, self.look.px(100) / 100
        upper, lower = axes.points([one.high for one in shown]), axes.points([one.low for one in shown])
        if len(shown) == 1:  # a single estimate is a bar
            upper, lower = ([(axes.left, y), (axes.right, y)] for (_, y) in (upper[0], lower[0]))
        mean = axes.points([one.mean for one in shown])
        zero = axes.y(0.0)
        return [
            f'<rect width="{width}" height="{axes.bottom:.0f}" rx="{4 * scale}" fill="{palette["window"]}"/>',
            chart.area([*upper, *reversed(lower)], palette["wash"]),
            chart.curve(upper, palette["accent"], scale, (3 * scale, 3 * scale)),
            chart.curve(lower, palette["accent"], scale, (3 * scale, 3 * scale)),
            chart.horizontal_line(0, width, zero, palette["quiet"], scale),
            chart.curve(mean, palette["accent"], 2 * scale),
            chart.dot(mean[-1], 3 * scale, palette["accent"], palette["card"], scale),
        ]

    def _ticks(self, shown: Sequence[Look95], axes: Axes, y: float) -> None:
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
