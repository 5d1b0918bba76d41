"""Tests of the Luck page: the table, the curves and the events, and where they are computed."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import review_page_of, run_review, setup_of, show_game
from tests.kit.placed_controls import positions
from tests.kit.windows import TestedWindow, click, open_window, settle, wait
from tests.review.test_review import recorded_game
from workbench.gui.review import luck_work
from workbench.gui.review.luck_page import LuckPage
from workbench.luck import split, words
from workbench.review import luck_report
from workbench.review.luck_report import LuckReport

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def open_luck(window: TestedWindow) -> LuckPage:
    """Open the Luck page in Analyse."""
    if not window.analyse.on:
        window.analyse.enter()
    column = window.analyse.column
    assert column is not None
    column.notebook.open_page("luck")
    settle(0.1)
    page = column.notebook.pages["luck"][0]
    assert isinstance(page, LuckPage)
    return page


def known_luck(page: LuckPage) -> split.GameLuck:
    """Wait until the numbers are there, and return them."""
    wait(lambda: page.work.report is not None)
    settle(0.05)
    assert page.work.report is not None and page.work.report.found is not None
    return page.work.report.found


def test_nothing_moves_when_the_numbers_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed, threads = threading.Event(), list[threading.Thread]()
    prepare = luck_report.prepare_report

    def delayed(*values: object) -> Callable[[], LuckReport]:
        make = prepare(*values)  # type: ignore[arg-type]

        def report() -> LuckReport:
            threads.append(threading.current_thread())
            assert allowed.wait(10)
            return make()

        return report

    monkeypatch.setattr(luck_work, "prepare_report", delayed)
    with open_window(setup_of("herd"), (1280, 720)) as window:
        show_game(window, recorded_game("herd"))
        page = open_luck(window)
        assert page.work.report is None and page.seats.numbers[0][0].cget("text") == "…"
        before = positions(window)
        allowed.set()
        known_luck(page)
        after = positions(window)
        assert page.moments and {name: after.get(name) for name in before} == before
        assert threads and threading.main_thread() not in threads


def test_table_curves_and_events_lead_to_their_turns() -> None:
    with open_window(setup_of("herd")) as window:
        session = recorded_game("herd")
        show_game(window, session)
        page = open_luck(window)
        found, line = known_luck(page), session.document.main_line()
        info = session.point.info
        for seat, labels in enumerate(page.seats.numbers):
            assert tuple(label.cget("text") for label in labels) == words.seat_texts(info, found, seat)[2:]
        other = 1 - page.work.seat
        click(page.seats.buttons[other])
        assert page.plot.curves == found.curves(other) and page.moments[0].number == found.luckiest(other)[0].number
        click(page.table.canvas, 60, page.table._places.edges(0)[0] + 4)
        assert window.table.browsing.shown_node == line[page.moments[0].number]
        settle(0.05)
        shown = found.curves(other).luck[page.moments[0].number + 1]
        assert page.plot.legend["luck"].cget("text") == f"luck {words.change_text(shown, 2)}"
        click(page.plot.canvas, round(page.plot._axes().x(5)), 20)
        assert window.table.browsing.shown_node == line[4]
        report = page.work.report
        settle(0.1)
        assert page.work.report is report, "the numbers are kept while the line stays the same"
        assert words.CONTRADICTS in {moment.what for moment in page.moments}


def test_review_gives_the_skill_and_its_sentence_is_not_computed_by_tk(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, measure = list[threading.Thread](), split.chance_lucks

    def recorded(*values: object) -> object:
        threads.append(threading.current_thread())
        return measure(*values)  # type: ignore[arg-type]

    monkeypatch.setattr(luck_report, "chance_lucks", recorded)
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        page = review_page_of(window)
        wait(lambda: "the dice added" in page.text.text.get("1.0", "end"))
        assert threads and threading.main_thread() not in threads
        luck, review = open_luck(window), window.game_review.review
        found = known_luck(luck)
        assert review is not None and review.is_complete
        for seat in (0, 1):
            lost = sum(one.loss for one in review.judged if one.seat == seat)
            assert found.totals(seat).own == pytest.approx(-lost)
        assert "The review judged the decisions" in luck.text.text.get("1.0", "end")


@pytest.mark.parametrize("game", ["forest", "herbalism"])
def test_games_without_visible_chance_have_no_luck(game: str) -> None:
    with open_window(setup_of(game)) as window:
        show_game(window, recorded_game(game))
        page = open_luck(window)
        found = known_luck(page)
        assert "luck" not in page.plot.legend and len(page.seats.numbers[0]) == 4
        assert all(not moment.is_luck for moment in page.moments)
        assert page.plot.curves == found.curves(page.work.seat)
        text = page.text.text.get("1.0", "end")
        assert (words.NO_CHANCE if game == "forest" else words.BLIND) in text
        assert found.judged or words.NOT_JUDGED in text


def test_unfinished_game_says_what_is_missing() -> None:
    with open_window(setup_of("forest")) as window:
        page = open_luck(window)
        assert page.note.cget("text") == luck_report.NO_RESULT and page.note.winfo_ismapped()
        assert not page.table.winfo_ismapped() and not page.plot.canvas.winfo_ismapped()
