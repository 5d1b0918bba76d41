"""Tests of buttons and the Enter key."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import HERD, open_window, press, settle
from workbench.gui.widgets.bar import Offer

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_enter_presses_a_button_once() -> None:
    pressed: list[str] = []
    with open_window(HERD) as window:
        offer = Offer(window.screen.offers, "A game is left", {"Open": lambda: pressed.append("open")})
        settle()
        offer.buttons["Open"].focus_force()
        settle()
        press("Return")
        assert pressed == ["open"]


def test_enter_may_remove_the_button_it_presses() -> None:
    with open_window(HERD) as window:
        offer = Offer(window.screen.offers, "A game is left", {"Forget": lambda: offer.destroy()})
        settle()
        offer.buttons["Forget"].focus_force()
        settle()
        press("Return")
        assert not offer.winfo_exists()


def test_offer_moves_nothing() -> None:
    """An offer covers the upper end of the column."""
    with open_window(HERD) as window:
        view, column = window.screen.view, window.screen.column.frame
        before = [(widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_height()) for widget in (view, column)]
        offer = Offer(window.screen.offers, "A game is left. " * 5, {"Open": print, "Discard": print, "Later": print})
        settle()
        after = [(widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_height()) for widget in (view, column)]
        assert after == before
        assert offer.winfo_viewable() and offer.winfo_rooty() == column.winfo_rooty()
        assert offer.winfo_rootx() == column.winfo_rootx() and offer.winfo_width() == column.winfo_width()
        offer.destroy()
        settle()
        assert not window.screen.offers.winfo_viewable()
