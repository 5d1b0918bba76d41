"""Herd's position text, `<rows> <side> <turn> <dice> <left>`: reading and writing.

The compiled rules read and write a `Table`. `refusals.py` finds the problems of a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fastcore.text.hexagon import hexagon
from fastcore.values import Field, quoted, with_runs

SIZES = (2, 8)
LAST_TURN = 2000
FIELDS = (
    Field(
        "rows",
        "board",
        "rows from the top, joined by /: r, b, and numbers of empty cells",
        "",
        "the stones",
    ),
    Field("side", "choice", "r, b, or . after the game", "r", "whose turn it is"),
    Field("turn", "whole", f"1 to {LAST_TURN}; Red plays the odd turns", "1", "the number of the turn"),
    Field("dice", "text", "- before the roll, else high-low, such as 5-3", "-", "the dice"),
    Field("left", "text", "- before the roll, else x<removals>+<placements>", "-", "the removals and placements left"),
)
SIDES = {"r": "Red", "b": "Blue"}


class Table(NamedTuple):
    """A parsed position.

    Attributes:
        stones: The stone on each cell: "r", "b" or "".
        side: The side to move, or ".".
        turn: The number of the turn.
        dice: The dice, the high die first; (0, 0) before the roll.
        left: The removals and placements that are left.
    """

    stones: Sequence[str]
    side: str
    turn: int
    dice: tuple[int, int]
    left: tuple[int, int]


def fields(size: int, table: Table) -> dict[str, str]:
    """Return the texts of the fields."""
    high, low = table.dice
    removals, placements = table.left
    rows = (row_text([table.stones[cell] for cell in row]) for row in reversed(hexagon(size).rows))
    return {
        "rows": "/".join(rows),
        "side": table.side,
        "turn": str(table.turn),
        "dice": f"{high}-{low}" if high else "-",
        "left": f"x{removals}+{placements}" if high else "-",
    }


def read(size: int, text: str) -> Table:
    """Return the Table of a text without problems."""
    rows, side, turn, dice, left = text.split(" ")
    removals, placements = left[1:].split("+") if left != "-" else ("0", "0")
    stones = stones_of(size, rows)
    assert stones is not None
    return Table(
        stones,
        side,
        int(turn),
        (int(dice[0]), int(dice[2])) if dice != "-" else (0, 0),
        (int(removals), int(placements)),
    )


def why_not(size: int, phase: str, side: str, stones: Sequence[str], text: str) -> str:
    """Return why a text is not a legal move in a position, or ""."""
    enemy, own_name, enemy_name = ("b", "Red", "blue") if side == "r" else ("r", "Blue", "red")
    if phase == "over":
        return "the game is over"
    if phase == "roll":
        roll = re.fullmatch("([1-6])-([1-6])", text)
        if roll is None:
            return "the next event is a roll, the higher die first, such as 5-3"
        return "" if roll[1] >= roll[2] else f"the higher die comes first: {roll[2]}-{roll[1]}"
    removal = text.startswith("x")
    name = text[1:] if removal else text
    board = hexagon(size)
    if name not in board.names:
        if re.fullmatch("[a-z][1-9][0-9]?", name):
            return f"the board has no cell {name}"
        example = "xd4" if phase == "remove" else "d4"
        return f"{quoted(text)} is not a move: type a cell, such as {example}"
    stone = stones[board.index(name)]
    if phase == "remove":
        if stone != enemy:
            return f"{name} has no {enemy_name} stone"
        return "" if removal else f"{own_name} must first remove {enemy_name} stones, such as x{name}"
    if removal:
        return f"{own_name} has no removals left: place stones"
    if stone:
        return f"{name} is not empty"
    return "" if is_open(size, stones, board.index(name), enemy) else f"all cells next to {name} are {enemy_name}"


def is_open(size: int, stones: Sequence[str], cell: int, enemy: str) -> bool:
    """Return whether a stone may be placed on an empty cell: at least one neighbour is not an enemy stone."""
    return any(stones[other] != enemy for other in hexagon(size).neighbours[cell])


def row_text(stones: Sequence[str]) -> str:
    """Return the text of a row; "" is an empty cell."""
    return with_runs("".join([stone or "." for stone in stones]))


def cells_of(line: str, most: int) -> list[str]:
    """Return the first `most` cells of a row of letters and numbers, "" for an empty cell."""
    spread: list[str] = []
    for run in re.findall("[rb]|[0-9]+", line[: 2 * most]):
        spread += [run] if run in SIDES else [""] * (int(run[:3]) if len(run) < 4 else most)
    return spread[:most]


def stones_of(size: int, rows: str) -> list[str] | None:
    """Return the stone on each cell, or None if the rows cannot be read."""
    board = hexagon(size)
    lines = rows.split("/")
    stones = [""] * len(board.names)
    if len(lines) != len(board.rows):
        return None
    for line, cells in zip(lines, reversed(board.rows), strict=True):
        spread = cells_of(line, len(cells) + 1)
        if not re.fullmatch("(?:[rb]|(?<![0-9])[1-9][0-9]*)+", line) or len(spread) != len(cells):
            return None
        for cell, stone in zip(cells, spread, strict=True):
            stones[cell] = stone
    return stones
