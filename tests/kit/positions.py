"""Positions and views changed at random, so that most of them are wrong: for the tests of problems and mends."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import fastcore
from tests.kit.walks import option_specs, somewhere

BOARDS = {"herd": ("rows", "rb", ""), "forest": ("rows", "rgyRG", ","), "herbs": ("board", "wb", "")}


def whole_and_seen(game: str, number: int) -> tuple[fastcore.State, int | None, dict[str, str]]:
    """A position of a random game, who sees it (None: all of it), and the fields as they are seen."""
    specs = option_specs(game)
    state = somewhere(specs[number % len(specs)], "mending", number)
    seat = None
    if fastcore.info(game).has.covered and number % 3 == 2:
        seat = number // 3 % state.seats
    names = [field.name for field in fastcore.info(game).fields]
    text = state.text() if seat is None else state.view(seat)
    return state, seat, dict(zip(names, text.split(" "), strict=True))


def changed(game: str, number: int, most: int = 4) -> tuple[str, int | None]:
    """A situation with one to four fields or cells changed, and whose view it is; each field can be read by itself."""
    chance = random.Random(number)
    state, seat, fields = whole_and_seen(game, number)
    _, _, other = whole_and_seen(game, number + 3 * len(option_specs(game)) * chance.randint(1, 5))
    board, letters, between = BOARDS.get(game, ("", "", ""))
    for _ in range(chance.randint(1, most)):
        name = chance.choice([*fields, *([board] * 3 if board else [])])
        if name == board and chance.random() < 0.8:
            fields[name] = with_other_cell(fields[name], letters, between, chance)
        elif chance.random() < 0.4:
            fields[name] = other[name]
        else:
            fields[name] = with_other_part(fields[name], other[name], chance)
    return f"{state.spec} {' '.join(fields.values())}", seat


def with_other_cell(rows: str, letters: str, between: str, chance: random.Random) -> str:
    """A board with another piece, or one more or less, on one of its cells."""
    lines = rows.split("/")
    place = chance.randrange(len(lines))
    runs = lines[place].split(",") if between else re.findall("[0-9]+|.", lines[place])
    cells = [cell for run in runs for cell in ([""] * int(run) if run.isdigit() else [run])]
    if not cells:  # changed before
        return rows
    at = chance.randrange(len(cells))
    cells[at] = chance.choice(["", *letters])
    if between and chance.random() < 0.5:
        cells[at] = "".join(sorted(cells[at] + chance.choice(letters), key=letters.index))[:3]
    written = "".join(f"<{cell}>" for cell in cells)
    written = re.sub("(<>)+", lambda run: f"<{len(run[0]) // 2}>", written)
    lines[place] = written[1:-1].replace("><", between)
    return "/".join(lines)


def with_other_part(text: str, other: str, chance: random.Random) -> str:
    """A field with one of its numbers, letters or entries exchanged for one that stands
    in the other text, or near by."""
    parts, others = re.findall("[0-9]+|[a-zA-Z=]+|.", text) or [""], re.findall("[0-9]+|[a-zA-Z=]+|.", other)
    at = chance.randrange(len(parts))
    if parts[at].isdigit() and chance.random() < 0.6:
        parts[at] = str(max(0, int(parts[at]) + chance.choice([-2, -1, 1, 2, 5])))
    elif parts[at].isalnum():
        parts[at] = chance.choice([part for part in others if part.isalnum()] or [parts[at]])
    elif parts[at] == "?":
        parts[at] = chance.choice(["??", ""])
    return "".join(parts)


def invalid(game: str, numbers: Iterator[int]) -> Iterator[tuple[str, int | None, list[fastcore.Problem]]]:
    """Changed situations that are wrong, whose views they are, and what is wrong."""
    for number in numbers:
        situation, seat = changed(game, number)
        problems = fastcore.problems(situation, seat)
        if problems:
            yield situation, seat, problems
