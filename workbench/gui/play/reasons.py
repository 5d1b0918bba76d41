"""Why a command is unavailable in the displayed game: the reasons that several commands share. layers.py has the
reasons for modes.

Each function returns the reason as a sentence, or "" if it does not apply.
"""

from __future__ import annotations

from workbench.boards.kit.contract import Board
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import captions, words
from workbench.table.table import Table


def game_over(table: Table) -> str:
    return words.GAME_OVER if table.over else ""


def no_bots_alone(table: Table) -> str:
    """The command is for games that bots play without a person."""
    return "" if table.watched else words.NO_BOTS_ALONE


def no_board(board: Board | BoardView | None) -> str:
    return "" if board is not None else words.NO_BOARD


def covered(table: Table) -> str:
    """The view is covered until the next person takes the screen."""
    seat = table.screen.covered_for
    return "" if seat is None else words.hand_over(captions.called(table, seat))


def not_handed_over(table: Table) -> str:
    """The screen is being handed over, or whoever moved is still reading."""
    return words.HAND_OVER_FIRST if table.screen.handing_to is not None else ""
