"""What a decision may lead to, as small boards one below the other beside the large one."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk

from fastcore import GameInfo
from workbench import boards
from workbench.boards.contract import Board, Outcome
from workbench.gui import words_sheet as words
from workbench.gui.board_view import BoardView, Still
from workbench.gui.bubble import Tip
from workbench.gui.look import Look
from workbench.gui.styles import card

LEAST, MOST = 184, 0.36  # the width: pixels at 100 %, and a part of the room for the board
GAP = 8  # below each card at 100 %
TOLD = 1.9  # lines of what happens; all of it is in the tip
SLICE_MS = 1  # between two boards that are shown


class OutcomePanel(ttk.Frame):
    """A card an outcome: a few words, the board then with marks on what led there, and all that happens in a sentence."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board) -> None:
        super().__init__(parent, style="Window.TFrame")
        self.look, self.board = look, board
        self.columnconfigure(0, weight=1)
        self.cards: list[tuple[ttk.Frame, ttk.Label, BoardView, ttk.Label]] = []
        self.shown: tuple[Outcome, ...] = ()
        self.told: dict[int, str] = {}  # by card, whole
        self.timer = ""
        self.bind("<Destroy>", lambda event: self._stop() if event.widget is self else None)

    def wide(self, room: tuple[int, int]) -> int:
        """How wide it is where the board has a room of this width and height: what a square board leaves free."""
        width, height = room
        return max(self.look.px(LEAST), min(round(width * MOST), width - height))

    def show(self, info: GameInfo, outcomes: Sequence[Outcome], width: int) -> None:
        """Show these in cards of this width, one after the other so that nobody waits."""
        if tuple(outcomes) == self.shown and width == self.winfo_width():
            return
        self._stop()
        self.shown = tuple(outcomes)
        self.configure(width=width)
        while len(self.cards) < len(outcomes):
            self._add()
        for number, (frame, head, _, told) in enumerate(self.cards):
            if number < len(outcomes):
                outcome = outcomes[number]
                inner = width - self.look.px(2 * 12)
                head.configure(text=outcome.head, wraplength=inner)
                self.told[number] = words.happens(boards.tell(info, event) for event in outcome.events)
                told.configure(text=self.look.shorten(self.told[number], "small", round(TOLD * inner)), wraplength=inner)
                frame.grid(row=number, sticky="nsew", pady=(0, self.look.px(GAP)))
                self.rowconfigure(number, weight=1, uniform="outcomes")
            else:
                frame.grid_remove()
                self.rowconfigure(number, weight=0, uniform="")
        shown = self.cards[: len(outcomes)]
        high = [max((one[part].winfo_reqheight() for one in shown), default=0) for part in (1, 3)]
        for frame, *_ in shown:  # the same room for words leaves the same for each board
            frame.rowconfigure(0, minsize=high[0])
            frame.rowconfigure(2, minsize=high[1])
        self.timer = self.after(SLICE_MS, self._paint, 0)

    def clear(self) -> None:
        """Nothing of them is kept."""
        self._stop()
        self.shown = ()
        for frame, _, _, _ in self.cards:
            frame.destroy()
        self.cards, self.told = [], {}

    def _paint(self, number: int) -> None:
        self.timer = ""
        if number < len(self.shown):
            outcome, view = self.shown[number], self.cards[number][2]
            view.position(outcome.fields)
            view.show("last", self.board.last(outcome.fields, outcome.events))
            self.timer = self.after(SLICE_MS, self._paint, number + 1)

    def _add(self) -> None:
        px = self.look.px
        frame = card(self, self.look, padding=(12, 8))
        frame.columnconfigure(0, weight=1)
        frame.rowconfigure(1, weight=1)
        head = ttk.Label(frame, style="CardStrong.TLabel", justify="left")
        head.grid(row=0, sticky="ew")
        view = BoardView(frame, self.look, self.board, Still(), room=0, colour="card")
        view.configure(takefocus=0, width=px(60), height=px(60))
        view.look_from(view.turn, False)
        view.bind("<ButtonPress-1>", lambda _: None)  # it takes no focus
        view.grid(row=1, sticky="nsew", pady=px(4))
        told = ttk.Label(frame, style="CardSmall.TLabel", justify="left")
        told.grid(row=2, sticky="new")
        self.cards.append((frame, head, view, told))
        number = len(self.cards) - 1
        Tip(self.look, frame, lambda: self.told.get(number, ""))

    def _stop(self) -> None:
        if self.timer:
            self.after_cancel(self.timer)
            self.timer = ""
