"""Tests of the window with the games that contain a position."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.conftest import is_fast_enough
from tests.finding.test_finding import random_record, record_of_moves
from tests.gui.whole.test_alive import longest_gap
from tests.kit.matches import SALT, play_here
from tests.kit.windows import TWO, TestedWindow, click, open_window, press, settle, wait
from workbench.finding.index import PositionIndex
from workbench.game.move_tree import ROOT
from workbench.gui.finding import words
from workbench.gui.finding.page import FindingPage
from workbench.matches.archive.default import default_archive
from workbench.matches.planning.plan import Plan
from workbench.storage.library import Library
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

FOREST = Setup("forest", TWO, 1)


def find(window: TestedWindow) -> FindingPage:
    press("F", "Control_L", "Shift_L")
    page = window.pages.open["finding"]
    assert isinstance(page, FindingPage)
    wait(lambda: page.result is not None)
    settle()
    return page


def moves(page: FindingPage) -> list[tuple[str, ...]]:
    return [tuple(map(str, page.moves.item(row, "values"))) for row in page.moves.get_children()]


def games(page: FindingPage) -> list[str]:
    return [str(page.list.tree.item(row, "values")[0]) for row in page.list.tree.get_children()]


def test_page_shows_moves_with_scores_and_opens_a_game_at_the_position() -> None:
    for day, corner in enumerate(("g4", "a1", "d4"), 1):
        Library().save(record_of_moves("forest", [f"@{corner}", "@b2", "@c3"], day))
    with open_window(FOREST) as window:
        window.playing.play("@a4")
        page = find(window)
        assert moves(page)[0] == (words.ALL_MOVES, "2", "", "–")
        assert [row[1:] for row in moves(page)[1:]] == [("1", "50 %", "–"), ("1", "50 %", "–")]
        assert len(games(page)) == 2 and page.message.cget("text") == words.found(2)
        page.moves.selection_set("2")
        settle()
        assert len(games(page)) == 1
        page.list.tree.focus_force()
        press("Return")
        wait(lambda: len(window.tabs.open) == 2 and window.table.browsing.node is not None)
        steps = [step.move for step in window.table.session.steps]
        assert len(steps) == 3 and steps[0] in ("@a1", "@g4")
        node = window.table.browsing.shown_node
        assert window.table.session.document.main_line().index(node) == 0


def test_game_that_is_open_is_shown_and_not_opened_again() -> None:
    file = Library().save(record_of_moves("forest", ["@a1", "@b2"]))
    with open_window(FOREST) as window:
        window.files.open(file)
        wait(lambda: window.playing.stored is not None and window.playing.stored.file == file)
        count = len(window.tabs.open)
        press("Home", "Alt_L")
        page = find(window)
        page.open_chosen()
        settle(0.2)
        assert len(window.tabs.open) == count and window.table.browsing.shown_node == ROOT


def test_game_of_a_match_is_opened() -> None:
    plan = Plan(spec="herd(size=3)", bots=("random", "random"), blocks=1, salt=SALT)
    play_here(default_archive(), plan)
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        press("Home", "Alt_L")
        page = find(window)
        assert len(games(page)) == 2
        click(page.open_button)
        wait(lambda: window.table.over)
        assert window.table.browsing.shown_node == ROOT


def test_no_game_is_said_and_nothing_can_be_opened() -> None:
    with open_window(FOREST) as window:
        page = find(window)
        assert page.message.cget("text") == words.NONE and moves(page) == [] and games(page) == []
        assert page.open_button.instate(["disabled"])
        page.open_chosen()
        press("Escape")
        assert not page.winfo_exists()


def test_window_stays_fluent_while_games_are_read() -> None:
    for number in range(60):
        Library().save(random_record("forest", number))
    with open_window(FOREST) as window:
        window.registry.run("find_position")
        page = window.pages.open["finding"]
        assert isinstance(page, FindingPage)
        gap = longest_gap(1.0)
        wait(lambda: page.result is not None)
        assert len(games(page)) and is_fast_enough(gap, 0.1)


def test_closing_the_page_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(40):
        Library().save(random_record("forest", number))
    with open_window(FOREST) as window:
        window.registry.run("find_position")
        page = window.pages.open["finding"]
        settle(0.1)
        page.destroy()
        settle(0.2)
        wait(lambda: not window.finder.background.pending)
        with PositionIndex() as index:
            assert index.count()[0] < 40


def test_result_survives_a_change_of_the_look(tmp_path: Path) -> None:
    Library().save(record_of_moves("forest", ["@a1", "@b2"]))
    with open_window(FOREST) as window:
        page = find(window)
        window.settings.theme = "dark"
        window.rebuild()
        new = window.pages.open["finding"]
        assert isinstance(new, FindingPage) and new is not page
        settle()
        assert len(moves(new)) == 2 and len(games(new)) == 1
