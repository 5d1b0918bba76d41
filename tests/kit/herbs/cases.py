"""Positions and crowded boards of Herbs for tests, and the eight symmetries of the board."""

import random
from collections.abc import Callable

from tests.reference import herbs
from tests.reference.herbs_arena import AHEAD
from tests.reference.herbs_patterns import on_board
from tests.reference.herbs_text import FACINGS, PITS, SQUARES, Square, board_text, read_board, square_name

EMPTY = "0w0b,0w0b"
APART = "A1^,K1^,A11v,K11v"


def board_of(white: str = "", black: str = "") -> str:
    """Return the field `<board>` with stones on the given squares, such as `"E5 F5"`."""
    return board_text(
        {SQUARES[square]: colour for colour, squares in (("w", white), ("b", black)) for square in squares.split()}
    )


def position_text(
    phase: str = "write:1:|",
    white: str = "",
    black: str = "",
    four: str = APART,
    ap: str = "200,200",
    piles: str = EMPTY,
    points: str = "0,0",
    tie: str = "2",
    number: str = "1",
    idle: str = "0",
) -> str:
    """Return a position text. `four` are the Herbs, `number` is the round."""
    return f"{board_of(white, black)} {four} {ap} {piles} {points} {tie} {number} {idle} {phase}"


def fields(position: str, *numbers: int) -> str:
    return " ".join(position.split(" ")[number] for number in numbers)


def after_moves(spec: str, position: str, *moves: str) -> str:
    for move in moves:
        position = herbs.play(spec, position, move)
    return position


# Crowded boards
Mapping = Callable[[int, int], tuple[int, int]]
SYMMETRIES: list[Mapping] = [
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
]


def crowded_fields(chance: random.Random) -> str:
    """Return `<board> <herbs>` with a fifth to two thirds of the squares occupied."""
    free = [square for square in SQUARES.values() if square not in PITS]
    return arena(chance, free, free, chance.uniform(0.2, 0.65))


def crammed_fields(chance: random.Random) -> str:
    """Return `<board> <herbs>` with all Herbs close together, where the order of actions often matters."""
    column, row = chance.randint(0, 8), chance.randint(0, 8)
    free = [square for square in SQUARES.values() if square not in PITS]
    near = [(x, y) for x, y in free if column <= x < column + 3 and row <= y < row + 3]
    return arena(chance, free, near, chance.uniform(0.1, 0.5))


def arena(chance: random.Random, free: list[Square], near: list[Square], density: float) -> str:
    """Return `<board> <herbs>`: Herbs on squares of `near`, one in ten destroyed, and random stones."""
    white = chance.choice((0.5, 0.7, 0.95))
    places = chance.sample(near, 4)
    four = [f"{square_name(place)}{chance.choice(FACINGS)}" if chance.random() < 0.9 else "-" for place in places]
    stones = {
        square: "w" if chance.random() < white else "b"
        for square in free
        if square not in places and chance.random() < density
    }
    return f"{board_text(stones)} {','.join(four)}"


def mapped(fields: str, symmetry: Mapping) -> str:
    def mapped_square(square: Square) -> Square:
        x, y = symmetry(square[0] - 5, square[1] - 5)
        return x + 5, y + 5

    position_text, four = fields.split(" ")
    stones = read_board(position_text)
    assert stones is not None and all(map(on_board, map(mapped_square, stones)))

    def mapped_herb(herb: str) -> str:
        ahead = symmetry(*AHEAD[FACINGS.index(herb[-1])])
        return square_name(mapped_square(SQUARES[herb[:-1]])) + FACINGS[AHEAD.index(ahead)]

    mapped_herbs = ",".join(herb if herb == "-" else mapped_herb(herb) for herb in four.split(","))
    return f"{board_text({mapped_square(square): colour for square, colour in stones.items()})} {mapped_herbs}"
