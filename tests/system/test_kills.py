"""Tests that programs killed at any moment lose no more than documented.

The full attacks are in tests/attacks/programs/kills.py.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.attacks.programs import kills
from tests.conftest import deep

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are found through /proc")


def test_autosave_of_a_killed_game_at_the_terminal_holds_its_moves(tmp_path: Path) -> None:
    for number in range(deep(1, 6)):
        fault, _ = kills.attack_game(number, 1, False, tmp_path, 1.2)
        assert fault == ""


@pytest.mark.skipif(not deep(0, 1), reason="make deep kills matches")
def test_killed_match_ends_like_an_undisturbed_one() -> None:
    assert kills.run_matches(2, 2) == []
