"""The window with a person's results: the rating over time, and the scores against each opponent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import NamedTuple

import ttkbootstrap

from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles, card
from workbench.gui.results import words
from workbench.gui.widgets import chart
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.chart import Axes, Chart
from workbench.gui.widgets.data_table import Column, style, table
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.results.history import GameResult
from workbench.results.rating import CLUB_RATING, Rating
from workbench.results.summary import scores
from workbench.system.language.formats import format_count

SIZE = (720, 560)  # pixels at 100 %
CHART_HEIGHT = 150
GAME_STYLE = "Results.Chip.TButton"
STYLE, ROW_HEIGHT = "Results.Treeview", 28
WIDTHS = (290, 80, 80, 90, 90)  # widths of the columns in pixels at 100 %
MARGIN = 12  # around the curve, in pixels at 100 %
RANGE = 100  # smallest distance of the curve from the edges, in Elo
DOTS = 60  # with more games, the curve has no dots


def add_styles(styles: Styles) -> None:
    """Create the style of the buttons that choose a game."""
    look, palette = styles.look, styles.look.palette
    states = {
        "selected focus": ("wash", "accent", 2.0),
        "selected": ("wash", "accent", 1.0),
        "focus": ("button", "accent", 2.0),
        "active": ("hover", "line", 1.0),
    }
    plate = styles.plate_element("button", "line", 12, states=states, ground="card")
    styles.nest_elements(GAME_STYLE, plate, "Button.padding", "Button.label")
    styles.style.configure(
        GAME_STYLE,
        padding=(look.px(11), look.px(3)),
        font=look.fonts["strong small"],
        foreground=palette["text"],
        background=palette["card"],
        anchor="center",
    )
    styles.set_background(GAME_STYLE, "card")


class PageData(NamedTuple):
    """The data of the page: all results, and by game the rating after each rated game."""

    results: list[GameResult]
    ratings: dict[str, list[Rating]]


class ResultsPage(Aside):
    """The window with the results. Esc closes it.

    Args:
        root: The main window.
        look: Scale and colours.
        game: The id of the game that is shown first.
        load: Loads the data and passes it to a function, now or later.
    """

    def __init__(
        self,
        root: ttkbootstrap.App,
        look: Look,
        game: str,
        load: Callable[[Callable[[PageData], None]], None],
    ) -> None:
        super().__init__(root)
        self.title(words.TITLE)
        self.withdraw()
        self.look, self.game = look, game
        self.data: PageData | None = None  # None while it is being loaded
        px, palette = look.px, look.palette
        self.configure(
            background=palette["window"],
            highlightthickness=1,
            highlightbackground=palette["line"],
            highlightcolor=palette["line"],
        )
        frame = ttk.Frame(self, style="Window.TFrame", padding=px(16))
        frame.pack(fill="both", expand=True)
        foot = ttk.Frame(frame, style="Window.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(12), 0))
        self.close_button = ttk.Button(foot, text=words.CLOSE, style="Dialog.House.TButton", command=self.destroy)
        self.close_button.pack(side="right")
        self._build_rating(frame)
        self._build_table(frame)
        self.bind("<Key-Escape>", lambda _: self.destroy())
        open_over(self, root, look, *SIZE)
        self.close_button.focus_set()
        load(self.show_results)

    def _build_rating(self, parent: ttk.Frame) -> None:
        px, look = self.look.px, self.look
        self.rating_card = card(parent, look, padding=(16, 14))
        self.rating_card.pack(fill="x")
        games = ttk.Frame(self.rating_card, style="Inner.TFrame")
        games.pack(fill="x")
        self.buttons: dict[str, ttk.Button] = {}
        for title, name in boards.titles().items():
            self.buttons[name] = ttk.Button(games, text=title, style=GAME_STYLE, command=partial(self.choose, name))
            self.buttons[name].pack(side="left", padx=(0, px(6)))
        head = ttk.Frame(self.rating_card, style="Inner.TFrame")
        head.pack(fill="x", pady=(px(12), 0))
        self.rating_label = ttk.Label(head, text=words.LOADING, style="CardName.TLabel")
        self.rating_label.pack(side="left")
        self.games_label = ttk.Label(head, style="CardQuiet.TLabel")
        self.games_label.pack(side="left", padx=(px(10), 0))
        self.chart = Chart(self.rating_card, look, px(SIZE[0] - 68), px(CHART_HEIGHT))
        self.chart.pack(fill="x", pady=(px(8), px(8)))
        self.chart.bind("<Configure>", lambda _: self._draw())
        ttk.Label(self.rating_card, text=words.RATING_NOTE, style="CardSmall.TLabel").pack(anchor="w")

    def _build_table(self, parent: ttk.Frame) -> None:
        px, look = self.look.px, self.look
        self.table_card = card(parent, look, padding=(16, 14))
        self.table_card.pack(fill="both", expand=True, pady=(px(12), 0))
        style(look, STYLE, ROW_HEIGHT)
        columns = [
            Column(head, width, wide=number == 0, right=number > 0)
            for number, (head, width) in enumerate(zip(words.HEADS, WIDTHS, strict=True))
        ]
        self.list = table(self.table_card, look, columns, 5, STYLE)
        ScrollBar(self.list, stays=True)
        self.list.pack(side="left", fill="both", expand=True)
        self.empty = ttk.Label(self.list, text=words.NO_RESULTS, style="CardQuiet.TLabel")

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new window."""
        return self.game

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old window."""
        self.choose(str(memory))

    # Contents ---------------------------------------------------------------------------------------------------------

    def show_results(self, data: PageData) -> None:
        """Show loaded results."""
        if self.winfo_exists():
            self.data = data
            self.choose(self.game)

    def choose(self, game: str) -> None:
        """Show the results in a game."""
        self.game = game
        for name, button in self.buttons.items():
            button.state(["selected" if name == game else "!selected"])
        if self.data is None:
            return
        ratings = self.ratings
        self.rating_label.configure(text=words.rating(ratings[-1]) if ratings else words.NO_RATING)
        self.games_label.configure(text=words.after(len(ratings)))
        self.list.delete(*self.list.get_children())
        rows = scores(self.data.results, game)
        for number, score in enumerate(rows):
            cells = (
                words.opponent(widgets_words.player(score.opponent, alone=False), score.seats),
                format_count(score.games),
                words.wins(score.wins),
                words.percent(score.share),
                words.percent(1 / score.seats),
            )
            self.list.insert("", "end", str(number), values=cells)
        if rows:
            self.empty.place_forget()
        else:
            self.empty.place(relx=0.5, rely=0.5, anchor="center")
        self._draw()

    @property
    def ratings(self) -> list[Rating]:
        """The rating in the chosen game after each rated game."""
        return self.data.ratings.get(self.game, []) if self.data is not None else []

    def _draw(self) -> None:
        width, height = self.chart.winfo_width(), self.chart.winfo_height()
        if min(width, height) < 20:
            return
        palette, px, ratings = self.look.palette, self.look.px, self.ratings
        self.chart.delete("words")
        parts = [chart.ground(width, height, px(4), palette["window"])]
        if ratings:
            axes = self._axes(width, height, ratings)
            club = axes.y(CLUB_RATING)
            parts += [
                chart.area(_band(axes, ratings), palette["wash"]),
                chart.horizontal_line(axes.left, axes.right, club, palette["quiet"], dashes="2 3"),
                chart.curve(axes.points([entry.value for entry in ratings]), palette["accent"], px(200) / 100),
            ]
            if len(ratings) <= DOTS:
                for number, entry in enumerate(ratings):
                    parts.append(chart.dot((axes.x(number), axes.y(entry.value)), px(250) / 100, palette["accent"]))
            self.chart.say(width - px(6), club - 1, words.CLUB, "quiet", "se")
        self.chart.show(chart.svg(width, height, parts), width)
        if not ratings:
            self.chart.say(width // 2, height // 2, words.NO_RATING, "quiet")

    def _axes(self, width: int, height: int, ratings: Sequence[Rating]) -> Axes:
        margin = self.look.px(MARGIN)
        low = min(CLUB_RATING, *(entry.value - entry.margin for entry in ratings)) - RANGE
        high = max(CLUB_RATING, *(entry.value + entry.margin for entry in ratings)) + RANGE
        return Axes(margin, width - margin, margin, height - margin, low, high, len(ratings))


def _band(axes: Axes, ratings: Sequence[Rating]) -> list[tuple[float, float]]:
    """Return the outline of the interval around the ratings."""
    upper = axes.points([entry.value + entry.margin for entry in ratings])
    lower = axes.points([entry.value - entry.margin for entry in ratings])
    return [*upper, *reversed(lower)]
