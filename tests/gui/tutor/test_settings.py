"""Tests of the tutor's setting in the dialogs."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

from tests.gui.tutor.test_tutor import setup_of, the_tutor
from tests.kit.windows import descendants, open_window, settle, wait
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.tutor import words

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_setting_is_in_the_dialog_for_a_new_game_and_in_the_palette() -> None:
    with open_window(setup_of("forest")) as window:
        window.registry.run("new")
        dialog = window.shell.pages.open["new"]
        assert isinstance(dialog, NewGame)
        dialog.more.unfold()
        settle()
        boxes = [part for part in descendants(dialog) if isinstance(part, ttk.Combobox)]
        (box,) = [part for part in boxes if part.get() == words.DEGREES["off"]]
        box.set(words.DEGREES["mistakes"])
        box.event_generate("<<ComboboxSelected>>")
        settle()
        assert the_tutor(window).degree == "off", "a cancelled dialog changes nothing"
        dialog.accept()
        wait(lambda: the_tutor(window).degree == "mistakes")
        assert window.screen.players[0].who.cget("text").endswith(f" · {words.IS_ON}")
        window.registry.run("tutor")
        assert words.IS_ON not in window.screen.players[0].who.cget("text")
        window.registry.run("tutor_settings")
        assert "settings" in window.shell.pages.open


def test_setting_is_in_the_settings_dialog() -> None:
    with open_window(setup_of("forest")) as window:
        tutor = the_tutor(window)
        titles = [part.title for part in window.shell.settings_parts]
        assert words.TITLE in titles
        tutor.set_degree("blunders")
        tutor.toggle()
        assert tutor.degree == "off"
        tutor.toggle()
        assert window.shell.settings.tutor == "blunders"
