"""Tests of the dots that show the quality of the latest reviewed moves on the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import run_review, setup_of, show_game
from tests.kit.placed_controls import positions
from tests.kit.windows import TestedWindow, open_window, press, root, settle
from tests.review.test_review import recorded_game
from workbench.boards.kit.elements import Item
from workbench.gui.board.board_view import BoardView
from workbench.gui.review.quality_dots import LOOKS, RECENT

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def dots(window: TestedWindow) -> dict[str, Item]:
    """Return the dots on the canvas by their spots."""
    view = window.screen.view
    assert isinstance(view, BoardView)
    return {item.where: item for item in view.painter.shown["quality"]}


def test_dots_show_the_latest_reviewed_moves(game_id: str) -> None:
    with open_window(setup_of(game_id)) as window:
        show_game(window, recorded_game(game_id))
        run_review(window)
        press("End", "Alt_L")
        assert dots(window) == {}, "off by default"
        before = positions(window)
        window.registry.run("move_quality")
        settle(0.1)
        assert positions(window) == before
        review, session = window.game_review.review, window.table.session
        assert review is not None
        line = session.document.line_to(window.table.browsing.shown_node)
        recent = [decision for decision in review.judged if decision.decided[0] in line][-RECENT:]
        assert dots(window), "the latest moves have dots"
        assert {item.shape.partition(":")[2] for item in dots(window).values()} <= {one.size for one in recent}
        press("Home", "Alt_L")
        assert dots(window) == {}, "no move has been made at the start"
        press("End", "Alt_L")
        window.set_theme("dark")
        settle(0.2)
        assert dots(window)
        window.registry.run("move_quality")
        assert dots(window) == {}


def test_worst_recent_mistake_has_its_dot() -> None:
    with open_window(setup_of("herd"), move_quality=True) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        worst = window.game_review.listed_decisions()[0]
        window.table.view_node(worst.decided[-1])
        settle(0.1)
        view = window.screen.view
        assert isinstance(view, BoardView)
        shown = dots(window)
        of_size = [item for item in shown.values() if item.shape == f"quality:{worst.size}"]
        assert of_size
        for item in of_size:
            x, y = view.painter.pixel_of(item)
            assert view.spot_at(x, y) == item.where
        assert LOOKS["blunder"][1] > LOOKS["mistake"][1] > LOOKS["inaccuracy"][1] > LOOKS[""][1]
        assert root().winfo_exists()
