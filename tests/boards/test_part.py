"""Tests of the board section that the result panel shows."""

from __future__ import annotations

import pytest

import fastcore
from workbench import boards
from workbench.boards.kit.part import CroppedBoard


@pytest.mark.parametrize("game", [game for game in fastcore.games() if boards.find(game) is not None])
def test_cropped_board_shows_the_cells_around_its_spots(game: str) -> None:
    board = boards.find(game)
    assert board is not None
    full_ground = board.ground(fastcore.start(game).fields)
    for name in list(full_ground.spots)[::7]:
        part = CroppedBoard(full_ground, [name]).ground
        side = max(part.width, part.height)
        assert name in part.spots and all(cell.size <= side for cell in part.cells)
        shown_cells = {cell.where for cell in part.cells}
        assert {cell.where for cell in full_ground.cells if cell.where in part.spots and cell.size < 2} <= shown_cells
    assert any(cell.size < 2 for cell in full_ground.cells)
