"""Parsing and writing of the forest game's specs and position texts, field by field.

Parsers return None for text that they cannot parse.
"""

import re
from functools import lru_cache

from tests.reference.forest_board import LENGTHS, NAMES, NOTHING, Acted, Position, Rules

OPTIONS = {"first_turn": ("2", "1"), "yellow_cap": ("2", "3")}  # the default comes first


class RefusedError(ValueError):
    """A spec, position or move that the rules page rejects.

    `field` is `spec`, `position`, a field of the position text, or `move`.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


# Spec
@lru_cache
def parse_spec(spec: str) -> Rules:
    match = re.fullmatch(r"forest(?:\(([^()]+)\))?", spec)
    given: dict[str, str] = {}
    for part in match[1].split(",") if match and match[1] else []:
        option, _, value = part.partition("=")
        if option in given or value not in OPTIONS.get(option, ()):
            match = None
        given[option] = value
    if match is None:
        raise RefusedError("spec", f"{spec!r} is not forest, alone or with first_turn=2 or 1 and yellow_cap=2 or 3")
    return Rules(int(given.get("first_turn", 2)), int(given.get("yellow_cap", 2)))


def canonical(spec: str) -> str:
    """Return the spec without default values, its options in the order of the rules page."""
    rules = parse_spec(spec)
    values = [("first_turn", str(rules.first_turn)), ("yellow_cap", str(rules.yellow_cap))]
    parts = [f"{option}={value}" for option, value in values if value != OPTIONS[option][0]]
    return f"forest({','.join(parts)})" if parts else "forest"


# Position text
def read_rows(text: str) -> tuple[str, ...] | None:
    lines = text.split("/")
    if len(lines) != len(LENGTHS):
        return None
    tiles: tuple[str, ...] = ()
    for length, line in zip(LENGTHS, reversed(lines), strict=True):
        row = read_row(line)
        if row is None or len(row) != length:
            return None
        tiles += row
    return tiles


@lru_cache(maxsize=20_000)
def read_row(line: str) -> tuple[str, ...] | None:
    row: list[str] = []
    was_run = False
    for entry in line.split(","):
        is_run = re.fullmatch("[1-7]", entry) is not None
        if (is_run and was_run) or not (is_run or re.fullmatch("(?=.)r*g*y*R*G*", entry)):
            return None
        row += [""] * int(entry) if is_run else [entry]
        was_run = is_run
    return tuple(row)


def read_acted(text: str) -> Acted | None:
    if text == "-":
        return NOTHING
    parts = text.split(",")
    boogyman = parts[0] == "B"
    pawns = []
    for part in parts[1:] if boogyman else parts:
        name, _, number = part.partition(":")
        if name not in NAMES or number not in ("1", "2", "3"):
            return None
        pawns.append((NAMES.index(name), int(number)))
    cells = [cell for cell, _ in pawns]
    return Acted(boogyman, tuple(pawns)) if cells == sorted(set(cells)) else None


@lru_cache(maxsize=20_000)
def row_text(row: tuple[str, ...]) -> str:
    line = ",".join(tile or "." for tile in row)
    return re.sub(r"\.(,\.)*", lambda run: str(run[0].count(".")), line)


def write_position(position: Position) -> str:
    tiles = position.tiles
    rows = []
    for length in LENGTHS:
        rows.append(row_text(tiles[:length]))
        tiles = tiles[length:]
    acted = ["B"] if position.acted.boogyman else []
    acted += [f"{NAMES[cell]}:{number}" for cell, number in position.acted.pawns]
    return f"{'/'.join(reversed(rows))} {position.side} {position.turn} {position.left} {','.join(acted) or '-'}"
