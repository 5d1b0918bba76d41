"""Repeated checks of puzzles with a larger budget and fresh luck."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from workbench.puzzles.comparing import ACCEPTED_LOSS, CLEAR, compare, effort_of
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Answer, Puzzle

FACTOR = 10  # times the trials of the proof
NEAREST = 2  # wrong answers that are compared again: those that are nearest to being right


class Recheck(NamedTuple):
    """The result of a check.

    Attributes:
        puzzle: The puzzle, which notes the number of trials if it is confirmed.
        trials: The number of trials.
        refuted: Why the puzzle is wrong: "accepted" if an accepted answer clearly loses too much, "rejected" if a wrong
            answer is not clearly worse than the best one, "" if the puzzle is confirmed.
        loss: The loss of the answer that refutes it, or of the best wrong answer.
        error: The standard error of this loss.
    """

    puzzle: Puzzle
    trials: int
    refuted: str
    loss: float
    error: float


def recheck(puzzle: Puzzle, factor: int = FACTOR, stopped: Callable[[], bool] = lambda: False) -> Recheck | None:
    """Compare the accepted answers and the best wrong ones again, with more trials and another seed.

    Args:
        puzzle: The puzzle.
        factor: How many times the trials of the proof.
        stopped: Called from time to time; True ends the check.

    Returns:
        The result, or None if it was stopped.
    """
    question, proof = Question.of(puzzle), puzzle.proof
    doubtful = sorted(puzzle.rejected, key=lambda answer: answer.loss - CLEAR * answer.error)[:NEAREST]
    answers = [answer.moves for answer in (*puzzle.accepted, *doubtful)]
    trials = max(1, factor * proof.trials)
    found = compare(question.point, answers, effort_of(proof), proof.seed + 1, trials, stopped, best=0)
    if found.trials < trials:
        return None
    losses = {question.ending(answer.moves): answer for answer in found.answers}
    checked = [losses[question.ending(moves)] for moves in answers]
    right, wrong = checked[1 : len(puzzle.accepted)], checked[len(puzzle.accepted) :]
    for answer in right:
        if answer.loss - CLEAR * answer.error > ACCEPTED_LOSS:
            return Recheck(puzzle, trials, "accepted", answer.loss, answer.error)
    nearest = min(wrong, key=lambda answer: answer.loss - CLEAR * answer.error)
    if not is_still_wrong(nearest):
        return Recheck(puzzle, trials, "rejected", nearest.loss, nearest.error)
    noted = replace(puzzle, proof=replace(proof, wide_trials=max(proof.wide_trials, trials)))
    return Recheck(noted, trials, "", nearest.loss, nearest.error)


def is_still_wrong(answer: Answer) -> bool:
    """Return whether a wrong answer is clearly worse than the best one, and loses more than an accepted one may."""
    return answer.loss - CLEAR * answer.error > 0 and answer.loss > ACCEPTED_LOSS
