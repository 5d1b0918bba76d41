"""The tool for puzzles. It uses only the puzzles of the program, which no player's game can be read from."""

from __future__ import annotations

from workbench import boards
from workbench.assistant import numbers
from workbench.assistant.access import Access, RequestError, check_game
from workbench.assistant.budget import Budget
from workbench.assistant.requests import Answer, PuzzleRequest
from workbench.assistant.thinking import SCALE
from workbench.puzzles import files, sets
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Answer as PuzzleAnswer
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.verdicts import verdict
from workbench.system.translation import tr, trn

MOST_ANSWERS = 12


def puzzle(access: Access, request: PuzzleRequest, budget: Budget) -> Answer:
    """Return a puzzle, the judgement of an answer, or the accepted answers.

    Raises:
        RequestError: There is no such puzzle, or the judgement needs more time.
        ValueError: The answer is illegal or incomplete.
    """
    check_game(request.game)
    game = request.game.partition("(")[0]
    file = sets.shipped_file(game)
    puzzles = files.read(file).puzzles if file.is_file() else ()
    if request.number > len(puzzles):
        raise RequestError(trn("{game} has {count:,} puzzle", "{game} has {count:,} puzzles", len(puzzles), game=game))
    chosen = puzzles[request.number - 1]
    question = Question.of(chosen)
    point = question.point
    data: Answer = {
        "game": game, "number": request.number, "puzzles_in_all": len(puzzles), "id": chosen.id,
        "position": f"{point.spec} {point.text()}" + (f" @{question.seat + 1}" if point.info.has.covered else ""),
        "seat": question.seat + 1, "board": boards.text_board(point), "next": boards.prompt(point),
        "difficulty": {
            "value": round(chosen.difficulty.rating), "error": round(chosen.difficulty.deviation),
            "unit": tr("rating of a player who solves it half of the time"),
        },
    }  # fmt: skip
    if request.answer is not None:
        data |= _judged(chosen, question, tuple(request.answer.split()), budget)
    if request.solution:
        data["accepted"] = [_answer(one, chosen.proof.trials) for one in chosen.accepted[:MOST_ANSWERS]]
        data["wrong"] = [_answer(one, chosen.proof.trials) for one in chosen.rejected[:MOST_ANSWERS]]
        data["scale"] = SCALE
    return data


def _judged(chosen: Puzzle, question: Question, moves: tuple[str, ...], budget: Budget) -> Answer:
    if not question.is_complete(moves):
        return {"complete": False, "next_moves": list(question.legal(moves))}
    found = verdict(chosen, moves, question, lambda: budget.over)
    if found is None:
        raise RequestError(tr("the judgement of this answer needs more than {seconds:g} s", seconds=budget.seconds))
    return {"complete": True, "right": found.right, "best": found.best, **_answer(found.answer, found.trials)}


def _answer(answer: PuzzleAnswer, trials: int) -> Answer:
    """Return an answer with its loss. The loss of the best answer is 0 by definition."""
    half = numbers.NORMAL * answer.error
    loss = {
        "value": numbers.rounded(answer.loss), "error": numbers.rounded(answer.error),
        "low": numbers.rounded(answer.loss - half), "high": numbers.rounded(answer.loss + half),
    }  # fmt: skip
    return {"moves": list(answer.moves), "loss": loss, "games": trials}
