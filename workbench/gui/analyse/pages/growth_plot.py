"""The growth plot: how the share or value of each move changed with the simulations of a search."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from math import log10

from workbench.gui.analyse.pages import words as texts
from workbench.gui.look.look import Look
from workbench.gui.widgets.chart import Axes, Chart
from workbench.reports.growth import ChoiceGrowth, MoveCurve

COLOURS = ("accent", "warning", "seat2", "blue_edge", "quiet")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4")  # distinguish lines by dash pattern as well as colour
EDGE, FOOT, NAMES = 8, 20, 96  # at 100 %: left margin, height of the axis, width of the move names at the right
MIN_HEIGHT = 16  # the minimum height of the plot
DOT = 2.6


class GrowthPlot:
    """The growth plot. `on_select` receives the index of the time under the pointer while the button is down."""

    def __init__(self, parent: tkinter.Misc, look: Look, on_select: Callable[[int], None]) -> None:
        self.look, self.on_select = look, on_select
        self.canvas = Chart(parent, look, 1, look.px(90), ring=look.px(2))
        self.canvas.configure(takefocus=1, cursor="hand2")
        self.growth: ChoiceGrowth | None = None
        self.at, self.values = 0, False
        self.drawn: object = None
        self.canvas.bind("<Configure>", lambda _: self._draw())
        self.canvas.bind_pointer(self._select, ("<Button-1>", "<B1-Motion>"), self._axes)

    def show(self, growth: ChoiceGrowth, at: int, values: bool) -> None:
        """Draw the curves.

        Args:
            growth: The history of the search.
            at: The index of the selected time.
            values: Whether to draw values instead of shares.
        """
        self.growth, self.at, self.values = growth, at, values
        self._draw()

    # Geometry ---------------------------------------------------------------------------------------------------------

    def _axes(self) -> Axes:
        """Return the axes. Simulations are on a logarithmic scale."""
        numbers = self.growth.simulations if self.growth is not None else ()
        spread = [log10(max(number, 1)) for number in numbers]
        width = spread[-1] - spread[0] if spread else 0.0
        places = [(exponent - spread[0]) / width if width else 0.5 for exponent in spread]
        left = self.look.px(EDGE)
        right = left + self._plot_width() - self.look.px(EDGE + NAMES)
        return Axes(left, right, self.look.px(6), self._plot_height(), *self._range(), len(numbers), places)

    def _plot_width(self) -> int:
        return max(self.canvas.winfo_width() - 2 * self.look.px(2), self.look.px(160))

    def _plot_height(self) -> int:
        return max(self.canvas.winfo_height() - 2 * self.look.px(2) - self.look.px(FOOT), self.look.px(MIN_HEIGHT))

    def _range(self) -> tuple[float, float]:
        """Return the smallest and the largest value to draw, with a margin."""
        numbers: list[float] = []
        for curve in self.growth.curves if self.growth is not None else ():
            numbers += [number for number in (curve.values if self.values else curve.shares) if number is not None]
        low, high = min(numbers, default=0.0), max(numbers, default=1.0)
        if not self.values:
            low = 0.0
        room = 0.06 * (high - low) or 0.05
        return (low - room if self.values else 0.0), high + room

    def _select(self, number: int) -> None:
        self.canvas.focus_set()
        if self.growth is not None:
            self.on_select(number)

    # Drawing ----------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        growth, canvas = self.growth, self.canvas
        if growth is None or not growth.simulations:
            canvas.delete("all")
            return
        axes = self._axes()
        key = (growth, self.values, canvas.winfo_width(), canvas.winfo_height())
        if key != self.drawn:
            self.drawn = key
            canvas.delete("all")
            self._ticks(growth, axes)
            ends = []
            for number, curve in reversed(list(enumerate(growth.curves))):
                ends.append(self._curve(number, curve, axes))
            self._names(growth.curves, ends[::-1])
            for lead in growth.lead_changes:
                x = axes.x(lead.at)
                canvas.create_line(
                    x,
                    axes.bottom,
                    x,
                    axes.bottom + self.look.px(4),
                    fill=self.look.palette["warning"],
                    width=self.look.px(2),
                )
        x, palette = axes.x(self.at), self.look.palette
        canvas.rule("now", x, axes.bottom, "quiet")
        for number, curve in enumerate(growth.curves):
            value = curve.values[self.at] if self.values else curve.shares[self.at]
            if value is not None:
                y, r = (
                    axes.y(value),
                    self.look.px(100) / 100 * DOT * (1.5 if curve.move == growth.leaders[self.at] else 1),
                )
                canvas.create_oval(
                    x - r, y - r, x + r, y + r, fill=palette[COLOURS[number % 5]], outline=palette["card"], tags="now"
                )

    def _ticks(self, growth: ChoiceGrowth, axes: Axes) -> None:
        """Draw the axis with ticks at powers of ten."""
        font, y = self.look.fonts["small"], axes.bottom
        self.canvas.create_line(axes.left, y, axes.x(len(growth.simulations) - 1), y, fill=self.look.palette["line"])
        next_free_x = -1e9
        marks = [n for n in range(len(growth.simulations)) if str(growth.simulations[n]).rstrip("0") == "1"]
        for number in dict.fromkeys((*marks, len(growth.simulations) - 1)):
            text, x = texts.short(growth.simulations[number]), axes.x(number)
            half = font.measure(text) / 2
            x = max(x, half)
            if number == len(growth.simulations) - 1 and x - half < next_free_x:
                continue
            if x - half >= next_free_x:
                self.canvas.say(x, y + self.look.px(FOOT) / 2 + self.look.px(2), text, "quiet")
                next_free_x = x + half + self.look.px(10)

    def _curve(self, number: int, curve: MoveCurve, axes: Axes) -> float:
        """Draw a curve and return the y coordinate of its end."""
        points = axes.points(curve.values if self.values else curve.shares)
        scale = self.look.px(100) / 100
        dashes = tuple(max(1, round(float(part) * scale)) for part in DASHES[number % 5].split())
        colour, width = self.look.palette[COLOURS[number % 5]], max(1, round((2 if number == 0 else 1.5) * scale))
        if len(points) > 1:
            flat = [coordinate for point in points for coordinate in point]
            self.canvas.create_line(*flat, fill=colour, width=width, dash=dashes or (), joinstyle="round")
        return points[-1][1] if points else axes.bottom

    def _names(self, curves: Sequence[MoveCurve], ends: Sequence[float]) -> None:
        """Label the ends of as many curves as fit, without overlaps."""
        font = self.look.fonts["small"]
        line, lowest = font.metrics("linespace"), self._plot_height() + self.look.px(4)
        curves = curves[: max(1, lowest // line)]
        places = sorted(range(len(curves)), key=lambda number: ends[number])
        y = -1e9
        spots: dict[int, float] = {}
        for number in places:
            y = max(ends[number], y + line, line / 2)
            spots[number] = y
        low = lowest - line / 2
        for number in reversed(places):
            spots[number] = min(spots[number], low)
            low = spots[number] - line
        x = self._plot_width() - self.look.px(NAMES - 6)
        for number, where in spots.items():
            text = self.look.shorten(curves[number].move, "small", self.look.px(NAMES - 6))
            self.canvas.say(x, where, text, COLOURS[number % 5], "w")
