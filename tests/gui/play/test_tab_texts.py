"""Tests that tabs of similar games have different texts."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import open_window, settle
from workbench.game.session import PERSON
from workbench.gui.play import words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_equal_tabs_are_numbered() -> None:
    assert words.numbered(["a", "b", "a", "a"]) == ["a", "b", "a (2)", "a (3)"]


def test_narrow_tabs_show_the_players() -> None:
    with open_window(Setup("herbs", (PERSON, "club"), 1)) as window:
        for seed, (game, bot) in enumerate([("herbs", "club"), ("forest", "strong"), ("herbs", "beginner")] * 2):
            window.games.begin(Setup(game, (PERSON, bot), seed))
        settle(0.1)
        texts = [str(tab.button.cget("text")) for tab in window.screen.strip.tabs.values()]
        assert len(texts) < len(window.games.open), "not all tabs fit"
        assert len(set(texts)) == len(texts) and any(text.startswith("The G") and "Strong" in text for text in texts)


def test_narrow_tab_keeps_the_name_of_the_game() -> None:
    with open_window(Setup("herd", (PERSON, "beginner"), 1)) as window:
        names = ("Anna", "", "Bob")
        for seed in range(5):
            setup = Setup("herbalism(players=3)", (PERSON, "beginner", PERSON), seed, names=names)
            window.games.begin(setup)
        settle(0.1)
        tabs = window.screen.strip.tabs.values()
        texts = [str(tab.button.cget("text")) for tab in tabs]
        assert any("Herbalism" in text and "Anna" in text for text in texts)
        assert all("…" not in text.partition(words.DOT)[0] for text in texts)
        assert all("Bob" in tab.whole for tab in tabs if "Herbalism" in tab.whole), "the tip has the whole text"
