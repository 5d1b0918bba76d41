"""Clobber in plain, slow Python, written from the rules page alone."""

from __future__ import annotations

import re

OPTIONS = {"width": 4, "height": 3}
LETTERS = "xo"  # of the first and the second player


def size_of(spec: str) -> tuple[int, int]:
    """Return the width and the height of the board."""
    given = dict(part.split("=") for part in re.findall(r"\w+=\d+", spec))
    return tuple(int(given.get(name, usual)) for name, usual in OPTIONS.items())


def start(spec: str) -> str:
    """Return the start position: stones of both players alternate, with an x in the upper left corner."""
    width, height = size_of(spec)
    return "/".join("".join(LETTERS[(row + column) % 2] for column in range(width)) for row in range(height))


def player(text: str) -> int:
    """Return the player to move, 0 or 1. Every move empties one cell."""
    return text.count(".") % 2


def stones(text: str) -> dict[tuple[int, int], str]:
    """Return the stones by column and row, counted from 1 at the lower left corner."""
    rows = text.split("/")[::-1]
    return {(x, y): stone for y, row in enumerate(rows, 1) for x, stone in enumerate(row, 1) if stone != "."}


def name(cell: tuple[int, int]) -> str:
    """Return the name of a cell, such as a1."""
    return f"{'abcdefgh'[cell[0] - 1]}{cell[1]}"


def legal(text: str) -> list[str]:
    """Return the moves in alphabetical order: a stone takes a neighbouring stone of the opponent."""
    placed, own = stones(text), LETTERS[player(text)]
    found = []
    for (x, y), stone in placed.items():
        for target in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if stone == own and placed.get(target, own) != own:
                found.append(name((x, y)) + name(target))
    return sorted(found)


def actor(spec: str, text: str) -> str:
    """Return who decides: "seat 1", "seat 2" or "over"."""
    return f"seat {player(text) + 1}" if legal(text) else "over"


def moves(spec: str, text: str) -> list[str]:
    """Return all legal moves."""
    return legal(text)


def play(spec: str, text: str, move: str) -> str:
    """Return the position after a move."""
    width, height = size_of(spec)
    placed = stones(text)
    source, target = ((" abcdefgh".index(cell[0]), int(cell[1])) for cell in (move[:2], move[2:]))
    placed[target] = placed.pop(source)
    return "/".join("".join(placed.get((x, y), ".") for x in range(1, width + 1)) for y in range(height, 0, -1))


def returns(spec: str, text: str) -> tuple[int, int]:
    """Return the results. The player who made the last move wins."""
    return (-1, 1) if player(text) == 0 else (1, -1)


def refusal(spec: str, text: str) -> str | None:
    """Return the field with a problem, or None if the position is valid."""
    width, height = size_of(spec)
    rows = text.split("/")
    return None if len(rows) == height and all(re.fullmatch(f"[xo.]{{{width}}}", row) for row in rows) else "rows"
