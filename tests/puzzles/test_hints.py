"""Tests of the hints of turns with several moves, before and after a wrong answer."""

from __future__ import annotations

from math import hypot

import pytest

from tests.puzzles.samples import shipped
from workbench import boards
from workbench.puzzles.hints import FIRST, WHERE, hints
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.solving import Solving

pytestmark = pytest.mark.usefixtures("home")
NEAR = 4.0  # board units between an outlined spot and the nearest one of the answer


def spot_of(move: str) -> str:
    return move.removeprefix("x")


def turns() -> list[tuple[Puzzle, Question]]:
    """Return puzzles of Herd whose best answer has several stones."""
    found = [puzzle for puzzle in shipped("herd") if len(puzzle.best.moves) > 1]
    return [(puzzle, Question.of(puzzle)) for puzzle in found[:60]]


def test_outlined_area_covers_the_whole_best_answer_and_little_else() -> None:
    checked = 0
    for puzzle, question in turns():
        first = hints(puzzle, question)[0]
        if first.degree != WHERE or not first.spots:
            continue
        wanted = {spot_of(move) for move in puzzle.best.moves}
        assert wanted < {*first.spots}, "it does not give the answer away"
        assert 2 <= len(first.spots) - len(wanted) <= 3 or len(wanted) == 1
        assert first.spots == tuple(sorted(first.spots)), "the order says nothing"
        board = boards.find("herd")
        assert board is not None
        places = board.ground(question.point.fields).spots
        for name in first.spots:
            near = min(hypot(places[name].x - places[one].x, places[name].y - places[one].y) for one in wanted)
            assert near <= NEAR
        checked += 1
    assert checked > 40


def test_hints_after_a_wrong_answer_are_about_what_it_lacked() -> None:
    checked = 0
    for puzzle, question in turns():
        tried = puzzle.rejected[0].moves
        missed = [move for move in puzzle.best.moves if move not in tried]
        if missed == list(puzzle.best.moves) or not missed:
            continue
        found = hints(puzzle, question, tried)
        outlined = found[0].spots if found[0].degree == WHERE else ()
        right = {spot_of(move) for move in puzzle.best.moves if move in tried}
        wanted = {spot_of(move) for move in missed}
        if outlined:
            assert wanted < {*outlined} and not (right - wanted) & {*outlined}
            assert "your last answer missed something there" in found[0].text
        (second,) = (hint for hint in found if hint.degree == FIRST)
        if second.moves != puzzle.best.moves[:1]:
            assert second.moves[0] in missed
        checked += bool(outlined)
    assert checked > 20


def test_given_hint_follows_the_last_wrong_answer() -> None:
    puzzle = next(
        puzzle for puzzle, _ in turns() if len({*puzzle.best.moves} & {*puzzle.rejected[0].moves}) > 0
        and hints(puzzle)[0].spots
    )  # fmt: skip
    solving = Solving(puzzle)
    before = solving.hint()
    for move in puzzle.rejected[0].moves:
        solving.play(move)
    verdict = solving.known()
    assert verdict is not None
    solving.count(verdict)
    (after,) = solving.shown_hints
    assert after.degree == before.degree == WHERE and after.spots != before.spots
    assert solving.hint().degree == FIRST


def test_every_listed_wrong_answer_has_hints(game_id: str) -> None:
    for puzzle in shipped(game_id)[:20]:
        question = Question.of(puzzle)
        spots = boards.find(game_id)
        assert spots is not None
        known = spots.ground(question.point.fields).spots
        for answer in puzzle.rejected[:3]:
            found = hints(puzzle, question, answer.moves)
            assert sorted(found[-1].moves) == sorted(puzzle.best.moves)
            assert all(spot in known for spot in found[0].spots if found[0].degree == WHERE)
