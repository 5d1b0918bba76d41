"""Randomly changed positions and views, most of them invalid, for tests of problems and their fixes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import fastcore
from workbench.conformance.walks import option_specs, random_position
from workbench.positions.fixes import FixableProblem, problems_with_fixes

BOARDS = {"herd": ("rows", "rb", ""), "forest": ("rows", "rgyRG", ","), "herbs": ("board", "wb", "")}


def sample_fields(game: str, number: int) -> tuple[fastcore.State, int | None, dict[str, str]]:
    """Return a position of a random game, its viewer (None for the full view), and the fields the viewer sees."""
    specs = option_specs(game)
    state = random_position(specs[number % len(specs)], "mending", number)
    seat = None
    if fastcore.info(game).has.covered and number % 3 == 2:
        seat = number // 3 % state.seats
    names = [field.name for field in fastcore.info(game).fields]
    text = state.text() if seat is None else state.view(seat)
    return state, seat, dict(zip(names, text.split(" "), strict=True))


def change_fields(game: str, number: int, max_changes: int = 4) -> tuple[str, int | None]:
    """Return a position text with up to `max_changes` changed fields or cells, and its viewer. It may be invalid."""
    chance = random.Random(number)
    state, seat, fields = sample_fields(game, number)
    _, _, other_fields = sample_fields(game, number + 3 * len(option_specs(game)) * chance.randint(1, 5))
    board, letters, separator = BOARDS.get(game, ("", "", ""))
    for _ in range(chance.randint(1, max_changes)):
        name = chance.choice([*fields, *([board] * 3 if board else [])])
        if name == board and chance.random() < 0.8:
            fields[name] = change_cell(fields[name], letters, separator, chance)
        elif chance.random() < 0.4:
            fields[name] = other_fields[name]
        else:
            fields[name] = change_part(fields[name], other_fields[name], chance)
    return f"{state.spec} {' '.join(fields.values())}", seat


def change_cell(rows: str, letters: str, separator: str, chance: random.Random) -> str:
    """Return the board with a piece changed, added or removed on one cell."""
    lines = rows.split("/")
    row = chance.randrange(len(lines))
    runs = lines[row].split(",") if separator else re.findall("[0-9]+|.", lines[row])
    cells = [cell for run in runs for cell in ([""] * int(run) if run.isdigit() else [run])]
    if not cells:  # earlier changes have left an empty row
        return rows
    index = chance.randrange(len(cells))
    cells[index] = chance.choice(["", *letters])
    if separator and chance.random() < 0.5:
        cells[index] = "".join(sorted(cells[index] + chance.choice(letters), key=letters.index))[:3]
    line = "".join(f"<{cell}>" for cell in cells)
    line = re.sub("(<>)+", lambda run: f"<{len(run[0]) // 2}>", line)
    lines[row] = line[1:-1].replace("><", separator)
    return "/".join(lines)


def change_part(text: str, source: str, chance: random.Random) -> str:
    """Return the field with one number, letter or entry replaced by one from another text or by a nearby number."""
    parts, source_parts = re.findall("[0-9]+|[a-zA-Z=]+|.", text) or [""], re.findall("[0-9]+|[a-zA-Z=]+|.", source)
    index = chance.randrange(len(parts))
    if parts[index].isdigit() and chance.random() < 0.6:
        parts[index] = str(max(0, int(parts[index]) + chance.choice([-2, -1, 1, 2, 5])))
    elif parts[index].isalnum():
        parts[index] = chance.choice([part for part in source_parts if part.isalnum()] or [parts[index]])
    elif parts[index] == "?":
        parts[index] = chance.choice(["??", ""])
    return "".join(parts)


def invalid(game: str, numbers: Iterator[int]) -> Iterator[tuple[str, int | None, list[FixableProblem]]]:
    """Yield changed texts that are invalid, with their viewers and problems."""
    for number in numbers:
        situation, seat = change_fields(game, number)
        problems = problems_with_fixes(situation, seat)
        if problems:
            yield situation, seat, problems
