"""The plot of how a choice grew: a line for each move over the simulations, with the time that is looked at."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from math import log10

from workbench.gui.analyse.pages import words as said
from workbench.gui.look.look import Look
from workbench.reports.growth import Growing, MoveCurve

COLOURS = ("accent", "warning", "seat2", "blue_edge", "quiet")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4")  # lines are told apart by more than their colour
EDGE, FOOT, NAMES = 8, 20, 64  # room at the left, below for the axis, and at the right for the moves' names, at 100 %
LOWEST = 16  # the least height of the lines
DOT = 2.6


class GrowthPlot:
    """`go` is called with the number of the time that is pointed at with the button held down."""

    def __init__(self, parent: tkinter.Misc, look: Look, go: Callable[[int], None]) -> None:
        self.look, self.go = look, go
        palette = look.palette
        self.canvas = tkinter.Canvas(
            parent, width=1, height=look.px(90), background=palette["card"], highlightthickness=look.px(2), takefocus=1, cursor="hand2",
            highlightcolor=palette["accent"], highlightbackground=palette["card"], borderwidth=0,
        )  # fmt: skip
        self.grown: Growing | None = None
        self.at, self.values = 0, False
        self.drawn: object = None
        self.canvas.bind("<Configure>", lambda _: self._draw())
        for sequence in ("<Button-1>", "<B1-Motion>"):
            self.canvas.bind(sequence, self._pointed)

    def show(self, grown: Growing, at: int, values: bool) -> None:
        self.grown, self.at, self.values = grown, at, values
        self._draw()

    # Where things are -------------------------------------------------------------------------------------------------

    def _x(self, number: int) -> float:
        """Where a time is: simulations are spread by their logarithm."""
        assert self.grown is not None
        numbers = self.grown.simulations
        left, width = self.look.px(EDGE), self._wide() - self.look.px(EDGE + NAMES)
        first, last = log10(max(numbers[0], 1)), log10(max(numbers[-1], 1))
        if last <= first:
            return left + width / 2
        return left + width * (log10(max(numbers[number], 1)) - first) / (last - first)

    def _wide(self) -> int:
        return max(self.canvas.winfo_width() - 2 * self.look.px(2), self.look.px(160))

    def _tall(self) -> int:
        return max(self.canvas.winfo_height() - 2 * self.look.px(2) - self.look.px(FOOT), self.look.px(LOWEST))

    def _range(self) -> tuple[float, float]:
        """The least and the most of what is drawn, with a little room."""
        assert self.grown is not None
        numbers: list[float] = []
        for curve in self.grown.curves:
            numbers += [one for one in (curve.values if self.values else curve.shares) if one is not None]
        low, high = min(numbers, default=0.0), max(numbers, default=1.0)
        if not self.values:
            low = 0.0
        room = 0.06 * (high - low) or 0.05
        return (low - room if self.values else 0.0), high + room

    def _y(self, number: float, low: float, high: float) -> float:
        top = self.look.px(6)
        return top + (self._tall() - top) * (1 - (number - low) / (high - low))

    def _pointed(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.canvas.focus_set()
        if self.grown is not None:
            places = [self._x(number) for number in range(len(self.grown.simulations))]
            self.go(min(range(len(places)), key=lambda number: abs(places[number] - event.x)))

    # Drawing ----------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        grown, canvas = self.grown, self.canvas
        if grown is None or not grown.simulations:
            canvas.delete("all")
            return
        key = (grown, self.values, canvas.winfo_width(), canvas.winfo_height())
        if key != self.drawn:
            self.drawn = key
            canvas.delete("all")
            self._axis(grown)
            low, high = self._range()
            ends = []
            for number, curve in reversed(list(enumerate(grown.curves))):
                ends.append(self._curve(number, curve, low, high))
            self._names(grown.curves, ends[::-1])
            for lead in grown.leads:
                x = self._x(lead.at)
                canvas.create_line(x, self._tall(), x, self._tall() + self.look.px(4), fill=self.look.palette["warning"], width=self.look.px(2))
        canvas.delete("now")
        x, palette = self._x(self.at), self.look.palette
        canvas.create_line(x, 0, x, self._tall(), fill=palette["quiet"], dash=(3, 3), tags="now")
        low, high = self._range()
        for number, curve in enumerate(grown.curves):
            value = curve.values[self.at] if self.values else curve.shares[self.at]
            if value is not None:
                y, r = self._y(value, low, high), self.look.px(100) / 100 * DOT * (1.5 if curve.move == grown.leaders[self.at] else 1)
                canvas.create_oval(x - r, y - r, x + r, y + r, fill=palette[COLOURS[number % 5]], outline=palette["card"], tags="now")

    def _axis(self, grown: Growing) -> None:
        """Simulations, at powers of ten."""
        palette, font = self.look.palette, self.look.fonts["small"]
        y, right = self._tall(), self._x(len(grown.simulations) - 1)
        self.canvas.create_line(self.look.px(EDGE), y, right, y, fill=palette["line"])
        free = -1e9
        marks = [n for n in range(len(grown.simulations)) if str(grown.simulations[n]).rstrip("0") == "1"]
        for number in dict.fromkeys((*marks, len(grown.simulations) - 1)):
            text, x = said.short(grown.simulations[number]), self._x(number)
            half = font.measure(text) / 2
            x = max(x, half)
            if number == len(grown.simulations) - 1 and x - half < free:
                continue
            if x - half >= free:
                self.canvas.create_text(x, y + self.look.px(FOOT) / 2 + self.look.px(2), text=text, fill=palette["quiet"], font=font)
                free = x + half + self.look.px(10)

    def _curve(self, number: int, curve: MoveCurve, low: float, high: float) -> float:
        """A line; returns where it ends."""
        told: Sequence[float | None] = curve.values if self.values else curve.shares
        points = [(self._x(at), self._y(value, low, high)) for at, value in enumerate(told) if value is not None]
        scale = self.look.px(100) / 100
        dashes = tuple(max(1, round(float(part) * scale)) for part in DASHES[number % 5].split())
        colour, width = self.look.palette[COLOURS[number % 5]], max(1, round((2 if number == 0 else 1.5) * scale))
        if len(points) > 1:
            flat = [one for point in points for one in point]
            self.canvas.create_line(*flat, fill=colour, width=width, dash=dashes or (), joinstyle="round")
        return points[-1][1] if points else self._tall()

    def _names(self, curves: Sequence[MoveCurve], ends: Sequence[float]) -> None:
        """The moves' names where their lines end, moved apart where they would lie on each other: as many as there is room for."""
        font, palette = self.look.fonts["small"], self.look.palette
        line, lowest = font.metrics("linespace"), self._tall() + self.look.px(4)
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
        x = self._wide() - self.look.px(NAMES - 6)
        for number, where in spots.items():
            text = self.look.shorten(curves[number].move, "small", self.look.px(NAMES - 6))
            self.canvas.create_text(x, where, text=text, anchor="w", fill=palette[COLOURS[number % 5]], font=font)
