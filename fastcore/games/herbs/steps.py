"""Herbs in the step model: the pieces of its tensor, and the length of its games."""

from __future__ import annotations

from collections.abc import Mapping

from fastcore.steps.game import Piece

SIDE = 11
ITEM = 12  # planes of one planned action


def pieces(options: Mapping[str, int | float | str]) -> tuple[Piece, ...]:
    """Return the Pieces of the tensor. Row 0 is row 1, and column 0 is column A."""
    actions = int(options["actions"])

    def planes(name: str, count: int, units: str, meaning: str) -> Piece:
        return Piece(name, (count, SIDE, SIDE), units, meaning)

    return (
        planes("stones", 2, "0 or 1", "1 on white stones, on black stones"),
        planes("pits", 1, "0 or 1", "1 on pits"),
        Piece("herbs", (4, 4, SIDE, SIDE), "0 or 1", "[Herb, facing]: 1 on the square of the Herb if it faces there"),
        planes("ap", 2, "AP / 400", "the AP of each seat, without what is hidden"),
        planes("piles", 4, "white / 12, black / 8", "the white and black stones left of seat 0, of seat 1"),
        planes("points", 2, "points / 100, at most 1", "the points of each seat"),
        planes("all_points", 2, "points / 99,999", "the points of each seat"),
        planes("tie_token", 1, "0 or 1", "all 1 if seat 1 holds the tie token"),
        planes("round", 1, "round / 400", "the number of the round"),
        planes("idle", 1, "rounds / 3", "the rounds in a row without spending"),
        planes("phase", 3, "0 or 1", "all 1 while plans are written, while seats bid, when the game is over"),
        planes("decides", 2, "0 or 1", "all 1 if the seat may choose"),
        planes("bid", 3, "0 or 1, 0 or 1, AP / 400", "seat 0's bid: whether it is hidden, whether it is known, its AP"),
        planes("hidden_plan", 2, "0 or 1", "all 1 if hidden lines of the seat follow"),
        planes("planned_stones", 4, "0 or 1", "1 on the square of a planned white, black stone of seat 0, of seat 1"),
        planes("slot", actions, "0 or 1", "all 1 in plane k while the seats bid for slot k"),
        Piece(
            "plans",
            (2, actions, ITEM, SIDE, SIDE),
            "0 or 1 (10 planes), squares / 6, AP / 24",
            "[seat, slot]: the kind BU BW F HT M P TL TR WB, whether it is the second Herb, squares, AP",
        ),
    )


def bounds(options: Mapping[str, int | float | str]) -> tuple[int, int]:
    """Return the largest number of steps and of chance nodes in a game. The seats choose together.

    A round has a step for each planned action, one for the stone, and at most one bid for each action.
    """
    return int(options["rounds"]) * (2 * int(options["actions"]) + 1), 0
