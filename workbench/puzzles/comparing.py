"""Comparison of answers on common luck, the facts that a puzzle stores, and wider checks with fresh luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import NamedTuple

from msgspec.structs import replace

from fastcore import Comparison, GameInfo, Viewpoint
from fastcore.comparison.arguments import MAX_CANDIDATES
from fastcore.comparison.comparison import MAX_TRIALS
from workbench.puzzles.question import Moves, Question, unit
from workbench.puzzles.schema import LARGEST_LOSS, Answer, Outcome, Proof, Puzzle, Term

SURE = 1.96  # standard errors of a 95 % interval
CLEAR = 3.0  # standard errors by which the best answer must be above every wrong one
ACCEPTED_LOSS = 0.03  # an answer is right unless it clearly loses more: 1.5 percentage points of winning chance
LEAST_LOSS = 0.06  # a puzzle's wrong answers lose at least this; a review calls it an inaccuracy
MAX_OUTCOMES, MAX_TERMS = 3, 4
FACTOR = 10  # times the trials of the proof
NEAREST = 2  # wrong answers that are compared again: those that are nearest to being right


class Effort(NamedTuple):
    """How carefully answers are compared.

    Attributes:
        trials: The number of trials of the proof.
        screen: The number of trials of the first comparison, which finds the answers for the proof.
        pool: The number of answers in the first comparison, at most 64.
        kept: The number of answers in the proof.
        horizon: The number of turns after the answer; None plays to the end.
        continuation: The policy that plays these turns.
        least: The least loss of a wrong answer.
        longest: The largest number of moves in an answer.
        strict: Whether there must be a gap between right and wrong answers. Without it, answers that are not clearly
            right or wrong are left out, and the played answer must be clearly wrong.
    """

    trials: int = 200
    screen: int = 12
    pool: int = 24
    kept: int = 10
    horizon: int | None = None
    continuation: str = "greedy"
    least: float = LEAST_LOSS
    longest: int = 6
    strict: bool = True


def review_effort(info: GameInfo) -> Effort:
    """Return the effort for puzzles from the mistakes of a person, which may be long turns."""
    return usual_effort(info)._replace(least=LEAST_LOSS, longest=200, strict=False)


def usual_effort(info: GameInfo) -> Effort:
    """Return the effort for puzzles of a game.

    The horizon is short where a turn takes long to play. There the static evaluation judges the position. Wrong answers
    lose more where positions with larger differences are frequent, so that there is something to find.
    """
    kind = unit(info)
    if kind == "move":
        return Effort(horizon=3, screen=48, pool=64, kept=64, least=0.12)
    if kind == "plan":
        return Effort(horizon=1, screen=16, pool=16, kept=12, trials=60, least=0.16)
    return Effort(horizon=2) if info.has.chance else Effort(horizon=4, least=0.15)


class Compared(NamedTuple):
    """Answers in the order of their values, the best first. `error` and `trials` are those of the comparison."""

    answers: tuple[Answer, ...]
    value: float
    trials: int


def compare(
    point: Viewpoint, answers: Sequence[Moves], effort: Effort, seed: int, trials: int,
    stopped: Callable[[], bool] = lambda: False, best: int | None = None, facts: bool = True,
) -> Compared:  # fmt: skip
    """Compare answers on common luck.

    Args:
        point: What the deciding seat knows.
        answers: At least two different answers, at most 64.
        effort: The horizon and the continuation.
        seed: The seed of the luck.
        trials: The number of trials.
        stopped: Called from time to time; True ends the comparison early.
        best: The number of the answer to compare the others with; None for the one with the best mean.
        facts: Whether the answers get their facts, which takes longer.
    """
    comparison = Comparison(point, answers, seed=seed, continuation=effort.continuation, horizon=effort.horizon)
    part = max(1, min(64, trials))
    while comparison.trials < trials and not (comparison.trials and stopped()):
        comparison.run(min(part, trials - comparison.trials))
    means = comparison.values[:, :, comparison.seat].mean(axis=0).tolist()
    lead = max(range(len(answers)), key=lambda k: means[k]) if best is None else best
    others = [k for k in range(len(answers)) if k != lead]
    found = [answer_of(comparison, lead, k) if facts else _rough(comparison, lead, k) for k in others]
    found.sort(key=lambda answer: answer.loss)
    value = min(1.0, max(-1.0, means[lead]))
    return Compared((Answer(moves=comparison.moves[lead]), *found), value, comparison.trials)


def _rough(comparison: Comparison, lead: int, k: int) -> Answer:
    """Return the answer `k` with its loss, without facts. Stratification is ignored, so the error is a little large."""
    values = comparison.values[:, :, comparison.seat]
    apart = values[:, lead] - values[:, k]
    error = float(apart.std(ddof=1)) / len(apart) ** 0.5 if len(apart) > 1 else 1.0
    return Answer(moves=comparison.moves[k], loss=float(apart.mean()), error=min(error, LARGEST_LOSS))


def answer_of(comparison: Comparison, lead: int, k: int) -> Answer:
    """Return the answer `k` of a comparison with its loss against the answer `lead`, and the clear facts about it."""
    difference = comparison.difference(lead, k)
    # If results never vary, the interval is wider than the standard error suggests.
    error = max(difference.error, (difference.high - difference.low) / 2 / SURE) if difference.trials > 1 else 1.0
    outcomes = [
        Outcome(text=one.text, probability=min(1.0, one.probability), loss=one.difference, error=one.error)
        for one in difference.outcomes
        if isfinite(one.error) and one.error <= LARGEST_LOSS and abs(one.difference) > SURE * one.error
    ]
    terms = [
        Term(name=one.name, difference=one.difference, error=one.error)
        for one in difference.terms
        if isfinite(one.error) and abs(one.difference) > SURE * one.error
    ]
    return Answer(
        moves=comparison.moves[k], loss=difference.mean, error=min(error, LARGEST_LOSS), better=difference.better,
        worse=difference.worse, outcomes=tuple(outcomes[:MAX_OUTCOMES]), terms=tuple(terms[:MAX_TERMS]),
    )  # fmt: skip


def is_clear(answer: Answer, least: float = LEAST_LOSS) -> bool:
    """Return whether an answer is clearly worse than the best one, by at least this loss."""
    return answer.loss >= least and answer.loss - CLEAR * answer.error > 0


def is_as_good(answer: Answer) -> bool:
    """Return whether an answer is as good as the best one, as far as a puzzle distinguishes answers."""
    return answer.loss < ACCEPTED_LOSS


def effort_of(proof: Proof) -> Effort:
    """Return the effort that repeats a proof."""
    return Effort(trials=proof.trials, horizon=proof.horizon, continuation=proof.continuation)


# A wider check -----------------------------------------------------------------------------------------------------


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
        factor: How many times the trials of the proof; there are at most as many as a comparison can have.
        stopped: Called from time to time; True ends the check.

    Returns:
        The result, or None if it was stopped.
    """
    question, proof = Question.of(puzzle), puzzle.proof
    doubtful = sorted(puzzle.rejected, key=lambda answer: answer.loss - CLEAR * answer.error)[:NEAREST]
    accepted = puzzle.accepted[: MAX_CANDIDATES - NEAREST]
    answers = [answer.moves for answer in (*accepted, *doubtful)]
    trials = min(MAX_TRIALS, factor * proof.trials)
    found = compare(question.point, answers, effort_of(proof), proof.seed + 1, trials, stopped, best=0)
    if found.trials < trials:
        return None
    losses = {question.ending(answer.moves): answer for answer in found.answers}
    checked = [losses[question.ending(moves)] for moves in answers]
    right, wrong = checked[1 : len(accepted)], checked[len(accepted) :]
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
