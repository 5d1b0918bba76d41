"""The contract of lessons: a first game in short steps, as data beside a board.

A game's lessons are `LESSONS` in `workbench/boards/<id>/lessons.py`. Each lesson is a real position with a task.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from workbench.boards.kit import module_of

REFUSED = "?"  # prefix of a goal that is a refused click: "?c2", or "?d3-d4" for a click on d4 after one on d3


class Lesson(NamedTuple):
    """A lesson: an explanation, and a task on the board.

    Attributes:
        head: The title.
        text: The explanation.
        task: The instruction.
        situation: The position.
        goals: The accepted moves of each step, in order; () for any legal move, or a single refused click.
        done: The message after the last step.
        wrong_move_text: The message after a legal move that is not accepted.
        rolls: The outcomes of the chance events.
        steps: A few words for each goal, for the line of a sheet.
    """

    head: str
    text: str
    task: str
    situation: str
    goals: tuple[tuple[str, ...], ...]
    done: str
    wrong_move_text: str = ""
    rolls: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@cache
def find(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game by its id, or ()."""
    return tuple(getattr(module_of(game, "lessons"), "LESSONS", ()))
