"""`herbarium edit`: opens positions in Set up, or checks them in the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

import fastcore
from fastcore import Problem
from workbench import boards
from workbench.cli.shared import situations, sources
from workbench.cli.shared.output import as_json
from workbench.cli.shared.readers import BadInput, add_json, add_seat
from workbench.positions import pasting
from workbench.positions.lists import BadList, Entry, PositionList
from workbench.positions.sketch import Sketch

MOST_MENDS = 3  # that are shown of one problem


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "positions",
        nargs="?",
        metavar="POSITION",
        help="a situation, a position text, a list of positions, a record (- for standard input)",
    )
    parser.add_argument("--spec", metavar="SPEC", help="the game of a position text that names none")
    add_seat(parser)
    parser.add_argument("--text", action="store_true", help="use the terminal even if a window is available")
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Open them in the window if there is one; in the terminal 1 if something is wrong with any."""
    positions = wanted(arguments, "edit")
    if arguments.window is not None and not (arguments.text or arguments.json):
        status = arguments.window(positions)
        if status is not None:
            return int(status)
    judged = [(entry, entry.sketch.problems()) for entry in positions.entries]
    if arguments.json:
        as_json([as_data(entry, problems) for entry, problems in judged])
    else:
        for number, (entry, problems) in enumerate(judged, 1):
            head = f"{number} of {len(judged)}" if len(judged) > 1 else ""
            print("\n".join(told(entry, problems, head)), end="\n\n" if number < len(judged) else "\n")
    return int(any(problems for _, problems in judged))


def wanted(arguments: Namespace, verb: str) -> PositionList:
    """The positions that the command line speaks of: a situation, a file, standard input, or the start of a game."""
    spec = arguments.spec or fastcore.games()[0]
    text = arguments.positions
    try:
        if text is None:
            found = PositionList([Entry(Sketch.start(spec))])
        elif text != "-" and is_file(text):
            found = pasting.paste_file(Path(text), spec).positions
        else:
            found = pasting.paste(sources.text_of("-") if text == "-" else text, spec).positions
        found.entries = [
            entry._replace(sketch=situations.seen(entry.sketch, arguments.seat, arguments.fact))
            for entry in found.entries
        ]
    except (BadList, fastcore.BadPosition) as error:
        raise BadInput(f"{verb}: {error}") from None
    return found


def is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def told(entry: Entry, problems: tuple[Problem, ...], head: str) -> Iterator[str]:
    """A position in lines: its name, its board or what is wrong with it, and its text with the places marked."""
    sketch = entry.sketch
    named = ". ".join(part for part in (head, entry.name) if part)
    if named:
        yield f"{printable(named)}:"
    for line in entry.comment.splitlines():
        yield f"# {printable(line)}"
    point = None if problems else sketch.point()
    if point is not None:
        yield boards.text_board(point)
        yield ""
    yield printable(sketch.situation)
    if marks := marked(sketch, problems):
        yield marks
    if sketch.seat is not None:
        yield printable(
            f"as seat {sketch.seat + 1} sees it" + (f", knowing {' '.join(sketch.facts)}" if sketch.facts else "")
        )
    for problem in problems:
        yield printable(f"{problem.field}: {problem.reason}")
        for mend in problem.mends[:MOST_MENDS]:
            yield printable(f"  {mend.words}: {mend.situation}")


def printable(text: str) -> str:
    """A text with everything escaped that would do something to a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def marked(sketch: Sketch, problems: tuple[Problem, ...]) -> str:
    """The places of what is wrong, to stand below the situation as it is printed."""
    situation = sketch.situation
    places = [
        tuple(len(printable(situation[:at])) + max(0, at - len(situation)) for at in problem.span)
        for problem in problems
        if problem.field != "facts"
    ]
    line = [" "] * (1 + max((max(start + 1, end) for start, end in places), default=0))
    for start, end in places:
        line[start : max(start + 1, end)] = "^" * max(1, end - start)
    return "".join(line).rstrip()


def as_data(entry: Entry, problems: tuple[Problem, ...]) -> dict[str, object]:
    sketch = entry.sketch
    return {
        "situation": sketch.situation, "seat": sketch.seat, "facts": sketch.facts, "name": entry.name,
        "comment": entry.comment,
        "problems": [
            {
                "field": one.field, "reason": one.reason, "cells": one.cells, "span": one.span,
                "mends": [mend._asdict() for mend in one.mends],
            }
            for one in problems
        ],
    }  # fmt: skip
