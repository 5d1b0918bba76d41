"""Pieces that the pointer carries: over the board, off it, and from the first card onto it."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.boards.contract import HAND, Item
from workbench.gui import words_board

if TYPE_CHECKING:
    from workbench.gui.board_view import BoardView
    from workbench.gui.cards import PanelCard
    from workbench.gui.playing import Playing

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


def lift(playing: Playing, spot: str) -> Item | None:
    """What a drag that begins here carries; from there on, what may be clicked next is shown."""
    board, entry = playing.window.board, playing.entry
    if not playing.ours or board is None:
        return None
    item = board.carried(playing.table.point, spot)
    if item is not None and entry.begins(spot) and not entry.leads_to_end(spot):
        entry.cancel()
        entry.click(spot)
        playing.chose()
    return item


def drop(playing: Playing, start: str, end: str) -> None:
    """What a drag from one place to another means: a move of its own, or a piece and where it goes."""
    board, entry = playing.window.board, playing.entry
    if not playing.ours or board is None:
        playing.clicked(end)
        return
    for move in entry.paths:
        if board.drag(move) == (start, end):
            playing.play(move)
            return
    if start == end:  # brought back to where it was
        entry.cancel()
        playing.chose()
        return
    if entry.begins(start) and not entry.leads_to_end(start):
        entry.cancel()
        playing.clicked(start)
        if playing.ours:
            playing.clicked(end)
    elif entry.begins(start) or start == HAND:
        playing.refuse(words_board.NOT_THERE)
    elif not end or not entry.chosen:
        playing.clicked(end)


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
