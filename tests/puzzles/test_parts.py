"""Tests of the sentence about which part of a wrong answer is right."""

from __future__ import annotations

import pytest

from tests.puzzles.samples import shipped
from workbench.gui.practice.exercise import judged, prepare
from workbench.puzzles.question import Question
from workbench.puzzles.reasons import part_sentence, reasons
from workbench.puzzles.verdicts import known_verdict

pytestmark = pytest.mark.usefixtures("home")


def test_wrong_answer_says_how_many_moves_are_right() -> None:
    puzzle = next(
        one for one in shipped("herd")
        if len(one.best.moves) == 4 and len({*one.best.moves} & {*one.rejected[0].moves}) == 3
    )  # fmt: skip
    text = "3 of your 4 moves are in the best answer."
    wrong, right = (known_verdict(puzzle, answer.moves) for answer in (puzzle.rejected[0], puzzle.best))
    assert wrong is not None and right is not None
    assert reasons(puzzle, wrong)[1] == text
    assert "moves are in" not in " ".join(reasons(puzzle, right))
    prepared = prepare(puzzle)
    for move in puzzle.rejected[0].moves:
        prepared.solving.play(move)
    found = judged(prepared, wrong)
    assert found.differences[0] == text and found.reasons[0] == text


def test_part_of_an_answer_in_words() -> None:
    puzzle = next(one for one in shipped("forest") if len(one.best.moves) > 1)
    question, best = Question.of(puzzle), puzzle.best.moves
    wrong = next(answer.moves for answer in puzzle.rejected if not {*best} & {*answer.moves})
    assert part_sentence(question, best, wrong) == "None of your moves is in the best answer."
    half = next(
        (one.best.moves, answer.moves, Question.of(one))
        for one in shipped("forest") if len(one.best.moves) == 2
        for answer in one.rejected if len({*one.best.moves} & {*answer.moves}) == 1 and len({*answer.moves}) == 2
    )  # fmt: skip
    assert part_sentence(half[2], half[0], half[1]) == "1 of your 2 moves is in the best answer."
    assert part_sentence(question, (*best, "x"), best[:1]) == ""


def test_order_of_a_plan_matters_and_is_said() -> None:
    puzzle = shipped("herbs")[0]
    question, best = Question.of(puzzle), puzzle.best.moves
    swapped = (best[1], best[0], *best[2:])
    assert part_sentence(question, best, swapped) == "All your moves are in the best answer, but in another order."


def test_single_moves_have_no_such_sentence() -> None:
    puzzle = shipped("herbalism")[0]
    verdict = known_verdict(puzzle, puzzle.rejected[0].moves)
    assert verdict is not None
    assert "moves" not in reasons(puzzle, verdict)[1]
