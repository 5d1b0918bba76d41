"""The plot of a game's luck, skill and drift: how each adds up for one seat, move by move."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.review import words
from workbench.gui.widgets import chart
from workbench.gui.widgets.chart import Axes, Chart
from workbench.luck.split import Curves
from workbench.luck.words import change_text

COLOURS = {"luck": "accent", "skill": "warning", "drift": "quiet"}
DASHES = {"luck": "", "skill": "9 4", "drift": "2 4"}  # distinguish curves by dash pattern as well as colour
EDGE = 7  # margin of the curves at 100 %
SAMPLE = 22  # width of a line in the legend
LIMITS = (0.1, 0.2, 0.4, 0.6, 1.0, 1.4, 2.0, 3.0, 4.0, 6.0, 10.0)  # values at the upper edge


class LuckPlot:
    """The plot with its legend, which shows the sums at the pointer, or else at the shown position.

    Args:
        parent: The widget that contains the plot.
        look: Fonts, colours and scale.
        height: The height of the curves in pixels.
        with_luck: Whether the game can have luck.
        on_select: Receives the number of moves before the clicked position.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, height: int, with_luck: bool, on_select: Callable[[int], None]
    ) -> None:
        self.look, self.height, self.on_select = look, height, on_select
        self.scale = look.px(100) / 100
        self.names = tuple(name for name in Curves._fields if with_luck or name != "luck")
        self.curves: Curves | None = None
        self.seats, self.shown, self.pointed = 2, -1, -1
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(tuple(range(len(self.names))), weight=1, uniform="curves")
        self.canvas = Chart(self.frame, look, 1, height)
        self.canvas.configure(cursor="hand2")
        self.canvas.grid(row=0, column=0, columnspan=len(self.names), sticky="ew")
        self.samples: list[tkinter.PhotoImage] = []  # Tk keeps no reference to images
        self.legend = {name: self._add_legend(number, name) for number, name in enumerate(self.names)}
        self.canvas.bind("<Configure>", lambda _: self._draw())
        self.canvas.bind_pointer(self._point, ("<Motion>",), self._axes)
        self.canvas.bind("<Leave>", lambda _: self._point(-1))
        self.canvas.bind_pointer(self._click, ("<ButtonRelease-1>",), self._axes)

    def _add_legend(self, column: int, name: str) -> ttk.Label:
        """Create the label of a curve with a sample of its line."""
        look, palette = self.look, self.look.palette
        wide, high = look.px(SAMPLE), look.px(12)
        line = chart.curve([(0.0, high / 2), (float(wide), high / 2)], *self._pen(name))
        parts = [chart.ground(wide, high, 0, palette["card"]), line]
        self.samples.append(look.picture(chart.svg(wide, high, parts), wide))
        label = ttk.Label(self.frame, style="CardSmall.TLabel", image=self.samples[-1], compound="left")
        label.grid(row=1, column=column, sticky="w", pady=(look.px(2), 0))
        return label

    def _pen(self, name: str) -> tuple[str, float, list[float]]:
        """Return the colour, width and dashes of a curve."""
        dashes = [float(part) * self.scale for part in DASHES[name].split()]
        return self.look.palette[COLOURS[name]], 2 * self.scale, dashes

    def show(self, curves: Curves | None, seats: int, shown: int) -> None:
        """Show the curves of a seat, or none, and mark the shown position.

        Args:
            curves: The sums after each move.
            seats: The number of seats, which decides the unit.
            shown: The number of moves before the shown position, or -1 if it is not in the game.
        """
        changed = (curves, seats) != (self.curves, self.seats)
        self.curves, self.seats, self.shown = curves, seats, shown
        if changed:
            self._draw()
        else:
            self._mark()

    def set_height(self, height: int) -> None:
        """Set the height of the curves in pixels, and draw them again."""
        if height != self.height:
            self.height = height
            self.canvas.configure(height=height)
            self._draw()

    @property
    def count(self) -> int:
        """The number of points of each curve."""
        return len(self.curves.drift) if self.curves is not None else 0

    def _most(self) -> float:
        """Return the value at the upper edge, the smallest limit that no curve exceeds."""
        values = (abs(value) for name in self.names if self.curves is not None for value in getattr(self.curves, name))
        largest = max(values, default=0.0)
        return next((limit for limit in LIMITS if limit >= largest), largest)

    def _axes(self) -> Axes:
        edge, most = EDGE * self.scale, self._most()
        return Axes(edge, self.canvas.winfo_width() - edge, edge, self.height - edge, -most, most, self.count)

    def _draw(self) -> None:
        width = self.canvas.winfo_width()
        if width <= 1:
            return
        self.canvas.show(chart.svg(width, self.height, list(self._parts(width))), width)
        self.canvas.delete("words")
        if self.curves is not None:
            x, most = self.look.px(EDGE), self._most()
            self.canvas.say(x, self.look.px(9), words.limit(most, self.seats), "quiet", "w")
            self.canvas.say(x, self.height - self.look.px(9), words.limit(-most, self.seats), "quiet", "w")
        self._mark()

    def _parts(self, width: int) -> Iterator[str]:
        """Yield the SVG of the background, the line at 0 and the curves."""
        palette, axes = self.look.palette, self._axes()
        yield chart.ground(width, self.height, 4 * self.scale, palette["window"])
        yield chart.horizontal_line(0, width, self.height / 2, palette["line"], self.scale)
        if self.curves is not None:
            for name in reversed(self.names):
                yield chart.curve(axes.points(getattr(self.curves, name)), *self._pen(name))

    def _rule(self, name: str, number: int, colour: str, dashed: bool) -> None:
        inside = 0 <= number < self.count
        self.canvas.rule(name, round(self._axes().x(number)) if inside else None, self.height, colour, dashed)

    def _mark(self) -> None:
        """Mark the shown position and the one under the pointer, and write their sums."""
        self._rule("shown", self.shown, "quiet", True)
        self._rule("pointed", self.pointed, "accent", False)
        number = self.pointed if self.pointed >= 0 else self.shown if self.shown >= 0 else self.count - 1
        for name, label in self.legend.items():
            text = words.CURVES[name]
            if self.curves is not None and 0 <= number < self.count:
                text = words.curve(name, change_text(getattr(self.curves, name)[number], self.seats))
            if label.cget("text") != text:
                label.configure(text=text)

    def _point(self, number: int) -> None:
        self.pointed = number if 0 <= number < self.count else -1
        self._mark()

    def _click(self, number: int) -> None:
        if self.count:
            self.on_select(number)
