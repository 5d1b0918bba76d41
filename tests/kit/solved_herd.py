"""Solution of Herd on its smallest board: the value of every position by value iteration.

This solution follows the rules page and does not use the core. A board is given from the mover's point of view: a tuple
of 0 (empty), 1 (own stone) and 2 (enemy stone) by cell. The value of a turn depends on the values after it; the
iteration ends when they are stable.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import fastcore

SPEC = "herd(size=2)"
ROWS = (2, 3, 2)
CELLS = sum(ROWS)
Board = tuple[int, ...]


def _neighbours() -> list[list[int]]:
    """Return the neighbours of each cell. Cells are numbered row by row from the bottom.

    In a longer adjacent row they are cells k and k + 1, in a shorter one k - 1 and k.
    """
    first = [sum(ROWS[:row]) for row in range(len(ROWS))]
    neighbours: list[set[int]] = [set() for _ in range(CELLS)]
    for row, length in enumerate(ROWS):
        for k in range(length):
            candidates = [(row, k - 1), (row, k + 1)]
            for near_row in (row - 1, row + 1):
                if 0 <= near_row < len(ROWS):
                    candidates += [(near_row, k), (near_row, k + 1 if ROWS[near_row] > length else k - 1)]
            for near_row, place in candidates:
                if 0 <= place < ROWS[near_row]:
                    neighbours[first[row] + k].add(first[near_row] + place)
    return [sorted(cells) for cells in neighbours]


NEIGHBOURS = _neighbours()
ROLLS = {(high, low): (1 if high == low else 2) / 36 for high in range(1, 7) for low in range(1, high + 1)}


@cache
def placements(board: Board) -> tuple[tuple[Board, int], ...]:
    """Return the board after every placement of an own stone, with the number of captured stones."""
    results = []
    for cell in range(CELLS):
        if board[cell] or all(board[neighbour] == 2 for neighbour in NEIGHBOURS[cell]):
            continue
        after = list(board)
        after[cell] = 1
        captured = [
            neighbour
            for neighbour in NEIGHBOURS[cell]
            if after[neighbour] == 2 and all(after[adjacent] == 1 for adjacent in NEIGHBOURS[neighbour])
        ]
        for neighbour in captured:
            after[neighbour] = 0
        results.append((tuple(after), len(captured)))
    return tuple(results)


class Solution:
    """Values for the player to move, in [-1, 1], until no iteration changes one by more than `precision`."""

    def __init__(self, precision: float = 1e-9) -> None:
        self.rolls = dict.fromkeys(product((0, 1, 2), repeat=CELLS), 0.0)
        change = 1.0
        while change > precision:
            self.turns: dict[tuple[Board, int, int], float] = {}
            new = {
                board: sum(p * self.value_after_roll(board, *dice) for dice, p in ROLLS.items())
                for board in self.rolls
                if 0 in board
            }
            change = max(abs(new[board] - self.rolls[board]) for board in new)
            self.rolls |= new

    def value_after_roll(self, board: Board, high: int, low: int) -> float:
        return self.value(board, min(low, board.count(2)), high)

    def value(self, board: Board, removals: int, owed: int) -> float:
        """Return the value of a position within a turn; if step 5 of the rules ends the turn, the value after it."""
        key = (board, removals, owed)
        if key not in self.turns:
            self.turns[key] = (
                max(self.move_values(board, removals, owed), default=0.0)
                if self.turn_continues(*key)
                else self.value_after_turn(board)
            )
        return self.turns[key]

    @staticmethod
    def turn_continues(board: Board, removals: int, owed: int) -> bool:
        return removals > 0 or (owed > 0 and 0 in board and bool(placements(board)))

    def value_after_turn(self, board: Board) -> float:
        """Return the value of a board for the player whose turn has ended."""
        if 0 not in board:
            return 1.0 if board.count(1) > board.count(2) else -1.0
        return -self.rolls[tuple((0, 2, 1)[stone] for stone in board)]

    def move_values(self, board: Board, removals: int, owed: int) -> list[float]:
        """Return the value of every move, in cell order."""
        if removals:
            return [
                self.value((*board[:cell], 0, *board[cell + 1 :]), removals - 1, owed)
                for cell in range(CELLS)
                if board[cell] == 2
            ]
        return [self.value(after, 0, owed - 1 + captured) for after, captured in placements(board)]


def parse_state(state: fastcore.State) -> tuple[Board, int, int]:
    """Return a position as `Solution` uses it: board, removals and placements owed. The turn must be 3 or later."""
    removals, owed = state.fields["left"].removeprefix("x").split("+")
    return parse_board(state), int(removals), int(owed)


def parse_board(state: fastcore.State) -> Board:
    """Return the board of a position from the point of view of the player to move."""
    fields = state.fields
    rows = "".join(reversed(fields["rows"].split("/")))
    letters = "".join("." * int(sign) if sign.isdigit() else sign for sign in rows)
    return tuple(0 if letter == "." else 1 if letter == fields["side"] else 2 for letter in letters)
