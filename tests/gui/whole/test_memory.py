"""Tests that memory is returned: by windows that were closed, analyses that were left and tabs that were closed."""

from __future__ import annotations

import gc
import os
import sys
import weakref
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.searching import SearchBot
from tests.conftest import deep
from tests.kit.tested_window import TestedWindow
from tests.kit.windows import open_window, settle, wait
from workbench.companion import journal
from workbench.companion.companion import Companion
from workbench.companion.journal import new_table
from workbench.gui.companion.tab import CompanionTab
from workbench.system import memory
from workbench.table.setup import Setup
from workbench.thinking.analysis import Analysis

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

COMMANDS = ("analyse_mode", "annotate", "find", "matches", "practice", "real_table", "set_up_mode", "settings")
MAX_GROWTH = 40  # MB from the first to the last round


def resident_memory() -> float:
    """Return the resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def analyse(window: TestedWindow, game: str, simulations: int) -> list[Analysis]:
    """Analyse a new game in a new tab. Return the searches."""
    window.tabs.begin(Setup(game, ("person", *["random"] * (fastcore.start(game).seats - 1)), 1))
    wait(lambda: window.playing.accepts_moves)
    window.registry.run("analyse_mode")
    analyses = window.analyse.position.analyses
    analyses.start()

    def searched() -> bool:
        findings = analyses.findings(analyses.node)
        return bool(findings) and findings[0].report.simulations >= simulations

    wait(searched)
    return [finding.analysis for finding in analyses.findings(analyses.node) if finding.analysis is not None]


def is_freed(search: Analysis) -> bool:
    return not isinstance(search.bot, SearchBot) or search.bot.search is None


def assert_freed(closed: weakref.ref[TestedWindow]) -> None:
    with open_window(Setup("herd(size=2)", ("person",) * 2, 1)):  # replaces the last reference to the closed window
        gc.collect()
        assert closed() is None


@pytest.mark.sample(4)
@pytest.mark.parametrize("command", COMMANDS)
def test_closed_window_is_freed(command: str) -> None:
    with open_window(Setup("herd(size=2)", ("person",) * 2, 1)) as window:
        window.playing.play(window.playing.point.move_text(window.playing.point.moves()[0]))
        settle()
        window.registry.run(command)
        settle()
        closed = weakref.ref(window)
        del window
    assert_freed(closed)


def open_real_table(tab: CompanionTab) -> None:
    tab.open(Companion.open(journal.create(new_table("herd(size=2)", None, ("Ann", "Bob")))))
    wait(lambda: tab.desk is not None and not tab.desk.busy and tab.desk.scene is not None)


def test_closed_window_with_a_real_table_is_freed() -> None:
    with open_window(Setup("herd(size=2)", ("person",) * 2, 1)) as window:
        open_real_table(window.shell.feature(CompanionTab))
        closed = weakref.ref(window)
        del window
    assert_freed(closed)


def test_left_analysis_frees_its_search(game_id: str) -> None:
    with open_window(Setup("herd(size=2)", ("person",) * 2, 1)) as window:
        searches = analyse(window, game_id, 200)
        assert searches and not all(map(is_freed, searches))
        window.registry.run("leave_analyse")
        wait(lambda: all(map(is_freed, searches)))
        analyses = window.analyse.position.analyses
        assert analyses.findings(analyses.node)[0].report.simulations >= 200, "the results are kept"


def test_closed_tab_frees_its_search(game_id: str) -> None:
    with open_window(Setup("herd(size=2)", ("person",) * 2, 1)) as window:
        searches = analyse(window, game_id, 200)
        window.registry.run("close")
        wait(lambda: all(map(is_freed, searches)))


def test_analyses_in_hidden_tabs_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the limit, a hidden analysis can continue."""
    with open_window(Setup("herd(size=2)", ("person",) * 2, 1)) as window:
        first = analyse(window, "herd", 500)
        with monkeypatch.context() as patch:
            patch.setattr("workbench.gui.analyse.position_analysis.HIDDEN_BYTES", 0)
            window.tabs.show(0)
            wait(lambda: all(map(is_freed, first)))
        second = analyse(window, "herd", 500)
        window.tabs.show(0)
        settle(0.5)
        assert not any(map(is_freed, second))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow() -> None:
    used: list[float] = []
    with open_window(Setup("herd(size=2)", ("person",) * 2, 1)) as window:
        for _ in range(deep(3, 10)):
            for game in fastcore.games():
                analyse(window, game, deep(2_000, 50_000))
                window.registry.run("leave_analyse")
            while len(window.tabs.open) > 1:
                window.registry.run("close")
            window.tabs.closed.clear()
            settle(3 * memory.DELAY)
            used.append(resident_memory())
    assert used[-1] - used[0] < MAX_GROWTH, used
