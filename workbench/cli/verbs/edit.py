"""`herbarium edit`: opens positions in Set up, or checks them in the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

import fastcore
from workbench import boards
from workbench.cli.shared import situations, sources
from workbench.cli.shared.output import print_json
from workbench.cli.shared.readers import InputError, add_json, add_seat
from workbench.positions import pasting
from workbench.positions.fixes import FixableProblem
from workbench.positions.lists import Entry, PositionList, PositionListError
from workbench.positions.sketch import Sketch
from workbench.system.translation import core, tr

MAX_FIXES = 3  # suggestions shown for each problem


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument(
        "positions",
        nargs="?",
        metavar="POSITION",
        help=tr("a situation, a position text, a list of positions, a record (- for standard input)"),
    )
    parser.add_argument("--spec", metavar="SPEC", help=tr("the game, if the position text does not name it"))
    add_seat(parser)
    parser.add_argument("--text", action="store_true", help=tr("use the terminal even if a window is available"))
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Open the positions in the window, or check them in the terminal. Return the exit status: 1 if any is invalid.

    Raises:
        InputError: The positions cannot be read.
    """
    positions = parse_positions(arguments, "edit")
    if arguments.window is not None and not (arguments.text or arguments.json):
        status = arguments.window(positions)
        if status is not None:
            return int(status)
    judged = [(entry, entry.sketch.problems()) for entry in positions.entries]
    if arguments.json:
        print_json([as_data(entry, problems) for entry, problems in judged])
    else:
        for number, (entry, problems) in enumerate(judged, 1):
            head = tr("{number} of {count}", number=number, count=len(judged)) if len(judged) > 1 else ""
            print("\n".join(entry_lines(entry, problems, head)), end="\n\n" if number < len(judged) else "\n")
    return int(any(problems for _, problems in judged))


def parse_positions(arguments: Namespace, verb: str) -> PositionList:
    """Return the positions from the command line: a position text, a file, standard input, or the start of a game.

    Raises:
        InputError: The positions cannot be read. The message begins with the `verb`.
    """
    spec = arguments.spec or fastcore.games()[0]
    text = arguments.positions
    try:
        if text is None:
            found = PositionList([Entry(Sketch.start(spec))])
        elif text != "-" and sources.is_file(text):
            found = pasting.paste_file(Path(text), spec).positions
        else:
            found = pasting.paste(sources.read_text("-") if text == "-" else text, spec).positions
        found.entries = [
            entry._replace(sketch=situations.seen_by(entry.sketch, arguments.seat, arguments.fact))
            for entry in found.entries
        ]
    except (PositionListError, fastcore.BadPosition) as error:
        raise InputError(f"{verb}: {error}") from None
    return found


def entry_lines(entry: Entry, problems: tuple[FixableProblem, ...], head: str) -> Iterator[str]:
    """Yield the lines about a position: name and comment, board if it is valid, text, and problems."""
    sketch = entry.sketch
    named = ". ".join(part for part in (head, entry.name) if part)
    if named:
        yield f"{escape(named)}:"
    for line in entry.comment.splitlines():
        yield f"# {escape(line)}"
    point = None if problems else sketch.point()
    if point is not None:
        yield boards.text_board(point)
        yield ""
    yield escape(sketch.situation)
    if marks := problem_marks(sketch, problems):
        yield marks
    if sketch.seat is not None:
        yield escape(
            tr("as seat {seat} sees it", seat=sketch.seat + 1)
            + (tr(", knowing {facts}", facts=" ".join(sketch.facts)) if sketch.facts else "")
        )
    for problem in problems:
        yield escape(f"{problem.field}: {core(problem.reason)}")
        for fix in problem.fixes[:MAX_FIXES]:
            yield escape(f"  {fix.words}: {fix.situation}")


def escape(text: str) -> str:
    """Return a text with characters that could affect a terminal escaped."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def problem_marks(sketch: Sketch, problems: tuple[FixableProblem, ...]) -> str:
    """Return a line that marks the problems in the position text printed above it."""
    situation = sketch.situation
    places = [
        tuple(len(escape(situation[:at])) + max(0, at - len(situation)) for at in problem.span)
        for problem in problems
        if problem.field != "facts"
    ]
    line = [" "] * (1 + max((max(start + 1, end) for start, end in places), default=0))
    for start, end in places:
        line[start : max(start + 1, end)] = "^" * max(1, end - start)
    return "".join(line).rstrip()


def as_data(entry: Entry, problems: tuple[FixableProblem, ...]) -> dict[str, object]:
    """Return a position and its problems as data."""
    sketch = entry.sketch
    return {
        "situation": sketch.situation, "seat": sketch.seat, "facts": sketch.facts, "name": entry.name,
        "comment": entry.comment,
        "problems": [
            {
                "field": problem.field, "reason": problem.reason, "cells": problem.cells, "span": problem.span,
                "fixes": [fix._asdict() for fix in problem.fixes],
            }
            for problem in problems
        ],
    }  # fmt: skip
