"""Reasons why a command is unavailable in the displayed game, used by several commands.

Each function returns the reason as a sentence, or "" if it does not apply. layers.py has the reasons for modes.
"""

from __future__ import annotations

from workbench.boards.kit.contract import Board
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import captions, words
from workbench.table.table import Table


def game_over(table: Table) -> str:
    """Return the message that the game is over."""
    return words.GAME_OVER if table.over else ""


def no_bots_alone(table: Table) -> str:
    """Return the reason why a bots-only command is unavailable, or "" if only bots are playing."""
    return "" if table.bots_only else words.NO_BOTS_ALONE


def no_board(board: Board | BoardView | None) -> str:
    """Return the message that the game has no drawn board."""
    return "" if board is not None else words.NO_BOARD


def covered(table: Table) -> str:
    """Return the message that the view is covered until the next person confirms."""
    seat = table.screen.covered_for
    return "" if seat is None else words.hand_over(captions.person_name(table, seat))


def not_handed_over(table: Table) -> str:
    """Return the message that the screen is being handed over or the previous person is still reading."""
    return words.HAND_OVER_FIRST if table.screen.handover_seat is not None else ""
