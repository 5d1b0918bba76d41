"""Helpers for tests of the record form."""

from __future__ import annotations

import threading
from tkinter import Canvas

from fastcore import TooMany, Viewpoint
from tests.kit.windows import PLACING, TestedWindow, settle, wait
from workbench.boards.herd import board as herd_board
from workbench.boards.kit.choices import Form
from workbench.boards.kit.elements import Label, Point
from workbench.gui.board.board_view import BoardView
from workbench.gui.side.form_card import FormCard
from workbench.table.setup import Setup

ALONE = Setup("herd(size=3)", ("person", "random"), 1, PLACING)
LETTERS = "ab"


class FormBoard(herd_board.Board):
    """A Herd board with a form that counts the stones of each colour in the first rows.

    The texts of the form are computed only after `gate` is set.
    """

    gate = threading.Event()
    fault = ""
    requests: list[str]

    def __init__(self) -> None:
        self.requests = []
        self.gate.set()

    def form(self, point: Point) -> Form | None:
        return Form("Stones", ("red", "blue"), tuple(LETTERS))

    def form_texts(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        self.requests.append(point.text())
        assert threading.current_thread() is not threading.main_thread()
        assert self.gate.wait(30)
        if self.fault:
            raise TooMany(self.fault)
        stones_by_cell = herd_board.stones(point.fields)
        stones = [(stone, cell[0]) for cell, stone in stones_by_cell.items()]
        return tuple(tuple(str(stones.count((side, row))) for side in "rb") for row in LETTERS)

    def belief_labels(self, point: Viewpoint) -> tuple[Label, ...]:
        x, y = self.ground(point.fields).spots["a1"].x, self.ground(point.fields).spots["a1"].y
        return (Label(f"{point.turn} %", x, y, 0.3, "text", "a1"),)

    def expected_information(self, point: Viewpoint, move: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        return f"{move} would reveal a lot."


def form_card(window: TestedWindow) -> FormCard:
    assert isinstance(window.screen.side.page, FormCard)
    return window.screen.side.page


def grid_texts(window: TestedWindow) -> list[str]:
    """Return all texts in the grid."""
    view = form_card(window).grid_view
    return [canvas_text(view, number) for number in view.find_all() if str(view.type(number)) == "text"]


def canvas_text(view: Canvas, number: int) -> str:
    return str(view.itemcget(number, "text"))  # type: ignore[no-untyped-call]


def board_labels(window: TestedWindow) -> list[str]:
    """Return the labels on the board about hidden information."""
    view = window.screen.view
    assert isinstance(view, BoardView)
    return [canvas_text(view, number) for number in view.find_withtag("beliefs-words")]


def play_move(window: TestedWindow, move: str) -> None:
    """Play a move and wait until it has been shown."""
    window.table.play(move)
    wait(lambda: not window.playing.presenter.busy)
    settle()


def wait_for_help(window: TestedWindow) -> None:
    wait(lambda: window.paper_form.known is not None or window.paper_form.reason)
    settle()
