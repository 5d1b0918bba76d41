"""Judgement of a person's answer to a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fastcore import Comparison
from workbench.puzzles.comparing import ACCEPTED_LOSS, answer_of
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Answer, Puzzle

FIRST_TRIALS = 96  # before the first look at a comparison
PART = 32  # trials between two calls of `stopped`
LIMIT = 5  # times the trials of the proof: the maximum for the comparison of one answer


class Verdict(NamedTuple):
    """The judgement of an answer.

    Attributes:
        answer: The answer with its loss and the facts about it. The loss is 0 for the best answer.
        right: Whether the answer is accepted.
        best: Whether it is the best answer.
        trials: The number of trials behind the loss.
        beats_proof: Whether it is clearly better than the puzzle's best answer, so that the puzzle is wrong.
    """

    answer: Answer
    right: bool
    trials: int
    best: bool = False
    beats_proof: bool = False


def known_verdict(puzzle: Puzzle, moves: Sequence[str], question: Question | None = None) -> Verdict | None:
    """Return the judgement of an answer that the puzzle contains, or None for another answer. It plays no games.

    Args:
        puzzle: The puzzle.
        moves: A complete answer.
        question: The question of the puzzle, if it is at hand.

    Raises:
        IllegalMove: A move is illegal.
        ValueError: The answer is incomplete.
    """
    question = question or Question.of(puzzle)
    ending = _complete_ending(question, moves)
    for right, answers in ((True, puzzle.accepted), (False, puzzle.rejected)):
        for answer in answers:
            if question.ending(answer.moves) == ending:
                return Verdict(answer, right, puzzle.proof.trials, answer is puzzle.best)
    return None


def _complete_ending(question: Question, moves: Sequence[str]) -> tuple[str, ...]:
    if not question.is_complete(moves):
        raise ValueError("the answer is incomplete")
    return question.ending(moves)


def verdict(
    puzzle: Puzzle, moves: Sequence[str], question: Question | None = None,
    stopped: Callable[[], bool] = lambda: False, most: int = 10_000,
) -> Verdict | None:  # fmt: skip
    """Return the judgement of any complete answer, after a comparison if the puzzle does not contain it.

    A comparison takes up to a few seconds, so call this on a thread. The answer is wrong only if it clearly loses more
    than `ACCEPTED_LOSS`. The same answer always gets the same judgement.

    Args:
        puzzle: The puzzle.
        moves: A complete answer.
        question: The question of the puzzle, if it is at hand.
        stopped: Called from time to time; True ends the comparison.
        most: The maximum number of trials, for a rough judgement.

    Returns:
        The judgement, or None if it was stopped.

    Raises:
        IllegalMove: A move is illegal.
        ValueError: The answer is incomplete.
    """
    question = question or Question.of(puzzle)
    known = known_verdict(puzzle, moves, question)
    if known is not None:
        return known
    proof = puzzle.proof
    comparison = Comparison(
        question.point, (puzzle.best.moves, question.canonical(moves)), seed=proof.seed,
        continuation=proof.continuation, horizon=proof.horizon,
    )  # fmt: skip
    limit = min(most, max(FIRST_TRIALS, LIMIT * proof.trials))
    wanted = min(FIRST_TRIALS, limit)
    while True:
        while comparison.trials < wanted:
            if stopped():
                return None
            comparison.run(min(PART, wanted - comparison.trials))
        found = comparison.difference(0, 1)
        wrong, right = found.low_any > ACCEPTED_LOSS, found.high_any < ACCEPTED_LOSS
        if wrong or right or wanted >= limit:
            break
        wanted = min(2 * wanted, limit)
    return Verdict(answer_of(comparison, 0, 1), not wrong, comparison.trials, beats_proof=found.high_any < 0)
