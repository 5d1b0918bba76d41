"""Bars that show how often games ended with each number of points, one strip for each player."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk
from typing import TYPE_CHECKING, NamedTuple

from workbench.gui.compare import words
from workbench.gui.look.look import Look
from workbench.gui.widgets.chart import Chart
from workbench.gui.widgets.tips import Tip

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

STRIP, AXIS = 34, 16  # heights in pixels at 100 %: the bars of a player, and the axis below the last ones
MAX_BARS = 30  # with more values, several share a bar
BARS = "bars"  # tag of everything except words
GAP = 0.14  # the gap between two bars, as a fraction of their distance


class PointCounts(NamedTuple):
    """How often games ended with each number of points.

    Attributes:
        start: The points of the first bar.
        step: The number of points that share a bar.
        shares: For each seat, the share of the games by bar.
        means: The average points of each seat.
    """

    start: int
    step: int
    shares: tuple[tuple[float, ...], ...]
    means: tuple[float, ...]


def count_points(points: npt.NDArray[np.float64]) -> PointCounts:
    """Count the points at the ends of games: an array (games, seats) with at least one game."""
    import numpy as np

    table = np.rint(points).astype(int)
    low, high = int(table.min()), int(table.max())
    step = max(1, -(-(high - low + 1) // MAX_BARS))
    bars = (high - low) // step + 1
    shares = tuple(
        tuple(float(share) for share in np.bincount((column - low) // step, minlength=bars) / len(column))
        for column in table.T
    )
    return PointCounts(low, step, shares, tuple(float(mean) for mean in points.mean(0)))


class PointBars:
    """The strips. A thin line marks each player's average.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        sides: The names of the seats.
        colours: The palette colours of the seats.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, sides: Sequence[str], colours: Sequence[str]) -> None:
        self.look, self.colours = look, colours
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.results: list[ttk.Label] = []
        self.averages: list[ttk.Label] = []
        self.charts: list[Chart] = []
        self.counts: PointCounts | None = None
        for seat in range(len(sides)):
            head = ttk.Frame(self.frame, style="Inner.TFrame")
            head.pack(fill="x", pady=(look.px(6), 0))
            average = ttk.Label(head, style="CardSmall.TLabel")
            average.pack(side="right")
            result = ttk.Label(head, style="CardStrong.TLabel")
            result.pack(side="left")
            strip = Chart(self.frame, look, 1, look.px(STRIP + (AXIS if seat == len(sides) - 1 else 0)))
            strip.pack(fill="x")
            strip.bind("<Configure>", lambda _, seat=seat: self._draw(seat))  # type: ignore[misc]
            Tip(look, strip, lambda: words.POINTS_TIP)
            self.results.append(result)
            self.averages.append(average)
            self.charts.append(strip)

    def show(self, counts: PointCounts, results: Sequence[str]) -> None:
        """Show the bars and the result of each player."""
        for label, text in zip(self.results, results, strict=True):
            label.configure(text=text)
        for label, mean in zip(self.averages, counts.means, strict=True):
            label.configure(text=words.average_points(mean))
        if counts != self.counts:
            self.counts = counts
            for seat in range(len(self.charts)):
                self._draw(seat)

    def _draw(self, seat: int) -> None:
        counts, canvas, look = self.counts, self.charts[seat], self.look
        width = canvas.winfo_width()
        if counts is None or width < look.px(60) or seat >= len(counts.shares):
            return
        palette, high = look.palette, look.px(STRIP)
        colour = palette[self.colours[seat % len(self.colours)]]
        shares, most = counts.shares[seat], max(max(row) for row in counts.shares)
        apart = width / len(shares)
        canvas.delete(BARS, "words")
        canvas.create_rectangle(0, 0, width, high, width=0, fill=palette["window"], tags=BARS)
        for number, share in enumerate(shares):
            if share:
                tall = max(1.0, (high - 2) * share / most)
                x, wide = (number + GAP / 2) * apart, apart * (1 - GAP)
                canvas.create_rectangle(x, high - tall, x + wide, high, width=0, fill=colour, tags=BARS)
        mean = ((counts.means[seat] - counts.start + 0.5) / counts.step) * apart
        canvas.create_line(mean, 0, mean, high, fill=palette["text"], width=look.px(1), tags=BARS)
        if seat == len(self.charts) - 1:
            self._write_axis(canvas, counts, apart, width)

    def _write_axis(self, canvas: Chart, counts: PointCounts, apart: float, width: int) -> None:
        """Write the points below the last strip, as many as fit."""
        look, last = self.look, len(counts.shares[0]) - 1
        measure, y, free = look.fonts["small"].measure, look.px(STRIP) + look.px(AXIS) / 2, 0.0
        widest = measure(str(counts.start + last * counts.step)) + look.px(10)
        every = max(1, -(-int(widest) // max(1, int(apart))))
        for number in range(0, last + 1, every):
            text = str(counts.start + number * counts.step)
            x = min(max((number + 0.5) * apart - measure(text) / 2, 0.0), width - measure(text))
            if x >= free:
                canvas.say(x, y, text, "quiet", "w")
                free = x + measure(text) + look.px(6)
