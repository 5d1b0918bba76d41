"""Tests of the choice of English where no font has the characters of the user's language."""

from __future__ import annotations

from gettext import NullTranslations
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("tkinter")

from workbench import __main__ as command
from workbench.gui.look import scripts
from workbench.system import translation

pytestmark = pytest.mark.window


class Catalogue(NullTranslations):
    """A catalogue that translates everything to Chinese characters."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._info = {"language": language}

    def gettext(self, message: str) -> str:
        """Return the translation of every text."""
        return "中文"


@pytest.mark.parametrize(
    ("language", "fonts", "text"),
    [("zh_Hans_CN", False, "Play"), ("zh_CN", False, "Play"), ("zh_Hans_CN", True, "中文"), ("de", False, "中文")],
)
def test_window_is_english_if_no_font_has_the_characters(
    language: str, fonts: bool, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def load(name: str) -> Any:
        calls.append(translation.tr("Play"))  # what a module of the window would read now
        return SimpleNamespace() if name == "workbench.gui.app" else import_module(name)

    monkeypatch.setattr(translation, "_catalogue", Catalogue(language))
    monkeypatch.setattr(scripts, "replaced", [])
    monkeypatch.setattr(scripts, "has_characters", lambda *_: fonts)
    monkeypatch.setattr(command, "import_module", load)
    translation._translated.cache_clear()
    try:
        command.load_window()
    finally:
        translation._translated.cache_clear()
    assert calls[-1] == text and scripts.replaced == (["zh_CN"] if text == "Play" else [])


def test_font_with_the_characters_is_found() -> None:
    def call(*words: str) -> str:
        return "Other" if words[-1] in "中文棋" else "Inter"

    root: Any = SimpleNamespace(tk=SimpleNamespace(call=call))
    assert scripts.has_characters(root, "f", "Inter", "中文棋") and not scripts.has_characters(root, "f", "Inter", "a")
    assert scripts.has_characters(root, "f", "Noto Sans CJK SC", "a")
