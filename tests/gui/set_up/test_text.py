"""Positions are set up as text and by fields."""

from __future__ import annotations

from tkinter import Text

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.set_up.editing import SMALL, field, parts, put
from tests.kit.windows import (
    click,
    opened,
    press,
    root,
    settle,
    shown,
    type_text,
    wait,
)
from workbench import boards
from workbench.boards.kit.editing import Editor
from workbench.gui.sound.live_text import LiveText
from workbench.positions.sketch import Sketch

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_text_is_written_pasted_undone_and_copied() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        begun = set_up.edited.sketch.text
        click(column.text.text)
        press("End", "Control_L")
        type_text("+5")
        assert set_up.edited.sketch.text == f"{begun}+5"
        column.details.rows["side"].entry.focus_set()  # a list to choose from, into which nothing is written
        root().clipboard_clear()
        root().clipboard_append("herd(size=3)  3/1rr1/1rbr1/2r1/3 q 9 6-1 x0+5 ")
        press("v", "Control_L")
        wait(lambda: not set_up.here.background.under_way)
        parts(window)
        assert column.text.marked == ["q"] and field(window, "rows") == "3/1rr1/1rbr1/2r1/3"
        press("c", "Control_L", "Shift_L")
        assert root().clipboard_get() == "herd(size=3) 3/1rr1/1rbr1/2r1/3 q 9 6-1 x0+5"
        press("z", "Control_L")
        press("z", "Control_L")
        assert set_up.edited.sketch.text == begun and not set_up.edited.can_undo


def test_a_text_that_cannot_be_shown_stays_as_it_is() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        begun = set_up.edited.sketch
        for text in ("3/4/5\0/4/3 r 1 - -", "3/4/5\udcff/4/3 r 1 - -", "3/4/5/4/3 r 1 - " + "x" * 300_000):
            set_up.edited.take(Sketch(begun.spec, text))
            parts(window)
            settle()
            written = column.text.text.get("1.0", "end-1c")
            assert (
                set_up.edited.sketch.text == text and written[:5] == text[:5] and len(written) == min(len(text), 4000)
            )
            assert (str(column.text.text.cget("state")), column.text.spec.winfo_viewable()) == (
                ("disabled", 1) if len(text) > 4000 else ("normal", 0)
            )
            press("z", "Control_L")
            assert set_up.edited.sketch == begun
        assert column.text.text.get("1.0", "end-1c") == begun.text and str(column.text.text.cget("state")) == "normal"


def test_live_text_and_rules_stand_beside_it() -> None:
    with opened(SMALL) as window:
        press("F4")
        _, view, column = parts(window)
        press("l")
        settle()
        assert window.screen.side is column.side and isinstance(column.side.page, LiveText)
        view.focus_set()
        view.put_cursor("a1")
        press("b")
        put(window, "3/4/5/4/b2 b 1 - -")
        told = "\n".join(column.side.page.lines)
        assert "Not a position yet" in told and "3/4/5/4/b2 b 1 - -" in told
        press("F1")
        settle()
        assert column.side.kind == "rules" and column.side.frame is not None and column.side.frame.winfo_height() > 200
        press("F2", "Shift_L")
        assert window.screen.side is not column.side
        press("F1")
        assert not window.screen.side.kind


def test_a_game_without_a_board_is_set_up_by_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "find", lambda game: None)
    monkeypatch.setattr(boards, "editor", lambda spec, seat=None: Editor(fastcore.info("herd"), None, spec, seat))
    with opened(SMALL) as window:
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
        assert column.text.marked and column.problems.mends
        click(column.problems.mends[0])
        wait(lambda: window.set_up.edited.whole)
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "3/4/5/4/r2"


def test_what_cannot_be_read_has_an_empty_board() -> None:
    with opened(SMALL) as window:
        window.set_up.enter(Sketch("herd(size=3)", "half"))
        _, view, _ = parts(window)
        assert len(view.source.spots if view.source is not None else ()) == 19 and not view.painter.shown["pieces"]
        assert "mend it" in shown(window)
        put(window, "3/4/5/4/r2 r 1 - -")
        assert {item.where for item in view.painter.shown["pieces"]} == {"a1"} and "mend it" not in shown(window)


def test_text_that_comes_without_a_key_is_taken() -> None:
    """By the middle button, which puts in what is selected elsewhere, into the text and into a field."""
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        begun = set_up.edited.sketch.text
        entry = next(row.entry for row in column.details.rows.values() if row.box is None)
        other = Text(window.root)
        other.insert("1.0", "7")
        other.tag_add("sel", "1.0", "1.1")
        for widget in (column.text.text, entry):
            click(widget, button=2)
            parts(window)
            assert set_up.edited.sketch.text != begun and "7" in set_up.edited.sketch.text
            press("z", "Control_L")
            assert set_up.edited.sketch.text == begun
        other.destroy()
