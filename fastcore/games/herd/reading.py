"""The fields of a Herd position text, parsed one by one. A field that cannot be read is None."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastcore.games.herd.texts import LAST_TURN, SIDES, is_open, stones_of


class Reading:
    """The fields that can be read; a field that cannot be read is None.

    Args:
        size: The size of the board.
        parts: The texts of the fields by name.

    Attributes:
        stones: The stone on each cell, "" for an empty cell.
        mover: The side to move, "r" or "b".
        number: The number of the turn.
        roll: The dice, the high die first.
        owed: The removals and placements that are left.
    """

    def __init__(self, size: int, parts: Mapping[str, str]) -> None:
        self.size = size
        self.stones = stones_of(size, parts["rows"])
        self.mover = parts["side"] if parts["side"] in SIDES else None
        number = re.fullmatch("[1-9][0-9]{0,3}", parts["turn"])
        self.number = int(number[0]) if number and int(number[0]) <= LAST_TURN else None
        dice = re.fullmatch("([1-6])-([1-6])", parts["dice"])
        self.roll = (int(dice[1]), int(dice[2])) if dice and dice[1] >= dice[2] else None
        left = re.fullmatch("x([0-6])\\+([1-9][0-9]?)", parts["left"])
        self.owed = (int(left[1]), int(left[2])) if left else None

    @property
    def side_of_turn(self) -> str:
        """The side that moves this turn; Blue if the turn number cannot be read."""
        return "br"[(self.number or 0) % 2]

    @property
    def enemy(self) -> str:
        """The letter of the opponent of the side to move."""
        return "b" if self.mover == "r" else "r"

    @property
    def enemies(self) -> int | None:
        """The number of the opponent's stones; None if it cannot be read."""
        return None if self.stones is None or not self.mover else self.stones.count(self.enemy)

    @property
    def full(self) -> bool:
        """Whether every cell holds a stone; False if the rows cannot be read."""
        return self.stones is not None and all(self.stones)

    @property
    def can_place(self) -> bool:
        """Whether the side to move can place a stone, or the board is full; True if the fields cannot be read."""
        if self.stones is None or not self.mover or self.full:
            return True
        free = (cell for cell, stone in enumerate(self.stones) if not stone)
        return any(is_open(self.size, self.stones, cell, self.enemy) for cell in free)
