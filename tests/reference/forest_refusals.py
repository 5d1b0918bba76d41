"""Validation of forest game positions: which ones the rules page rejects, and for which field."""

import re
from functools import lru_cache

from tests.reference.forest_board import (
    BOOGYMAN,
    GOAL,
    LAST_TURN,
    NOTHING,
    OPENING,
    ROOM,
    Acted,
    Position,
    Rules,
    count,
)
from tests.reference.forest_rules import legal_actions
from tests.reference.forest_text import RefusedError, parse_spec, read_acted, read_rows


@lru_cache(maxsize=20_000)
def read_position(spec: str, text: str) -> Position:
    """Return the position of a text.

    Fields are checked in their order in the text. A relation between fields is checked at the field that the rules page
    names, if all its fields can be parsed.

    Raises:
        RefusedError: The spec or a field is invalid.
    """
    rules = parse_spec(spec)
    fields = text.split(" ")
    if len(fields) != 5:
        raise RefusedError("position", "must have 5 fields: rows, side, turn, left, acted")
    tiles = read_rows(fields[0])
    side = fields[1] if fields[1] in ("r", "g", ".") else None
    turn = int(fields[2]) if re.fullmatch("0|[1-9][0-9]?|[12][0-9]{2}|300", fields[2]) else None
    left = fields[3] if fields[3] in ("0", "1", "2", *OPENING) else None
    acted = read_acted(fields[4])
    if tiles is None:
        raise RefusedError("rows", "not 7 rows of runs and pieces in the order r g y R G that fit the board")
    check_rows(rules, tiles, side, left)
    if side is None:
        raise RefusedError("side", "must be r, g or .")
    check_side(tiles, side, turn, left, acted)
    if turn is None:
        raise RefusedError("turn", f"must be a number from 0 to {LAST_TURN}")
    if turn == 0 and (side == "." or (left is not None and left not in OPENING)):
        raise RefusedError("turn", "0 out of the opening")
    if turn != 0 and left in OPENING:
        raise RefusedError("turn", "must be 0 in the opening")
    if left is None:
        raise RefusedError("left", "must be p4 to p1, 2, 1 or 0")
    check_left(rules, tiles, side, turn, left)
    if acted is None:
        raise RefusedError("acted", "must be -, or B and cells with numbers in order, as B,d4:1")
    position = Position(tiles, side, turn, left, acted)
    check_acted(rules, position)
    return position


def check_rows(rules: Rules, tiles: tuple[str, ...], side: str | None, left: str | None) -> None:
    pawns = [count(tiles, "r"), count(tiles, "g")]
    is_in_play = side in ("r", "g") and left in ("0", "1", "2")
    for is_invalid, reason in (
        (max(map(len, tiles)) > ROOM, f"more than {ROOM} pieces on a tile"),
        ("y" * (rules.yellow_cap + 1) in ",".join(tiles), f"more than {rules.yellow_cap} yellows on a tile"),
        (max(pawns) > GOAL, f"more than {GOAL} pawns of a colour"),
        (max(count(tiles, "R"), count(tiles, "G")) > 1, "more than one BBB of a colour"),
        (left in OPENING and any(count(tiles, piece) for piece in "yRG"), "only pawns in the opening"),
        (is_in_play and (0 in pawns or GOAL in pawns), f"a side with {GOAL} or 0 pawns, and the game goes on"),
        (side == "." and pawns in ([0, 0], [GOAL, GOAL]), f"over with both sides at {GOAL} or both at 0"),
    ):
        if is_invalid:
            raise RefusedError("rows", reason)


def check_side(tiles: tuple[str, ...], side: str, turn: int | None, left: str | None, acted: Acted | None) -> None:
    if side == ".":
        if turn is not None and not can_be_over(tiles, turn):
            raise RefusedError("side", "over, but nobody has won and it is no draw")
        return
    if turn is not None and turn > 0 and side == ("g" if turn % 2 == 1 else "r"):
        raise RefusedError("side", "Red plays odd turns, Green even ones")
    if left in OPENING and side != OPENING[left][0]:
        raise RefusedError("side", "Red places one, Green two, Red one")
    if left is not None and left not in OPENING and acted is not None and not legal_actions(tiles, side, acted):
        raise RefusedError("side", "the side to move has no legal action")


def can_be_over(tiles: tuple[str, ...], turn: int) -> bool:
    if any(count(tiles, pawn) in (0, GOAL) for pawn in "rg") or turn == LAST_TURN:
        return True
    green = bool(legal_actions(tiles, "g", NOTHING))
    return not green and (turn == LAST_TURN - 1 or not legal_actions(tiles, "r", NOTHING))


def check_left(rules: Rules, tiles: tuple[str, ...], side: str, turn: int, left: str) -> None:
    for is_invalid, reason in (
        (side == "." and left != "0", "must be 0 when over"),
        (side != "." and left == "0", "0 in play"),
        (turn == 1 and left == "2" and rules.first_turn == 1, "the first turn has one action"),
        (left in OPENING and OPENING[left][1:] != (count(tiles, "r"), count(tiles, "g")), "does not fit the pawns"),
    ):
        if is_invalid:
            raise RefusedError("left", reason)


def check_acted(rules: Rules, position: Position) -> None:
    acted, side, left = position.acted, position.side, position.left
    is_second_action = left == "1" and not (position.turn == 1 and rules.first_turn == 1)
    has_boogyman = side != "." and count(position.tiles, BOOGYMAN[side]) > 0
    too_many = len(acted.pawns) + acted.boogyman > 1 or any(number > 2 for _, number in acted.pawns)
    for is_invalid, reason in (
        (not is_second_action and acted != NOTHING, "nothing has acted yet, or the game is over"),
        (too_many, "more than one action can have done"),
        (is_second_action and acted == NOTHING and not has_boogyman, "one action is made, yet nothing has acted"),
        (acted.boogyman and not has_boogyman, "B without the BBB on the board"),
        (any(number > position.tiles[cell].count(side) for cell, number in acted.pawns), "more than the pawns there"),
    ):
        if is_invalid:
            raise RefusedError("acted", reason)
