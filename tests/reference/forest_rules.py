"""Actions of the forest game: which are legal, and the position after each."""

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
    count,
    with_pieces,
)


@lru_cache(maxsize=20_000)
def legal_actions(tiles: tuple[str, ...], side: str, acted: Acted) -> tuple[str, ...]:
    """Return the legal actions of `side` after the opening, in byte order."""
    actions: list[str] = []
    boogyman = BOOGYMAN[side]
    is_on_board = count(tiles, boogyman) > 0
    for cell, tile in enumerate(tiles):
        if side not in tile and boogyman not in tile:
            continue
        if tile.count(side) > acted.at(cell):
            actions += [f"{NAMES[cell]}-{NAMES[to]}" for to in ADJACENT[cell] if len(tiles[to]) < ROOM]
            if tile.count("y") >= 2:
                actions.append(f"+{NAMES[cell]}")
                if not is_on_board:
                    actions.append(f"!{NAMES[cell]}")
        if boogyman in tile and not acted.boogyman:
            actions += [f"B:{NAMES[cell]}-{NAMES[to]}" for to in boogyman_targets(tiles, side, cell)]
    return tuple(sorted(actions))


def boogyman_targets(tiles: tuple[str, ...], side: str, begin: int) -> set[int]:
    """Return the cells where the BBB on `begin` can end its move.

    It moves up to three steps. It may return to its start only if it captures there.
    """
    # The BBB itself does not count.
    tiles_without = with_pieces(tiles, {begin: tiles[begin].replace(BOOGYMAN[side], "")})
    enemy = BOOGYMAN[ENEMY[side]]
    enterable = [len(tile) < ROOM and "y" not in tile and enemy not in tile for tile in tiles_without]
    reached: set[int] = set()
    frontier = {begin}
    for _ in range(3):
        frontier = {to for cell in frontier for to in ADJACENT[cell] if enterable[to]}
        reached |= frontier
    return {end for end in reached if end != begin or ENEMY[side] in tiles_without[end]}


def legal_moves(position: Position) -> tuple[str, ...]:
    """Return the legal moves in byte order; empty when the game is over."""
    if position.side == ".":
        return ()
    if position.left in OPENING:
        return tuple(f"@{NAMES[cell]}" for cell, tile in enumerate(position.tiles) if len(tile) < ROOM)
    return legal_actions(position.tiles, position.side, position.acted)


def with_acted(acted: Acted, cell: int, added: int) -> Acted:
    numbers = dict(acted.pawns)
    numbers[cell] = numbers.get(cell, 0) + added
    return replace(acted, pawns=tuple(sorted(numbers.items())))


def apply_move(rules: Rules, position: Position, move: str) -> Position:
    """Return the position after a legal move."""
    cells = [NAMES.index(name) for name in re.findall("[a-g][1-7]", move)]
    begin, end = cells[0], cells[-1]
    if move[0] == "@":
        return place_pawn(rules, position, begin)
    tiles, side, acted = position.tiles, position.side, position.acted
    if move[0] == "+":
        tiles = with_pieces(tiles, {begin: tiles[begin].replace("y", "", 2) + side})
        acted = with_acted(acted, begin, 2)
    elif move[0] == "!":
        tiles = with_pieces(tiles, {begin: tiles[begin].replace("y", "", 2).replace(side, "", 1) + BOOGYMAN[side]})
    elif move[0] == "B":
        tiles = with_pieces(tiles, {begin: tiles[begin].replace(BOOGYMAN[side], "")})
        tiles = with_pieces(tiles, {end: tiles[end].replace(ENEMY[side], "") + BOOGYMAN[side]})
        acted = replace(acted, boogyman=True)
    else:
        remaining = tiles[begin].replace(side, "", 1)
        if side not in remaining and remaining.count("y") < rules.yellow_cap:
            remaining += "y"
        tiles = with_pieces(tiles, {begin: remaining, end: tiles[end] + side})
        acted = with_acted(acted, end, 1)
    return after_action(replace(position, tiles=tiles, left=str(int(position.left) - 1), acted=acted))


def place_pawn(rules: Rules, position: Position, cell: int) -> Position:
    tiles = with_pieces(position.tiles, {cell: position.tiles[cell] + position.side})
    if position.left == "p1":
        return Position(tiles, "r", 1, str(rules.first_turn), NOTHING)
    left = f"p{int(position.left[1]) - 1}"
    return replace(position, tiles=tiles, side=OPENING[left][0], left=left)


def after_action(position: Position) -> Position:
    """Return the position that follows an action.

    The position is the end of the game, the rest of the turn, or the next turn with a legal action.
    """
    tiles, side, turn = position.tiles, position.side, position.turn
    over = Position(tiles, ".", turn, "0", NOTHING)
    if any(count(tiles, pawn) in (0, GOAL) for pawn in "rg"):
        return over
    if position.left != "0" and legal_actions(tiles, side, position.acted):
        return position
    for next_turn, mover in ((turn + 1, ENEMY[side]), (turn + 2, side)):
        if next_turn <= LAST_TURN and legal_actions(tiles, mover, NOTHING):
            return Position(tiles, mover, next_turn, "2", NOTHING)
    return over
