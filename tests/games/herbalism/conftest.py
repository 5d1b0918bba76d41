"""The board fixture for the Herbalism tests."""

from __future__ import annotations

import pytest

from workbench import boards
from workbench.boards.kit.contract import Board


@pytest.fixture
def board() -> Board:
    found = boards.find("herbalism")
    assert found is not None
    return found
