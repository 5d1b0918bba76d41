"""The forest game in the step model: the pieces of its tensor, and the length of its games."""

from __future__ import annotations

from collections.abc import Mapping

from fastcore.steps.game import Piece

LONGEST = 604  # 4 placements, and 300 turns of 2 actions


def pieces(options: Mapping[str, int | float | str]) -> tuple[Piece, ...]:
    """Return the Pieces of the tensor. Rows and columns are those of `State.tensor`."""

    def planes(name: str, count: int, units: str, meaning: str) -> Piece:
        return Piece(name, (count, 7, 7), units, meaning)

    return (
        planes("board", 1, "0 or 1", "1 on the tiles of the board"),
        planes("red_pawns", 3, "0 or 1", "1 where there are at least 1, 2, 3 red pawns"),
        planes("green_pawns", 3, "0 or 1", "1 where there are at least 1, 2, 3 green pawns"),
        planes("yellow_pawns", 3, "0 or 1", "1 where there are at least 1, 2, 3 yellow pawns"),
        planes("bbb", 2, "0 or 1", "1 on the tile of Red's BBB, of Green's BBB"),
        planes("acted", 2, "0 or 1", "1 where at least 1, 2 pawns have acted this turn"),
        planes("mover", 2, "0 or 1", "all 1 if Red, if Green is to move"),
        planes("opening", 1, "0 or 1", "all 1 in the opening"),
        planes("left", 1, "pawns or actions / 4", "pawns left to place, or actions left this turn"),
        planes("bbb_acted", 1, "0 or 1", "all 1 if the mover's BBB has acted this turn"),
        planes("turn", 1, "turn / 300", "the number of the turn"),
    )


def bounds(options: Mapping[str, int | float | str]) -> tuple[int, int]:
    """Return the largest number of decisions and of chance nodes in a game."""
    return LONGEST, 0
