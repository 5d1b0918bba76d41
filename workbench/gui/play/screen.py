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


class Screen:
    """The widgets of the window, from the first time that they are built. All are new objects whenever the look changes."""

    body: ttk.Frame | None = None
    top: TopBar
    head: ttk.Frame
    strip: TabStrip
    left_bar: Bar | None
    board: Board | None = None  # how the game looks; None: as text alone
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
    look = window.shell.look
    window.screen.body = ttk.Frame(window.shell.root, style="Window.TFrame")
    window.screen.body.place(x=0, y=0, relwidth=1, relheight=1)
    window.screen.body.columnconfigure(0, weight=1)
    window.screen.body.rowconfigure(2, weight=1)
    window.screen.top = TopBar(window.screen.body, look, window.shell.commands, window.switch_theme, window.shell.styles)
    window.screen.top.grid(row=0, column=0, columnspan=2, sticky="ew")
    _build_head(window, window.screen.body)
    window.screen.board = boards.find(window.games.table.info.id)
    if window.screen.board is not None:
        window.screen.view = BoardView(window.screen.body, look, window.screen.board, window.games.shown.touch)
        window.screen.outcomes = OutcomePanel(window.screen.body, look, window.screen.board)
    else:
        window.screen.view = PlainView(window.screen.body, look, lambda text: window.games.shown.type_move(text))
    window.screen.view.grid(row=2, column=0, sticky="nsew")
    window.stepping.attach()
    window.screen.cover = Cover(window.screen.body, look, lambda: window.games.table.take_over())
    _build_column(window, window.screen.body)
    ttk.Frame(window.screen.body, style="Line.TFrame", height=1).grid(row=3, column=0, columnspan=2, sticky="ew")
    window.shell.status = StatusBar(window.screen.body, look, window.shell.commands, lambda text: window.games.shown.type_move(text))
    window.shell.status.grid(row=4, column=0, columnspan=2, sticky="ew", ipady=0)
    dress(window)


def _build_head(window: Window, parent: ttk.Frame) -> None:
    """What stands between the menus and the board: a line, tabs if there are several games, and what was left behind."""
    head = window.screen.head = ttk.Frame(parent, style="Window.TFrame")
    head.grid(row=1, column=0, columnspan=2, sticky="ew")
    ttk.Frame(head, style="Line.TFrame", height=1).pack(fill="x")
    window.screen.strip = TabStrip(head, window.shell.look, window.shell.styles, window.games.show, window.games.close, partial(window.shell.commands.run, "new_tab"))
    window.show_tabs()
    window.screen.left_bar = None
    window.show_left()
    window.closing.stand_in(head)


def _build_column(window: Window, parent: ttk.Frame) -> None:
    look, info, px = window.shell.look, window.games.table.info, window.shell.look.px
    _, width, charted, _, seats = window.frame
    assert isinstance(width, int) and isinstance(seats, int)
    column = window.screen.column = ttk.Frame(parent, style="Window.TFrame", width=width)
    column.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
    column.grid_propagate(False)
    column.columnconfigure(0, weight=1)
    window.shell.notice.stand_in(column, look, width)
    shapes = window.screen.board.shapes if window.screen.board is not None else {}
    sides = [boards.side(info, seat) for seat in range(seats)]
    window.screen.players = []
    tight = seats > 2 or not charted
    for seat, side in enumerate(sides):
        shape = window.screen.board.seat_shape(info, seat) if window.screen.board is not None else ""
        change = partial(window.seat_actions.seats, seat)
        window.screen.players.append(PlayerCard(column, look, side, shapes, shape, width, change, tight))
        window.screen.players[-1].frame.grid(sticky="ew", pady=(0, px((4 if tight else 8) if seat + 1 < seats else 12)))
    panels = window.screen.board.panels(info, window.games.table.state.fields, ()) if window.screen.board is not None else ()
    window.screen.panels = [PanelCard(column, look, shapes, width) for _ in panels]
    for panel in window.screen.panels:
        panel.frame.grid(sticky="ew", pady=(0, px(12)))
    if isinstance(window.screen.view, BoardView):
        lend(window.screen.view, window.screen.panels)
    row = seats + len(window.screen.panels)
    window.screen.moves = MovesCard(column, look, sides, window.shell.commands, window.stepping, boards.words(info.id).turn_word)
    window.screen.moves.frame.grid(row=row, sticky="nsew")
    column.rowconfigure(row, weight=1)
    window.screen.sheet = SheetCard(column, window, width, row, seats)
    window.screen.below = Below(window, column, row + 1, sides, width, bool(charted))
    window.screen.dock = Dock(column, window, row, 2)
    window.screen.choices = ChoiceBar(column, look, width, row + 2, window.games.shown.touch, window.screen.view, 2 if charted else 1)
