"""Tests of the windows with the sets, the statistics and the review of all own games."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.gui.practice.practising import exercise_of, practising, shortest, tab_to, view_of
from tests.kit.windows import HERD, TestedWindow, click, open_window, press, settle, wait
from tests.puzzles.samples import shipped
from workbench.gui.files.my_games import MyGames
from workbench.gui.practice import words
from workbench.gui.practice.own_reviews import ReviewsPage
from workbench.gui.practice.sets_page import SetsPage
from workbench.gui.practice.statistics import StatisticsPage
from workbench.gui.practice.tab import PuzzleTab
from workbench.puzzles import attempts, background, files, sets
from workbench.puzzles.attempts import Attempt, now
from workbench.puzzles.background import Progress, Work

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

OWN = "From a friend with a very long name that no column of the list can hold in full"


def open_sets(window: TestedWindow) -> SetsPage:
    window.registry.run("puzzle_sets")
    page = window.pages.open["puzzle_sets"]
    assert isinstance(page, SetsPage)
    wait(lambda: page.trainer.sets is not None and not page.trainer.background.pending)
    settle()
    return page


def rows(page: SetsPage | StatisticsPage) -> list[tuple[str, ...]]:
    return [tuple(map(str, page.list.item(row, "values"))) for row in page.list.get_children()]


def click_row(page: SetsPage | StatisticsPage, row: str) -> None:
    box = page.list.bbox(row)
    assert not isinstance(box, str)
    click(page.list, box[0] + 20, box[1] + box[3] // 2)
    settle()


def choose(page: SetsPage, name: str) -> None:
    number = next(n for n, row in enumerate(page.rows) if row.choice.name == name)
    click_row(page, str(number))


def test_set_is_chosen_by_mouse_and_by_keyboard() -> None:
    sets.add("own", shipped("forest")[:2], OWN)
    with practising("herd") as (window, tab):
        click(view_of(tab).head.sets_button)
        settle()
        page = window.pages.open["puzzle_sets"]
        assert isinstance(page, SetsPage)
        wait(lambda: not tab.trainer.background.pending)
        choose(page, "own")
        click(page.buttons[words.PRACTISE])
        wait(lambda: tab.trainer.exercise is not None and exercise_of(tab).puzzle.game == "forest")
        assert tab.trainer.title == OWN and window.table.info.id == "forest" and len(window.games.open) == 2
        page = open_sets(window)
        number = next(n for n, row in enumerate(page.rows) if row.choice.name == "herd")
        while page.rows.index(page.chosen or page.rows[0]) != number:
            press("Down" if page.rows.index(page.chosen or page.rows[0]) < number else "Up")
            settle(0.01)
        press("Return")
        wait(lambda: tab.trainer.exercise is not None and exercise_of(tab).puzzle.game == "herd")
        assert window.table.info.id == "herd" and view_of(tab).view.winfo_ismapped()


def test_damaged_set_is_listed_with_its_reason_and_stays() -> None:
    file = sets.own_file("torn")
    file.parent.mkdir(parents=True)
    torn = gzip.compress(b'{"format": "herbarium puzzles", "version": 1, "set": 7}')
    file.write_bytes(torn)
    with practising("herd") as (window, tab):
        page = open_sets(window)
        choose(page, "torn")
        assert rows(page)[-1][:2] == ("torn", words.DAMAGED)
        assert "cannot be read" in page.note.cget("text")
        assert page.buttons[words.PRACTISE].instate(["disabled"]) and page.buttons[words.EXPORT].instate(["disabled"])
        assert file.read_bytes() == torn and exercise_of(tab).puzzle.game == "herd"


@pytest.mark.parametrize("content", [b"no puzzles", gzip.compress(b"{"), b""])
def test_damaged_file_is_refused_with_a_plain_reason(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "broken.puzzles"
    file.write_bytes(content)
    with open_window(HERD) as window:
        page = open_sets(window)
        before = rows(page)
        page.open_file(file)
        wait(lambda: page.note.cget("text").startswith("Broken.puzzles was not opened: "))
        assert rows(page) == before and file.read_bytes() == content and not sets.folder().exists()
        page.destroy()
        window.games.open_item(file)
        wait(lambda: "was not opened" in window.notice.text)
        assert len(window.games.open) == 1


def test_file_is_opened_exported_deleted_and_restored(tmp_path: Path) -> None:
    sets.add("mine", shipped("herd")[:2], "Mine")
    shared = tmp_path / "shared.puzzles"
    with open_window(HERD) as window:
        page = open_sets(window)
        choose(page, "mine")
        row = page.chosen
        assert row is not None and row.entry is not None
        page.export_to(row.entry, shared)
        wait(lambda: page.note.cget("text") == words.exported("shared.puzzles"))
        assert all(not puzzle.source.game and not puzzle.source.date for puzzle in files.read(shared).puzzles)
        click(page.buttons[words.DELETE])
        wait(lambda: all(row.choice.name != "mine" for row in page.rows))
        click(page.buttons[words.RESTORE])
        wait(lambda: any(row.choice.name == "mine" for row in page.rows))
        page.destroy()
        window.games.open_item(shared)
        tab = window.shell.feature(PuzzleTab)
        wait(lambda: tab.trainer.exercise is not None)
        assert tab.trainer.choice.name == "shared"


def test_statistics_are_read_by_mouse_and_by_keyboard() -> None:
    first, second, *_ = shipped("herd")
    earlier = now() - timedelta(hours=1)  # so the second is due already, even if midnight is near
    attempts.add(Attempt(puzzle=first.id, game="herd", date=earlier, solved=True))
    attempts.add(Attempt(puzzle=second.id, game="herd", date=earlier, solved=False, wrong=2))
    with practising("herd") as (window, tab):
        click(view_of(tab).head.statistics_button)
        page = window.pages.open["puzzle_statistics"]
        assert isinstance(page, StatisticsPage)
        wait(lambda: not tab.trainer.background.pending)
        herd = next(row for row in rows(page) if row[0] == "Herd")
        assert herd[1:5] == (f"1 of {len(shipped('herd'))}", "50 %", "1", str(len(shipped("herd")) - 2))
        assert page.game == "herd" and len(page.history) == 1 and "Rating" in page.heading.cget("text")
        press("Up")
        settle()
        assert page.game != "herd" and page.history == ()
        click_row(page, "herd")
        assert page.game == "herd"
        press("Escape")
        settle()
        assert not page.winfo_exists()


def test_header_counts_the_streak() -> None:
    for puzzle in shipped("herd")[:2]:
        attempts.add(Attempt(puzzle=puzzle.id, game="herd", date=now(), solved=True))
    with practising("herd") as (_, tab):
        assert view_of(tab).head.figures.cget("text").endswith("streak 2")


def fake_review(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    def act(news: Callable[[Progress], None], stopped: Callable[[], bool]) -> int:
        for number in range(games):
            news(Progress(f"game {number}", 1, 2))
            news(Progress(f"game {number}", 2, 2, 3))
        while games > 5 and not stopped():
            pass
        return games

    monkeypatch.setattr(background, "review_games", lambda: Work(act))


def test_all_games_are_reviewed_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_review(monkeypatch, 2)
    with open_window(HERD) as window:
        window.registry.run("games")
        games = window.pages.open["games"]
        assert isinstance(games, MyGames)
        settle()
        click(games.command_buttons["review_all"])
        settle()
        page = window.pages.open["own_reviews"]
        assert isinstance(page, ReviewsPage)
        settle()
        press("Return")
        wait(lambda: page.text.cget("text") == words.reviewed(2, 6, False))
        assert not page.reviews.is_running


def test_review_of_all_games_is_stopped_and_goes_on_without_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_review(monkeypatch, 6)
    with open_window(HERD) as window:
        window.registry.run("review_all")
        page = window.pages.open["own_reviews"]
        assert isinstance(page, ReviewsPage)
        settle()
        page.reviews.start()
        press("Escape")
        settle()
        assert not page.winfo_exists() and page.reviews.is_running
        window.registry.run("review_all")
        page = window.pages.open["own_reviews"]
        assert isinstance(page, ReviewsPage)
        wait(lambda: page.reviews.games == 6)
        click(page.run_button)
        wait(lambda: not page.reviews.is_running)
        assert page.text.cget("text") == words.reviewed(6, 18, True)


def test_tab_order_reaches_every_button() -> None:
    with practising("herd") as (_, tab):
        view = view_of(tab)
        assert exercise_of(tab).puzzle.id in {puzzle.id for puzzle in shipped("herd")} and shortest("herd")
        for button in (view.head.sets_button, view.head.statistics_button, view.buttons.buttons["puzzle_next"]):
            tab_to(button)
