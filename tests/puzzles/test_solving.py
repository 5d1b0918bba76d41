"""Tests of an attempt in progress."""

from __future__ import annotations

import pytest

from fastcore import IllegalMove
from tests.puzzles.samples import complete_puzzle, shipped
from workbench.puzzles.practice import Practice
from workbench.puzzles.solving import Solving

pytestmark = pytest.mark.usefixtures("home")


def test_answer_is_played_move_by_move(game_id: str) -> None:
    puzzle = shipped(game_id)[0]
    solving = Solving(puzzle)
    for move in puzzle.best.moves:
        assert not solving.moves or not solving.is_complete
        assert move in solving.legal and solving.point.actor == puzzle.seat
        solving.play(move)
    assert solving.is_complete and solving.legal == ()
    with pytest.raises(IllegalMove):
        solving.play(puzzle.best.moves[0])
    solving.undo()
    assert not solving.moves or not solving.is_complete
    solving.undo(99)
    assert solving.moves == []


def test_wrong_answers_are_removed_and_counted() -> None:
    puzzle, practice = complete_puzzle("forest"), Practice()
    solving = Solving(puzzle)
    for answer, right in ((puzzle.rejected[0], False), (puzzle.best, True)):
        for move in answer.moves:
            solving.play(move)
        verdict = solving.known()
        assert verdict is not None and verdict.right is right
        solving.count(verdict)
        assert solving.moves == list(answer.moves if right else ())
    attempt = solving.finish(practice)
    assert (attempt.solved, attempt.wrong, attempt.hints) == (True, 1, 0)


def test_hints_end() -> None:
    solving = Solving(complete_puzzle("forest"))
    texts = []
    while solving.has_hint:
        texts.append(solving.hint().text)
    assert solving.hint().text == texts[-1] and len(solving.shown_hints) == len(texts)
    assert not solving.finish(Practice()).solved
