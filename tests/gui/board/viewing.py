"""Helpers shared by the board tests."""

from __future__ import annotations

from tests.kit.windows import (
    TestedWindow,
    wait,
)
from workbench.gui.board.board_view import BoardView

FOREST = "1,r,1,G/1,yy,y,1,gy/1,r,1,ggy,2/1,rr,ry,y,g,1,g/2,yy,R,2/yy,2,ryy,1/1,y,2 r 13 1 d2:1"


def view_of(window: TestedWindow) -> BoardView:
    assert isinstance(window.screen.view, BoardView)
    return window.screen.view


def played_moves(window: TestedWindow) -> list[str]:
    """Wait for the animation to end and return the moves played."""
    wait(lambda: not window.playing.presenter.busy)
    return [step.move for step in window.table.session.steps]


def legal_moves(window: TestedWindow) -> list[str]:
    return [window.table.point.move_text(move) for move in window.table.point.moves()]
