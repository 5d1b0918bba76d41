"""Pieces that the pointer carries: over the board, off it, and from the first card onto it."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from workbench.boards.contract import HAND, Board, Item, Point
from workbench.boards.entry import Entry
from workbench.gui import words_board

if TYPE_CHECKING:
    from workbench.gui.board_view import BoardView
    from workbench.gui.cards import PanelCard

LEFT_BEHIND = 0.35  # the strength of a piece while it is carried, where it stood


class Pull:
    """One drag: the piece that follows the pointer, and a faint one where it stood."""

    def __init__(self, view: BoardView, start: str, item: Item) -> None:
        self.view, self.start, self.item = view, start, item
        self.picture = view.picture(item)
        self.number = view.create_image(-999, -999, image=self.picture)
        self._shade(LEFT_BEHIND)

    def move(self, x: int, y: int) -> None:
        self.view.coords(self.number, x, y)
        self.view.tag_raise(self.number)

    def end(self) -> None:
        self.view.delete(self.number)
        self._shade(1.0)

    def _shade(self, shade: float) -> None:
        if self.item in self.view.shown["pieces"]:
            self.view.alter("pieces", self.item, 1.0, shade)


class Hand(Protocol):
    """Whoever plays with the pointer."""

    entry: Entry

    @property
    def ours(self) -> bool:
        """Whether a move is expected from there now."""

    def clicked(self, spot: str) -> None: ...
    def chose(self) -> None: ...
    def play(self, move: str) -> None: ...
    def refuse(self, reason: str, spot: str = "") -> None: ...


def lift(hand: Hand, board: Board | None, point: Point, spot: str) -> Item | None:
    """What a drag that begins here carries; from there on, what may be clicked next is shown."""
    entry = hand.entry
    if not hand.ours or board is None:
        return None
    item = board.carried(point, spot)
    if item is not None and entry.begins(spot) and not entry.leads_to_end(spot):
        entry.cancel()
        entry.click(spot)
        hand.chose()
    return item


def drop(hand: Hand, board: Board | None, start: str, end: str) -> None:
    """What a drag from one place to another means: a move of its own, or a piece and where it goes."""
    entry = hand.entry
    if not hand.ours or board is None:
        hand.clicked(end)
        return
    for move in entry.paths:
        if board.drag(move) == (start, end):
            hand.play(move)
            return
    if start == end:  # brought back to where it was
        entry.cancel()
        hand.chose()
        return
    if entry.begins(start) and not entry.leads_to_end(start):
        entry.cancel()
        hand.clicked(start)
        if hand.ours:
            hand.clicked(end)
    elif entry.begins(start) or start == HAND:
        hand.refuse(words_board.NOT_THERE, end)
    elif not end or not entry.chosen:
        hand.clicked(end)


def lend(view: BoardView, panels: Sequence[PanelCard]) -> None:
    """Let pieces be dragged from the first card onto the board."""
    if not panels:
        return
    frame = panels[0].frame

    def place(event: tkinter.Event[tkinter.Misc]) -> tuple[int, int]:
        return event.x_root - view.winfo_rootx(), event.y_root - view.winfo_rooty()

    def press(_: tkinter.Event[tkinter.Misc]) -> None:
        if not view.hands.pressed() and view.take_up(HAND):
            frame.configure(cursor="hand2")

    def release(event: tkinter.Event[tkinter.Misc]) -> None:
        frame.configure(cursor="")
        view.let_go(*place(event))

    frame.bind("<ButtonPress-1>", press)
    frame.bind("<B1-Motion>", lambda event: view.carry(*place(event)) if view.pull is not None else None)
    frame.bind("<ButtonRelease-1>", release)
