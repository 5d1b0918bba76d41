"""The forest game's board, its pieces, and what a position is.

A cell is its index in the order a1, a2, ..., g4, and a tile is the text of its pieces in the order `r g y R G`, empty
for an empty tile.
"""

from dataclasses import dataclass

LAST_TURN = 300
GOAL = 7
ROOM = 3
PIECES = "rgyRG"
ENEMY = {"r": "g", "g": "r"}
BOOGYMAN = {"r": "R", "g": "G"}
OPENING = {"p4": ("r", 0, 0), "p3": ("g", 1, 0), "p2": ("g", 1, 1), "p1": ("r", 1, 2)}  # who places; pawns there are

LENGTHS = [4, 5, 6, 7, 6, 5, 4]  # row a first
CELLS = [(row, number) for row in range(7) for number in range(1, LENGTHS[row] + 1)]
NAMES = [f"{'abcdefg'[row]}{number}" for row, number in CELLS]
EMPTY = ("",) * len(CELLS)


def touched_by(row: int, number: int) -> list[int]:
    touched = [(row, number - 1), (row, number + 1)]
    for other in (row - 1, row + 1):
        if 0 <= other < 7:
            shift = 0 if LENGTHS[other] > LENGTHS[row] else -1
            touched += [(other, number + shift), (other, number + shift + 1)]
    return [CELLS.index(one) for one in touched if one in CELLS]


ADJACENT = [touched_by(row, number) for row, number in CELLS]


@dataclass(frozen=True)
class Rules:
    first_turn: int
    yellow_cap: int


@dataclass(frozen=True)
class Acted:
    """What has acted this turn: the mover's BBB, and (cell, number of pawns) in the order of the cells."""

    boogyman: bool = False
    pawns: tuple[tuple[int, int], ...] = ()

    def at(self, cell: int) -> int:
        return dict(self.pawns).get(cell, 0)


NOTHING = Acted()


@dataclass(frozen=True)
class Position:
    """`left` is `p4` to `p1` in the opening, else `2`, `1` or, when over, `0`."""

    tiles: tuple[str, ...]
    side: str
    turn: int
    left: str
    acted: Acted


def count(tiles: tuple[str, ...], piece: str) -> int:
    return "".join(tiles).count(piece)


def tidy(pieces: str) -> str:
    return "".join(sorted(pieces, key=PIECES.index))


def changed(tiles: tuple[str, ...], changes: dict[int, str]) -> tuple[str, ...]:
    new = list(tiles)
    for cell, pieces in changes.items():
        new[cell] = tidy(pieces)
    return tuple(new)
