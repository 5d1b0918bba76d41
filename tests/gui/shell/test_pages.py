"""Tests of menus, pages and dialogs of the window, the clipboard, and unexpected errors."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    open_window,
    point_at,
    press,
    root,
    settle,
    status_text,
    wait,
)
from workbench.gui.help.pages import RulesPage
from workbench.gui.shell import words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_disabled_menu_entries_give_the_reason() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("e", "Alt_L")
        menu = window.screen.top.menus["edit"]
        assert menu.winfo_ismapped()
        assert menu.entrycget(0, "label") == "Undo", "the label does not contain the reason"
        assert menu.entrycget(0, "state") == "disabled" and menu.entrycget(0, "accelerator").strip() == "Ctrl+Z"
        assert "Nothing has been played yet" not in status_text(window)
        point_at(menu, 40, menu.yposition(0) + 8)
        assert "Nothing has been played yet" in status_text(window), "the status bar gives the reason"
        press("Escape")
        assert not menu.winfo_ismapped()


def test_commands_have_texts_and_listed_keys() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("question", "Shift_L")
        sheet = window.pages.open["keys"].text.get("1.0", "end")  # type: ignore[attr-defined]
        for command in window.registry.commands.values():
            assert command.text and command.meaning and command.menu in words.MENUS
            assert all(key in sheet for key in command.keys)
        window.pages.open["keys"].focus_force()
        press("Escape")
        assert not window.pages.open["keys"].winfo_exists()


def test_rules_and_about_page_name_the_designer() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("F1", "Shift_L")
        page = window.pages.open["rules_window"]
        assert isinstance(page, RulesPage)
        text = page.text.get("1.0", "end")
        assert "Mark Steere" in text and "Captures" in text and "**" not in text and "`" not in text
        assert [view.fields["turn"] for view in page.diagrams] == ["9", "9"]
        window.registry.run("about")
        assert "Herd (2022) by Mark Steere" in window.pages.open["about"].text.get("1.0", "end")  # type: ignore[attr-defined]


def test_rules_stay_open_when_the_theme_changes() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("F1", "Shift_L")
        page = window.pages.open["rules_window"]
        assert isinstance(page, RulesPage)
        page.text.yview_moveto(0.5)
        line = page.text.index("@0,0")
        window.registry.run("dark")
        rebuilt = window.pages.open["rules_window"]
        assert isinstance(rebuilt, RulesPage) and rebuilt is not page and not page.winfo_exists()
        settle()
        assert rebuilt.winfo_exists() and line.split(".")[0] == rebuilt.text.index("@0,0").split(".")[0] != "1"


def test_position_is_copied_as_one_line() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)):
        press("C", "Control_L", "Shift_L")
        assert root().clipboard_get() == f"herd(size=3) {PLACING}"
        assert fastcore.problems(root().clipboard_get()) == []


def test_unexpected_error_is_logged_and_the_game_continues(home: Path) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        root().after(0, lambda: 1 / 0)
        settle(0.1)
        assert status_text(window) == words.SHOW_ERROR or words.SHOW_ERROR in status_text(window)
        log = (home / "errors.log").read_text()
        assert "ZeroDivisionError" in log and f"Position: herd(size=3) {PLACING}" in log
        assert window.shell.status.extra is not None
        click(window.shell.status.extra)
        assert "ZeroDivisionError" in root().clipboard_get()
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        assert len(window.table.session.steps) == 1
        assert len(window.faults) == 1
        window.faults.clear()
