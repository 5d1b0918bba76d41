"""Herd in the step model: the pieces of its tensor, and the length of its games."""

from __future__ import annotations

from collections.abc import Mapping

from fastcore.steps.game import Piece

TURNS = 2000
MAX_TURN = 96  # decisions in one turn, at most


def pieces(options: Mapping[str, int | float | str]) -> tuple[Piece, ...]:
    """Return the Pieces of the tensor. Rows and columns are those of `State.tensor`."""
    side = 2 * int(options["size"]) - 1

    def planes(name: str, count: int, units: str, meaning: str) -> Piece:
        return Piece(name, (count, side, side), units, meaning)

    return (
        planes("stones", 2, "0 or 1", "1 on Red's stones, on Blue's stones"),
        planes("empty", 1, "0 or 1", "1 on empty cells"),
        planes("status", 3, "0 or 1", "all 1 on Red's turn, on Blue's turn, when the game is over"),
        planes("turn", 1, "turn / 2000", "the number of the turn"),
        planes("high_die", 6, "0 or 1", "all 1 in plane k if the high die is k + 1"),
        planes("low_die", 6, "0 or 1", "all 1 in plane k if the low die is k + 1"),
        planes("left", 2, "removals / 6, placements / 99", "the removals and placements left in this turn"),
    )


def bounds(options: Mapping[str, int | float | str]) -> tuple[int, int]:
    """Return the largest number of decisions and of rolls in a game."""
    return TURNS * MAX_TURN, TURNS
