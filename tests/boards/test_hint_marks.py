"""Tests that a hint on the board cannot be taken for a choice of the player."""

from __future__ import annotations

import re

import pytest

import fastcore
from fastcore import Viewpoint
from workbench import boards
from workbench.game.session import Session

GAMES = {"forest": "4/5/6/2,ryy,3,r/6/5/2,g,1 r 7 2 -", "herbs": "", "herbalism": ""}  # a choice stays visible in these


def dashed(drawing: str) -> bool:
    return any(dashes != "none" for dashes in re.findall(r'stroke-dasharray="([^"]+)"', drawing))


def start(game: str) -> Viewpoint:
    """Return the first position of a game in which a player decides, as that player sees it."""
    session = Session(game, ["random"] * fastcore.start(game).seats, 1, GAMES[game] or None)
    while session.waits_for == "chance":
        session.draw_chance()
    return session.viewpoint(session.point.actor)


@pytest.mark.parametrize("game", GAMES)
def test_hint_differs_from_a_choice_in_colour_and_dashes(game: str) -> None:
    board, point = boards.find(game), start(game)
    assert board is not None
    paths = board.paths(point, [point.move_text(one) for one in point.moves()])
    move = next(text for text, path in paths.items() if len(path) > 1 and path[0] in board.ground(point.fields).spots)
    spot = paths[move][0]
    advice = board.advice_marks(point, (move,))
    chosen = {item.shape for item in board.open_marks(point, (spot,), ()) if item.where == spot}
    hints = {item.shape for item in board.hint_marks(point.fields, spot)}
    hints |= {item.shape for item in advice if item.where == spot and "advice" in item.shape}
    assert chosen and hints
    for shape in hints:
        assert dashed(board.shapes[shape]) and "{warning}" in board.shapes[shape]
    for shape in chosen:
        assert not dashed(board.shapes[shape]) and "{warning}" not in board.shapes[shape]
