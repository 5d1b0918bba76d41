"""Tests of buttons and the Enter key."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import HERD, open_window, press, settle
from workbench.gui.widgets.bar import Bar, BarRow

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_enter_presses_a_button_once() -> None:
    pressed: list[str] = []
    with open_window(HERD) as window:
        bar = Bar(window.screen.head)
        row = BarRow(bar, window.look, "A game is left", {"Open": lambda: pressed.append("open")})
        settle()
        row.buttons["Open"].focus_force()
        settle()
        press("Return")
        assert pressed == ["open"]


def test_enter_may_remove_the_button_it_presses() -> None:
    with open_window(HERD) as window:
        bar = Bar(window.screen.head)
        row = BarRow(bar, window.look, "A game is left", {"Forget": lambda: bar.destroy()})
        settle()
        row.buttons["Forget"].focus_force()
        settle()
        press("Return")
        assert not bar.winfo_exists()
