"""The contract of lessons: a first game in short steps, as data beside a board.

A game's lessons are `LESSONS` in `workbench/boards/<id>/lessons.py`.
Each is a real position and what is to be done in it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from workbench.boards.kit.modules import module_of

REFUSED = "?"  # begins a goal that is a click to be refused: "?c2", or "?d3-d4" for a click on d4 after one on d3


class Lesson(NamedTuple):
    """One thing to learn by doing it.

    `goals` has an entry for each thing to be done, in order: the moves that count, () for any legal one, or one click
    that is to be refused. `rolls` are what chance draws on the way. `astray` is said of a legal move that does not
    count, `done` when all is done. `steps` says in a few words what each goal asks for, as the line of a sheet shows
    it.
    """

    head: str
    text: str
    task: str
    situation: str
    goals: tuple[tuple[str, ...], ...]
    done: str
    astray: str = ""
    rolls: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@cache
def find(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game by its id, () if it has none."""
    return tuple(getattr(module_of(game, "lessons"), "LESSONS", ()))
