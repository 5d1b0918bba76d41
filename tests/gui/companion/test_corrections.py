"""Tests of the buttons that correct the list, and of events typed while the pointer rests on the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.companion.test_companion import at_table, desk_of, rest, view_of
from tests.kit.windows import HERD, click, open_window, press, type_text, wait
from workbench.companion.companion import Companion
from workbench.gui.companion.said import ignore
from workbench.gui.companion.tab import CompanionTab

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


def test_long_name_is_shortened_on_the_board() -> None:
    with open_window(HERD) as window:
        tab = window.shell.feature(CompanionTab)
        tab.open(Companion("herbalism", 0, ("Bartholomew Featherstonehaugh", "Ben", "Cleo")))
        rest(tab)
        texts = [label.text for label in view_of(tab).view.labels]
        assert "Barthol…" in texts and "Ben" in texts and "Seat 1" not in texts


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


def test_keys_typed_after_a_click_on_a_button_are_events() -> None:
    with at_table("herd(size=3)") as (_, tab):
        view = view_of(tab)
        click(view.foot.buttons[0])
        type_text("31")
        rest(tab)
        view.list.take_focus()
        type_text("c3")
        rest(tab)
        assert [row.line.text for row in view.list.rows] == ["3-1", "c3"]


def test_keys_typed_while_the_wrong_entry_is_searched_become_events() -> None:
    with at_table("herd(size=4)") as (_, tab):
        desk, view = desk_of(tab), view_of(tab)
        desk.feed("54 e5 f3 e2 e4 65 e4 e2 f3 e5 f3 b3 c4 e5 d5 e4 11 e5 e2 64 e2 e5")  # the stone c4 was c5
        type_text("c4")
        rest(tab)
        assert view.entry.label.cget("text").startswith("c4 is not possible")
        press("Return")
        type_text("c2d6e2")
        wait(lambda: desk.scene is not None and desk.scene.supposed is not None)
        rest(tab)
        assert desk.scene is not None and [row.line.text for row in desk.scene.rows[-3:]] == ["c2", "d6", "e2"]


def test_enter_adds_only_the_first_of_several_impossible_events() -> None:
    with at_table("herd(size=3)") as (_, tab):
        type_text("33c4b2c2c4" + "b2")
        rest(tab)
        press("Return")
        rest(tab)
        assert [row.line.text for row in view_of(tab).list.rows][4:5] == ["c4"]


def test_a_line_can_be_changed_with_the_keyboard_alone_and_with_the_pad() -> None:
    with at_table("herd(size=3)") as (_, tab):
        view = view_of(tab)
        type_text("31c3")
        rest(tab)
        press("Up")
        press("Up")
        press("Return")
        wait(lambda: view.entry.labels)
        assert sorted(view.entry.labels.values()) == list("123456")
        click(view.entry.pad[1])
        wait(lambda: len(view.entry.labels) == 6)
        click(view.entry.pad[0])
        press("Return")
        rest(tab)
        assert [row.line.text for row in view.list.rows] == ["2-1", "c3"]


def test_corrections_and_likely_events_of_herbalism_are_named_by_their_keys() -> None:
    with at_table("herbalism(target=1)", 0) as (_, tab):
        desk, view = desk_of(tab), view_of(tab)
        desk.feed("ygbb 4a21 r1 1a11 g1 6a21 1 7f2r1 6a31 2 2a21 3 5a31 g2 c7 a6")  # g2 was b2
        rest(tab)
        desk.run(lambda companion: ignore(companion.enter("s", kind="keys")))
        rest(tab)
        wait(lambda: view.fixes, 60)
        assert not any(sign in label for label, _ in view.fixes for sign in ";=")
        assert "“" in view.said.body.text.get("1.0", "end")
