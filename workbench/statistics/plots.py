"""Plots as SVG for an HTML page, with the page's colours (CSS variables) and selectable text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from math import isinf
from typing import Any

from workbench.statistics.libraries import import_library
from workbench.statistics.scale import Estimate
from workbench.statistics.scores import ScorePath
from workbench.statistics.summary import SprtResult

# the colours used by matplotlib, and the CSS variables that replace them
TEXT, QUIET, LINE, ACCENT, WASH, WARNING = "#24231f", "#676359", "#ddd7cb", "#20706a", "#e4efec", "#a2560b"
VARIABLES = {TEXT: "text", QUIET: "quiet", LINE: "line", ACCENT: "accent", WASH: "wash", WARNING: "warning"}
PURPOSE = "a report with plots"
WIDTH = 7.2  # inches, like all heights
LONGEST_NAME = 34
MAX_POINTS = 2000  # maximum number of points of one curve; more are not visible
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "herbarium",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": TEXT,
    "axes.edgecolor": LINE,
    "axes.labelcolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": QUIET,
    "ytick.labelcolor": QUIET,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
}


class Plot:
    """A plot. Draw on `axes`, matplotlib's axes, then call `svg`.

    Args:
        name: The prefix of the ids in the SVG.
        title: The accessible title.
        height: The height in inches.

    Raises:
        MissingLibraryError: matplotlib is not installed.
    """

    def __init__(self, name: str, title: str, height: float = 2.4) -> None:
        self.name, self.title = name, title
        self._style = import_library("matplotlib", PURPOSE).rc_context
        with self._style(STYLE):
            self._figure = import_library("matplotlib.figure", PURPOSE).Figure((WIDTH, height), layout="constrained")
            self.axes: Any = self._figure.add_subplot()

    def file(self) -> str:
        """Return the plot as the text of an SVG file, on a white ground."""
        return self._written(transparent=False)

    def _written(self, transparent: bool) -> str:
        written = StringIO()
        with self._style(STYLE):
            self._figure.savefig(
                written, format="svg", transparent=transparent, metadata={"Date": None, "Creator": None}
            )
        return written.getvalue()

    def svg(self) -> str:
        """Return the plot as an SVG element. Its ids begin with the name, so that a page can contain several plots."""
        text = self._written(transparent=True)
        text = text[text.index("<svg") :]
        for colour, variable in VARIABLES.items():
            text = text.replace(colour, f"var(--{variable})")
        text = text.replace("'DejaVu Sans'", "var(--font)")
        text = re.sub(r"<(metadata|style)\b.*?</\1>", "", text, flags=re.DOTALL)  # styles would apply to the whole page
        text = re.sub(r' (width|height)="[\d.]+pt"', "", text, count=2)
        text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{self.name}-", text)
        return text.replace("<svg", f'<svg role="img" aria-label="{self.title}" stroke-linejoin="round"', 1)


def score_plot(path: ScorePath) -> str:
    """Return a plot of the mean score after each block, with its interval."""
    plot = Plot("score", "Score so far with its 95 % interval")
    blocks = _places(len(path.score))
    low, score, high = ([100 * values[n - 1] for n in blocks] for values in (path.low, path.score, path.high))
    plot.axes.fill_between(blocks, low, high, color=WASH, linewidth=0)
    plot.axes.axhline(50, color=QUIET, linewidth=0.8)
    plot.axes.plot(blocks, score, color=ACCENT, linewidth=1.6)
    plot.axes.set(xlabel="sets of games with equal luck", ylabel="score, %", xlim=(0, max(blocks, default=1) + 0.5))
    plot.axes.set_ylim(*_around(low[len(low) // 10 :], high[len(high) // 10 :]))
    return plot.svg()


def ratio_plot(test: SprtResult) -> str:
    """Return a plot of the log-likelihood ratio after each block, between its bounds."""
    plot = Plot("ratio", "Log-likelihood ratio so far")
    blocks = _places(len(test.path.ratios))
    plot.axes.axhline(0, color=LINE, linewidth=0.8)
    for bound, elo, colour in ((test.upper, test.sprt.elo1, ACCENT), (test.lower, test.sprt.elo0, WARNING)):
        plot.axes.axhline(bound, color=colour, linewidth=1, linestyle=(0, (5, 3)))
        plot.axes.annotate(f"{signed(elo)} Elo", (1, bound), (-4, 3), xycoords=("axes fraction", "data"),
                           textcoords="offset points", ha="right", va="bottom", color=colour)  # fmt: skip
    plot.axes.plot([0, *blocks], [0, *(test.path.ratios[n - 1] for n in blocks)], color=TEXT, linewidth=1.4)
    plot.axes.set(xlabel="sets of games with equal luck", ylabel="LLR", xlim=(0, max(blocks, default=1) + 0.5))
    plot.axes.margins(y=0.14)
    return plot.svg()


def estimates_plot(name: str, title: str, unit: str, rows: Sequence[tuple[str, Estimate]], even: float) -> str:
    """Return a plot of estimates with their intervals as an SVG element; arguments as for `plot_estimates`."""
    return plot_estimates(name, title, unit, rows, even).svg()


def plot_estimates(name: str, title: str, unit: str, rows: Sequence[tuple[str, Estimate]], even: float | None) -> Plot:
    """Return a plot of estimates with their intervals.

    Args:
        name: The prefix of the ids in the SVG.
        title: The accessible title.
        unit: The label of the axis.
        rows: The labels and estimates, from top to bottom.
        even: The value that means equality, marked with a line, or None.
    """
    plot = Plot(name, title, 0.75 + 0.3 * len(rows))
    places = range(len(rows))
    if even is not None:
        plot.axes.axvline(even, color=QUIET, linewidth=0.8)
    for place, (_, found) in zip(places, rows, strict=True):
        if isinf(found.value):  # only one end is known: an arrow points to the open side
            end, marker = (found.low, ">") if isinf(found.high) else (found.high, "<")
            plot.axes.plot([end], [place], marker, color=ACCENT, markersize=7)
            continue
        plot.axes.plot([found.low, found.high], [place, place], color=ACCENT, linewidth=2, solid_capstyle="butt")
        plot.axes.plot([found.value], [place], "o", color=ACCENT, markersize=6)
    plot.axes.set_yticks(places, [shortened(label) for label, _ in rows], color=TEXT, parse_math=False)
    plot.axes.set(ylim=(len(rows) - 0.5, -0.5), xlabel=unit)
    plot.axes.tick_params(axis="y", length=0)
    plot.axes.grid(axis="x")
    plot.axes.set_axisbelow(True)
    return plot


def lengths_plot(turns: Sequence[int]) -> str:
    """Return a histogram of the games' numbers of turns. There must be at least one game."""
    plot = Plot("lengths", "Games by number of turns")
    low, high = min(turns), max(turns)
    step = max(1, -(-(high - low + 1) // 60))
    edges = [edge - 0.5 for edge in range(low, high + step + 1, step)]
    plot.axes.hist(turns, edges, color=ACCENT, edgecolor=WASH, linewidth=0.6)
    plot.axes.set(xlabel="turns", ylabel="games")
    plot.axes.locator_params(integer=True)
    return plot.svg()


def signed(elo: float) -> str:
    """Return an Elo difference with its sign, such as "+40", "-5" or "0"."""
    return f"{elo:+g}" if elo else "0"


def shortened(name: str) -> str:
    """Return a name shortened to fit beside a plot."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _places(count: int) -> list[int]:
    """Return the block numbers to plot, from 1: evenly thinned if there are too many, always with the last one."""
    step = -(-count // MAX_POINTS) or 1
    return [*range(count, 0, -step)][::-1]


def _around(low: Sequence[float], high: Sequence[float]) -> tuple[float, float]:
    """Return axis limits around an interval and an even score. The first tenth of the match may exceed them."""
    return max(0.0, min([*low, 45.0]) - 2), min(100.0, max([*high, 55.0]) + 2)
