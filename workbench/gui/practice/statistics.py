"""The window with the statistics of the practice: figures for each game, and the rating over time."""

from __future__ import annotations

from collections.abc import Sequence
from tkinter import ttk

import ttkbootstrap

from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.practice import words
from workbench.gui.practice.trainer import Choice, Trainer
from workbench.gui.widgets import chart
from workbench.gui.widgets.chart import Axes, Chart
from workbench.gui.widgets.data_table import Column, style, table
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.puzzles.practice import RatedOn
from workbench.system.language.formats import format_count

SIZE = (720, 500)  # pixels at 100 %
CHART_HEIGHT = 150
STYLE, LINE = "Practice.Treeview", 28
WIDTHS = (190, 95, 80, 85, 60, 110)  # widths of the columns in pixels at 100 %
MARGIN = 12  # around the curve, in pixels at 100 %
RANGE = 100  # smallest distance of the curve from the edges, in Elo
DOTS = 60  # with more days, the curve has no dots


class StatisticsPage(Aside):
    """The window with the statistics. The selected game has its rating in the chart. Esc closes the window.

    Args:
        root: The main window.
        look: Scale and colours.
        trainer: The practice.
        game: The id of the game that is selected first.
    """

    def __init__(self, root: ttkbootstrap.App, look: Look, trainer: Trainer, game: str) -> None:
        super().__init__(root)
        self.title(words.STATISTICS_TITLE)
        self.withdraw()
        self.look, self.trainer, self.game = look, trainer, game
        px, palette = look.px, look.palette
        line = palette["line"]
        self.configure(
            background=palette["window"], highlightthickness=1, highlightbackground=line, highlightcolor=line
        )
        frame = ttk.Frame(self, style="Window.TFrame", padding=px(16))
        frame.pack(fill="both", expand=True)
        foot = ttk.Frame(frame, style="Window.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(12), 0))
        self.close_button = ttk.Button(foot, text=words.CLOSE, style="Dialog.House.TButton", command=self.destroy)
        self.close_button.pack(side="right")
        rating = card(frame, look, padding=(16, 14))
        rating.pack(fill="x")
        self.heading = ttk.Label(rating, style="CardName.TLabel")
        self.heading.pack(anchor="w")
        self.chart = Chart(rating, look, px(SIZE[0] - 68), px(CHART_HEIGHT))
        self.chart.pack(fill="x", pady=px(8))
        self.chart.bind("<Configure>", lambda _: self._draw())
        ttk.Label(rating, text=words.RATING_NOTE, style="CardSmall.TLabel").pack(anchor="w")
        below = card(frame, look, padding=(16, 14))
        below.pack(fill="both", expand=True, pady=(px(12), 0))
        style(look, STYLE, LINE)
        columns = [
            Column(heading, width, wide=number == 0, right=number > 0)
            for number, (heading, width) in enumerate(zip(words.STATISTICS_HEADS, WIDTHS, strict=True))
        ]
        self.list = table(below, look, columns, 4, STYLE)
        self.list.pack(fill="both", expand=True)
        self.list.bind("<<TreeviewSelect>>", lambda _: self._on_selection())
        self.bind("<Key-Escape>", lambda _: self.destroy())
        open_over(self, root, look, *SIZE)
        self.list.focus_set()
        self.show_rows()
        trainer.load(self.show_rows)

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new window."""
        return self.game

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old window."""
        self.game = str(memory)
        self.show_rows()

    # Contents ---------------------------------------------------------------------------------------------------------

    def show_rows(self) -> None:
        """Show the figures of each game."""
        if not self.winfo_exists():
            return
        self.list.delete(*self.list.get_children())
        practice = self.trainer.practice
        games = {game: title for title, game in boards.titles().items()}
        for game, title in games.items():
            counts = practice.counts(self.trainer.puzzles_of(Choice(game)))
            rating = practice.solver(game)
            cells = (
                title,
                words.solved(counts),
                words.first_try(counts),
                format_count(counts.due),
                format_count(counts.new),
                words.rating_cell(rating),
            )
            self.list.insert("", "end", game, values=cells)
        shown = self.game if self.game in games else next(iter(games))
        self.list.selection_set(shown)
        self.list.focus(shown)

    def _on_selection(self) -> None:
        selected = self.list.selection()
        if selected:
            self.game = selected[0]
            title = next(title for title, game in boards.titles().items() if game == self.game)
            self.heading.configure(text=words.game_rating(title, self.trainer.practice.solver(self.game)))
            self._draw()

    @property
    def history(self) -> Sequence[RatedOn]:
        """The rating in the selected game after each day with new puzzles."""
        return self.trainer.practice.history(self.game)

    def _draw(self) -> None:
        width, height = self.chart.winfo_width(), self.chart.winfo_height()
        if min(width, height) < 20:
            return
        palette, px, days = self.look.palette, self.look.px, self.history
        self.chart.delete("words")
        parts = [chart.ground(width, height, px(4), palette["window"])]
        if days:
            ratings, margin = [day.rating for day in days], px(MARGIN)
            low = min(rating.value - rating.margin for rating in ratings) - RANGE
            high = max(rating.value + rating.margin for rating in ratings) + RANGE
            axes = Axes(margin, width - margin, margin, height - margin, low, high, len(ratings))
            upper = axes.points([rating.value + rating.margin for rating in ratings])
            lower = axes.points([rating.value - rating.margin for rating in ratings])
            points = axes.points([rating.value for rating in ratings])
            parts += [
                chart.area([*upper, *reversed(lower)], palette["wash"]),
                chart.curve(points, palette["accent"], px(200) / 100),
            ]
            if len(points) <= DOTS:
                parts += [chart.dot(point, px(250) / 100, palette["accent"]) for point in points]
        self.chart.show(chart.svg(width, height, parts), width)
        if not days:
            self.chart.say(width // 2, height // 2, words.NO_RATING, "quiet")
        else:
            edge = height - px(4)
            self.chart.say(px(MARGIN), edge, days[0].day, "quiet", "sw")
            if len(days) > 1:
                self.chart.say(width - px(MARGIN), edge, days[-1].day, "quiet", "se")
