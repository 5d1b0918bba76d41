"""The forest game's position text, `<rows> <side> <turn> <left> <acted>`, and the texts of its moves.

The compiled rules read and write a `Table`. `refusals.py` finds the problems of a text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fastcore.text.hexagon import hexagon
from fastcore.values import Field, quoted

BOARD = hexagon(4)
LAST_TURN = 300
PAWNS_TO_WIN = 7
MOST_PIECES = 3
PIECES = "rgyRG"
SIDES = {"r": "Red", "g": "Green"}
OPENING = {"p4": "r", "p3": "g", "p2": "g", "p1": "r"}  # pawns left in the opening: the side that places
FIELDS = (
    Field(
        "rows", "board", "rows from the top, joined by /; tiles joined by ,; r g y R G, or numbers of empty tiles",
        "4/5/6/7/6/5/4", "the pieces",
    ),
    Field("side", "choice", "r, g, or . after the game", "r", "whose turn it is"),
    Field("turn", "whole", f"0 in the opening, then 1 to {LAST_TURN}; odd is Red", "0", "number of the turn"),
    Field("left", "choice", "p4 to p1 in the opening, then 2 or 1, 0 after the game", "p4", "the actions left"),
    Field("acted", "text", "-, B, or a tile and its pawns, such as d4:1", "-", "pieces that have acted"),
)  # fmt: skip


class Table(NamedTuple):
    """A parsed position: `tiles` by cell (pieces in the order of PIECES), and the pawns that have acted, by cell."""

    tiles: Sequence[str]
    side: str
    turn: int
    left: str
    boogyman_acted: bool
    acted: Mapping[int, int]


def fields(table: Table) -> dict[str, str]:
    """Return the texts of the fields."""
    entries = ["B"] if table.boogyman_acted else []
    entries += [f"{BOARD.names[cell]}:{table.acted[cell]}" for cell in sorted(table.acted)]
    return {
        "rows": rows_text(table.tiles),
        "side": table.side,
        "turn": str(table.turn),
        "left": table.left,
        "acted": ",".join(entries) or "-",
    }


def rows_text(tiles: Sequence[str]) -> str:
    """Return the field `rows` of the tiles."""
    return "/".join(row_text([tiles[cell] for cell in row]) for row in reversed(BOARD.rows))


def row_text(tiles: Sequence[str]) -> str:
    """Return the entries of a row; runs of empty tiles are numbers."""
    entries: list[str] = []
    empty = 0
    for tile in [*tiles, "end"]:
        if not tile:
            empty += 1
            continue
        entries += [str(empty)] * (empty > 0) + [tile]
        empty = 0
    return ",".join(entries[:-1])


def read(text: str) -> Table:
    """Return the Table of a text without problems."""
    rows, side, turn, left, acted = text.split(" ")
    tiles = [""] * len(BOARD.names)
    for line, cells in zip(rows.split("/"), reversed(BOARD.rows), strict=True):
        place = 0
        for entry in line.split(","):
            if entry.isdigit():
                place += int(entry)
            else:
                tiles[cells[place]] = entry
                place += 1
    entries = [] if acted == "-" else acted.split(",")
    counts = dict(entry.split(":") for entry in entries if entry != "B")
    return Table(
        tiles, side, int(turn), left, "B" in entries, {BOARD.index(name): int(count) for name, count in counts.items()}
    )


# Moves: opening, steps, spawns, and the BBB, numbered in byte order of their texts

_KINDS = ("!", "+", "@")
CELLS = len(BOARD.names)
BOOGYMAN, SPAWN, PLACE, ROAM = 0, CELLS, 2 * CELLS, 3 * CELLS
STEP = ROAM + CELLS * CELLS
ACTIONS = STEP + CELLS * CELLS


def move_text(move: int) -> str:
    names = BOARD.names
    if move < ROAM:
        return _KINDS[move // CELLS] + names[move % CELLS]
    start, end = divmod((move - ROAM) % (CELLS * CELLS), CELLS)
    return f"{'B:' if move < STEP else ''}{names[start]}-{names[end]}"


def cells(move: int) -> tuple[str, ...]:
    """Return the names of the tiles that a move concerns, in order."""
    names = BOARD.names
    if move < ROAM:
        return (names[move % CELLS],)
    start, end = divmod((move - ROAM) % (CELLS * CELLS), CELLS)
    return names[start], names[end]


def why_not(table: Table, moves: Sequence[str], text: str) -> str:
    """Return why a text is not a legal move in a position, or "". `moves` are the texts of the legal moves."""
    if text in moves:
        return ""
    if table.side == ".":
        return "the game is over"
    found = re.fullmatch(r"([!+@]|B:)?([a-z][0-9]+)(?:-([a-z][0-9]+))?", text)
    if found is None:
        return f"{quoted(text)} is not a move: d4-e4 steps, +d4 spawns, !d4 spawns the BBB, B:d4-f5 moves it, @d4 opens"
    kind, start, end = found[1] or "", found[2], found[3] or ""
    for name in filter(None, (start, end)):
        if name not in BOARD.names:
            return f"the board has no tile {name[:20]}"
    if (kind in ("", "B:")) != bool(end):
        return f"{quoted(text)} is not a move: steps and BBB moves name two tiles, other moves one"
    here = table.tiles[BOARD.index(start)]
    name, own, opening = SIDES[table.side], table.side, table.left in OPENING
    if opening != (kind == "@"):
        return f"{name} must place an opening pawn, such as @{start}" if opening else "the opening is over"
    if kind == "@":
        return f"{start} is full: a tile holds {MOST_PIECES} pieces"
    if kind == "B:":
        return _why_not_roam(table, start, end)
    pawns, done = here.count(own), table.acted.get(BOARD.index(start), 0)
    if not pawns:
        return f"{name} has no pawn on {start}"
    if pawns <= done:
        return f"{name}'s pawns on {start} have already acted this turn"
    if kind == "":
        if BOARD.index(end) not in BOARD.neighbours[BOARD.index(start)]:
            return f"{end} is not next to {start}"
        return f"{end} is full: a tile holds {MOST_PIECES} pieces"
    if here.count("y") < 2:
        return f"{start} has fewer than two yellow pawns"
    return f"{name}'s BBB is already on the board"


def _why_not_roam(table: Table, start: str, end: str) -> str:
    name, boogyman = SIDES[table.side], table.side.upper()
    where = next((BOARD.names[cell] for cell, tile in enumerate(table.tiles) if boogyman in tile), "")
    if not where:
        return f"{name}'s BBB is not on the board"
    if where != start:
        return f"{name}'s BBB is on {where}"
    if table.boogyman_acted:
        return f"{name}'s BBB has already acted this turn"
    there = table.tiles[BOARD.index(end)]
    if end == start:
        return "the BBB may return to its tile only if it captures on the way"
    if "y" in there:
        return f"{end} has a yellow pawn, so the BBB cannot enter it"
    if ("G" if boogyman == "R" else "R") in there:
        return f"{end} has the opponent's BBB"
    if len(there) == MOST_PIECES:
        return f"{end} is full: a tile holds {MOST_PIECES} pieces"
    return f"{end} is out of reach: the BBB moves three steps, not past yellow, BBBs or full tiles"
