"""Herd on its smallest board, solved: the value of every position by value iteration over the rules page.

A board is seen by the side at turn: a tuple of 0 (empty), 1 (own) and 2 (the other's) by cell. What a turn comes to
hangs on the values at its end, and these on the next turn's; turns go on until nothing changes any more.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import fastcore

SPEC = "herd(size=2)"
ROWS = (2, 3, 2)
CELLS = sum(ROWS)
Board = tuple[int, ...]


def _near() -> list[list[int]]:
    """The neighbours of each cell, rows from the bottom: in a longer row k and k + 1, in a shorter one k - 1 and k."""
    first = [sum(ROWS[:row]) for row in range(len(ROWS))]
    near: list[set[int]] = [set() for _ in range(CELLS)]
    for row, length in enumerate(ROWS):
        for k in range(length):
            others = [(row, k - 1), (row, k + 1)]
            for other in (row - 1, row + 1):
                if 0 <= other < len(ROWS):
                    others += [(other, k), (other, k + 1 if ROWS[other] > length else k - 1)]
            for other, place in others:
                if 0 <= place < ROWS[other]:
                    near[first[row] + k].add(first[other] + place)
    return [sorted(cells) for cells in near]


NEAR = _near()
ROLLS = {(high, low): (1 if high == low else 2) / 36 for high in range(1, 7) for low in range(1, high + 1)}


@cache
def placements(board: Board) -> tuple[tuple[Board, int], ...]:
    """(board after it, stones captured) of every placement of an own stone."""
    made = []
    for cell in range(CELLS):
        if board[cell] or all(board[other] == 2 for other in NEAR[cell]):
            continue
        after = list(board)
        after[cell] = 1
        prey = [
            other for other in NEAR[cell] if after[other] == 2 and all(after[beside] == 1 for beside in NEAR[other])
        ]
        for other in prey:
            after[other] = 0
        made.append((tuple(after), len(prey)))
    return tuple(made)


class Solution:
    """Values for the side at turn, in [-1, 1]."""

    def __init__(self) -> None:
        self.rolls = dict.fromkeys(product((0, 1, 2), repeat=CELLS), 0.0)
        change = 1.0
        while change > 1e-9:
            self.turns: dict[tuple[Board, int, int], float] = {}
            new = {
                board: sum(p * self.rolled(board, *dice) for dice, p in ROLLS.items())
                for board in self.rolls
                if 0 in board
            }
            change = max(abs(new[board] - self.rolls[board]) for board in new)
            self.rolls |= new

    def rolled(self, board: Board, high: int, low: int) -> float:
        return self.value(board, min(low, board.count(2)), high)

    def value(self, board: Board, removals: int, owed: int) -> float:
        """Of a position within a turn; where step 5 of the page ends the turn, of what comes then."""
        key = (board, removals, owed)
        if key not in self.turns:
            self.turns[key] = (
                max(self.choices(board, removals, owed), default=0.0) if self.goes_on(*key) else self.ended(board)
            )
        return self.turns[key]

    @staticmethod
    def goes_on(board: Board, removals: int, owed: int) -> bool:
        return removals > 0 or (owed > 0 and 0 in board and bool(placements(board)))

    def ended(self, board: Board) -> float:
        """When the turn is over."""
        if 0 not in board:
            return 1.0 if board.count(1) > board.count(2) else -1.0
        return -self.rolls[tuple((0, 2, 1)[stone] for stone in board)]

    def choices(self, board: Board, removals: int, owed: int) -> list[float]:
        """The value of every move, in the order of the cells."""
        if removals:
            return [
                self.value((*board[:cell], 0, *board[cell + 1 :]), removals - 1, owed)
                for cell in range(CELLS)
                if board[cell] == 2
            ]
        return [self.value(after, 0, owed - 1 + captured) for after, captured in placements(board)]


def read(state: fastcore.State) -> tuple[Board, int, int]:
    """A position from the third turn on as `Solution` has it: board, removals and placements owed."""
    fields = state.fields
    letters = "".join("." * int(one) if one.isdigit() else one for one in "".join(reversed(_rows(fields["rows"]))))
    board = tuple(0 if letter == "." else 1 if letter == fields["side"] else 2 for letter in letters)
    removals, owed = fields["left"].removeprefix("x").split("+")
    return board, int(removals), int(owed)


def _rows(text: str) -> list[str]:
    return text.split("/")
