"""The forest game's texts: specs, what a field alone can say, and positions written.

What cannot be read is None.
"""

import re
from functools import lru_cache

from tests.reference.forest_board import LENGTHS, NAMES, NOTHING, Acted, Position, Rules

OPTIONS = {"first_turn": ("2", "1"), "yellow_cap": ("2", "3")}  # the default first


class Refused(ValueError):
    """What the page refuses: `field` is `spec`, `position`, a field of the position text, or `move`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


# Spec
@lru_cache
def rules_of(spec: str) -> Rules:
    match = re.fullmatch(r"forest(?:\(([^()]+)\))?", spec)
    given: dict[str, str] = {}
    for part in match[1].split(",") if match and match[1] else []:
        option, _, value = part.partition("=")
        if option in given or value not in OPTIONS.get(option, ()):
            match = None
        given[option] = value
    if match is None:
        raise Refused("spec", f"{spec!r} is not forest, alone or with first_turn=2 or 1 and yellow_cap=2 or 3")
    return Rules(int(given.get("first_turn", 2)), int(given.get("yellow_cap", 2)))


def canonical(spec: str) -> str:
    """The spec with its defaults left out, the others in the order of the page."""
    rules = rules_of(spec)
    chosen = [("first_turn", str(rules.first_turn)), ("yellow_cap", str(rules.yellow_cap))]
    parts = [f"{option}={value}" for option, value in chosen if value != OPTIONS[option][0]]
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
    run_before = False
    for entry in line.split(","):
        run = re.fullmatch("[1-7]", entry) is not None
        if (run and run_before) or not (run or re.fullmatch("(?=.)r*g*y*R*G*", entry)):
            return None
        row += [""] * int(entry) if run else [entry]
        run_before = run
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
    order = [cell for cell, _ in pawns]
    return Acted(boogyman, tuple(pawns)) if order == sorted(set(order)) else None


@lru_cache(maxsize=20_000)
def row_text(row: tuple[str, ...]) -> str:
    line = ",".join(tile or "." for tile in row)
    return re.sub(r"\.(,\.)*", lambda run: str(run[0].count(".")), line)


def write(position: Position) -> str:
    tiles = position.tiles
    rows = []
    for length in LENGTHS:
        rows.append(row_text(tiles[:length]))
        tiles = tiles[length:]
    acted = ["B"] if position.acted.boogyman else []
    acted += [f"{NAMES[cell]}:{number}" for cell, number in position.acted.pawns]
    return f"{'/'.join(reversed(rows))} {position.side} {position.turn} {position.left} {','.join(acted) or '-'}"
