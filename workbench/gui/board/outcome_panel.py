"""The possible outcomes of a decision, as cards beside the board.

The board leaves room for them during the whole game, so that it keeps its place when they appear.
"""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
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
from workbench.gui.board.preview import Preview
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card

SIDE = 96  # minimum side of a small board in pixels at 100 %; cards with less space have only text
ROOM = 160, 320  # minimum and maximum width of the room beside the board in pixels at 100 %
LEAST_BOARD = 0.75  # the cards cover the bottom of a board that would lose more than the rest of its size
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
        self.look = look
        self.frame = card(parent, look, padding=(12, 8))
        self.frame.columnconfigure(1, weight=1)
        self.frame.rowconfigure(1, weight=1)
        self.head = ttk.Label(self.frame, style="CardStrong.TLabel", justify="left")
        self.head.grid(row=0, column=0, columnspan=2, sticky="new", pady=(0, px(4)))
        self.view = SmallBoard(self.frame, look, board)
        self.events_label = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")

    def fill(self, outcome: Outcome, info: GameInfo, width: int, side: int) -> int:
        """Show an outcome on a card of this width, with a board of `side` pixels, or without one if it is 0.

        Returns:
            The height of the card in pixels.
        """
        px = self.look.px
        inner = width - 2 * px(12) - 2
        side = min(side, inner)
        text = outcome.text or board_words.happens(boards.describe_event(info, event) for event in outcome.events)
        beside = width >= px(BESIDE) and side > 0
        self.head.configure(text=outcome.head, wraplength=inner)
        self.events_label.configure(text=text, wraplength=inner - (side + px(GAP) if beside else 0))
        if side:
            self.view.configure(width=side, height=side)
            self.view.grid(row=1, column=0, sticky="nw")
        else:
            self.view.grid_remove()
        high = self.events_label.winfo_reqheight()
        below = max(side, high) if beside else side + high + px(4) * (side > 0)
        if beside:
            self.events_label.grid(row=1, column=1, sticky="nw", padx=(px(GAP), 0), pady=0)
        else:
            row, gap = (2, px(4)) if side else (1, 0)
            self.events_label.grid(row=row, column=0, columnspan=2, sticky="nw", padx=0, pady=(gap, 0))
        return self.head.winfo_reqheight() + px(4) + below + 2 * px(8) + 2


class OutcomePanel(ttk.Frame):
    """The panel with a sentence about the decision and a card for each outcome.

    Pointing at a card shows its outcome on the large board.

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
        self.room = 0  # the width kept for the panel beside the board, in pixels
        self.preview: Preview | None = None  # on the large board
        self.bind("<Destroy>", lambda event: self._stop() if event.widget is self else None)

    def make_room(self, view: BoardView, on: bool) -> None:
        """Keep room beside the board of a game with outcomes, so that it keeps its place when they appear.

        Call it before the board shows a position. If `on` is False, give the room back.
        """
        on = on and type(self.board).outcomes is not Board.outcomes
        place, px = view.grid_info(), self.look.px
        if not place or not (on or self.room):
            return
        if on and view.winfo_width() <= 1:  # just created
            view.master.update_idletasks()
        _, _, wide, high = view.master.grid_bbox(place["column"], place["row"]) or (0, 0, 0, 0)
        least, most = map(px, ROOM)
        fits = wide - least >= LEAST_BOARD * min(wide, high)
        room = max(least, min(wide - high, most)) if on and fits else 0
        if room != self.room:
            self.room = room
            view.grid(padx=(0, room))

    def show_outcomes(self, view: BoardView, point: Point, outcomes: Sequence[Outcome]) -> None:
        """Show the outcomes of a position's decision beside the board, or hide the panel if there are none.

        In a small window, the panel covers the bottom of the board and has no small boards.
        """
        px, place = self.look.px, view.grid_info()
        if not outcomes or not place:
            if self.winfo_manager():
                self.clear()
                self.grid_remove()
            return
        if self.preview is None:
            self.preview = Preview(view, self.board)
        _, _, wide, high = view.master.grid_bbox(place["column"], place["row"]) or (0, 0, 0, 0)
        room, margin = self.room, px(12)
        size = (room - margin, high - 2 * px(16)) if room else (wide - 2 * margin, 0)
        self._show(point.info, outcomes, self.board.outcomes_text(point), size, view.turn)
        self.grid(
            row=place["row"], column=place["column"], sticky="ne" if room else "sew",
            padx=(0 if room else margin, margin), pady=px(16),
        )  # fmt: skip

    def _show(self, info: GameInfo, outcomes: Sequence[Outcome], stake: str, size: tuple[int, int], turn: Turn) -> None:
        """Fill the cards. The boards are painted one by one, so that the window stays responsive.

        Args:
            info: The description of the game.
            outcomes: The outcomes.
            stake: The sentence about the decision.
            size: The width and height of the panel in pixels; height 0 places the cards side by side.
            turn: The orientation of the large board.
        """
        px, count = self.look.px, len(outcomes)
        wanted = (tuple(outcomes), stake, size, turn)
        if wanted == self.wanted:
            return
        self._stop()
        self.wanted, self.shown, self.turn = wanted, tuple(outcomes), turn
        while len(self.cards) < count:
            self._add_card(len(self.cards))
        width, high = size
        self.stake.configure(text=stake, wraplength=width)
        self.stake.grid(row=0, column=0, columnspan=1 if high else count, sticky="w", pady=(0, px(GAP)))
        if not high:
            width = (width - (count - 1) * px(GAP)) // count
        heights = [small.fill(outcome, info, width, 0) for small, outcome in zip(self.cards, outcomes, strict=False)]
        free = (high - self.stake.winfo_reqheight() - sum(heights) - count * px(GAP)) // count
        side = free - px(4) if width < px(BESIDE) else min(width // 2, free + min(heights) - px(48))
        for number, small in enumerate(self.cards):
            if number >= count:
                small.frame.grid_remove()
                continue
            if high and side >= px(SIDE):
                small.fill(outcomes[number], info, width, side)
            row, column = (number + 1, 0) if high else (1, number)
            self.columnconfigure(column, weight=1, uniform="outcomes", minsize=width)
            small.frame.grid(
                row=row, column=column, sticky="nsew", pady=(0, px(GAP)) if high else 0,
                padx=0 if high else (0, px(GAP) * (number < count - 1)),
            )  # fmt: skip
        self.timer = self.after(SLICE_MS, self._paint, 0)

    def _add_card(self, number: int) -> None:
        small = OutcomeCard(self, self.look, self.board)
        self.cards.append(small)
        small.frame.bind("<Enter>", lambda _: self._point_at(number))
        small.frame.bind("<Leave>", partial(self._leave, small.frame))

    def _point_at(self, number: int) -> None:
        """Show an outcome on the large board."""
        if self.preview is not None and number < len(self.shown) and not self.preview.shown:
            outcome = self.shown[number]
            self.preview.set_base(self.preview.view.fields)
            self.preview.show_position(outcome.fields, self.board.last_turn_marks(outcome.fields, outcome.events))

    def _leave(self, frame: tkinter.Misc, event: tkinter.Event[tkinter.Misc]) -> None:
        """Show the position again, unless the pointer entered a part of the card."""
        under = str(self.tk.call("winfo", "containing", event.x_root, event.y_root))
        if self.preview is not None and not f"{under}.".startswith(f"{frame}."):
            self.preview.end()

    def clear(self) -> None:
        """Remove all cards."""
        self._stop()
        self.shown, self.wanted = (), ()
        for small in self.cards:
            small.frame.destroy()
        self.cards = []
        self.stake.configure(text="")
        self.preview = None

    def _paint(self, number: int) -> None:
        self.timer = ""
        if number < len(self.shown) and self.cards[number].view.winfo_manager():
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
