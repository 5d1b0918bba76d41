"""Which positions of the forest game are refused, and at which field."""

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
from tests.reference.forest_rules import actions
from tests.reference.forest_text import Refused, read_acted, read_rows, rules_of


@lru_cache(maxsize=20_000)
def read(spec: str, text: str) -> Position:
    """Fields are judged in the line's order, a relation at the one the page names and only if all of it can be read."""
    rules = rules_of(spec)
    fields = text.split(" ")
    if len(fields) != 5:
        raise Refused("position", "must have 5 fields: rows, side, turn, left, acted")
    tiles = read_rows(fields[0])
    side = fields[1] if fields[1] in ("r", "g", ".") else None
    turn = int(fields[2]) if re.fullmatch("0|[1-9][0-9]?|[12][0-9]{2}|300", fields[2]) else None
    left = fields[3] if fields[3] in ("0", "1", "2", *OPENING) else None
    acted = read_acted(fields[4])
    if tiles is None:
        raise Refused("rows", "not 7 rows of runs and pieces in the order r g y R G that fit the board")
    judge_rows(rules, tiles, side, left)
    if side is None:
        raise Refused("side", "must be r, g or .")
    judge_side(tiles, side, turn, left, acted)
    if turn is None:
        raise Refused("turn", f"must be a number from 0 to {LAST_TURN}")
    if turn == 0 and (side == "." or (left is not None and left not in OPENING)):
        raise Refused("turn", "0 out of the opening")
    if turn != 0 and left in OPENING:
        raise Refused("turn", "must be 0 in the opening")
    if left is None:
        raise Refused("left", "must be p4 to p1, 2, 1 or 0")
    judge_left(rules, tiles, side, turn, left)
    if acted is None:
        raise Refused("acted", "must be -, or B and cells with numbers in order, as B,d4:1")
    position = Position(tiles, side, turn, left, acted)
    judge_acted(rules, position)
    return position


def judge_rows(rules: Rules, tiles: tuple[str, ...], side: str | None, left: str | None) -> None:
    pawns = [count(tiles, "r"), count(tiles, "g")]
    play = side in ("r", "g") and left in ("0", "1", "2")
    for wrong, reason in (
        (max(map(len, tiles)) > ROOM, f"more than {ROOM} pieces on a tile"),
        ("y" * (rules.yellow_cap + 1) in ",".join(tiles), f"more than {rules.yellow_cap} yellows on a tile"),
        (max(pawns) > GOAL, f"more than {GOAL} pawns of a colour"),
        (max(count(tiles, "R"), count(tiles, "G")) > 1, "more than one BBB of a colour"),
        (left in OPENING and any(count(tiles, piece) for piece in "yRG"), "only pawns in the opening"),
        (play and (0 in pawns or GOAL in pawns), f"a side with {GOAL} or 0 pawns, and the game goes on"),
        (side == "." and pawns in ([0, 0], [GOAL, GOAL]), f"over with both sides at {GOAL} or both at 0"),
    ):
        if wrong:
            raise Refused("rows", reason)


def judge_side(tiles: tuple[str, ...], side: str, turn: int | None, left: str | None, acted: Acted | None) -> None:
    if side == ".":
        if turn is not None and not may_be_over(tiles, turn):
            raise Refused("side", "over, but nobody has won and it is no draw")
        return
    if turn is not None and turn > 0 and side == ("g" if turn % 2 == 1 else "r"):
        raise Refused("side", "Red plays odd turns, Green even ones")
    if left in OPENING and side != OPENING[left][0]:
        raise Refused("side", "Red places one, Green two, Red one")
    if left is not None and left not in OPENING and acted is not None and not actions(tiles, side, acted):
        raise Refused("side", "the side to move has no legal action")


def may_be_over(tiles: tuple[str, ...], turn: int) -> bool:
    if any(count(tiles, pawn) in (0, GOAL) for pawn in "rg") or turn == LAST_TURN:
        return True
    green = bool(actions(tiles, "g", NOTHING))
    return not green and (turn == LAST_TURN - 1 or not actions(tiles, "r", NOTHING))


def judge_left(rules: Rules, tiles: tuple[str, ...], side: str, turn: int, left: str) -> None:
    for wrong, reason in (
        (side == "." and left != "0", "must be 0 when over"),
        (side != "." and left == "0", "0 in play"),
        (turn == 1 and left == "2" and rules.first_turn == 1, "the first turn has one action"),
        (left in OPENING and OPENING[left][1:] != (count(tiles, "r"), count(tiles, "g")), "does not fit the pawns"),
    ):
        if wrong:
            raise Refused("left", reason)


def judge_acted(rules: Rules, position: Position) -> None:
    acted, side, left = position.acted, position.side, position.left
    begun = left == "1" and not (position.turn == 1 and rules.first_turn == 1)
    boogyman = side != "." and count(position.tiles, BOOGYMAN[side]) > 0
    many = len(acted.pawns) + acted.boogyman > 1 or any(number > 2 for _, number in acted.pawns)
    for wrong, reason in (
        (not begun and acted != NOTHING, "nothing has acted yet, or the game is over"),
        (many, "more than one action can have done"),
        (begun and acted == NOTHING and not boogyman, "one action is made, yet nothing has acted"),
        (acted.boogyman and not boogyman, "B without the BBB on the board"),
        (any(number > position.tiles[cell].count(side) for cell, number in acted.pawns), "more than the pawns there"),
    ):
        if wrong:
            raise Refused("acted", reason)
