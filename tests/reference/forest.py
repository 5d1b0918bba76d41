"""The "GAME without a NAME" by FlorisXIV, slow and plain, from its rules page alone.

Every public function takes a spec and a position text and raises `Refused` for what the page refuses.
Seats are 0 (Red) and 1 (Green).
"""

from tests.reference.forest_board import EMPTY, GOAL, NOTHING, Position, Rules, count
from tests.reference.forest_refusals import read
from tests.reference.forest_rules import after, legal
from tests.reference.forest_text import Refused, canonical, rules_of, write

__all__ = [
    "Refused",
    "actor",
    "canonical",
    "chances",
    "moves",
    "observation",
    "perft",
    "play",
    "points",
    "refusal",
    "returns",
    "start",
    "view",
]


def start(spec: str) -> str:
    rules_of(spec)
    return write(Position(EMPTY, "r", 0, "p4", NOTHING))


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """The first faulty field, `position` if their number is wrong, `spec` for a bad spec; None if all is well."""
    try:
        read(spec, text)
    except Refused as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """`seat 1`, `seat 2` or `over`."""
    return {"r": "seat 1", "g": "seat 2", ".": "over"}[read(spec, text).side]


def moves(spec: str, text: str) -> list[str]:
    """The legal moves in byte order; empty when over."""
    return list(legal(read(spec, text)))


def chances(spec: str, text: str) -> list[str]:
    """Nothing is left to chance."""
    read(spec, text)
    return []


def play(spec: str, text: str, move: str) -> str:
    position = read(spec, text)
    if move not in legal(position):
        raise Refused("move", f"{move!r} is not legal here")
    return write(after(rules_of(spec), position, move))


def points(spec: str, text: str) -> tuple[int, int]:
    """The pawns on the board: Red's, Green's."""
    tiles = read(spec, text).tiles
    return count(tiles, "r"), count(tiles, "g")


def returns(spec: str, text: str) -> tuple[int, int] | None:
    """1 for the win, 0 for the draw, -1 for the loss: Red's, Green's; None while the game is not over."""
    if actor(spec, text) != "over":
        return None
    red, green = points(spec, text)
    if GOAL in (red, green) or 0 in (red, green):
        return (1, -1) if red == GOAL or green == 0 else (-1, 1)
    return 0, 0


def view(spec: str, text: str, seat: int | None) -> str:
    """Nothing is hidden: the position text, for either seat and for nobody's (None)."""
    return write(read(spec, text))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Nothing is hidden: the move text."""
    play(spec, text, move)
    return move


def perft(spec: str, text: str, depth: int) -> int:
    """The number of sequences of `depth` moves; those that end earlier are not counted."""
    return sequences(rules_of(spec), read(spec, text), depth)


def sequences(rules: Rules, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal(position))
    return sum(sequences(rules, after(rules, position, move), depth - 1) for move in legal(position))
