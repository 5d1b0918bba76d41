"""Tests that menus stay short and show only what applies in the current mode."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import TestedWindow, click, open_window, point_at, press, settle
from workbench.gui.shell import words
from workbench.table.setup import Setup, default_setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

MAX_ENTRIES = 12
ENTER = {"play": "", "analyse": "analyse_mode", "set up": "set_up_mode", "practice": "practice"}


def shown_entries(window: TestedWindow, menu: str) -> list[str]:
    """Open a menu and return its labels. Separators do not count."""
    tk_menu = window.screen.top.menus[menu]
    window.screen.top._fill(menu)
    last = tk_menu.index("end")
    numbers = range(last + 1) if last is not None else ()
    return [str(tk_menu.entrycget(n, "label")) for n in numbers if tk_menu.type(n) != "separator"]


@pytest.mark.parametrize("game", fastcore.games())
def test_menus_are_short_in_every_mode(game: str) -> None:
    with open_window(default_setup(game, 1)) as window:
        for mode, command in ENTER.items():
            if command:
                window.registry.run(command)
                settle()
            assert window.games.layers.mode(window.table) == mode
            for menu in words.MENUS:
                entries = shown_entries(window, menu)
                assert len(entries) <= MAX_ENTRIES, (mode, menu, entries)
                assert not any("–" in label or label.endswith(".") for label in entries), entries
                assert len({*entries}) == len(entries), "every entry has a different label"
                assert window.screen.top.buttons[menu].instate(["!disabled" if entries else "disabled"]), (mode, menu)


def test_view_menu_offers_the_theme_that_is_not_shown() -> None:
    with open_window(default_setup("herd", 1)) as window:
        for theme, other in (("light", "dark"), ("dark", "light")):
            window.registry.run(theme)
            entries = shown_entries(window, "view")
            assert window.registry[other].text in entries and window.registry[theme].text not in entries


def test_menus_list_no_command_of_another_mode() -> None:
    with open_window(Setup("herd(size=3)", ("person", "random"), 1)) as window:
        for command in ENTER.values():
            if command:
                window.registry.run(command)
                settle()
            mode = window.games.layers.mode(window.table)
            for menu in words.MENUS:
                assert all(mode in command.modes for command in window.registry.menu_entries(menu))


def test_letters_without_modifiers_are_switches() -> None:
    """A letter pressed by accident is undone by the same letter."""
    with open_window(default_setup("herbalism", 1)) as window:
        letters = {key: command for key, command in window.registry.keys.items() if len(key) == 1 and key.isalpha()}
        assert letters
        assert [command.name for command in letters.values() if command.on is None] == []
        for key in ("v", "w", "j", "d", "l", "n", "p"):
            command = letters[key.upper()]
            before = command.on()  # type: ignore[misc]
            press(key)
            settle()
            assert command.on() != before, key  # type: ignore[misc]
            press(key)
            settle()
            assert command.on() == before, key  # type: ignore[misc]


def test_status_bar_explains_disabled_menu_entry() -> None:
    with open_window(Setup("herd(size=3)", ("person", "random"), 1)) as window:
        click(window.screen.top.buttons["edit"])
        menu = window.screen.top.menus["edit"]
        assert str(menu.entrycget(0, "state")) == "disabled"
        point_at(menu, 40, menu.yposition(0) + 8)
        assert window.shell.status.detail == window.registry["undo"].why_not() != ""
        press("Escape")
        settle()
        assert window.shell.status.detail == ""


def test_all_commands_are_in_the_palette() -> None:
    with open_window(Setup("herd(size=3)", ("person", "random"), 1)) as window:
        in_menus = {command.name for menu in words.MENUS for command in window.registry.menu(menu)}
        assert in_menus == set(window.registry.commands)
