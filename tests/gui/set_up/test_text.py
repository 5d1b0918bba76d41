"""Tests of setting up positions as text and by fields."""

from __future__ import annotations

from tkinter import Text

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.set_up.editing import SMALL, editor_parts, field_value, write_position
from tests.kit.windows import (
    click,
    open_window,
    press,
    root,
    settle,
    status_text,
    type_text,
    wait,
)
from workbench import boards
from workbench.boards.kit.editing import Editor
from workbench.gui.sound.live_text import LiveText
from workbench.positions.sketch import Sketch

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_text_can_be_typed_pasted_undone_and_copied() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
        original = set_up.edited.sketch.text
        click(column.text.text)
        press("End", "Control_L")
        type_text("+5")
        assert set_up.edited.sketch.text == f"{original}+5"
        column.details.rows["side"].entry.focus_set()  # a drop-down list, which accepts no text
        root().clipboard_clear()
        root().clipboard_append("herd(size=3)  3/1rr1/1rbr1/2r1/3 q 9 6-1 x0+5 ")
        press("v", "Control_L")
        wait(lambda: not set_up.here.background.pending)
        editor_parts(window)
        assert column.text.marked == ["q"] and field_value(window, "rows") == "3/1rr1/1rbr1/2r1/3"
        press("c", "Control_L", "Shift_L")
        assert root().clipboard_get() == "herd(size=3) 3/1rr1/1rbr1/2r1/3 q 9 6-1 x0+5"
        press("z", "Control_L")
        press("z", "Control_L")
        assert set_up.edited.sketch.text == original and not set_up.edited.can_undo


def test_text_that_cannot_be_displayed_is_kept() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
        original = set_up.edited.sketch
        for text in ("3/4/5\0/4/3 r 1 - -", "3/4/5\udcff/4/3 r 1 - -", "3/4/5/4/3 r 1 - " + "x" * 300_000):
            set_up.edited.replace_sketch(Sketch(original.spec, text))
            editor_parts(window)
            settle()
            written = column.text.text.get("1.0", "end-1c")
            assert (
                set_up.edited.sketch.text == text and written[:5] == text[:5] and len(written) == min(len(text), 4000)
            )
            assert (str(column.text.text.cget("state")), column.text.spec.winfo_viewable()) == (
                ("disabled", 1) if len(text) > 4000 else ("normal", 0)
            )
            press("z", "Control_L")
            assert set_up.edited.sketch == original
        assert (
            column.text.text.get("1.0", "end-1c") == original.text and str(column.text.text.cget("state")) == "normal"
        )


def test_live_text_and_rules_are_available_in_set_up() -> None:
    with open_window(SMALL) as window:
        press("F4")
        _, view, column = editor_parts(window)
        press("l")
        settle()
        assert window.screen.side is column.side and isinstance(column.side.page, LiveText)
        view.focus_set()
        view.put_cursor("a1")
        press("b")
        write_position(window, "3/4/5/4/b2 b 1 - -")
        text = "\n".join(column.side.page.lines)
        assert "Problem" in text and "3/4/5/4/b2 b 1 - -" in text
        press("F1")
        settle()
        rules = window.pages.open["rules_window"]
        assert rules.winfo_viewable() and rules.winfo_height() > 200, "they cover neither the details nor the live text"
        assert column.side.kind == "live" and column.side.frame is not None and column.side.frame.winfo_height() > 200
        root().focus_force()
        press("F1")
        settle()
        assert not rules.winfo_exists(), "the same key closes them"
        press("F2", "Shift_L")
        assert window.screen.side is not column.side and window.screen.side.kind == "live"
        press("l")
        assert not window.screen.side.kind


def test_game_without_a_board_is_set_up_by_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "find", lambda game: None)
    monkeypatch.setattr(boards, "editor", lambda spec, seat=None: Editor(fastcore.info("herd"), None, spec, seat))
    with open_window(SMALL) as window:
        press("F4")
        wait(lambda: window.set_up.column is not None and window.set_up.edited.checked is not None)
        column = window.set_up.column
        assert (
            column is not None
            and window.set_up.view is None
            and list(column.details.rows) == ["rows", "side", "turn", "dice", "left"]
        )
        for name, value in (("rows", "3/4/5/4/r2"), ("side", "b")):
            click(column.details.rows[name].entry)
            press("End")
            press("Home", "Shift_L")
            type_text(value)
        wait(lambda: window.set_up.edited.checked == window.set_up.edited.sketch)
        settle()
        assert column.text.marked and column.problems.fix_buttons
        click(column.problems.fix_buttons[0])
        wait(lambda: window.set_up.edited.valid)
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "3/4/5/4/r2"


def test_unreadable_position_has_an_empty_board() -> None:
    with open_window(SMALL) as window:
        window.set_up.enter(Sketch("herd(size=3)", "half"))
        _, view, _ = editor_parts(window)
        assert len(view.source.spots if view.source is not None else ()) == 19 and not view.painter.shown["pieces"]
        assert "fix it" in status_text(window)
        write_position(window, "3/4/5/4/r2 r 1 - -")
        assert {item.where for item in view.painter.shown["pieces"]} == {"a1"} and "fix it" not in status_text(window)


def test_text_pasted_with_the_middle_button_is_accepted() -> None:
    """Covers the position text and a field."""
    with open_window(SMALL) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
        original = set_up.edited.sketch.text
        entry = next(row.entry for row in column.details.rows.values() if row.box is None)
        source = Text(window.root)
        source.insert("1.0", "7")
        source.tag_add("sel", "1.0", "1.1")
        for widget in (column.text.text, entry):
            click(widget, button=2)
            editor_parts(window)
            assert set_up.edited.sketch.text != original and "7" in set_up.edited.sketch.text
            press("z", "Control_L")
            assert set_up.edited.sketch.text == original
        source.destroy()
