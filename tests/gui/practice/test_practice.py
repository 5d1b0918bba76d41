"""Tests of the puzzle tab: answers by mouse and by keyboard, hints, repetition, and what is kept."""

from __future__ import annotations

from datetime import timedelta

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.practice.practising import (
    answer_by_keyboard,
    answer_by_mouse,
    begin,
    choose_in_menu,
    exercise_of,
    practising,
    shortest,
    tab_to,
    view_of,
)
from tests.kit.windows import HERD, click, open_window, press, settle, status_text, wait
from tests.puzzles.samples import shipped
from workbench import boards
from workbench.gui.practice import words
from workbench.gui.practice.tab import PuzzleTab
from workbench.puzzles import attempts
from workbench.puzzles.attempts import Attempt, now
from workbench.puzzles.practice import Practice
from workbench.puzzles.question import Question
from workbench.storage import open_tabs
from workbench.storage.library import Library
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def stored() -> list[Attempt]:
    return attempts.load()[0]


@pytest.mark.parametrize("game", fastcore.games())
def test_puzzle_is_solved_by_mouse_alone(game: str) -> None:
    with practising(game) as (window, tab):
        puzzle = shortest(game)
        exercise, view = begin(tab, puzzle), view_of(tab)
        assert "Find the best" in view.task.task.cget("text")
        answer_by_mouse(tab, puzzle.best.moves)
        assert exercise.solving.solved and words.SOLVED in status_text(window)
        assert exercise.judged is not None and exercise.judged.sentence in view.task.body.text.get("1.0", "end")
        wait(lambda: len(stored()) == 1)
        assert stored()[0].first_try and stored()[0].puzzle == puzzle.id
        click(view.buttons.buttons["puzzle_next"])
        wait(lambda: tab.trainer.exercise not in (None, exercise))
        assert exercise_of(tab).puzzle.id != puzzle.id


@pytest.mark.parametrize("game", fastcore.games())
def test_puzzle_is_solved_by_keyboard_alone(game: str) -> None:
    with practising(game) as (_, tab):
        puzzle = shortest(game)
        exercise, view = begin(tab, puzzle), view_of(tab)
        answer_by_keyboard(tab, puzzle.best.moves)
        assert exercise.solving.solved
        tab_to(view.view)
        press("Return")
        wait(lambda: tab.trainer.exercise not in (None, exercise))


def test_tab_opens_from_the_menu_and_by_key() -> None:
    with open_window(HERD) as window:
        choose_in_menu(window, "analyse", words.PRACTICE)
        tab = window.shell.feature(PuzzleTab)
        wait(lambda: tab.trainer.exercise is not None)
        assert window.games.number == 1 and window.games.labels()[1].text == words.tab("Herd")
        press("Tab", "Control_L")
        settle()
        assert window.games.number == 0 and window.screen.view.winfo_ismapped()
        press("F5")
        settle()
        assert window.games.number == 1 and len(window.games.open) == 2
        assert view_of(tab).view.winfo_ismapped() and not window.screen.view.winfo_ismapped()


def test_wrong_answer_gives_reasons_but_not_the_best_answer() -> None:
    with practising("herd") as (window, tab):
        puzzle = next(one for one in shipped("herd") if len(one.rejected[-1].moves) == 1)
        exercise, view = begin(tab, puzzle), view_of(tab)
        answer_by_mouse(tab, puzzle.rejected[-1].moves)
        shown = view.task.body.text.get("1.0", "end")
        assert "Not quite" in shown and "Best:" not in shown and not exercise.is_over and not stored()
        click(view.buttons.buttons["puzzle_again"])
        assert exercise.accepts_moves and not exercise.moves
        answer_by_mouse(tab, puzzle.best.moves)
        wait(lambda: len(stored()) == 1)
        assert stored()[0].solved and stored()[0].wrong == 1
        assert words.SOLVED_WITH_HELP in status_text(window)
        assert not tab.trainer.practice.is_due(puzzle)


def test_hints_are_counted_and_keys_work() -> None:
    with practising("herd") as (_, tab):
        puzzle = shortest("herd")
        exercise, view = begin(tab, puzzle), view_of(tab)
        while exercise.solving.has_hint:
            press("h", "Control_L")
            settle()
        assert view.view.painter.shown["advice"]
        assert tab.shell.commands["puzzle_hint"].why_not() == words.NO_HINT_LEFT
        press("h", "Control_L", "Shift_L")
        settle()
        assert exercise.given_up and "Best:" in view.task.body.text.get("1.0", "end")
        wait(lambda: len(stored()) == 1)
        assert not stored()[0].solved and stored()[0].hints == len(exercise.given)
        press("n", "Control_L", "Shift_L")
        settle()
        assert exercise.accepts_moves, "the puzzle can be tried again, but does not count again"
        answer_by_keyboard(tab, puzzle.best.moves)
        settle()
        assert len(stored()) == 1


def test_attempts_made_in_the_shell_count_when_the_tab_or_the_window_is_activated() -> None:
    with practising("forest") as (window, tab):
        first, second = shipped("forest")[:2]
        wait(lambda: not tab.trainer.background.pending)
        assert tab.trainer.counts.seen == 0
        Practice.load().record(first, False, wrong=1)  # as another program does
        window.games.show(0)
        window.games.show(1)
        wait(lambda: tab.trainer.counts.seen == 1)
        assert "1 due today" in view_of(tab).head.figures.cget("text")
        Practice.load().record(second, True)
        window.root.event_generate("<FocusIn>")
        wait(lambda: tab.trainer.counts.seen == 2)


def test_puzzle_in_the_middle_of_a_turn_says_so() -> None:
    texts = {"forest": "You have already taken one of two actions this turn.", "herd": "this turn"}
    for game, text in texts.items():
        begun = next(one for one in shipped(game) if boards.begun(Question.of(one).point))
        with practising(game) as (_, tab):
            begin(tab, begun)
            assert text in view_of(tab).task.body.text.get("1.0", "1.end")


def test_plan_has_one_name_for_its_button() -> None:
    with practising("herbs") as (window, tab):
        exercise = begin(tab, shortest("herbs"))
        view = view_of(tab)
        assert view.sheet.lock.cget("text") == words.SUBMIT == window.registry["puzzle_submit"].text
        for move in exercise.puzzle.best.moves:
            view.play(move)
        settle()
        assert view.sheet.lock.cget("text") in status_text(window)


def test_bid_is_judged_without_a_sheet() -> None:
    puzzle = next(one for one in shipped("herbs") if len(one.best.moves) == 1)
    with practising("herbs") as (_, tab):
        exercise, view = begin(tab, puzzle), view_of(tab)
        answer_by_mouse(tab, puzzle.best.moves)
        assert exercise.solving.solved and not view.sheet.frame.winfo_ismapped()


def test_undo_and_redo_change_the_answer() -> None:
    puzzle = next(one for one in shipped("forest") if len(one.best.moves) > 1)
    with practising("forest") as (_, tab):
        exercise, view = begin(tab, puzzle), view_of(tab)
        first, *_ = puzzle.best.moves
        view.play(first)
        press("z", "Control_L")
        settle()
        assert exercise.moves == []
        press("y", "Control_L")
        settle()
        assert exercise.moves == [first]


def test_answer_that_the_puzzle_does_not_list_is_compared() -> None:
    puzzle = next(one for one in shipped("herd") if not one.complete)
    with practising("herd") as (_, tab):
        exercise = begin(tab, puzzle)
        listed = {exercise.question.ending(answer.moves) for answer in (*puzzle.accepted, *puzzle.rejected)}
        single = [(move,) for move in exercise.legal if exercise.question.is_complete((move,))]
        other = next(moves for moves in single if exercise.question.ending(moves) not in listed)
        view_of(tab).play(other[0])
        assert exercise.waits
        wait(lambda: exercise.judged is not None)


def test_buttons_keep_their_places() -> None:
    with practising("herbs") as (_, tab):
        puzzle = shortest("herbs")
        begin(tab, puzzle)
        view = view_of(tab)

        def places() -> list[tuple[int, int, int]]:
            return [(b.winfo_rootx(), b.winfo_rooty(), b.winfo_width()) for b in view.buttons.buttons.values()]

        before = places()
        for act in (tab.trainer.hint, lambda: view.play(puzzle.best.moves[0]), tab.trainer.show_answer):
            act()
            settle()
            assert places() == before


def test_due_puzzle_comes_first_and_again_after_a_failure() -> None:
    old = shipped("herd")[-1]
    date = now() - timedelta(days=30)
    attempts.add(Attempt(puzzle=old.id, game="herd", date=date, solved=True))
    with practising("herd") as (_, tab):
        assert exercise_of(tab).puzzle.id == old.id
        assert view_of(tab).task.note.cget("text").endswith("repeated")
        tab.trainer.show_answer()
        due = tab.trainer.practice.due(old)
        assert due is not None and due - now() <= timedelta(minutes=11)


def test_empty_state_says_when_the_next_puzzle_comes() -> None:
    for puzzle in shipped("herd"):
        attempts.add(Attempt(puzzle=puzzle.id, game="herd", date=now(), solved=True))
    with open_window(HERD) as window:
        window.registry.run("practice")
        tab = window.shell.feature(PuzzleTab)
        wait(lambda: tab.view is not None and tab.view.empty.winfo_ismapped())
        view = view_of(tab)
        assert view.empty.label.cget("text").startswith("No puzzles due. The next one is due")
        press("Return")
        wait(lambda: tab.trainer.exercise is not None)
        assert view.view.winfo_manager() and not view.empty.winfo_manager()


def test_tab_leaves_no_game_behind() -> None:
    with practising("herd") as (window, tab):
        assert tab.table is not None
        press("w", "Control_L")
        settle()
        assert tab.table is None and len(window.games.open) == 1 and not window.games.closed
        window.registry.run("practice")
        wait(lambda: tab.trainer.exercise is not None)
    assert Library().search() == []
    restored = open_tabs.restore(lambda _: None)
    assert len(restored.games) == 1, "only the game of the first tab"


def test_another_game_in_the_tab_ends_the_practice() -> None:
    with practising("forest") as (window, tab):
        view = view_of(tab).view
        window.table.begin(Setup("forest", ("person", "person"), 2))
        settle()
        assert tab.table is None and tab.view is None and not view.winfo_exists()
        assert window.screen.view.winfo_ismapped() and [column.height for column in window.screen.columns] == [0]


def test_seat_sees_only_what_it_may_know() -> None:
    with practising("herbalism") as (_, tab):
        exercise, view = begin(tab, shortest("herbalism")), view_of(tab)
        assert view.view.fields == exercise.question.point.fields and view.view.viewer == exercise.question.seat
        view.play(exercise.puzzle.best.moves[0])
        assert view.view.fields == exercise.question.point.fields
        wait(lambda: exercise.judged is not None)
