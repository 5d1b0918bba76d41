"""Sentences about an answer, only from differences whose 95 % interval excludes 0."""

from __future__ import annotations

from workbench import boards
from workbench.boards.kit.figures import format_chances, format_percents
from workbench.boards.kit.game_words import join_words
from workbench.puzzles.comparing import SURE
from workbench.puzzles.question import Question, viewpoint
from workbench.puzzles.schema import Answer, Outcome, Puzzle
from workbench.puzzles.verdicts import Verdict
from workbench.system.translation import tr

SHOWN = 3  # outcomes and terms that are named


def describe(question: Question, moves: tuple[str, ...]) -> str:
    """Return an answer in words."""
    return boards.describe_moves(question.info, question.seat, moves)


def amount(question: Question, loss: float, error: float) -> str:
    """Return a loss with its 95 % margin: in percentage points for two players, else in units of the value."""
    if question.point.seats == 2:
        return tr("{loss:.0f} ± {margin:.0f} percentage points", loss=50 * loss, margin=50 * SURE * error)
    return tr("{loss:.2f} ± {margin:.2f}", loss=loss, margin=SURE * error)


def is_sure(difference: float, error: float) -> bool:
    """Return whether the 95 % interval of a difference excludes 0."""
    return abs(difference) > SURE * error


def verdict_sentence(question: Question, puzzle: Puzzle, verdict: Verdict) -> str:
    """Return the sentence that says whether an answer is right."""
    if verdict.best:
        return tr("Right: this is the best answer.")
    if verdict.beats_proof:
        return tr("Right: this is even better than the stored answer.")
    answer = verdict.answer
    if verdict.right:
        if is_sure(answer.loss, answer.error) and answer.loss > 0:
            return tr("Right, though the best answer is slightly better.")
        return tr("Right: this is as good as the best answer.")
    return tr("Not quite: this loses {amount}.", amount=amount(question, answer.loss, answer.error))


def reasons(puzzle: Puzzle, verdict: Verdict, question: Question | None = None) -> tuple[str, ...]:
    """Return sentences about an answer: the verdict, and what makes the difference to the best answer.

    After a right answer, the difference is that to the best wrong answer. The sentences name the best answer, so show
    them only when the puzzle is over, apart from the first one.

    Args:
        puzzle: The puzzle.
        verdict: The judgement of the answer.
        question: The question of the puzzle, if it is at hand.
    """
    question = question or Question.of(puzzle)
    found = [verdict_sentence(question, puzzle, verdict)]
    wrong = puzzle.rejected[0] if verdict.right else verdict.answer
    best = describe(question, puzzle.best.moves)
    effect = boards.turn_effect(question.point, puzzle.best.moves)
    if not verdict.best:
        found.append(tr("Best: {best}.", best=best))
    if effect:
        found.append(tr("About the best answer: {effect}", effect=effect))
    if verdict.right and is_sure(wrong.loss, wrong.error):
        text = tr("The best wrong answer loses {amount}: {answer}.", amount=amount(question, wrong.loss, wrong.error),
                  answer=describe(question, wrong.moves))  # fmt: skip
        found.append(text)
    found += difference_sentences(question, puzzle, wrong)
    return tuple(found)


def difference_sentences(question: Question, puzzle: Puzzle, wrong: Answer) -> list[str]:
    """Return sentences about why a wrong answer is worse than the best one."""
    found = []
    if question.point.seats == 2 and is_sure(wrong.loss, wrong.error):
        best, other = format_chances(*(max(-1.0, min(1.0, puzzle.proof.value - loss)) for loss in (0.0, wrong.loss)))
        found.append(tr("Chances: {best} after the best answer, {other} after this one.", best=best, other=other))
    if wrong.better - wrong.worse > SURE * ((wrong.better + wrong.worse) / max(1, puzzle.proof.trials)) ** 0.5:
        better, worse = format_percents(wrong.better, wrong.worse)
        found.append(
            tr("On equal luck, the best answer does better in {better} of games, worse in {worse}.",
               better=better, worse=worse)
        )  # fmt: skip
    own = boards.words(question.info.id)
    for is_better, template in (
        (True, tr("The best answer is better for {names}.")),
        (False, tr("It is worse for {names}.")),
    ):
        names = [
            own.report_name("term", term.name)
            for term in wrong.terms
            if is_sure(term.difference, term.error) and (term.difference > 0) == is_better
        ]
        if names:
            found.append(template.format(names=join_words(names[:SHOWN])))
    if outcomes := [one for one in wrong.outcomes if is_sure(one.loss, one.error)]:
        found.append(_outcome_sentence(question, outcomes[:SHOWN]))
    return found


def _outcome_sentence(question: Question, outcomes: list[Outcome]) -> str:
    own = boards.words(question.info.id)
    names = [
        tr("{outcome} ({loss:+.0f} points)", outcome=own.report_name("outcome", one.text), loss=50 * one.loss)
        if question.point.seats == 2
        else own.report_name("outcome", one.text)
        for one in outcomes
    ]
    return tr("The difference is largest after {outcomes}.", outcomes=join_words(names))


def history_sentences(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a sentence about each event that the seat has observed since the puzzle's view; () for an open game."""
    point, found = viewpoint(puzzle.spec, puzzle.seat, puzzle.view), []
    for text in puzzle.observations:
        for event in point.observe(text):
            sentence = boards.describe_event(point.info, event, puzzle.seat)
            if sentence:
                found.append(sentence)
    return tuple(found)
