"""Reference implementation of the "GAME without a NAME" by FlorisXIV, written from its rules page.

Every public function takes a spec and a position text and raises `RefusedError` if the rules page rejects one of them.
Seats are 0 (Red) and 1 (Green).
"""

from tests.reference.forest_board import EMPTY, GOAL, NOTHING, Position, Rules, count
from tests.reference.forest_refusals import read_position
from tests.reference.forest_rules import apply_move, legal_moves
from tests.reference.forest_text import RefusedError, canonical, parse_spec, write_position

__all__ = [
    "RefusedError",
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
    parse_spec(spec)
    return write_position(Position(EMPTY, "r", 0, "p4", NOTHING))


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """Return the first invalid field, or None if the position is valid.

    The result is `position` if the number of fields is wrong, and `spec` if the spec is invalid.
    """
    try:
        read_position(spec, text)
    except RefusedError as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """Return `seat 1`, `seat 2` or `over`."""
    return {"r": "seat 1", "g": "seat 2", ".": "over"}[read_position(spec, text).side]


def moves(spec: str, text: str) -> list[str]:
    """Return the legal moves in byte order; empty when the game is over."""
    return list(legal_moves(read_position(spec, text)))


def chances(spec: str, text: str) -> list[str]:
    """Return an empty list: the game has no chance events."""
    read_position(spec, text)
    return []


def play(spec: str, text: str, move: str) -> str:
    position = read_position(spec, text)
    if move not in legal_moves(position):
        raise RefusedError("move", f"{move!r} is not legal here")
    return write_position(apply_move(parse_spec(spec), position, move))


def points(spec: str, text: str) -> tuple[int, int]:
    """Return the number of pawns on the board, for Red and for Green."""
    tiles = read_position(spec, text).tiles
    return count(tiles, "r"), count(tiles, "g")


def returns(spec: str, text: str) -> tuple[int, int] | None:
    """Return 1 for a win, 0 for a draw and -1 for a loss, for Red and for Green; None until the game ends."""
    if actor(spec, text) != "over":
        return None
    red, green = points(spec, text)
    if GOAL in (red, green) or 0 in (red, green):
        return (1, -1) if red == GOAL or green == 0 else (-1, 1)
    return 0, 0


def view(spec: str, text: str, seat: int | None) -> str:
    """Return the position text: every seat, and the public (None), sees everything."""
    return write_position(read_position(spec, text))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Return the move text: every seat sees every move."""
    play(spec, text, move)
    return move


def perft(spec: str, text: str, depth: int) -> int:
    """Count the sequences of exactly `depth` moves; shorter games are not counted."""
    return count_sequences(parse_spec(spec), read_position(spec, text), depth)


def count_sequences(rules: Rules, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal_moves(position))
    return sum(count_sequences(rules, apply_move(rules, position, move), depth - 1) for move in legal_moves(position))
