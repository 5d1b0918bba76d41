"""Tests of the guided first game with real clicks."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import (
    HERD,
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    open_window,
    press,
    root,
    settle,
    status_text,
    wait,
)
from workbench import boards
from workbench.boards.kit import lessons
from workbench.boards.kit.lessons import REFUSED
from workbench.gui.lessons import words as lessons_words
from workbench.gui.lessons.view import LessonView
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def open_guide(window: TestedWindow) -> LessonView:
    window.registry.run("guide")
    view = window.pages.open["guide"]
    assert isinstance(view, LessonView)
    settle()
    return view


def click_at(view: LessonView, spot: str) -> None:
    """Click a spot on the board, or its button beside the board."""
    assert view.view.ground is not None
    if spot in view.view.ground.spots:
        click(view.view, *view.view.place_of(spot))
    else:
        click(view.choices.buttons[[choice.spot for choice in view.choices.shown].index(spot)])


@pytest.mark.parametrize("game", [game for game in fastcore.games() if lessons.find(game)])
def test_all_ten_steps_can_be_completed_by_clicks(game: str) -> None:
    seats = fastcore.start(game).seats
    board = boards.find(game)
    assert board is not None
    with open_window(Setup(game, ("person",) * seats, 1)) as window:
        view = open_guide(window)
        for number in range(10):
            guide = view.guide
            assert guide.number == number and view.lesson.count.cget("text") == f"{number + 1} of 10"
            assert view.lesson.head.cget("text") == guide.lesson.head and not guide.done
            while not guide.done:
                wait(lambda: not view.presenter.busy and view.move_input.entry.paths)
                goal = guide.goal[0] if guide.goal else min(view.move_input.entry.paths)
                path = (
                    goal.removeprefix(REFUSED).split("-")
                    if goal.startswith(REFUSED)
                    else view.move_input.entry.paths[goal]
                )
                assert view.view.ground is not None
                reached, chosen = guide.reached, view.move_input.entry.chosen
                anywhere = chosen or path[0] not in view.view.ground.spots or goal.startswith(REFUSED)
                assert anywhere or path[0] in open_spots(view)
                for spot in path[len(chosen) :] if tuple(path[: len(chosen)]) == chosen else path:
                    before = view.move_input.entry.chosen
                    click_at(view, spot)
                    if guide.written:
                        assert (
                            view.sheet.lock.winfo_ismapped()
                            and not view.move_input.entry.paths
                            and not view.view.painter.shown["open"]
                        )
                        assert view.sentence.cget("text") == lessons_words.plan_complete("Ctrl+Return")
                        press("Return", *["Control_L"][number % 2 :])  # the shortcut, or Enter on the button
                    if (
                        before
                        and view.winfo_exists()
                        and not guide.done
                        and guide.reached == reached
                        and spot == path[-1]
                    ):
                        # Several moves share this path: select the wanted move on the card.
                        choices = sorted(guide.goal) and [
                            text
                            for text, other_path in view.move_input.entry.paths.items()
                            if other_path == tuple(path)
                        ]
                        for _ in range(choices.index(goal)):
                            press("Down")
                        press("Return")
                settle()
                assert guide.reached > reached, f"{guide.lesson.head}: {goal}"
            wait(lambda: not view.presenter.busy)
            assert (
                view.lesson.answer.cget("text") == guide.lesson.done
                and view.lesson.next_button.cget("style") == "Main.TButton"
            )
            if number < 9:
                press("Return")
        assert view.lesson.next_button.cget("text") == lessons_words.PLAY_NOW
        press("Return")
        assert not view.winfo_exists() and window.table.info.id == game
        assert root().focus_get() is window.screen.view or window.screen.view.winfo_viewable()


def open_spots(view: LessonView) -> set[str]:
    return {item.where for item in view.view.painter.shown["open"]}


def test_wrong_click_states_reason_and_keeps_step() -> None:
    with open_window(HERD) as window:
        view = open_guide(window)
        view.begin(5)
        before = view.guide.state.text()
        click_at(view, "c2")
        assert "c2 is occupied: choose an empty cell." in view.detail.cget("text")
        click_at(view, "a1")
        assert (
            view.lesson.answer.cget("text") == view.guide.lesson.wrong_move_text and view.guide.state.text() == before
        )
        assert view.lesson.next_button.cget("text") == lessons_words.SKIP and not view.guide.done
        click_at(view, "b2")
        wait(lambda: view.guide.done and not view.presenter.busy)
        press("Escape")
        assert not view.winfo_exists() and window.table.state.text() == PLACING, "the game is as it was"


def test_refused_click_that_the_lesson_asks_for_keeps_the_chosen_card() -> None:
    """Regression: the card was deselected, so the next clicks did nothing."""
    with open_window(Setup("herbalism", ("person",) * 3, 1)) as window:
        view = open_guide(window)
        number = next(n for n, lesson in enumerate(view.guide.lessons) if lesson.goals[0][0] == "?gb-feed")
        view.begin(number)
        click_at(view, "gb")
        click_at(view, "feed")
        assert view.guide.reached == 1 and view.move_input.entry.chosen == ("gb",)
        for spot in ("rb", "feed", "red", "seat 2"):
            click_at(view, spot)
        wait(lambda: view.guide.done and not view.presenter.busy)


def test_steps_can_be_navigated_and_survive_appearance_changes() -> None:
    with open_window(HERD) as window:
        view = open_guide(window)
        assert str(view.lesson.back_button.cget("state")) == "disabled"
        click(view.lesson.next_button)
        click(view.lesson.next_button)
        assert view.guide.number == 2
        click(view.lesson.back_button)
        assert view.guide.number == 1
        wait(lambda: not view.presenter.busy and view.move_input.entry.paths)
        click_at(view, "c3")
        wait(lambda: not view.presenter.busy)
        text = view.guide.state.text()
        press("plus", "Control_L", "Shift_L")
        fresh = window.pages.open["guide"]
        assert isinstance(fresh, LessonView) and fresh is not view and window.settings.zoom > 1
        assert fresh.guide.state.text() == text and fresh.lesson.count.cget("text") == "2 of 10"
        window.registry.run("dark")
        fresh = window.pages.open["guide"]
        assert isinstance(fresh, LessonView) and fresh.guide.reached == 1
        settle(0.2)
        click(fresh.lesson.repeat_button)
        wait(lambda: not fresh.presenter.busy and fresh.move_input.entry.paths)
        assert fresh.guide.reached == 0
        before = len(window.table.session.steps)
        press("z", "Control_L")
        press("n", "Control_L")
        assert len(window.table.session.steps) == before and "new" not in window.pages.open, (
            "keys of the game are not for here"
        )
        click(fresh.leave_button)
        assert not fresh.winfo_exists()


def test_plan_appears_on_sheet_and_board() -> None:
    with open_window(Setup("herbs", TWO, 1)) as window:
        view = open_guide(window)
        view.begin(9)
        settle(0.1)
        assert view.sheet.sheet is not None and [row.now for row in view.sheet.sheet.rows] == [True, False, False]
        assert not any(panel.frame.winfo_ismapped() for panel in view.panels)
        assert view.sheet.sheet.rows[0].cells[2] == "move Herb 2 two squares", (
            "the line that is next says what is asked for"
        )
        view.play("2M2")
        wait(lambda: not view.presenter.busy)
        settle(0.1)
        assert [row.cells[1] for row in view.sheet.sheet.rows] == ["2 M2", "", ""] and view.sheet.sheet.rows[1].now
        assert {item.shape for item in view.view.painter.shown["ghosts"]} >= {"ghost-herb-b:^", "ghost-number-2"}
        below = view.choices.frame.winfo_rooty() + view.choices.frame.winfo_height()
        assert view.choices.frame.winfo_ismapped() and below <= view.sentence.winfo_rooty(), (
            "there is room for all of it"
        )
        view.play("2P1/2")
        wait(lambda: not view.presenter.busy)
        assert str(view.sheet.lock.cget("state")) == "disabled"
        view.lock()
        assert not view.guide.done, "there is nothing to lock yet"
        view.play("WhH3")
        settle(0.1)
        assert [row.cells[1] for row in view.sheet.sheet.rows] == ["2 M2", "2 P1/2", "Wh H3"] and not view.guide.done
        assert view.guide.state.turn == 8 and "ghost-stone-w" in {
            item.shape for item in view.view.painter.shown["ghosts"]
        }
        click(view.sheet.lock)
        wait(lambda: not view.presenter.busy)
        assert view.guide.done and view.sheet.sheet.rows[1].cells[6] == "13", "what came of it: four points for Herb 0"
        assert not view.view.painter.shown["ghosts"]
        view.begin(8)
        settle(0.1)
        assert [row.cells[1] for row in view.sheet.sheet.rows] == ["2 P1/2"], "and during a bid"
        view.begin(0)
        assert view.sheet.frame.winfo_manager()


def test_guide_shows_bid_outcomes_and_resumes_at_last_step() -> None:
    with open_window(Setup("herbs", TWO, 1), animation=False) as window:
        view = open_guide(window)
        view.begin(8)
        settle()
        assert len(view.panel.shown) == 3 and view.panel.winfo_ismapped(), "what each order leads to"
        button_y = view.lesson.next_button.winfo_rooty()
        view.play("bid4")
        settle()
        assert (
            view.lesson.answer.cget("text") == view.guide.lesson.wrong_move_text
            and view.lesson.next_button.winfo_rooty() == button_y
        )
        press("5")
        wait(lambda: view.guide.done and not view.presenter.busy)
        assert view.sheet.sheet is not None and view.sheet.sheet.rows[0].cells[3:] == ("62", "2", "55", "6", "2:5")
        assert view.sentence.cget("text") == lessons_words.STEP_DONE and not view.panel.winfo_manager()
        view.begin(3)
        view.play("2P1/3")
        press("Escape")
        assert view.winfo_exists() and not view.guide.written, "undo first removes the plan"
        press("Escape")
        assert not view.winfo_exists()
        view = open_guide(window)
        assert view.guide.number == 3
        click(view.restart_button)
        assert view.guide.number == 0 and str(view.restart_button.cget("state")) == "disabled"


def test_step_can_be_completed_with_the_keyboard_only() -> None:
    with open_window(HERD) as window:
        view = open_guide(window)
        press("Up")
        press("Return")
        wait(lambda: view.guide.done and not view.presenter.busy)
        press("Return")
        assert view.guide.number == 1
        wait(lambda: not view.presenter.busy)
        press("Escape")
        assert not view.winfo_exists()


def test_enter_continues_after_a_click_on_the_board() -> None:
    with open_window(HERD) as window:
        view = open_guide(window)
        for cell, number in (("c3", 1), ("d2", 2)):
            click_at(view, cell)
            wait(lambda: not view.presenter.busy)
            while not view.guide.done:
                click_at(view, min(open_spots(view)))
                wait(lambda: not view.presenter.busy)
            click_at(view, "a1")
            assert root().focus_get() is view.view
            press("Return")
            assert view.guide.number == number
            wait(lambda: not view.presenter.busy)
        assert window.settings.tutorial_steps == {"herd": 2}


def test_fast_clicks_neither_close_the_tutorial_nor_move_in_the_game() -> None:
    with open_window(HERD) as window:
        view = open_guide(window)
        for number in range(9):
            for spot in ("c2", "c4", "b2", "d3", "c3", "a1") * 2:
                assert view.view.ground is not None
                x, y = view.view.place_of(spot)
                view.view.event_generate("<Motion>", x=x, y=y)
                view.view.event_generate("<ButtonPress-1>", x=x, y=y)
                view.view.event_generate("<ButtonRelease-1>", x=x, y=y)
            assert view.guide.number == number and view.winfo_exists()
            press("Return") if view.guide.done and not view.presenter.busy else view.lesson.next_button.invoke()
        assert window.pages.over is view and window.table.state.text() == PLACING


def test_reopened_tutorial_continues_at_the_step_after_a_completed_one() -> None:
    with open_window(HERD, tutorial_steps={"herd": 4}) as window:
        view = open_guide(window)
        assert view.guide.number == 4
        click_at(view, "c2")
        assert not view.guide.done
        click_at(view, "e1")
        wait(lambda: view.guide.done and not view.presenter.busy)
        press("Escape")
        view = open_guide(window)
        assert view.guide.number == 5
        view.begin(9)
        click_at(view, "c3")
        wait(lambda: view.guide.done and not view.presenter.busy)
        press("Escape")
        assert window.settings.tutorial_steps == {"herd": 0}


def test_game_without_lessons_states_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "find", lambda game: ())
    with open_window(HERD) as window:
        assert window.registry["guide"].why_not() == lessons_words.NO_GUIDE
        window.registry.run("guide")
        assert "guide" not in window.pages.open and lessons_words.NO_GUIDE in status_text(window)


def test_first_game_of_each_kind_offers_tutorial(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(HERD, known_games=()) as window:
        assert offered(window) == lessons_words.OFFER
        window.registry.run("dark")
        assert offered(window) == lessons_words.OFFER, "the button stays when the look changes"
        settle(0.2)
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        assert offered(window) == lessons_words.OFFER, "the button stays while the person plays"
        window.registry.run("analyse_mode")
        assert offered(window) == ""
        window.registry.run("analyse_mode")
        assert offered(window) == lessons_words.OFFER
        settle(0.3)
        assert window.shell.status.extra is not None
        click(window.shell.status.extra)
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        press("Escape")
        assert offered(window) == lessons_words.OFFER, "a look at the tutorial is not the whole"
        click(window.shell.status.extra)
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        guide.guide.number = len(guide.guide.lessons) - 1
        monkeypatch.setattr(type(guide.guide), "done", True)
        press("Escape")
        assert offered(window) == "" and window.settings.known_games == ("herd",)
        window.table.begin(Setup("forest", ("person", "person"), 1))
        settle()
        assert offered(window) == lessons_words.OFFER
        window.registry.run("resign")
        settle()
        known: tuple[str, ...] = window.settings.known_games
        assert offered(window) == "" and known == ("herd", "forest"), "one game has ended"
        window.table.begin(Setup("forest", ("person", "person"), 2))
        settle()
        assert offered(window) == ""


def test_tutorial_is_not_offered_for_a_game_between_bots() -> None:
    with open_window(Setup("herd(size=2)", ("random", "random"), 1), known_games=()) as window:
        wait(lambda: window.table.over)
        settle()
        assert offered(window) == "" and window.settings.known_games == ()


def offered(window: TestedWindow) -> str:
    """Return the label of the button beside the prompt, or an empty string."""
    extra = window.shell.status.extra
    return str(extra.cget("text")) if extra is not None else ""


def test_tutorial_button_gives_way_to_long_texts() -> None:
    with open_window(Setup("herbs", ("person", "greedy"), 1), known_games=()) as window:
        status = window.shell.status
        wait(lambda: status.extra is not None and status.extra.winfo_ismapped())
        long, width = "Herb 1 (K6): choose a square.", window.look.fonts["text"].measure
        while width(long) <= status._room:
            long += " a"
        assert width(long) < status.words.winfo_width(), "without the button, it fits"
        status.show_detail(long, False)
        settle()
        assert status.extra is not None and not status.extra.winfo_ismapped() and "…" not in status.side.cget("text")
        status.show_detail("a " * 200, False)
        settle()
        assert status.side.cget("text").endswith("…") and status.whole.endswith("a a"), "the tip has the whole text"
        status.show_detail("", False)
        settle()
        assert status.extra.winfo_ismapped() and not status.whole
