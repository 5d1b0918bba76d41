"""Menus, pages and dialogs of the window, what it copies, and what it says of its own errors."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import PLACING, TWO, click, click_spot, opened, press, root, settle, shown, wait
from workbench.gui.help.pages import RulesPage
from workbench.gui.shell import words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_menus_say_what_cannot_be_done_and_why() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("e", "Alt_L")
        menu = window.screen.top.menus["edit"]
        assert menu.winfo_ismapped()
        assert menu.entrycget(0, "label") == "Undo  –  Nothing has been played yet"
        assert menu.entrycget(0, "state") == "disabled" and menu.entrycget(0, "accelerator").strip() == "Ctrl+Z"
        press("Escape")
        assert not menu.winfo_ismapped()


def test_every_command_has_words_and_keys_are_on_the_sheet() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("question", "Shift_L")
        sheet = window.pages.open["keys"].text.get("1.0", "end")  # type: ignore[attr-defined]
        for command in window.registry.commands.values():
            assert command.text and command.meaning and command.menu in words.MENUS
            assert all(key in sheet for key in command.keys)
        window.pages.open["keys"].focus_force()
        press("Escape")
        assert not window.pages.open["keys"].winfo_exists()


def test_rules_and_designers_are_one_key_away() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("F1", "Shift_L")
        page = window.pages.open["rules_window"]
        assert isinstance(page, RulesPage)
        text = page.text.get("1.0", "end")
        assert "Mark Steere" in text and "Captures" in text and "**" not in text and "`" not in text
        assert [view.fields["turn"] for view in page.diagrams] == ["9", "9"]
        window.registry.run("about")
        assert "Herd (2022) by Mark Steere" in window.pages.open["about"].text.get("1.0", "end")  # type: ignore[attr-defined]


def test_the_rules_stay_open_when_the_look_changes() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("F1", "Shift_L")
        page = window.pages.open["rules_window"]
        assert isinstance(page, RulesPage)
        page.text.yview_moveto(0.5)
        line = page.text.index("@0,0")
        window.registry.run("dark")
        other = window.pages.open["rules_window"]
        assert isinstance(other, RulesPage) and other is not page and not page.winfo_exists()
        settle()
        assert other.winfo_exists() and line.split(".")[0] == other.text.index("@0,0").split(".")[0] != "1"


def test_the_position_is_copied_as_one_line() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)):
        press("C", "Control_L", "Shift_L")
        assert root().clipboard_get() == f"herd(size=3) {PLACING}"
        assert fastcore.problems(root().clipboard_get()) == []


def test_an_unexpected_error_is_logged_and_the_game_goes_on(home: Path) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        root().after(0, lambda: 1 / 0)
        settle(0.1)
        assert shown(window) == words.SHOW_ERROR or words.SHOW_ERROR in shown(window)
        log = (home / "errors.log").read_text()
        assert "ZeroDivisionError" in log and f"Position: herd(size=3) {PLACING}" in log
        assert window.shell.status.extra is not None
        click(window.shell.status.extra)
        assert "ZeroDivisionError" in root().clipboard_get()
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        assert len(window.table.session.steps) == 1
        assert len(window.faults) == 1
        window.faults.clear()
