"""Tests of annotating moves from the context menu and by keyboard."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.moves.test_tree import node_position, play_randomly
from tests.kit.windows import HERD, TestedWindow, click, open_window, press, root, settle, status_text
from workbench.gui.moves import words
from workbench.records.annotation import MEANINGS

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def words_listed(window: TestedWindow) -> list[str]:
    """Return the moves in the list of moves."""
    return [
        word.text for row in window.moves.card.written for cell in row.cells for word in cell if word.kind == "move"
    ]


def test_context_menu_annotates_a_move() -> None:
    with open_window(HERD) as window:
        play_randomly(window, 2)
        first = window.table.session.document.main_line()[0]
        move = window.table.session.document.tree.nodes[first].move
        assert words_listed(window)[0] == move
        click(window.moves.card.canvas, *node_position(window, first), button=3)
        menu = window.moves.stepping.popup.menu
        assert menu is not None and menu.entrycget(1, "label") == words.ANNOTATE
        inner = root().nametowidget(menu.entrycget(1, "menu"))
        labels = [inner.entrycget(number, "label") for number in range(inner.index("end") + 1)]
        assert labels[:-1] == [f"{sign}  {meaning}" for sign, meaning in MEANINGS.items()]
        assert inner.entrycget("end", "state") == "disabled"
        inner.invoke(list(MEANINGS).index("!?"))
        press("Escape")
        settle()
        assert words_listed(window)[0] == f"{move}!?"
        press("z", "Control_L")
        settle()
        assert words_listed(window)[0] == move


def test_keys_annotate_the_last_move() -> None:
    with open_window(HERD) as window:
        press("A", "Control_L", "Shift_L")
        assert words.NO_DECISION in status_text(window)
        play_randomly(window, 2)
        move = words_listed(window)[-1]
        press("A", "Control_L", "Shift_L")
        for key in ("Down", "Return"):
            press(key)
        settle()
        assert words_listed(window)[-1] == f"{move}?"
        press("A", "Control_L", "Shift_L")
        for key in ("Up", "Return"):  # the last entry
            press(key)
        settle()
        assert words_listed(window)[-1] == move


def test_annotation_of_a_variation_is_listed() -> None:
    with open_window(HERD) as window:
        play_randomly(window, 1)
        press("Left", "Alt_L")
        other = [
            move
            for move in map(window.table.point.move_text, window.table.point.moves())
            if move != words_listed(window)[0]
        ]
        window.playing.play(other[0])
        settle()
        window.moves.stepping.annotating.annotate("!")
        settle()
        assert f"{other[0]}!" in words_listed(window)
