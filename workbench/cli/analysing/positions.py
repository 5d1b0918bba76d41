"""The position that a verb analyses: a situation, or a position of a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import fastcore
from bots.report import Report
from workbench.cli.analysing import recorded
from workbench.cli.shared.readers import InputError
from workbench.cli.shared.situations import check_game, parse_situation, seen_by, with_fixes
from workbench.cli.shared.sources import is_file
from workbench.positions import lists
from workbench.positions.sketch import Sketch
from workbench.records import files
from workbench.reports import tree_files
from workbench.system.translation import tr


def file_of(text: str) -> Path | None:
    """Return the file that the argument names, or None for a position text."""
    if text.partition(" ")[0].partition("(")[0] in fastcore.games():
        return None
    return Path(text) if Path(text).suffix in (files.SUFFIX, tree_files.SUFFIX) or is_file(text) else None


def parse_viewpoint(situation: str, seat: int | None, facts: Sequence[str]) -> fastcore.Viewpoint:
    """Return what the seat to move knows: its view of the position and the facts on the command line.

    Before a chance event, return what everybody knows.

    Args:
        situation: The position as text.
        seat: The seat, from 1, whose view the text shows or should be reduced to; None for the one to move.
        facts: What this seat also knows.

    Raises:
        InputError: The position is invalid, cannot be analysed, or another seat is to move.
    """
    sketch = lists.parse_line(situation, "").sketch
    check_game(sketch.spec)
    if sketch.seat is None and seat is None:
        state = parse_situation(situation)
        recorded.check_can_analyse(state, tr("this position"))
        sketch = Sketch.from_point(state).as_seen_by(max(state.actor, 0))
    sketch = seen_by(sketch, seat, facts)
    if problems := sketch.problems():
        raise InputError(with_fixes(f"{problems[0].field}: {problems[0].reason}", problems[0].fixes))
    point = sketch.point()
    assert isinstance(point, fastcore.Viewpoint)
    recorded.check_can_analyse(point, tr("this position"))
    if point.actor not in (point.seat, fastcore.CHANCE):
        raise InputError(
            tr(
                "seat {actor} decides in this position, not seat {seat}",
                actor=point.actor + 1,
                seat=(point.seat or 0) + 1,
            )
        )
    return point


def parse_point(situation: str, at: int | None, seat: int | None, facts: Sequence[str]) -> fastcore.Viewpoint:
    """Return what the player to move knows in a situation, or in a position of a record.

    Args:
        situation: The position as text, a spec for the start of a game, or the file of a record.
        at: The number of the position in a record; 1 is the start.
        seat: The seat, from 1; None for the one to move.
        facts: What this seat also knows.

    Raises:
        InputError: The position is invalid, nobody can decide in it, or the options do not fit.
        RecordError: The record is damaged.
    """
    file = file_of(situation)
    if file is None:
        if at is not None:
            raise InputError(tr("--at needs a record"))
        return parse_viewpoint(situation, seat, facts)
    if seat is not None or facts:
        raise InputError(tr("--seat and --fact need a situation, because a file has its own view"))
    if at is None:
        raise InputError(tr("a record has many positions: choose one with --at N"))
    return recorded.point_at(recorded.open_session(file), at)


def recorded_report(situation: str, at: int | None) -> Report | None:
    """Return the report of the search that chose move `at` of a record, or None if there is none.

    Raises:
        InputError: The file is not a record, or is damaged.
    """
    file = file_of(situation)
    if file is None or at is None:
        return None
    found = (one for one in recorded.decisions(recorded.open_session(file)) if one.at == at)
    decision = next(found, None)
    return decision.reports[-1] if decision is not None else None
