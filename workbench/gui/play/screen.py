"""The widgets of the main window, and the sizes they depend on, such as the width of the column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from tkinter import ttk
from typing import Any, NamedTuple

from workbench.boards.kit.choices import Outcome
from workbench.boards.kit.contract import Board
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import PanelCard, PlayerCard
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.board.outcome_panel import OutcomePanel
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play import words
from workbench.gui.play.cover import Cover
from workbench.gui.play.side_pages import SideKind, SidePages
from workbench.gui.play.tab_strip import TabStrip
from workbench.gui.shell.shell import Shell
from workbench.gui.shell.top_bar import TopBar
from workbench.gui.widgets.bar import OfferStack
from workbench.table.table import Table

ROOMY = (850, 460)  # minimum window size in pixels at 100 %
COLUMN_WIDTH = 428  # width of the cards in pixels at 100 %
USUAL_COLUMN, MAX_COLUMN = 0.42, 0.5  # maximum width of a usual and of a widened column, as fractions of the window
# Widths of a mode's column and of the narrow game column beside it: fractions of the window, and minima at 100 %.
BESIDE_SHARE, NARROW_SHARE = 0.284, 0.15
BESIDE_MIN, NARROW_MIN = 310, 190
NARROWEST, WIDEST, COLUMN_STEP = 0.8, 1.6, 0.1  # range of the factor of the column's width, and a step by a command
CHART_FROM = 640  # minimum window height in pixels at 100 % for a chart that leaves space for the moves
STRIP = 36  # height of the tab strip in pixels at 100 %


class LayoutSpec(NamedTuple):
    """The values that the layout depends on. All widgets are rebuilt when one of them changes.

    `chart_fits` says whether the window is high enough for a chart.
    """

    scale: float
    column: int  # width in pixels
    chart_fits: bool
    game: str
    seats: int


class Place(NamedTuple):
    """The place of a feature's card: parent, row, first row of the features, width in pixels, names of the seats."""

    parent: ttk.Frame
    row: int
    first: int
    width: int
    sides: Sequence[str]


class Slot:
    """A place in the column where features add cards. Each layout creates new cards."""

    def __init__(self) -> None:
        self._makers: list[Callable[[Place], object]] = []

    def add(self, make: Callable[[Place], object]) -> None:
        """Add a function that creates a card."""
        self._makers.append(make)

    def fill(self, place: Place) -> None:
        """Create all cards of a new layout."""
        for make in self._makers:
            make(place)


@dataclass
class Column:
    """The column of cards beside the board, for the game or for a mode.

    `notice_above` says whether notices appear at the top, where they hide less. `beside` says whether the game's own
    column stays, narrow, beside this one.
    """

    frame: ttk.Frame
    panels: list[PanelCard]
    choices: ChoiceBar
    side: SidePages
    height: int = 0  # the height of the mode's layer
    notice_above: bool = False
    beside: bool = False


class Screen:
    """The widgets of the main window. A new layout replaces all of them, so read the attributes on every use.

    Args:
        shell: The window.
    """

    body: ttk.Frame | None = None
    top: TopBar
    head: ttk.Frame  # the tabs above the board
    offers: OfferStack  # such as recovery, over the column
    strip: TabStrip
    board: Board | None = None  # the drawing of the game, or None if it is shown as text
    view: BoardView | PlainView
    outcomes: OutcomePanel  # below a drawn board
    cover: Cover
    game_column: ttk.Frame
    players: list[PlayerCard]
    frame: LayoutSpec

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.main, self.below = Slot(), Slot()  # places in the column: the moves, and the cards below them
        self.side_kinds: list[SideKind[Any]] = []
        self.columns: list[Column] = []  # from the game's column, which is always there, to the shown one

    # Columns

    @property
    def column(self) -> Column:
        """The column that is shown."""
        return self.columns[-1]

    @property
    def panels(self) -> list[PanelCard]:
        """The panels of the game in the shown column."""
        return self.column.panels

    @property
    def choices(self) -> ChoiceBar:
        """The buttons for choices in the shown column."""
        return self.column.choices

    @property
    def side(self) -> SidePages:
        """The side pages of the shown column."""
        return self.column.side

    def begin_column(self, column: Column) -> None:
        """Start a new layout with the column of the game."""
        self.columns = [column]
        self._arrange()

    def column_for_game(self, frame: ttk.Frame, side: SidePages, height: int) -> Column:
        """Return a column that has the panels and the choices of the game's column, whichever column is shown."""
        game = self.columns[0]
        return Column(frame, game.panels, game.choices, side, height)

    def show_column(self, column: Column) -> None:
        """Show a column instead of the current one, unless the current one belongs to a higher layer."""
        self.columns.append(column)
        self.columns.sort(key=lambda entry: entry.height)
        self._arrange()

    def remove_column(self, column: Column) -> None:
        """Remove a column and show the next one below it."""
        self.columns.remove(column)
        column.frame.destroy()
        self._arrange()
        self.side.restore()

    @property
    def shows_game_beside(self) -> bool:
        """Whether the game's column is narrow because a mode's column is beside it."""
        return bool(self.columns) and self.column.beside

    @property
    def beside_width(self) -> int:
        """The width of a mode's column beside the game's column, in pixels."""
        share = BESIDE_SHARE * self.shell.settings.column
        wanted = max(self.shell.look.px(BESIDE_MIN), round(share * self.shell.root.winfo_width()))
        return min(self.frame.column, wanted)

    @property
    def game_width(self) -> int:
        """The current width of the game's column, in pixels."""
        if not self.shows_game_beside:
            return self.frame.column
        wanted = max(self.shell.look.px(NARROW_MIN), round(NARROW_SHARE * self.shell.root.winfo_width()))
        return min(self.frame.column, wanted)

    def _arrange(self) -> None:
        px, game = self.shell.look.px, self.columns[0]
        for column in self.columns[:-1]:
            column.frame.grid_remove()
        column = self.columns[-1]
        column.frame.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        if len(self.columns) > 1:  # keep the Tab order equal to the reading order
            column.frame.tk.call("lower", column.frame, self.shell.status)
        self._fit_game_column(game, column.beside)
        self.shell.notice.attach(column.frame, self.shell.look, self.notice_width, column.notice_above)

    @property
    def notice_width(self) -> int:
        """The width of notices in the shown column, in pixels."""
        return self.beside_width if self.shows_game_beside else self.frame.column

    def _fit_game_column(self, game: Column, narrow: bool) -> None:
        """Show only the players and the moves of the game's column if it is narrow, or else all of it."""
        width = self.game_width
        if narrow:
            game.side.show_page("")
            game.choices.show(())
            game.frame.grid(row=2, column=2, sticky="ns", padx=(0, self.shell.look.px(16)), pady=self.shell.look.px(16))
        for panel in game.panels:
            panel.frame.grid_remove() if narrow else panel.frame.grid()
        if int(game.frame.cget("width")) != width:
            game.frame.configure(width=width)
            for player in self.players:
                player.set_width(width)

    # Sizes

    def widen(self, pixels: int) -> None:
        """Widen the column by a number of pixels, within its limits, and rebuild the window."""
        width = max(1, self.column.frame.winfo_width())
        self.set_column_factor(self.shell.settings.column * (width + pixels) / width)

    def step_column(self, steps: int) -> None:
        """Widen the column by a number of steps, or narrow it."""
        self.set_column_factor(self.shell.settings.column + steps * COLUMN_STEP)

    def no_column_step(self, steps: int) -> str:
        """Return why the column cannot get wider (`steps` > 0) or narrower, or ""."""
        factor = self.shell.settings.column
        at_limit = factor >= WIDEST if steps > 0 else factor <= NARROWEST
        return (words.WIDEST_COLUMN if steps > 0 else words.NARROWEST_COLUMN) if at_limit else ""

    def set_column_factor(self, factor: float) -> None:
        """Set the width of the column as a factor of its usual width, and rebuild the window."""
        self.shell.settings.column = round(min(max(factor, NARROWEST), WIDEST), 2)
        self.shell.rebuild()

    def frame_for(self, table: Table, tabs: int) -> LayoutSpec:
        """Return the layout of a table with a number of tabs at the current window size."""
        width, height = self.shell.root.winfo_width(), self.shell.root.winfo_height()
        base = self.shell.look.pixel_ratio
        scale = self.scale() * base
        factor = self.shell.settings.column
        column = min(round(COLUMN_WIDTH * scale * factor), round(width * (MAX_COLUMN if factor > 1 else USUAL_COLUMN)))
        charted = height >= (CHART_FROM + STRIP * (tabs > 1)) * scale
        return LayoutSpec(scale, column, charted, table.info.id, table.state.seats)

    def scale(self) -> float:
        """Return the scale that fits the window, 1.0 for 100 %."""
        root, base = self.shell.root, self.shell.look.pixel_ratio
        return fitting_scale(self.shell.settings.zoom, root.winfo_width() / base, root.winfo_height() / base)

    # Outcomes beside the board

    @property
    def outcomes_shown(self) -> Sequence[Outcome]:
        """The possible outcomes of the decision, as shown beside the board."""
        return self.outcomes.shown if isinstance(self.view, BoardView) else ()

    def make_outcome_room(self, on: bool) -> None:
        """Let the board of a game with outcomes leave room for them, so that it keeps its place when they appear."""
        if self.body is not None and isinstance(self.view, BoardView):
            self.outcomes.make_room(self.view, on)

    def show_outcomes(self, table: Table, outcomes: Sequence[Outcome]) -> None:
        """Show the possible outcomes of the decision beside the board, or only the board if there are none."""
        if self.body is not None and isinstance(self.view, BoardView):
            self.outcomes.show_outcomes(self.view, table.point, outcomes)


def fitting_scale(zoom: float, width: float, height: float) -> float:
    """Return the scale for a window of this size.

    The scale grows in windows larger than 1280 x 720, but never so far that something is cut off. It changes in
    steps, so that a change of one pixel does not rebuild everything.

    Args:
        zoom: The user's zoom, 1.0 for 100 %.
        width: Width of the window in pixels at 100 %.
        height: Height of the window in pixels at 100 %.
    """
    room = min(width / 1280, height / 720)
    scale = zoom * max(1.0, min(2.0, round(20.0 * float(room**0.6)) / 20))
    most = max(1.0, min(width / ROOMY[0], height / ROOMY[1]))
    return scale if scale <= most else floor(20.0 * most) / 20
