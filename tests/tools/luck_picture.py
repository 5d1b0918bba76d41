"""The picture of the Luck page."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.tested_window import TestedWindow
from workbench.gui.review.luck_page import LuckPage


def take(
    window: TestedWindow,
    game: str,
    save_picture: Callable[[TestedWindow, str], None],
    settle: Callable[[TestedWindow, Callable[[], bool]], None],
) -> None:
    """Take a picture of the luck of a reviewed game if it has open dice."""
    has = window.table.info.has
    if not has.chance or has.covered:
        return
    assert window.analyse.column is not None
    notebook = window.analyse.column.notebook
    notebook.open_page("luck")
    page = notebook.pages["luck"][0]
    assert isinstance(page, LuckPage)
    settle(window, lambda: bool(page.moments))
    page.seats.buttons[0].invoke()
    save_picture(window, f"luck-{game}")
