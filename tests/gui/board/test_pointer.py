"""Tests of what the board says about the spot under the pointer."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import HERD, click_spot, drag, open_window, point_at, status_text, wait
from workbench.gui.board.board_view import BoardView

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_legal_click_shows_no_refusal_until_the_pointer_returns() -> None:
    with open_window(HERD) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        click_spot(window, "a1")
        wait(lambda: window.playing.accepts_moves)
        x, y = view.place_of("a1")
        point_at(view, x + 3, y + 2)
        assert "a1" not in status_text(window) and window.announcer.remark.bubble is None
        point_at(view, *view.place_of("b2"))
        point_at(view, x, y)
        assert status_text(window).endswith("a1 is occupied: choose an empty cell.")


def test_drag_shows_no_refusal_at_its_end() -> None:
    with open_window(HERD) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        card = window.screen.panels[0].frame
        x, y = view.place_of("a1")
        end = (view.winfo_rootx() - card.winfo_rootx() + x, view.winfo_rooty() - card.winfo_rooty() + y)
        drag(card, (20, 20), end)
        wait(lambda: "a1" in window.table.session.steps[-1].move if window.table.session.steps else False)
        wait(lambda: window.playing.accepts_moves)
        assert "occupied" not in status_text(window)


def test_second_click_on_the_same_spot_says_why_not() -> None:
    with open_window(HERD) as window:
        click_spot(window, "a1")
        wait(lambda: window.playing.accepts_moves)
        click_spot(window, "a1")
        assert "a1 is occupied" in status_text(window)
