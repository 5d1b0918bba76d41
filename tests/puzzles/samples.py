"""Puzzles for tests, from the sets of the program."""

from __future__ import annotations

from functools import cache

from workbench.puzzles import files, sets
from workbench.puzzles.schema import Puzzle


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that are part of the program."""
    return files.read(sets.shipped_file(game)).puzzles


def complete_puzzle(game: str) -> Puzzle:
    """Return a puzzle of a game that lists all answers, or the first puzzle if none does."""
    return next((puzzle for puzzle in shipped(game) if puzzle.complete), shipped(game)[0])
