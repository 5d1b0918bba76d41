"""Tests of a real table that starts from a position, of facts, and of the room for the list."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

from tests.gui.companion.test_companion import at_table, desk_of, enter, rest, texts, view_of
from tests.kit.windows import HERD, click, descendants, open_window, press, root, settle, status_text, type_text, wait
from workbench.companion import journal
from workbench.companion.companion import Companion
from workbench.companion.journal import new_table
from workbench.gui.companion.form import TableForm
from workbench.gui.companion.tab import CompanionTab

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]
POSITION = "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"


def test_form_starts_a_table_from_a_position() -> None:
    with open_window(HERD) as window:
        window.registry.run("real_table")
        form = window.shell.pages.open["real_table"]
        assert isinstance(form, TableForm)
        form.position.insert(0, f"herd(size=3) {POSITION.replace(' r ', ' b ')}")
        click(form.start)
        wait(lambda: form.error_label.cget("text"))
        assert "belongs to" in form.error_label.cget("text") and not list(journal.journals())
        form.position.delete(0, "end")
        form.position.insert(0, f"herd(size=3) {POSITION}")
        click(form.start)
        tab = window.shell.feature(CompanionTab)
        wait(lambda: tab.view is not None)
        rest(tab)
        assert texts(tab) == [POSITION] and "place 5 more stones" in status_text(window)
        click(view_of(tab).view, *view_of(tab).view.place_of("c5"))
        rest(tab)
        assert texts(tab) == [POSITION, "c5"]


def test_position_is_pasted_or_entered_with_a_command() -> None:
    with at_table("herd(size=3)") as (window, tab):
        type_text("53")
        rest(tab)
        root().clipboard_clear()
        root().clipboard_append(POSITION)
        view_of(tab).entry.field.focus_set()
        press("v", "Control_L")
        wait(lambda: texts(tab) == ["5-3", POSITION])
        window.registry.run("companion_position")
        settle()
        root().clipboard_append(" nothing")
        type_text("3/1rr1")
        press("Return")
        wait(lambda: "1 field" in status_text(window))
        assert len(texts(tab)) == 2
        window.registry.run("companion_position")
        settle()
        view_of(tab).entry.text.set(POSITION.replace("x0+5", "x0+4"))
        press("Return")
        wait(lambda: len(texts(tab)) == 3)


def test_whole_hand_is_entered_as_a_fact() -> None:
    with at_table("herbalism", 0) as (window, tab):
        desk_of(tab).feed("rgbb")
        rest(tab)
        window.registry.run("companion_fact")
        settle()
        assert "2=rgbb" in view_of(tab).entry.label.cget("text")
        type_text("2=ryyg")
        press("Return")
        wait(lambda: len(texts(tab)) == 2)
        assert "Bob holds exactly one red" in view_of(tab).list.rows[1].sentence


@pytest.mark.parametrize("height", [720, 800])
@pytest.mark.parametrize("large", [False, True])
def test_list_shows_three_rows_and_no_button_moves_while_a_move_is_selected(height: int, large: bool) -> None:
    with open_window(HERD, (1280, height), large_buttons=large) as window:
        tab = window.shell.feature(CompanionTab)
        tab.open(Companion.open(journal.create(new_table("herbs", 0, ("Ann", "Bob")))))
        rest(tab)
        view = view_of(tab)

        def places() -> list[tuple[int, ...]]:
            settle(0.1)
            found = [one for one in descendants(view.column) if isinstance(one, ttk.Button) and one.winfo_viewable()]
            own = [one for one in found if one not in view.entry.pad and one not in view.choices.buttons]
            own = [one for one in own if one not in (*view.said.buttons.buttons, *view.entry.likely.buttons)]
            return [(one.winfo_rootx(), one.winfo_rooty(), one.winfo_width(), one.winfo_height()) for one in own]

        for text in ["0M4", "1M4", "0TR"]:
            enter(tab, text)
        assert view.choices.shown
        before, tree = places(), view.list.list.tree
        rows = [tree.bbox(name) for name in tree.get_children()]
        assert len([row for row in rows if row and row[1] + row[3] <= tree.winfo_height()]) == 3
        click(view.choices.buttons[1])
        settle()
        assert len(view.choices.shown) > 2 and view.choices.frame.winfo_viewable() and places() == before
        press("Escape")
        settle()
        desk_of(tab).ask_advice()
        wait(lambda: not desk_of(tab).advising)
        settle()
        assert view.said.frame.winfo_viewable() and not view.choices.shown  # the advice can be read
        assert "Hint" in view.said.body.text.get("1.0", "end") and places() == before
        assert window.faults == []


def test_revealed_actions_are_asked_for_by_name() -> None:
    with at_table("herbs", 0) as (window, tab):
        desk_of(tab).feed("0m4 1m4 0tr 0m2 bc7")
        rest(tab)
        assert "Bob: enter the next revealed action." in status_text(window)
        desk_of(tab).feed("2m4 3m4 2tl 3tr")
        rest(tab)
        assert "Bob: enter the revealed stone" in status_text(window)
