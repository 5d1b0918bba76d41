"""The possible outcomes of a decision, as small boards in a row below the large one."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk

from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.choices import Outcome
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item, Point
from workbench.boards.kit.part import CroppedBoard
from workbench.boards.kit.turning import Turn
from workbench.gui.board import words as board_words
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.painted_board import NAMES, PaintedBoard
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.tips import Tip

SIDE, MAX = 132, 0.27  # side of a small board: minimum in pixels at 100 %, maximum as a fraction of the height
GAP = 8  # pixels at 100 % between two cards and below the text above them
BESIDE = 210  # minimum card width for text beside the board, in pixels at 100 %
SLICE_MS = 1  # pause between the painting of two boards


class SmallBoard(PaintedBoard):
    """A small board cropped to the area that changes."""

    names_from = 2.5 * NAMES

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board) -> None:
        super().__init__(parent, look, board, 0, "card")
        self.part: CroppedBoard | None = None
        self.configure(takefocus=0)
        self.painter.smallest = NAMES  # a part of a board has no coordinates at its edge
        self.show_names(True)

    def _ground(self) -> Ground:
        return self.part.ground if self.part is not None else super()._ground()

    def show_part(self, part: CroppedBoard, fields: Fields, marks: Sequence[Item]) -> None:
        """Show a part of a position with marks."""
        self.part, self.fields = part, fields
        self._take_ground()
        self.painter.show("pieces", part.items(self.board.pieces(fields)))
        self.painter.show("last", part.items(marks))


class OutcomeCard:
    """The card of an outcome: a title, the board with marks, and the events in a sentence or two."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board) -> None:
        px = look.px
        self.look, self.whole = look, ""
        self.frame = card(parent, look, padding=(12, 8))
        self.frame.columnconfigure(1, weight=1)
        self.frame.rowconfigure(1, weight=1)
        self.head = ttk.Label(self.frame, style="CardStrong.TLabel", justify="left")
        self.head.grid(row=0, column=0, columnspan=2, sticky="new", pady=(0, px(4)))
        self.view = SmallBoard(self.frame, look, board)
        self.events_label = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")
        Tip(look, self.frame, lambda: self.whole)

    def fill(self, outcome: Outcome, info: GameInfo, width: int, side: int) -> None:
        """Show an outcome on a card of this width, with a board of `side` pixels."""
        px = self.look.px
        inner = width - 2 * px(12) - 2
        self.whole = board_words.happens(boards.describe_event(info, event) for event in outcome.events)
        beside = width >= px(BESIDE)
        self.head.configure(text=outcome.head, wraplength=inner)
        self.view.configure(width=min(side, inner), height=min(side, inner))
        self.events_label.configure(
            text=outcome.text or self.whole, wraplength=inner - (side + px(GAP) if beside else 0)
        )
        self.view.grid(row=1, column=0, sticky="nw")
        if beside:
            self.events_label.grid(row=1, column=1, sticky="nw", padx=(px(GAP), 0), pady=0)
        else:
            self.events_label.grid(row=2, column=0, columnspan=2, sticky="nw", padx=0, pady=(px(4), 0))


class OutcomePanel(ttk.Frame):
    """The panel with a sentence about the decision and a card for each outcome.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        board: The board.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board) -> None:
        super().__init__(parent, style="Window.TFrame")
        self.look, self.board = look, board
        self.stake = ttk.Label(self, style="WindowStrong.TLabel", justify="left")
        self.cards: list[OutcomeCard] = []
        self.shown: tuple[Outcome, ...] = ()
        self.wanted: tuple[object, ...] = ()  # the arguments of the last `show`
        self.turn = Turn()
        self.timer = ""
        self.view: BoardView | None = None  # the large board above
        self.bind("<Configure>", lambda _: self._make_way())
        self.bind("<Destroy>", lambda event: self._stop() if event.widget is self else None)

    def show(self, info: GameInfo, outcomes: Sequence[Outcome], stake: str, room: tuple[int, int], turn: Turn) -> None:
        """Show the outcomes. The boards are painted one by one, so that the window stays responsive.

        Args:
            info: The description of the game.
            outcomes: The outcomes.
            stake: The sentence about the decision.
            room: The width and height of the area in pixels.
            turn: The orientation of the large board.
        """
        px, count = self.look.px, len(outcomes)
        wanted = (tuple(outcomes), stake, room, turn)
        if wanted == self.wanted:
            return
        self._stop()
        self.wanted, self.shown, self.turn = wanted, tuple(outcomes), turn
        while len(self.cards) < count:
            self.cards.append(OutcomeCard(self, self.look, self.board))
        self.stake.configure(text=stake, wraplength=room[0])
        self.stake.grid(row=0, column=0, columnspan=count, sticky="w", padx=px(4), pady=(0, px(GAP)))
        width = (room[0] - (count - 1) * px(GAP)) // count
        side = max(px(SIDE), min(round(room[1] * MAX), width // 2))
        for number, small in enumerate(self.cards):
            self.columnconfigure(number, weight=int(number < count), uniform="outcomes" if number < count else "")
            if number < count:
                small.fill(outcomes[number], info, width, side)
                small.frame.grid(row=1, column=number, sticky="nsew", padx=px(GAP) // 2)
            else:
                small.frame.grid_remove()
        self.timer = self.after(SLICE_MS, self._paint, 0)

    def show_below(self, view: BoardView, point: Point, outcomes: Sequence[Outcome]) -> None:
        """Show the outcomes of a position's decision below the board, or hide the panel if there are none."""
        px, place = self.look.px, view.grid_info()
        if not outcomes or not place:
            if self.winfo_manager():
                self.clear()
                self.grid_remove()
                self.view = None
                view.grid(pady=0)
            return
        if view.winfo_width() <= 1:  # just created
            view.master.update_idletasks()
        self.view = view
        _, _, wide, high = view.master.grid_bbox(place["column"], place["row"]) or (0, 0, 0, 0)
        self.show(point.info, outcomes, self.board.outcomes_text(point), (wide - 2 * px(16), high), view.turn)
        self.grid(row=place["row"], column=place["column"], sticky="sew", padx=px(12), pady=(0, px(16)))
        self._make_way()

    def _make_way(self) -> None:
        """Shrink the board to the space above the panel."""
        if self.view is not None and self.winfo_manager():
            self.view.grid(pady=(0, self.winfo_height() + self.look.px(16)))

    def clear(self) -> None:
        """Remove all cards."""
        self._stop()
        self.shown, self.wanted = (), ()
        for small in self.cards:
            small.frame.destroy()
        self.cards = []
        self.stake.configure(text="")

    def _paint(self, number: int) -> None:
        self.timer = ""
        if number < len(self.shown):
            outcome, view = self.shown[number], self.cards[number].view
            spots = {spot for result in self.shown for event in result.events for spot in event.where}
            marks = self.board.last_turn_marks(outcome.fields, outcome.events)
            spots |= {
                item.where for result in self.shown for item in self.board.last_turn_marks(result.fields, result.events)
            }
            view.set_orientation(self.turn, False)
            view.show_part(CroppedBoard(self.board.ground(outcome.fields), spots - {""}), outcome.fields, marks)
            self.timer = self.after(SLICE_MS, self._paint, number + 1)

    def _stop(self) -> None:
        if self.timer:
            self.after_cancel(self.timer)
            self.timer = ""
