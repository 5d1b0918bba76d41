"""Sentences about an answer, only from differences whose interval excludes 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastcore.comparison.difference import Deciding, Difference, TermDifference
from fastcore.comparison.quantiles import BOUNDARY
from workbench import boards
from workbench.compare.sentences import comparison_sentences, format_difference, format_margin, half_width
from workbench.puzzles.comparing import SURE
from workbench.puzzles.question import Question, viewpoint
from workbench.puzzles.schema import Answer, Puzzle
from workbench.puzzles.verdicts import Verdict
from workbench.system.translation import tr, trn

CHECKED = BOUNDARY[-1] / BOUNDARY[0]  # how much wider an interval is that stays valid under repeated checks


def describe(question: Question, moves: tuple[str, ...]) -> str:
    """Return an answer in words."""
    return boards.describe_moves(question.info, question.seat, moves)


def difference_of(question: Question, answer: Answer, trials: int) -> Difference:
    """Return the stored difference between the best answer and another one, as a comparison returns it.

    Replies of other seats are not stored.
    """
    narrow, wide = SURE * answer.error, CHECKED * SURE * answer.error
    return Difference(
        mean=answer.loss, error=answer.error, low=answer.loss - narrow, high=answer.loss + narrow,
        low_any=answer.loss - wide, high_any=answer.loss + wide, trials=trials,
        means=(answer.loss,) * question.point.seats, gain=1.0, better=answer.better,
        equal=max(0.0, 1 - answer.better - answer.worse), worse=answer.worse,
        outcomes=tuple(Deciding(0, one.text, one.probability, one.loss, one.error) for one in answer.outcomes),
        terms=tuple(TermDifference(one.name, one.difference, one.error) for one in answer.terms), replies=((), ()),
    )  # fmt: skip


def loss_text(question: Question, answer: Answer, trials: int) -> str:
    """Return the loss of an answer with its 95 % margin, such as "12.3 % (±1.2 %)"."""
    seats, difference = question.point.seats, difference_of(question, answer, trials)
    loss, margin = format_difference(seats, answer.loss).lstrip("+"), format_margin(seats, half_width(difference))
    return f"{loss} ({margin})"


def verdict_sentence(question: Question, verdict: Verdict) -> str:
    """Return the sentence that says whether an answer is right."""
    if verdict.best:
        return tr("Right: this is the best answer.")
    if verdict.beats_proof:
        return tr("Right: this is even better than the stored answer.")
    if verdict.right:
        if difference_of(question, verdict.answer, verdict.trials).low_any > 0:
            return tr("Right, though the best answer is slightly better.")
        return tr("Right: this is about as good as the best answer.")
    return tr("Not quite: this loses {loss}.", loss=loss_text(question, verdict.answer, verdict.trials))


def part_sentence(question: Question, best: Sequence[str], tried: Sequence[str]) -> str:
    """Return how many moves of a wrong answer are in the best one, or "" if one of them has a single move."""
    total = len(tried)
    if total < 2 or len(best) < 2:
        return ""
    count = (Counter(question.canonical(tried)) & Counter(question.canonical(best))).total()
    if count == 0:
        return tr("None of your moves is in the best answer.")
    if count < total:
        return trn(
            "{count} of your {total} moves is in the best answer.",
            "{count} of your {total} moves are in the best answer.",
            count,
            total=total,
        )
    if len(best) > total:
        return tr("All your moves are in the best answer, but it has more.")
    return tr("All your moves are in the best answer, but in another order.")


def reasons(
    puzzle: Puzzle, verdict: Verdict, question: Question | None = None, tried: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return sentences about an answer: the verdict, and why the best answer differs.

    After a right answer, the difference is that to the best wrong answer. The sentences name the best answer, so show
    them only when the puzzle is over, apart from the first one.

    Args:
        puzzle: The puzzle.
        verdict: The judgement of the answer.
        question: The question of the puzzle, if it is at hand.
        tried: The moves of the answer as the person made them; () if they are those of the verdict.
    """
    question = question or Question.of(puzzle)
    found = [verdict_sentence(question, verdict)]
    part = "" if verdict.right else part_sentence(question, puzzle.best.moves, tried or verdict.answer.moves)
    if part:
        found.append(part)
    if not verdict.best:
        found.append(tr("Best: {best}.", best=describe(question, puzzle.best.moves)))
    if effect := boards.turn_effect(question.point, puzzle.best.moves):
        found.append(effect)
    if verdict.right:
        wrong = puzzle.rejected[0]
        found.append(tr("The best wrong answer: {answer}.", answer=describe(question, wrong.moves)))
        found += difference_sentences(puzzle, question, wrong, puzzle.proof.trials)
    else:
        found += difference_sentences(puzzle, question, verdict.answer, verdict.trials)
    return tuple(found)


def difference_sentences(puzzle: Puzzle, question: Question, wrong: Answer, trials: int) -> list[str]:
    """Return sentences about why a wrong answer is worse than the best one.

    They name a term of the evaluation only if nothing else explains the difference: no decisive luck, and no effect of
    the best answer, such as captures, that the wrong one lacks.
    """
    names = tr("the best answer"), tr("the wrong answer")
    effect = boards.turn_effect(question.point, puzzle.best.moves)
    explained = effect not in ("", boards.turn_effect(question.point, wrong.moves))
    difference = difference_of(question, wrong, trials)
    found = comparison_sentences(question.point, difference, names, figures=False, explained=explained)
    return [sentence[:1].upper() + sentence[1:] for sentence in found]


def history_sentences(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a sentence about each event that the seat has observed since the puzzle's view; () for an open game."""
    point, found = viewpoint(puzzle.spec, puzzle.seat, puzzle.view), []
    for text in puzzle.observations:
        for event in point.observe(text):
            sentence = boards.describe_event(point.info, event, puzzle.seat)
            if sentence:
                found.append(sentence)
    return tuple(found)
