"""What stands where in the main window: every widget of it is made here, and all of them anew when the look changes."""

from __future__ import annotations

from functools import partial
from math import floor
from tkinter import ttk
from typing import TYPE_CHECKING

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.gui.board.board_view import BoardView, lend
from workbench.gui.board.cards import PanelCard, PlayerCard
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.board.outcome_panel import OutcomePanel
from workbench.gui.board.plain_view import PlainView
from workbench.gui.help.feature import dress
from workbench.gui.moves.below import Below
from workbench.gui.moves.card import MovesCard
from workbench.gui.play.cover import Cover
from workbench.gui.play.side_pages import Dock
from workbench.gui.play.tab_strip import TabStrip
from workbench.gui.sheet.card import SheetCard
from workbench.gui.shell.status_bar import StatusBar
from workbench.gui.shell.top_bar import TopBar
from workbench.gui.widgets.bar import Bar

if TYPE_CHECKING:
    from workbench.gui.window import Window

ROOMY = (850, 460)  # pixels in which everything finds room at 100 %
COLUMN = 428  # the width of the cards at 100 %
CHART_FROM = 640  # with less height the chart would leave no room for the moves
STRIP = 36  # the height of the strip of tabs


class Widgets:
    """What stands in the window, once it was built."""

    body: ttk.Frame | None
    top: TopBar
    head: ttk.Frame
    strip: TabStrip
    left_bar: Bar | None
    board: Board | None  # how the game looks; None: as text alone
    view: BoardView | PlainView
    outcomes: OutcomePanel  # beside a drawn board
    cover: Cover
    column: ttk.Frame  # the cards beside the board
    players: list[PlayerCard]
    panels: list[PanelCard]
    moves: MovesCard
    sheet: SheetCard
    below: Below
    dock: Dock
    game_dock: Dock  # the game's own, while a position is set up
    choices: ChoiceBar
    status: StatusBar


def fitting_scale(zoom: float, width: float, height: float) -> float:
    """The scale for a window of this size: larger in one above 1280x720, so that nothing in it is tiny, and never so
    large that a small one would cut something off. It goes by steps: a pixel more or less makes nothing anew, and what is
    drawn for each scale and kept is bounded."""
    room = min(width / 1280, height / 720)
    scale = zoom * max(1.0, min(2.0, round(20.0 * float(room**0.6)) / 20))
    most = max(1.0, min(width / ROOMY[0], height / ROOMY[1]))
    return scale if scale <= most else floor(20.0 * most) / 20


def build(window: Window) -> None:
    """Make all of it on the root."""
    look = window.look
    window.body = ttk.Frame(window.root, style="Window.TFrame")
    window.body.place(x=0, y=0, relwidth=1, relheight=1)
    window.body.columnconfigure(0, weight=1)
    window.body.rowconfigure(2, weight=1)
    window.top = TopBar(window.body, look, window.registry, window.switch_theme, window.styles)
    window.top.grid(row=0, column=0, columnspan=2, sticky="ew")
    _build_head(window, window.body)
    window.board = boards.find(window.table.info.id)
    if window.board is not None:
        window.view = BoardView(window.body, look, window.board, window.playing.touch)
        window.outcomes = OutcomePanel(window.body, look, window.board)
    else:
        window.view = PlainView(window.body, look, lambda text: window.playing.type_move(text))
    window.view.grid(row=2, column=0, sticky="nsew")
    window.stepping.attach()
    window.cover = Cover(window.body, look, lambda: window.table.take_over())
    _build_column(window, window.body)
    ttk.Frame(window.body, style="Line.TFrame", height=1).grid(row=3, column=0, columnspan=2, sticky="ew")
    window.status = StatusBar(window.body, look, window.registry, lambda text: window.playing.type_move(text))
    window.status.grid(row=4, column=0, columnspan=2, sticky="ew", ipady=0)
    dress(window)


def _build_head(window: Window, parent: ttk.Frame) -> None:
    """What stands between the menus and the board: a line, tabs if there are several games, and what was left behind."""
    head = window.head = ttk.Frame(parent, style="Window.TFrame")
    head.grid(row=1, column=0, columnspan=2, sticky="ew")
    ttk.Frame(head, style="Line.TFrame", height=1).pack(fill="x")
    window.strip = TabStrip(head, window.look, window.styles, window.tabs.show, window.tabs.close, partial(window.registry.run, "new_tab"))
    window.show_tabs()
    window.left_bar = None
    window.show_left()
    window.closing.stand_in(head)


def _build_column(window: Window, parent: ttk.Frame) -> None:
    look, info, px = window.look, window.table.info, window.look.px
    _, width, charted, _, seats = window.frame
    assert isinstance(width, int) and isinstance(seats, int)
    column = window.column = ttk.Frame(parent, style="Window.TFrame", width=width)
    column.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
    column.grid_propagate(False)
    column.columnconfigure(0, weight=1)
    window.notice.stand_in(column, look, width)
    shapes = window.board.shapes if window.board is not None else {}
    sides = [boards.side(info, seat) for seat in range(seats)]
    window.players = []
    tight = seats > 2 or not charted
    for seat, side in enumerate(sides):
        shape = window.board.seat_shape(info, seat) if window.board is not None else ""
        change = partial(window.seat_actions.seats, seat)
        window.players.append(PlayerCard(column, look, side, shapes, shape, width, change, tight))
        window.players[-1].frame.grid(sticky="ew", pady=(0, px((4 if tight else 8) if seat + 1 < seats else 12)))
    panels = window.board.panels(info, window.table.state.fields, ()) if window.board is not None else ()
    window.panels = [PanelCard(column, look, shapes, width) for _ in panels]
    for panel in window.panels:
        panel.frame.grid(sticky="ew", pady=(0, px(12)))
    if isinstance(window.view, BoardView):
        lend(window.view, window.panels)
    row = seats + len(window.panels)
    window.moves = MovesCard(column, look, sides, window.registry, window.stepping, boards.words(info.id).turn_word)
    window.moves.frame.grid(row=row, sticky="nsew")
    column.rowconfigure(row, weight=1)
    window.sheet = SheetCard(column, window, width, row, seats)
    window.below = Below(window, column, row + 1, sides, width, bool(charted))
    window.dock = Dock(column, window, row, 2)
    window.choices = ChoiceBar(column, look, width, row + 2, window.playing.touch, window.view, 2 if charted else 1)
