"""The layout of the main window, rebuilt whenever the look, the size or the kind of game changes."""

from __future__ import annotations

from functools import partial
from tkinter import ttk

from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.gui.board.board_view import BoardView, make_draggable
from workbench.gui.board.cards import PanelCard, PlayerCard
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.board.outcome_panel import OutcomePanel
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play.cover import Cover
from workbench.gui.play.screen import Column, Place, Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.play.tab_strip import TabStrip
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.shell.status_bar import StatusBar
from workbench.gui.shell.top_bar import TopBar
from workbench.gui.widgets.bar import OfferStack
from workbench.gui.widgets.column_edge import ColumnEdge


def build(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Build the widgets in the root window, replacing the old ones."""
    look = shell.look
    screen.frame = screen.frame_for(games.table, len(games.open))
    body = screen.body = ttk.Frame(shell.root, style="Window.TFrame")
    body.lower()
    body.place(x=0, y=0, relwidth=1, relheight=1)
    body.columnconfigure(0, weight=1)
    body.rowconfigure(2, weight=1)
    screen.top = TopBar(body, look, shell.commands, shell.styles, lambda text: shell.status.show_detail(text, False))
    screen.top.grid(row=0, column=0, columnspan=3, sticky="ew")
    head = screen.head = ttk.Frame(body, style="Window.TFrame")
    head.grid(row=1, column=0, columnspan=3, sticky="ew")
    ttk.Frame(head, style="Line.TFrame", height=1).pack(fill="x")
    new_tab = partial(shell.commands.run, "new_tab")
    screen.strip = TabStrip(head, look, shell.styles, games.show, games.close, new_tab)
    games.show_tabs()
    screen.board = boards.find(games.table.info.id)
    if screen.board is not None:
        screen.view = BoardView(body, look, screen.board, games.shown.move_input)
        screen.outcomes = OutcomePanel(body, look, screen.board)
    else:
        screen.view = PlainView(body, look, lambda text: games.shown.type_move(text))
    screen.view.grid(row=2, column=0, sticky="nsew")
    edge = ColumnEdge(body, look, screen.widen, partial(screen.set_column_factor, 1.0))
    edge.frame.grid(row=2, column=0, sticky="nse")
    screen.cover = Cover(body, look, lambda: games.table.take_over())
    _build_column(shell, games, screen, body)
    ttk.Frame(body, style="Line.TFrame", height=1).grid(row=3, column=0, columnspan=3, sticky="ew")
    shell.status = StatusBar(body, look, shell.commands, lambda text: games.shown.type_move(text))
    shell.status.grid(row=4, column=0, columnspan=3, sticky="ew", ipady=0)
    shell.status.words.bind("<Configure>", lambda _: shell.notice.place_message(), add="+")
    screen.offers = OfferStack(body, look, head, screen.frame.column)
    shell.events.rebuilt.emit()
    shell.events.offers_needed.emit()


def _build_column(shell: Shell, games: Tabs, screen: Screen, parent: ttk.Frame) -> None:
    look, info, px = shell.look, games.table.info, shell.look.px
    _, width, charted, _, seats = screen.frame
    column = screen.game_column = ttk.Frame(parent, style="Window.TFrame", width=width)
    column.grid_propagate(False)
    column.columnconfigure(0, weight=1)
    board = screen.board
    shapes = board.shapes if board is not None else {}
    sides = [boards.seat_name(info, seat) for seat in range(seats)]
    screen.players = []
    tight = seats > 2 or not charted
    for seat, side in enumerate(sides):
        shape = board.seat_shape(info, seat) if board is not None else ""
        card = PlayerCard(column, look, side, shapes, shape, width, partial(games.change_seats, seat), tight)
        card.frame.grid(sticky="ew", pady=(0, px((4 if tight else 8) if seat + 1 < seats else 12)))
        screen.players.append(card)
    start, now = games.table.session.document.point_at(ROOT).fields, games.table.state.fields
    panels = list(zip(*(board.panels(info, fields, ()) for fields in (start, now)), strict=True)) if board else []
    panel_cards = [PanelCard(column, look, shapes, width) for _ in panels]
    rounds = board.round_lines(info, ()) if board is not None else ()
    for number, (panel, shown) in enumerate(zip(panel_cards, panels, strict=True)):
        more = () if number else rounds
        panel.reserve_height(one._replace(lines=(*one.lines, *more)) for one in shown)
        panel.frame.grid(sticky="ew", pady=(0, px(12)))
    if isinstance(screen.view, BoardView):
        make_draggable(screen.view, panel_cards)
    row = seats + len(panel_cards)
    column.rowconfigure(row, weight=1)
    screen.main.fill(Place(column, row, seats, width, sides))
    screen.below.fill(Place(column, row + 1, seats, width, sides))
    side_pages = SidePages(column, shell, screen.side_kinds, row, 2)
    touch, lines = games.shown.move_input, 2 if charted else 1
    choices = ChoiceBar(column, look, width, row + 2, touch, screen.view, lines)
    screen.begin_column(Column(column, panel_cards, choices, side_pages))
