"""The board fixture for the Herbalism tests."""

from __future__ import annotations

import pytest

from workbench import boards
from workbench.boards.kit.contract import Board


@pytest.fixture
def board() -> Board:
    herbalism_board = boards.find("herbalism")
    assert herbalism_board is not None
    return herbalism_board
