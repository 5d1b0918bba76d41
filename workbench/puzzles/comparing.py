"""Comparison of answers on common luck, and the facts that a puzzle keeps of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import NamedTuple

from fastcore import Comparison, GameInfo, Viewpoint
from workbench.puzzles.question import Moves, unit
from workbench.puzzles.schema import LARGEST_LOSS, Answer, Outcome, Proof, Term

SURE = 1.96  # standard errors of a 95 % interval
CLEAR = 3.0  # standard errors by which the best answer must be above every wrong one
ACCEPTED_LOSS = 0.03  # an answer is right unless it clearly loses more: 1.5 percentage points of winning chance
LEAST_LOSS = 0.06  # a puzzle's wrong answers lose at least this; a review calls it an inaccuracy
MAX_OUTCOMES, MAX_TERMS = 3, 4


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
    """Return the answer `k` of a comparison with its loss against the answer `lead`, and what is sure about it."""
    difference = comparison.difference(lead, k)
    # The interval is wider than the standard error says where results never vary.
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
