"""Hints in steps: where to look and what to do there, then the first move, then the whole answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bots.reasoning import leftover
from fastcore import IllegalMove
from workbench import boards
from workbench.boards.kit.elements import area_of
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


def hints(puzzle: Puzzle, question: Question | None = None, tried: Sequence[str] = ()) -> tuple[Hint, ...]:
    """Return the hints of a puzzle, the vaguest first. Only hints that say more than the ones before are in it.

    After a wrong answer, the hints begin with the moves of the best answer that the wrong one lacks.

    Args:
        puzzle: The puzzle.
        question: The question of the puzzle, if it is at hand.
        tried: The moves of the last wrong answer; () if there is none.
    """
    question = question or Question.of(puzzle)
    missed = missed_moves(question, puzzle.best.moves, tried)
    moves, info = _missed_first(question, puzzle.best.moves, missed), question.info
    found = []
    where = _where(question, moves, missed)
    kind = _kind(question, moves, bool(where))
    if where or kind:
        text = tr("Look at the outlined area.") if where else ""
        if where and tried and len(moves) > 1:
            text = tr("Look at the outlined area: your last answer missed something there.")
        found.append(Hint(WHERE, " ".join(part for part in (kind, text) if part), where))
    first = boards.describe_moves(info, question.seat, moves[:1])
    text = tr("First move: {move}.", move=first) if len(moves) > 1 else tr("The answer: {move}.", move=first)
    found.append(Hint(FIRST if len(moves) > 1 else ALL, text, _spots(question, moves[:1]), moves[:1]))
    if len(moves) > 1:
        whole = boards.describe_moves(info, question.seat, moves)
        found.append(Hint(ALL, tr("The answer: {moves}.", moves=whole), _spots(question, moves), moves))
    return tuple(found)


def missed_moves(question: Question, best: Sequence[str], tried: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of the best answer that another answer lacks, in any order; all moves if it lacks none."""
    return leftover(best, question.canonical(tried) if tried else ()) or tuple(best)


def _missed_first(question: Question, best: tuple[str, ...], missed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the best answer with the missed moves first, if this order is legal and leads to the same position."""
    rest, first = Counter(best) - Counter(missed), list(missed)
    moves = (*first, *rest.elements())
    if question.unit != "turn" or moves == best:
        return best
    try:
        same = question.is_complete(moves) and question.ending(moves) == question.ending(best)
    except IllegalMove:
        return best
    return moves if same else best


def _kind(question: Question, moves: tuple[str, ...], outlined: bool) -> str:
    """Return a sentence about what the answer does, or what to do on the outlined spots if it is one move, or ""."""
    effect = boards.turn_effect(question.point, moves)
    if effect:
        return tr("About the best answer: {effect}", effect=effect)
    board = boards.find(question.info.id)
    task = board.area_task(question.point) if board is not None and outlined and len(moves) == 1 else ""
    return tr("To do: {task}.", task=task) if task else ""


def _where(question: Question, moves: tuple[str, ...], missed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spot of the piece to move, or the spots of an area; () if they would not narrow the choice.

    Args:
        question: The question of the puzzle.
        moves: The best answer.
        missed: Those of its moves to look for.
    """
    board = boards.find(question.info.id)
    if board is None:
        return ()
    ground, left = board.ground(question.point.fields), Counter(missed)
    begin = {path[0] for path in board.paths(question.point, list(question.legal(()))).values()}
    wanted, known, choices, origins = dict[str, None](), set[str](), set[str](), dict[str, str]()
    for number, move in enumerate(moves):
        paths = board.paths(question.shown(moves[:number]), list(question.legal(moves[:number])))
        path, spot = paths[move], paths[move][0]
        if not left[move]:
            known.add(spot)
        elif len(path) == 1 and spot in ground.spots:
            wanted.setdefault(spot)
            choices |= {one[0] for one in paths.values()}
        elif not wanted:
            spot = origins.get(spot, spot)  # where the piece is on the board of the puzzle
            return (spot,) if spot in ground.spots and spot in begin and len(begin) > 1 else ()
        left[move] -= 1
        if len(path) > 1:
            origins[path[1]] = origins.get(spot, spot)
    outlined = area_of(ground, tuple(wanted), choices - known)
    return outlined if len(outlined) > 1 and not choices <= {*outlined} else ()


def _spots(question: Question, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spots of some first moves of the answer."""
    board, found = boards.find(question.info.id), dict[str, None]()
    if board is not None:
        for number, move in enumerate(moves):
            for spot in board.paths(question.shown(moves[:number]), [move])[move]:
                found.setdefault(spot)
    return tuple(found)
