"""Tests of the buttons that correct the list, and of events typed while the pointer rests on the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.companion.test_companion import at_table, desk_of, rest, view_of
from tests.kit.windows import type_text, wait
from workbench.gui.companion.said import ignore

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_second_click_on_a_repair_removes_no_other_line() -> None:
    with at_table("herd(size=3)") as (_, tab):
        desk, view = desk_of(tab), view_of(tab)
        for key in "33c4b2c2c4\r":  # the stone c4 is entered twice
            desk.press(key)
        rest(tab)
        wait(lambda: any(label.startswith("Remove") for label, _ in view.fixes))
        number = next(n for n, (label, _) in enumerate(view.fixes) if label.startswith("Remove"))
        count = len(view.list.rows)
        view.fix(number)
        view.fix(number)
        rest(tab)
        assert len(view.list.rows) == count - 1


def test_board_says_which_correction_it_shows() -> None:
    with at_table("herd(size=3)") as (_, tab):
        desk, view = desk_of(tab), view_of(tab)
        for key in "33c4b2c221":
            desk.press(key)
        desk.run(lambda companion: ignore(companion.enter("c3", kind="keys")))
        rest(tab)
        wait(lambda: desk.scene is not None and desk.scene.supposed is not None)
        rest(tab)
        assert desk.scene is not None and desk.scene.supposed is not None
        index, text = desk.scene.supposed
        assert f"as if line {index + 1} were {text}" in view.said.body.text.get("1.0", "end")
        view.fix(0)
        rest(tab)
        assert desk.scene.supposed is None and "as if" not in view.said.body.text.get("1.0", "end")


def test_preview_under_a_resting_pointer_follows_the_typed_events() -> None:
    with at_table("herd(size=3)") as (_, tab):
        type_text("31")
        rest(tab)
        board = view_of(tab).view
        board.hover = "c3"
        board.hands.on_hover("c3")
        assert board.painter.shown["foresee"]
        type_text("c3")
        rest(tab)
        assert not board.painter.shown["foresee"], "a stone is there now"
