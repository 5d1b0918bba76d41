"""Pieces that the pointer carries: over the board, off it, and from the first card onto it."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.boards.kit.contract import HAND, Item

if TYPE_CHECKING:
    from workbench.gui.board.board_view import BoardView
    from workbench.gui.board.cards import PanelCard

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


def lend(view: BoardView, panels: Sequence[PanelCard]) -> None:
    """Let pieces be dragged from the first card onto the board."""
    if not panels:
        return
    frame = panels[0].frame

    def place(event: tkinter.Event[tkinter.Misc]) -> tuple[int, int]:
        return event.x_root - view.winfo_rootx(), event.y_root - view.winfo_rooty()

    aloft: list[tkinter.Label] = []  # what is carried, while it is beside the board: drawings of a board end at its edge

    def press(_: tkinter.Event[tkinter.Misc]) -> None:
        if not view.hands.pressed() and view.take_up(HAND):
            frame.configure(cursor="hand2")

    def carry(event: tkinter.Event[tkinter.Misc]) -> None:
        if view.pull is None:
            return
        x, y = place(event)
        view.carry(x, y)
        if 0 <= x < view.winfo_width() and 0 <= y < view.winfo_height():
            put_down()
            return
        top = view.winfo_toplevel()
        if not aloft:
            aloft.append(tkinter.Label(top, image=view.pull.picture, background=view.look.palette["card"], borderwidth=0))
        aloft[0].place(x=event.x_root - top.winfo_rootx(), y=event.y_root - top.winfo_rooty(), anchor="center")
        aloft[0].lift()

    def put_down() -> None:
        while aloft:
            aloft.pop().destroy()

    def release(event: tkinter.Event[tkinter.Misc]) -> None:
        frame.configure(cursor="")
        put_down()
        view.let_go(*place(event))

    frame.bind("<ButtonPress-1>", press)
    frame.bind("<B1-Motion>", carry)
    frame.bind("<Destroy>", lambda _: put_down(), add="+")
    frame.bind("<ButtonRelease-1>", release)
