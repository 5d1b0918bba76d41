"""The plot of a match: the score after each block, or the log-likelihood ratio of a sequential test."""

from __future__ import annotations

import tkinter
from dataclasses import replace
from functools import partial
from tkinter import ttk

from workbench.boards.kit.figures import format_signed
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import figure_words, words
from workbench.gui.widgets import chart
from workbench.gui.widgets.chart import Axes, Chart
from workbench.statistics.scores import ScorePath
from workbench.statistics.summary import SprtResult, Summary

MARGIN = 10  # around the curves, in pixels at 100 %


class PlotCard:
    """The card with the plot. A match with a sequential test offers both plots, the test first."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        self.look = look
        self.summary: Summary | None = None
        self.wanted = "test"
        self.frame = card(parent, look, padding=(16, 12))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x")
        self.name = ttk.Label(head, style="CardHead.TLabel")
        self.name.pack(side="left")
        self.chips: dict[str, ttk.Button] = {}
        for name, label in (("score", words.PLOT_SCORE), ("test", words.PLOT_TEST)):
            self.chips[name] = ttk.Button(
                head, text=label, style="Chip.TButton", command=partial(self.select_plot, name)
            )
        self.canvas = Chart(self.frame, look, 10, 10)
        self.canvas.pack(fill="both", expand=True, pady=(look.px(6), 0))
        self.drawn: object = None
        self.canvas.bind("<Configure>", lambda _: self._draw())

    def show(self, summary: Summary | None) -> None:
        """Show the figures of a match, or a note that they are being computed if `summary` is None."""
        self.summary = summary
        if summary is not None and summary.test is not None:
            for name in ("test", "score"):
                if not self.chips[name].winfo_manager():
                    self.chips[name].pack(side="right", padx=(self.look.px(6), 0))
        self._draw()

    def select_plot(self, name: str) -> None:
        """Select the "score" or the "test" plot."""
        self.wanted = name
        self._draw()

    def _draw(self) -> None:
        summary, size = self.summary, (self.canvas.winfo_width(), self.canvas.winfo_height())
        drawn = (summary, size, self.wanted)
        if min(size) < 20 or drawn == self.drawn:
            return
        self.drawn = drawn
        self.canvas.delete("words")
        if summary is None or summary.score_path is None or not summary.score_path.score:
            self.canvas.show("", 0)
            self.name.configure(text="")
            self.canvas.say(
                size[0] // 2, size[1] // 2, words.NO_RESULT if summary is not None else words.COUNTING, "quiet"
            )
            return
        test = summary.test if self.wanted == "test" else None
        for name, button in self.chips.items():
            button.state(["selected" if (name == "test") == (test is not None) else "!selected"])
        room = (
            size[0]
            - (sum(button.winfo_reqwidth() for button in self.chips.values()) if summary.test is not None else 0)
            - self.look.px(12)
        )
        bot = summary.bots[0]
        text = figure_words.test_answer(test, bot, summary.orders) if test is not None else figure_words.score_path(bot)
        self.name.configure(text=self.look.shorten(text, "strong text", room))
        parts = self._draw_test(test, size) if test is not None else self._draw_score(summary.score_path, size)
        self.canvas.show(chart.svg(*size, parts), size[0])

    def _axes(self, size: tuple[int, int], low: float, high: float, count: int) -> Axes:
        room = self.look.px(MARGIN)
        return Axes(room, size[0] - room, room, size[1] - room, low, high, count)

    def _draw_test(self, test: SprtResult, size: tuple[int, int]) -> list[str]:
        ratios = [0.0, *test.path.ratios]
        extent = max(*map(abs, ratios), test.upper, -test.lower) * 1.12
        axes, palette = self._axes(size, -extent, extent, len(ratios)), self.look.palette
        upper, lower = axes.y(test.upper), axes.y(test.lower)
        self.canvas.say(size[0] - 4, upper - 2, f"{words.YES}  {format_signed(test.upper)}", "accent", "se")
        self.canvas.say(size[0] - 4, lower + 2, f"{words.NO}  {format_signed(test.lower)}", "warning", "ne")
        return [
            chart.horizontal_line(axes.left, axes.right, axes.y(0), palette["line"]),
            chart.horizontal_line(axes.left, axes.right, upper, palette["accent"], dashes="6 4"),
            chart.horizontal_line(axes.left, axes.right, lower, palette["warning"], dashes="6 4"),
            chart.curve(axes.points(ratios), palette["accent"], self.look.px(200) / 100),
        ]

    def _draw_score(self, path: ScorePath, size: tuple[int, int]) -> list[str]:
        first_settled = len(path.score) // 10  # the intervals of the first tenth may be cut off
        low, high = min([*path.low[first_settled:], 0.45]) - 0.02, max([*path.high[first_settled:], 0.55]) + 0.02
        font, gap = self.look.fonts["small"], self.look.px(6)
        last = figure_words.large_number(path.score[-1])
        axes = self._axes(size, max(0.0, low), min(1.0, high), len(path.score))
        left, right = 4 + font.measure(words.EVEN) + gap, size[0] - 4 - font.measure(last) - gap
        axes, palette = replace(axes, left=left, right=right), self.look.palette  # the labels are beside the curves
        even = axes.y(0.5)
        self.canvas.say(4, even, words.EVEN, "quiet", "w")
        self.canvas.say(right + gap, axes.y(path.score[-1]), last, "accent", "w")
        return [
            chart.area([*axes.points(path.high), *reversed(axes.points(path.low))], palette["wash"]),
            chart.horizontal_line(axes.left, axes.right, even, palette["quiet"], dashes="2 3"),
            chart.curve(axes.points(path.score), palette["accent"], self.look.px(200) / 100),
        ]
