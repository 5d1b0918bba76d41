"""Tests of switching between a game in any mode and the tabs of puzzles and of a real table."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import TWO, TestedWindow, open_window, settle, status_text, wait
from workbench.companion import journal
from workbench.companion.companion import Companion
from workbench.companion.journal import new_table
from workbench.gui.companion.tab import CompanionTab
from workbench.gui.practice.tab import PuzzleTab
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]
SPEC = "herd(size=3)"


def open_puzzles(window: TestedWindow) -> None:
    window.registry.run("practice")
    tab = window.shell.feature(PuzzleTab)
    wait(lambda: tab.trainer.exercise is not None)


def open_table(window: TestedWindow) -> None:
    tab = window.shell.feature(CompanionTab)
    tab.open(Companion.open(journal.create(new_table(SPEC, None, ("Ann", "Bob")))))


def shown(window: TestedWindow) -> tuple[object, ...]:
    """Return what the window shows of a game: title, prompt, panels, and whether the board is there."""
    settle()
    screen = window.screen
    return (
        screen.top.title.cget("text"),
        status_text(window),
        [panel.frame.winfo_viewable() for panel in screen.panels],
        [column.height for column in screen.columns],
        screen.view.winfo_viewable(),
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize("mode", ["play_mode", "analyse_mode", "set_up_mode"])
@pytest.mark.parametrize("open_tab", [open_puzzles, open_table])
def test_game_returns_in_its_mode(mode: str, open_tab: object) -> None:
    with open_window(Setup(SPEC, TWO, 2)) as window:
        window.registry.run(mode)
        if mode == "analyse_mode":
            window.registry.run("analysis")  # a search stops when its tab is left
        settle(0.5)
        before = shown(window)
        assert callable(open_tab)
        open_tab(window)
        settle(0.5)
        assert shown(window) != before
        for _ in range(2):
            window.tabs.show(0)
            settle(0.5)
            assert shown(window) == before and not window.faults
            window.tabs.show(1)
            settle(0.5)
            assert not window.faults
