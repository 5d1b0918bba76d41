"""A board with a record form, for the tests of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gui.side.forms import Board
from workbench import boards


@pytest.fixture
def formed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    """The window's board of one game is this one."""
    board, others = Board(), boards.find
    monkeypatch.setattr(boards, "find", lambda game: board if game == "herd" else others(game))
    yield board
    board.gate.set()
