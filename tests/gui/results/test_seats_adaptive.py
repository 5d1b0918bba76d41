"""Tests of the adaptive level for players who are changed during a game."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.new_game.dialogs import choose
from tests.kit.windows import click, open_window, settle
from workbench.game.session import PERSON
from workbench.gui.new_game.seats import SeatsDialog
from workbench.results import history
from workbench.results.history import GameResult
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_adaptive_opponent_chosen_during_a_game_has_the_suitable_strength() -> None:
    for number in range(25):
        history.add(GameResult(id=str(number), date="", spec="herd", opponents=("maximum",), score=1.0))
    with open_window(Setup("herd(size=3)", (PERSON, "club"), 1)) as window:
        for expected in ("adaptive(level=maximum)", "adaptive(level=maximum)"):  # the second time nothing changes
            window.registry.run("seats")
            dialog = window.pages.open["seats"]
            assert isinstance(dialog, SeatsDialog)
            choose(dialog.forms[1].player_box, "Adaptive")
            settle(0.1)
            click(dialog.start)
            settle(0.1)
            assert window.table.session.seats == (PERSON, expected)
