"""Fixtures for tests of the record form."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gui.side.forms import FormBoard
from workbench import boards


@pytest.fixture
def form_board(monkeypatch: pytest.MonkeyPatch) -> Iterator[FormBoard]:
    """Replace the board of Herd with a board that has a record form."""
    board, find_board = FormBoard(), boards.find
    monkeypatch.setattr(boards, "find", lambda game: board if game == "herd" else find_board(game))
    yield board
    board.gate.set()
