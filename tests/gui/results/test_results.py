"""Tests of the window with the results, of their recording, and of the adaptive level."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import TWO, TestedWindow, click, open_window, press, wait
from workbench.game.session import PERSON
from workbench.gui.results import words
from workbench.gui.results.page import ResultsPage
from workbench.results import history
from workbench.results.history import GameResult
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def store(number: int, opponent: str, score: float, spec: str = "herd") -> None:
    history.add(GameResult(id=str(number), date="", spec=spec, opponents=(opponent,), score=score))


def open_page(window: TestedWindow) -> ResultsPage:
    window.registry.run("results")
    page = window.pages.open["results"]
    assert isinstance(page, ResultsPage)
    wait(lambda: page.data is not None)
    return page


def rows(page: ResultsPage) -> list[tuple[str, ...]]:
    return [tuple(map(str, page.list.item(row, "values"))) for row in page.list.get_children()]


def test_page_shows_scores_and_rating_of_each_game() -> None:
    for number in range(6):
        store(number, "club", float(number % 3 > 0))
    store(6, "adaptive(level=casual)", 1.0)
    store(7, "beginner", 1.0, "forest")
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        page = open_page(window)
        assert rows(page) == [("Club", "6", "4", "67 %", "50 %"), ("Adaptive", "1", "1", "100 %", "50 %")]
        assert page.rating_label.cget("text").startswith("Rating 1") and "7 rated games" in page.games_label.cget(
            "text"
        )
        click(page.buttons["forest"])
        assert rows(page) == [("Beginner", "1", "1", "100 %", "50 %")]
        click(page.buttons["herbs"])
        assert rows(page) == [] and page.empty.winfo_ismapped() and page.rating_label.cget("text") == words.NO_RATING
        before = [button.winfo_rootx() for button in page.buttons.values()], page.close_button.winfo_rooty()
        click(page.buttons["herd"])
        after = [button.winfo_rootx() for button in page.buttons.values()], page.close_button.winfo_rooty()
        assert before == after, "buttons keep their places"
        press("Escape")
        assert not page.winfo_exists()


def test_finished_game_is_recorded_once() -> None:
    with open_window(Setup("herd(size=2)", (PERSON, "beginner"), 1)) as window:
        window.table.resign(0)
        wait(lambda: len(history.load()) == 1)
        window.table.undo()
        window.table.resign(0)
        page = open_page(window)
        assert rows(page) == [("Beginner", "1", "0", "0 %", "50 %")]


def test_adaptive_level_follows_the_results() -> None:
    for number in range(25):
        store(number, "maximum", 1.0)
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        window.games.begin(Setup("herd(size=3)", (PERSON, "adaptive"), 2))
        assert window.table.session.seats == (PERSON, "adaptive(level=maximum)")
        assert window.screen.players[1].who.cget("text") == "Adaptive (maximum)"
        for number in range(25, 85):
            store(number, "beginner", 0.0)
        window.table.resign(0)
        wait(lambda: len(history.load()) == 86 and not window.shell.background.pending)
        window.registry.run("again")
        assert window.table.session.seats == (PERSON, "adaptive(level=beginner)")
