"""What may be done in a turn of the forest game, and what comes of it."""

import re
from dataclasses import replace
from functools import lru_cache

from tests.reference.forest_board import (
    ADJACENT,
    BOOGYMAN,
    ENEMY,
    GOAL,
    LAST_TURN,
    NAMES,
    NOTHING,
    OPENING,
    ROOM,
    Acted,
    Position,
    Rules,
    changed,
    count,
)


@lru_cache(maxsize=20_000)
def actions(tiles: tuple[str, ...], side: str, acted: Acted) -> tuple[str, ...]:
    """What `side` may do after the opening, in byte order."""
    found: list[str] = []
    boogyman = BOOGYMAN[side]
    on_the_board = count(tiles, boogyman) > 0
    for cell, tile in enumerate(tiles):
        if side not in tile and boogyman not in tile:
            continue
        if tile.count(side) > acted.at(cell):
            found += [f"{NAMES[cell]}-{NAMES[to]}" for to in ADJACENT[cell] if len(tiles[to]) < ROOM]
            if tile.count("y") >= 2:
                found.append(f"+{NAMES[cell]}")
                if not on_the_board:
                    found.append(f"!{NAMES[cell]}")
        if boogyman in tile and not acted.boogyman:
            found += [f"B:{NAMES[cell]}-{NAMES[to]}" for to in boogyman_ends(tiles, side, cell)]
    return tuple(sorted(found))


def boogyman_ends(tiles: tuple[str, ...], side: str, begin: int) -> set[int]:
    """Where the BBB on `begin` may end: up to three steps, and out and back if that captures."""
    others = changed(tiles, {begin: tiles[begin].replace(BOOGYMAN[side], "")})  # the BBB itself not counted
    enemy = BOOGYMAN[ENEMY[side]]
    enterable = [len(tile) < ROOM and "y" not in tile and enemy not in tile for tile in others]
    reached: set[int] = set()
    here = {begin}
    for _ in range(3):
        here = {to for cell in here for to in ADJACENT[cell] if enterable[to]}
        reached |= here
    return {end for end in reached if end != begin or ENEMY[side] in others[end]}


def legal(position: Position) -> tuple[str, ...]:
    """The legal moves in byte order; empty when over."""
    if position.side == ".":
        return ()
    if position.left in OPENING:
        return tuple(f"@{NAMES[cell]}" for cell, tile in enumerate(position.tiles) if len(tile) < ROOM)
    return actions(position.tiles, position.side, position.acted)


def with_acted(acted: Acted, cell: int, more: int) -> Acted:
    numbers = dict(acted.pawns)
    numbers[cell] = numbers.get(cell, 0) + more
    return replace(acted, pawns=tuple(sorted(numbers.items())))


def after(rules: Rules, position: Position, move: str) -> Position:
    """The position after a legal move."""
    cells = [NAMES.index(one) for one in re.findall("[a-g][1-7]", move)]
    begin, end = cells[0], cells[-1]
    if move[0] == "@":
        return placed(rules, position, begin)
    tiles, side, acted = position.tiles, position.side, position.acted
    if move[0] == "+":
        tiles = changed(tiles, {begin: tiles[begin].replace("y", "", 2) + side})
        acted = with_acted(acted, begin, 2)
    elif move[0] == "!":
        tiles = changed(tiles, {begin: tiles[begin].replace("y", "", 2).replace(side, "", 1) + BOOGYMAN[side]})
    elif move[0] == "B":
        tiles = changed(tiles, {begin: tiles[begin].replace(BOOGYMAN[side], "")})
        tiles = changed(tiles, {end: tiles[end].replace(ENEMY[side], "") + BOOGYMAN[side]})
        acted = replace(acted, boogyman=True)
    else:
        behind = tiles[begin].replace(side, "", 1)
        if side not in behind and behind.count("y") < rules.yellow_cap:
            behind += "y"
        tiles = changed(tiles, {begin: behind, end: tiles[end] + side})
        acted = with_acted(acted, end, 1)
    return goes_on(replace(position, tiles=tiles, left=str(int(position.left) - 1), acted=acted))


def placed(rules: Rules, position: Position, cell: int) -> Position:
    tiles = changed(position.tiles, {cell: position.tiles[cell] + position.side})
    if position.left == "p1":
        return Position(tiles, "r", 1, str(rules.first_turn), NOTHING)
    left = f"p{int(position.left[1]) - 1}"
    return replace(position, tiles=tiles, side=OPENING[left][0], left=left)


def goes_on(position: Position) -> Position:
    """After an action: the end of the game, the rest of the turn, or the next turn in which something can be done."""
    tiles, side, turn = position.tiles, position.side, position.turn
    over = Position(tiles, ".", turn, "0", NOTHING)
    if any(count(tiles, pawn) in (0, GOAL) for pawn in "rg"):
        return over
    if position.left != "0" and actions(tiles, side, position.acted):
        return position
    for later, mover in ((turn + 1, ENEMY[side]), (turn + 2, side)):
        if later <= LAST_TURN and actions(tiles, mover, NOTHING):
            return Position(tiles, mover, later, "2", NOTHING)
    return over
