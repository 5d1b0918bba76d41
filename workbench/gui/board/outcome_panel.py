"""What a decision may lead to, as small boards side by side below the large one."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk

from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.choices import Outcome
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item, Point
from workbench.boards.kit.part import Part
from workbench.boards.kit.turning import Turn
from workbench.gui.board import words as board_words
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.painted_board import PaintedBoard
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.tips import Tip

SIDE, MOST = 132, 0.27  # of each small board: pixels at 100 %, or this part of the height that there is
GAP = 8  # between two cards, and below the sentence above them, at 100 %
BESIDE = 210  # the width of a card at 100 % from which on its words stand beside its board
SLICE_MS = 1  # between two boards that are shown


class SmallBoard(PaintedBoard):
    """The part of a board where anything happens."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board) -> None:
        super().__init__(parent, look, board, 0, "card")
        self.part: Part | None = None
        self.configure(takefocus=0)
        self.name_cells(True)

    def _ground(self) -> Ground:
        return self.part.ground if self.part is not None else super()._ground()

    def show_part(self, part: Part, fields: Fields, marks: Sequence[Item]) -> None:
        self.part, self.fields = part, fields
        self._take_ground()
        self.painter.show("pieces", part.items(self.board.pieces(fields)))
        self.painter.show("last", part.items(marks))


class Card:
    """One outcome: a few words, the board then with marks on what led there, and what happens in a sentence or two."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board) -> None:
        px = look.px
        self.look, self.whole = look, ""
        self.frame = card(parent, look, padding=(12, 8))
        self.frame.columnconfigure(1, weight=1)
        self.frame.rowconfigure(1, weight=1)
        self.head = ttk.Label(self.frame, style="CardStrong.TLabel", justify="left")
        self.head.grid(row=0, column=0, columnspan=2, sticky="new", pady=(0, px(4)))
        self.view = SmallBoard(self.frame, look, board)
        self.told = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")
        Tip(look, self.frame, lambda: self.whole)

    def fill(self, outcome: Outcome, info: GameInfo, width: int, side: int) -> None:
        px = self.look.px
        inner = width - 2 * px(12) - 2
        self.whole = board_words.happens(boards.tell(info, event) for event in outcome.events)
        beside = width >= px(BESIDE)
        self.head.configure(text=outcome.head, wraplength=inner)
        self.view.configure(width=min(side, inner), height=min(side, inner))
        self.told.configure(text=outcome.told or self.whole, wraplength=inner - (side + px(GAP) if beside else 0))
        self.view.grid(row=1, column=0, sticky="nw")
        if beside:
            self.told.grid(row=1, column=1, sticky="nw", padx=(px(GAP), 0), pady=0)
        else:
            self.told.grid(row=2, column=0, columnspan=2, sticky="nw", padx=0, pady=(px(4), 0))


class OutcomePanel(ttk.Frame):
    """A sentence about what is decided, and a card an outcome."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board) -> None:
        super().__init__(parent, style="Window.TFrame")
        self.look, self.board = look, board
        self.stake = ttk.Label(self, style="WindowStrong.TLabel", justify="left")
        self.cards: list[Card] = []
        self.shown: tuple[Outcome, ...] = ()
        self.wanted: tuple[object, ...] = ()  # what they are shown for
        self.turn = Turn()
        self.timer = ""
        self.view: BoardView | None = None  # the board above
        self.bind("<Configure>", lambda _: self._make_way())
        self.bind("<Destroy>", lambda event: self._stop() if event.widget is self else None)

    def show(self, info: GameInfo, outcomes: Sequence[Outcome], stake: str, room: tuple[int, int], turn: Turn) -> None:
        """Show these outcomes in an area of this width and height, turned like the large board.

        They appear one after another, so that the window does not freeze.
        """
        px, count = self.look.px, len(outcomes)
        wanted = (tuple(outcomes), stake, room, turn)
        if wanted == self.wanted:
            return
        self._stop()
        self.wanted, self.shown, self.turn = wanted, tuple(outcomes), turn
        while len(self.cards) < count:
            self.cards.append(Card(self, self.look, self.board))
        self.stake.configure(text=stake, wraplength=room[0])
        self.stake.grid(row=0, column=0, columnspan=count, sticky="w", padx=px(4), pady=(0, px(GAP)))
        width = (room[0] - (count - 1) * px(GAP)) // count
        side = max(px(SIDE), min(round(room[1] * MOST), width // 2))
        for number, one in enumerate(self.cards):
            self.columnconfigure(number, weight=int(number < count), uniform="outcomes" if number < count else "")
            if number < count:
                one.fill(outcomes[number], info, width, side)
                one.frame.grid(row=1, column=number, sticky="nsew", padx=px(GAP) // 2)
            else:
                one.frame.grid_remove()
        self.timer = self.after(SLICE_MS, self._paint, 0)

    def stand_below(self, view: BoardView, point: Point, outcomes: Sequence[Outcome]) -> None:
        """Show the outcomes that the decision at a point may have below the board, or only the board if there are
        none."""
        px, place = self.look.px, view.grid_info()
        if not outcomes or not place:
            if self.winfo_manager():
                self.clear()
                self.grid_remove()
                self.view = None
                view.grid(pady=0)
            return
        if view.winfo_width() <= 1:  # it was just made
            view.master.update_idletasks()
        self.view = view
        _, _, wide, high = view.master.grid_bbox(place["column"], place["row"]) or (0, 0, 0, 0)
        self.show(point.info, outcomes, self.board.at_stake(point), (wide - 2 * px(16), high), view.turn)
        self.grid(row=place["row"], column=place["column"], sticky="sew", padx=px(12), pady=(0, px(16)))
        self._make_way()

    def _make_way(self) -> None:
        """Leave the board what is left above."""
        if self.view is not None and self.winfo_manager():
            self.view.grid(pady=(0, self.winfo_height() + self.look.px(16)))

    def clear(self) -> None:
        """Nothing of them is kept."""
        self._stop()
        self.shown, self.wanted = (), ()
        for one in self.cards:
            one.frame.destroy()
        self.cards = []
        self.stake.configure(text="")

    def _paint(self, number: int) -> None:
        self.timer = ""
        if number < len(self.shown):
            outcome, view = self.shown[number], self.cards[number].view
            spots = {spot for one in self.shown for event in one.events for spot in event.where}
            marks = self.board.last(outcome.fields, outcome.events)
            spots |= {item.where for one in self.shown for item in self.board.last(one.fields, one.events)}
            view.look_from(self.turn, False)
            view.show_part(Part(self.board.ground(outcome.fields), spots - {""}), outcome.fields, marks)
            self.timer = self.after(SLICE_MS, self._paint, number + 1)

    def _stop(self) -> None:
        if self.timer:
            self.after_cancel(self.timer)
            self.timer = ""
