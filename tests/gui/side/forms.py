"""What the tests of the record form share."""

from __future__ import annotations

import threading
from tkinter import Canvas

from fastcore import TooMany, Viewpoint
from tests.kit.windows import PLACING, Tested, settle, wait
from workbench.boards.herd import board as herd_board
from workbench.boards.kit.choices import Form
from workbench.boards.kit.elements import Label, Point
from workbench.gui.board.board_view import BoardView
from workbench.gui.side.form_card import FormCard
from workbench.table.setup import Setup

ALONE = Setup("herd(size=3)", ("person", "random"), 1, PLACING)
LETTERS = "ab"


class Board(herd_board.Board):
    """A board with a form: how many stones of each colour stand in the first rows. What can be known waits for
    `gate`."""

    gate = threading.Event()
    fault = ""
    asked: list[str]

    def __init__(self) -> None:
        self.asked = []
        self.gate.set()

    def form(self, point: Point) -> Form | None:
        return Form("Stones", ("red", "blue"), tuple(LETTERS))

    def deduced(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        self.asked.append(point.text())
        assert threading.current_thread() is not threading.main_thread()
        assert self.gate.wait(30)
        if self.fault:
            raise TooMany(self.fault)
        there = herd_board.stones(point.fields)
        found = [(stone, cell[0]) for cell, stone in there.items()]
        return tuple(tuple(str(found.count((side, row))) for side in "rb") for row in LETTERS)

    def believed(self, point: Viewpoint) -> tuple[Label, ...]:
        x, y = self.ground(point.fields).spots["a1"].x, self.ground(point.fields).spots["a1"].y
        return (Label(f"{point.turn} %", x, y, 0.3, "text", "a1"),)

    def reveals(self, point: Viewpoint, move: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        return f"{move} would tell a lot."


def form_card(window: Tested) -> FormCard:
    assert isinstance(window.screen.side.page, FormCard)
    return window.screen.side.page


def texts(window: Tested) -> list[str]:
    """All words in the grid."""
    view = form_card(window).grid_view
    return [words_of(view, number) for number in view.find_all() if str(view.type(number)) == "text"]


def words_of(view: Canvas, number: int) -> str:
    return str(view.itemcget(number, "text"))  # type: ignore[no-untyped-call]


def labels(window: Tested) -> list[str]:
    """What stands on the board about what is hidden."""
    view = window.screen.view
    assert isinstance(view, BoardView)
    return [words_of(view, number) for number in view.find_withtag("beliefs-words")]


def play(window: Tested, move: str) -> None:
    """Make a move of whoever decides, and see it shown."""
    window.table.play(move)
    wait(lambda: not window.playing.presenter.busy)
    settle()


def helped(window: Tested) -> None:
    wait(lambda: window.paper_form.known is not None or window.paper_form.reason)
    settle()
