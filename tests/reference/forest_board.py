"""Board, pieces and position of the forest game.

A cell is its index in the order a1, a2, ..., g4. A tile is the string of its pieces in the order `r g y R G`, empty if
it has none.
"""

from dataclasses import dataclass

LAST_TURN = 300
GOAL = 7
ROOM = 3
PIECES = "rgyRG"
ENEMY = {"r": "g", "g": "r"}
BOOGYMAN = {"r": "R", "g": "G"}
# phase: (player who places, red pawns, green pawns)
OPENING = {"p4": ("r", 0, 0), "p3": ("g", 1, 0), "p2": ("g", 1, 1), "p1": ("r", 1, 2)}

LENGTHS = [4, 5, 6, 7, 6, 5, 4]  # from row a
CELLS = [(row, number) for row in range(7) for number in range(1, LENGTHS[row] + 1)]
NAMES = [f"{'abcdefg'[row]}{number}" for row, number in CELLS]
EMPTY = ("",) * len(CELLS)


def neighbours_of(row: int, number: int) -> list[int]:
    neighbours = [(row, number - 1), (row, number + 1)]
    for neighbour_row in (row - 1, row + 1):
        if 0 <= neighbour_row < 7:
            shift = 0 if LENGTHS[neighbour_row] > LENGTHS[row] else -1
            neighbours += [(neighbour_row, number + shift), (neighbour_row, number + shift + 1)]
    return [CELLS.index(cell) for cell in neighbours if cell in CELLS]


ADJACENT = [neighbours_of(row, number) for row, number in CELLS]


@dataclass(frozen=True)
class Rules:
    first_turn: int
    yellow_cap: int


@dataclass(frozen=True)
class Acted:
    """The pieces that acted this turn: whether the mover's BBB did, and (cell, number of pawns) by cell."""

    boogyman: bool = False
    pawns: tuple[tuple[int, int], ...] = ()

    def at(self, cell: int) -> int:
        return dict(self.pawns).get(cell, 0)


NOTHING = Acted()


@dataclass(frozen=True)
class Position:
    """A position. `left` is `p4` to `p1` in the opening, then `2` or `1` actions, and `0` when the game is over."""

    tiles: tuple[str, ...]
    side: str
    turn: int
    left: str
    acted: Acted


def count(tiles: tuple[str, ...], piece: str) -> int:
    return "".join(tiles).count(piece)


def sort_pieces(pieces: str) -> str:
    return "".join(sorted(pieces, key=PIECES.index))


def with_pieces(tiles: tuple[str, ...], changes: dict[int, str]) -> tuple[str, ...]:
    result = list(tiles)
    for cell, pieces in changes.items():
        result[cell] = sort_pieces(pieces)
    return tuple(result)
