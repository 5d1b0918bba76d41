"""Tests of the question of a puzzle: complete answers, equal answers, and the seat's view."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import IllegalMove, State, Stream, Viewpoint
from tests.puzzles.samples import shipped
from workbench.puzzles.question import Question


def question_at(situation: str, seat: int = 0) -> Question:
    return Question(Viewpoint.parse(situation, seat))


def test_moves_of_a_turn_count_in_any_order() -> None:
    question = question_at("herd(size=3) 3/4/1b3/4/3 r 3 2-1 x1+2")
    assert question.unit == "turn"
    first, second = ("xc2", "a1", "a2"), ("xc2", "a2", "a1")
    assert question.is_complete(first) and not question.is_complete(first[:2])
    assert question.ending(first) == question.ending(second) != question.ending(("xc2", "a1", "a3"))
    assert question.legal(()) == ("xc2",) and question.legal(first) == ()


def test_answer_with_a_move_after_its_end_is_illegal() -> None:
    question = question_at("herd(size=3) 3/4/1b3/4/3 r 3 2-1 x1+2")
    with pytest.raises(IllegalMove):
        question.after(("xc2", "a1", "a2", "b1"))
    with pytest.raises(IllegalMove):
        question.is_complete(("a1",))


def test_plan_counts_in_its_order() -> None:
    state = fastcore.start("herbs(actions=2)")
    question = Question(state.viewpoint(0))
    assert question.unit == "plan"
    first, second = ("0M3", "1M2", "WhF1"), ("1M2", "0M3", "WhF1")
    assert question.is_complete(first) and question.is_complete(second)
    assert question.ending(first) != question.ending(second)
    shown = question.shown(first[:2])
    assert shown.actor == 0 and "0M3,1M2" in shown.text()


def test_second_planner_sees_nothing_of_the_first_plan() -> None:
    state = fastcore.start("herbs(actions=1)")
    for move in ("0M3", "WhF1"):
        state.play(move)
    question = Question(state.viewpoint(1))
    assert "?" in question.point.text() and question.is_complete(("2M3", "WhF2"))
    assert isinstance(question.shown(("2M3",)), Viewpoint)


def test_error_about_a_move_shows_only_the_view(game_id: str) -> None:
    """The question holds a full position, which nobody may see."""
    puzzle = shipped(game_id)[0]
    question = Question.of(puzzle)
    for act in (question.after, question.is_complete, question.legal, question.ending, question.canonical):
        with pytest.raises(IllegalMove) as caught:
            act(("zz",))
        assert caught.value.situation == f"{puzzle.spec} {question.point.text()}"


def test_another_seat_has_no_question() -> None:
    with pytest.raises(ValueError, match="not to move"):
        question_at("herd(size=3) 3/4/1b3/4/3 r 3 2-1 x1+2", seat=1)


def test_view_hides_what_the_seat_does_not_know(game_id: str) -> None:
    """Every world that the view allows has the same question."""
    puzzle = shipped(game_id)[0]
    question = Question.of(puzzle)
    for number in range(3):
        world = question.point.state or question.point.sample(Stream(number, "world"))
        assert isinstance(world, State) and world.view(puzzle.seat) == question.point.text()
        for answer in puzzle.accepted:
            state = world.copy()
            for move in answer.moves:
                state.play(move)
