"""Tests of the list of languages in the settings."""

from __future__ import annotations

from pathlib import Path
from tkinter import ttk
from types import SimpleNamespace
from typing import Any, cast

import pytest

pytest.importorskip("tkinter")

from tests.gui.settings.test_settings import labels, settings_dialog
from tests.kit.windows import HERD, open_window, settle, wait
from workbench.gui.look.look import Look
from workbench.gui.settings import words
from workbench.gui.settings.languages import can_show, languages, save_choice
from workbench.system import translation

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


@pytest.fixture
def two_catalogues(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for language in ("de", "zh_CN"):
        file = tmp_path / "locale" / language / "LC_MESSAGES" / "herbarium.mo"
        file.parent.mkdir(parents=True)
        file.touch()
    monkeypatch.setattr(translation, "_folders", lambda: [str(tmp_path / "locale")])


def look_with(family: str, chinese: str) -> Look:
    """Return a look whose text has one font, and another for Chinese characters."""

    def call(*words: Any) -> str:
        return chinese if words[-1] in "中文棋" else family

    root = SimpleNamespace(tk=SimpleNamespace(call=call))
    return cast(Look, SimpleNamespace(family=family, fonts={"text": SimpleNamespace(name="f")}, root=root))


@pytest.mark.usefixtures("two_catalogues")
def test_language_without_a_font_is_not_offered() -> None:
    offered, missing = languages(look_with("Inter", "Inter"))
    assert list(offered.values()) == ["", "en", "de"]
    assert missing == ("Chinese needs a font. Debian: sudo apt install fonts-noto-cjk",)
    for family, chinese in (("Inter", "Droid Sans Fallback"), ("Noto Sans CJK SC", "Noto Sans CJK SC")):
        offered, missing = languages(look_with(family, chinese))
        assert list(offered.values()) == ["", "en", "de", "zh_CN"] and not missing


@pytest.mark.usefixtures("two_catalogues")
def test_chosen_language_is_saved_and_reverted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(translation.LANGUAGE, raising=False)
    with open_window(HERD) as window:
        dialog = settings_dialog(window, "look")
        assert dialog.language_list.get() == words.SYSTEM_LANGUAGE and words.AT_NEXT_START in labels(dialog.holder)
        dialog.language_list.set("Deutsch")
        dialog.language_list.event_generate("<<ComboboxSelected>>")
        wait(lambda: translation.chosen_language() == "de")
        dialog.show_page("play")
        dialog.show_page("look")
        assert dialog.language_list.get() == "Deutsch"
        dialog.revert_button.invoke()
        wait(lambda: not translation.chosen_language())
        settle(0.1)
        again = settings_dialog(window)
        assert isinstance(again.language_list, ttk.Combobox) and again.language_list.get() == words.SYSTEM_LANGUAGE


def test_variable_decides_and_is_named() -> None:
    with open_window(HERD) as window:  # the tests set the variable
        assert words.BY_VARIABLE in labels(settings_dialog(window, "look").holder)
        assert can_show(window.look, "")


def test_failed_save_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "file"))
    assert save_choice("de").startswith("The language cannot be saved (")
