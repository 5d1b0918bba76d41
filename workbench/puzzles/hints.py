"""Hints in steps: where to look and what to do there, then the first move, then the whole answer."""

from __future__ import annotations

from typing import NamedTuple

from workbench import boards
from workbench.boards.kit.elements import area
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Puzzle
from workbench.system.translation import tr

WHERE, FIRST, ALL = 1, 2, 3  # the degrees


class Hint(NamedTuple):
    """A hint.

    Attributes:
        degree: `WHERE`, `FIRST` or `ALL`.
        text: A sentence.
        spots: The spots of the board to outline; () if there are none.
        moves: The moves that the hint gives away: none, the first one, or all.
    """

    degree: int
    text: str
    spots: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()


def hints(puzzle: Puzzle, question: Question | None = None) -> tuple[Hint, ...]:
    """Return the hints of a puzzle, the vaguest first. Only hints that say more than the ones before are in it.

    Args:
        puzzle: The puzzle.
        question: The question of the puzzle, if it is at hand.
    """
    question = question or Question.of(puzzle)
    moves, info = puzzle.best.moves, question.info
    found = []
    where = _where(question, moves[0])
    kind = _kind(question, moves)
    if where or kind:
        text = tr("Look at the outlined area.") if where else ""
        found.append(Hint(WHERE, " ".join(part for part in (kind, text) if part), where))
    first = boards.describe_moves(info, question.seat, moves[:1])
    text = tr("First move: {move}.", move=first) if len(moves) > 1 else tr("The answer: {move}.", move=first)
    found.append(Hint(FIRST if len(moves) > 1 else ALL, text, _spots(question, moves[:1]), moves[:1]))
    if len(moves) > 1:
        whole = boards.describe_moves(info, question.seat, moves)
        found.append(Hint(ALL, tr("The answer: {moves}.", moves=whole), _spots(question, moves), moves))
    return tuple(found)


def _kind(question: Question, moves: tuple[str, ...]) -> str:
    """Return a sentence about how many answers are right to begin with, or what the answer does, or ""."""
    effect = boards.turn_effect(question.point, moves)
    if effect:
        return tr("About the best answer: {effect}", effect=effect)
    board = boards.find(question.info.id)
    task = board.area_task(question.point) if board is not None else ""
    return tr("To do: {task}.", task=task) if task else ""


def _where(question: Question, move: str) -> tuple[str, ...]:
    """Return the spot of the piece to move, or the spots of an area; () if they would not narrow the choice."""
    board = boards.find(question.info.id)
    if board is None:
        return ()
    point = question.point
    paths, ground = board.paths(point, list(question.legal(()))), board.ground(point.fields)
    path, choices = paths[move], {one[0] for one in paths.values()}
    if path[0] not in ground.spots or len(choices) == 1:
        return ()
    if len(path) > 1:
        return path[:1]
    outlined = area(ground, path[0], choices)
    return outlined if len(outlined) > 1 else ()


def _spots(question: Question, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spots of some first moves of the answer."""
    board, found = boards.find(question.info.id), dict[str, None]()
    if board is not None:
        for number, move in enumerate(moves):
            for spot in board.paths(question.shown(moves[:number]), [move])[move]:
                found.setdefault(spot)
    return tuple(found)
