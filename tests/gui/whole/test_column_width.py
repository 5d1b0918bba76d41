"""Tests of the width of the column beside the board."""

from __future__ import annotations

from tkinter import Misc, ttk

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import HERD, TestedWindow, click, drag, open_window, settle
from workbench.gui.play import words
from workbench.gui.play.screen import NARROWEST, WIDEST

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def edge_of(window: TestedWindow) -> Misc:
    assert window.screen.body is not None
    children = window.screen.body.winfo_children()
    return next(child for child in children if isinstance(child, ttk.Frame) and "sb_h" in str(child.cget("cursor")))


def test_column_is_widened_by_dragging_its_edge() -> None:
    with open_window(HERD, (2560, 1440)) as window:
        before = window.screen.game_column.winfo_width()
        drag(edge_of(window), (4, 300), (-196, 300))
        settle(0.2)
        after = window.screen.game_column.winfo_width()
        assert abs(after - before - 200) <= 10 and window.settings.column > 1
        assert after == window.screen.column.frame.winfo_width()
        for _ in range(2):
            click(edge_of(window), 4, 500)
        settle(0.2)
        assert window.settings.column == 1 and window.screen.game_column.winfo_width() == before


@pytest.mark.slow
def test_commands_change_the_width_within_limits() -> None:
    with open_window(HERD, (2560, 1440)) as window:
        for name, limit, reason in (
            ("wider_column", WIDEST, words.WIDEST_COLUMN),
            ("narrower_column", NARROWEST, words.NARROWEST_COLUMN),
        ):
            while not window.registry[name].why_not():
                window.registry.run(name)
            assert window.settings.column == limit and window.registry[name].why_not() == reason
            settle(0.1)
            assert window.screen.view.winfo_width() >= 0.45 * window.root.winfo_width(), "the board stays large"
