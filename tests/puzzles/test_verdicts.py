"""Tests of the judgement of answers, of hints and of the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic, sleep

import pytest
from msgspec.structs import replace

from fastcore import IllegalMove
from tests.puzzles.samples import complete_puzzle, shipped
from workbench import boards
from workbench.boards import turn_effect
from workbench.puzzles.background import judge_answer
from workbench.puzzles.hints import ALL, hints
from workbench.puzzles.question import Question
from workbench.puzzles.reasons import difference_sentences, reasons
from workbench.puzzles.schema import Puzzle, Term
from workbench.puzzles.verdicts import Verdict, known_verdict, verdict


def judged(puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    found = verdict(puzzle, moves)
    assert found is not None
    return found


def test_listed_answers_are_judged_without_games(game_id: str) -> None:
    puzzle = shipped(game_id)[0]
    for answer in puzzle.accepted:
        found = known_verdict(puzzle, answer.moves)
        assert found is not None and found.right and found.best == (answer == puzzle.best)
    for answer in puzzle.rejected[:3]:
        found = known_verdict(puzzle, answer.moves)
        assert found is not None and not found.right and found.answer == answer


def test_any_order_of_a_turn_is_right() -> None:
    for puzzle in shipped("herd"):
        moves = tuple(reversed(puzzle.best.moves))
        question = Question.of(puzzle)
        if len(moves) > 1 and moves[-1][0] != "x" and moves != puzzle.best.moves:
            try:
                same = question.is_complete(moves) and question.ending(moves) == question.ending(puzzle.best.moves)
            except IllegalMove:
                continue
            if same:
                found = known_verdict(puzzle, moves)
                assert found is not None and found.best
                return
    pytest.fail("no puzzle has such an answer")


def test_missing_answers_are_compared_with_the_best() -> None:
    puzzle = complete_puzzle("forest")
    wrong, best = puzzle.rejected[-1], puzzle.best
    shorter = replace(puzzle, rejected=puzzle.rejected[:-1], complete=False)
    assert known_verdict(shorter, wrong.moves) is None
    found = judged(shorter, wrong.moves)
    assert not found.right and abs(found.answer.loss - wrong.loss) < 0.2
    assert judged(shorter, wrong.moves) == found, "the same answer has the same judgement"
    # The best answer is found even where the puzzle stores another answer as the best.
    mistaken = replace(puzzle, accepted=(replace(wrong, loss=0.0, error=0.0),), rejected=puzzle.rejected[:-1])
    assert judged(mistaken, best.moves).beats_proof


def test_incomplete_and_illegal_answers_are_errors() -> None:
    puzzle = next(puzzle for puzzle in shipped("forest") if len(puzzle.best.moves) > 1)
    with pytest.raises(ValueError, match="incomplete"):
        verdict(puzzle, puzzle.best.moves[:1])
    with pytest.raises(IllegalMove):
        verdict(puzzle, ("zz",))


def test_comparison_of_an_answer_can_be_stopped() -> None:
    puzzle = complete_puzzle("forest")
    shorter = replace(puzzle, rejected=puzzle.rejected[:-1])
    assert verdict(shorter, puzzle.rejected[-1].moves, stopped=lambda: True) is None


def test_work_on_a_thread_judges_an_answer() -> None:
    puzzle = complete_puzzle("forest")
    work, deadline = judge_answer(puzzle, puzzle.best.moves), monotonic() + 60
    while work.running and monotonic() < deadline:
        work.poll()
        sleep(0.001)
    assert not work.fault and work.result is not None and work.result.best


def test_hints_say_more_and_more(game_id: str) -> None:
    for puzzle in shipped(game_id)[:5]:
        found = hints(puzzle)
        assert [hint.degree for hint in found] == sorted({hint.degree for hint in found})
        assert found[-1].degree == ALL and found[-1].moves == puzzle.best.moves
        assert (all(hint.text for hint in found) and found[0].moves != puzzle.best.moves) or len(found) == 1
        assert len({hint.text for hint in found}) == len(found)


def test_reasons_state_the_loss_and_the_best_answer(game_id: str) -> None:
    puzzle = shipped(game_id)[0]
    wrong = known_verdict(puzzle, puzzle.rejected[0].moves)
    right = known_verdict(puzzle, puzzle.best.moves)
    assert wrong is not None and right is not None
    first = reasons(puzzle, wrong)
    assert "±" in first[0] and any("Best: " in sentence for sentence in first)
    assert "best answer" in reasons(puzzle, right)[0]


def test_unsure_facts_have_no_sentence() -> None:
    puzzle = unexplained()
    question, answer = Question.of(puzzle), puzzle.rejected[0]
    terms = (Term(name="pawns", difference=0.5, error=0.4), Term(name="BBB", difference=0.5, error=0.1))
    unsure = replace(answer, terms=terms, better=0.5, worse=0.49, outcomes=())
    text = " ".join(difference_sentences(puzzle, question, unsure, puzzle.proof.trials))
    assert "pawns" not in text and "(BBB)" in text and "of the games" not in text
    nothing = replace(answer, loss=0.1, error=0.2)
    (text,) = difference_sentences(puzzle, question, nothing, puzzle.proof.trials)
    assert text.startswith("No difference found")


def unexplained() -> Puzzle:
    """Return a puzzle whose best answer has no effect such as a capture."""
    return next(one for one in shipped("forest") if not turn_effect(Question.of(one).point, one.best.moves))


def test_one_helpful_term_is_named_without_figures() -> None:
    puzzle = unexplained()
    question, answer = Question.of(puzzle), puzzle.rejected[0]
    side = boards.seat_name(question.info, question.seat)
    terms = (
        Term(name="places of pawns", difference=0.4, error=0.01), Term(name="pawns", difference=0.9, error=0.01),
        Term(name="BBB", difference=-1.5, error=0.01),
    )  # fmt: skip
    found = difference_sentences(puzzle, question, replace(answer, terms=terms, outcomes=()), puzzle.proof.trials)
    assert found[-1] == f"The best answer helps {side} most with this: pawns."
    assert not any("each alone" in sentence or "BBB" in sentence for sentence in found)
    worse = replace(answer, terms=terms[2:], outcomes=())
    assert not any("most with this" in one for one in difference_sentences(puzzle, question, worse, 200))


def test_terms_are_left_out_if_captures_explain_the_loss() -> None:
    for puzzle in shipped("herd"):
        question, wrong = Question.of(puzzle), puzzle.rejected[0]
        effects = [turn_effect(question.point, answer.moves) for answer in (puzzle.best, wrong)]
        found = difference_sentences(puzzle, question, wrong, puzzle.proof.trials)
        assert "each alone" not in " ".join(found)
        if effects[0] and effects[0] != effects[1]:
            assert not any("most with this" in sentence for sentence in found)
