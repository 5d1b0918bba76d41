"""Export of records as readable text, CSV or JSON lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import chain, groupby
from typing import NamedTuple

import msgspec

from bots.report import Report
from fastcore import OVER, Event, GameInfo, Viewpoint
from workbench import boards
from workbench.boards import SET_UP, SET_UP_WORDS
from workbench.boards.kit.elements import Point
from workbench.game.current_line import step_from
from workbench.records import replay
from workbench.records.annotation import annotated, annotation_of
from workbench.records.schema import Move, Record, Result
from workbench.reports.reasons import GOES_ON, previous_report, reasons
from workbench.reports.report_lines import detail_lines

COLUMNS = ("line", "number", "turn", "seat", "move", "seconds", "simulations", "value", "annotation", "comment")
# characters that begin a formula in a spreadsheet, including full-width ones
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


class _Row(NamedTuple):
    """One move of the record.

    Args:
        line: The line it belongs to, from 1.
        number: Its number counted from the start of the game, from 1.
        turn: The turn it belongs to.
        actor: The seat, or a constant of the core for chance and set-up.
        move: The move as recorded.
        events: The events of the move.
        why: The bot's reasons, if requested.
    """

    line: int
    number: int
    turn: int
    actor: int
    move: Move
    events: tuple[Event, ...]
    why: tuple[str, ...] = ()


def as_text(record: Record, why: bool = False) -> str:
    """Return the record as text that `importing` can read.

    A header is followed by one line per turn with the events in words, and comments and annotations below it.
    Variations follow in parentheses.

    Args:
        record: The game.
        why: Whether to add the reasons of bots.

    Raises:
        RecordError: The moves of the record are illegal.
    """
    point = replay.starting_point(record)
    words = [*_header(record, point), "", _start_line(record), ""]
    for number, rows in groupby(_rows(record, why), key=lambda row: row.line):
        rows_of_line = list(rows)
        indent = "  " if number > 1 else ""
        if number > 1:
            line = record.lines[number - 1]
            words += ["", f"(   # line {number}: after {line.at} moves of line {line.of + 1}"]
        for turn, placed, rows_of_turn in _turns(rows_of_line):
            words += (
                _set_up_lines(turn, rows_of_turn[0], indent)
                if placed
                else _turn_lines(point, turn, rows_of_turn, indent)
            )
        if number > 1:
            words.append(")")
    if record.result is not None:
        words += ["", f"# Result: {result_text(record.result, point.info)}"]
    return "\n".join(words) + "\n"


def _header(record: Record, point: Point) -> Iterator[str]:
    yield f"# {point.info.title}, {record.created}" if record.created else f"# {point.info.title}"
    for number, seat in enumerate(record.seats):
        named = f"{seat.name} ({seat.player})" if seat.name else seat.player
        yield f"# {boards.seat_name(point.info, number)}: {_in_line(named)}"
    if record.follows is not None:
        yield f"# As {boards.seat_name(point.info, record.follows)} knows it."
    for name, text in record.tags.items():
        yield f"# {_in_line(name)}: {_in_line(text)}"
    if record.hindsight:
        yield "# Moves were undone after they had revealed something."
    if record.comment:
        yield _comment("", record.comment)


def _start_line(record: Record) -> str:
    return record.spec if record.position is None else f"{record.spec} {record.position}"


def _turns(rows: list[_Row]) -> Iterator[tuple[int, bool, list[_Row]]]:
    """Yield the rows by turn as (turn, set up by hand, rows). Each position set up by hand is a group of one."""
    for (turn, set_up_number), group in groupby(
        rows, key=lambda row: (row.turn, row.number if row.actor == SET_UP else 0)
    ):
        yield turn, set_up_number > 0, list(group)


def _set_up_lines(turn: int, row: _Row, indent: str) -> Iterator[str]:
    """Yield the lines for a position set up by hand. The position ends its line."""
    yield f"{indent}{turn}. {row.move.move}   # {SET_UP_WORDS}"
    if row.move.comment:
        yield f"{indent}    {_comment('', row.move.comment)}"


def _turn_lines(point: Point, turn: int, rows: list[_Row], indent: str) -> Iterator[str]:
    moves = " ".join(row.move.move for row in rows)
    seat = point.seat if isinstance(point, Viewpoint) else None
    summary = " ".join(
        text
        for row in rows
        for text in (boards.describe_event(point.info, event, seat) for event in row.events)
        if text
    )
    yield f"{indent}{turn}. {moves}" + (f"   # {_in_line(summary)}" if summary else "")
    for row in rows:
        for line in row.why:
            yield f"{indent}    # {row.move.move}: {_in_line(line)}"
        if row.move.comment:
            yield f"{indent}    {_comment(f'{annotated(row.move.move, row.move.marks)}: ', row.move.comment)}"
        elif annotation_of(row.move.marks):
            yield f"{indent}    {_comment('', annotated(row.move.move, row.move.marks))}"


def _comment(about: str, text: str) -> str:
    """Return a comment in braces, with inner braces replaced."""
    return "{" + about + text.replace("{", "(").replace("}", ")") + "}"


def result_text(result: Result, info: GameInfo) -> str:
    """Return the scores and why the game ended early, such as "Red 3, Blue 0 (resigned, Blue)"."""
    scores = [str(points) for points in result.points] or [f"{value:+g}" for value in result.returns]
    ends = ", ".join(f"{boards.seat_name(info, seat)} {score}" for seat, score in enumerate(scores))
    guilty = "" if result.guilty is None else boards.seat_name(info, result.guilty)
    why = [part for part in (result.ending, guilty, _in_line(result.reason)) if part and part != "normal"]
    return ends + (f" ({', '.join(why)})" if why else "")


def _in_line(text: str) -> str:
    return " ".join(text.split())


def as_csv(record: Record) -> str:
    """Return a CSV table with the columns `COLUMNS` and one row per move.

    Lines, moves and seats are numbered from 1. `value` is the payoff, -1 to 1, that the bot expected for its seat.
    Cells that a spreadsheet could take for a formula are quoted.

    Raises:
        RecordError: The moves of the record are illegal.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in _rows(record):
        report = _last_report(row)
        table.writerow(
            (
                row.line,
                row.number,
                row.turn,
                row.actor + 1 if row.actor >= 0 else "set up" if row.actor == SET_UP else "chance",
                plain_cell(row.move.move),
                "" if row.move.seconds is None else row.move.seconds,
                "" if report is None else report.simulations,
                "" if (value := _value(row)) is None else value,
                annotation_of(row.move.marks),
                plain_cell(row.move.comment),
            )
        )
    return text.getvalue()


def plain_cell(text: str) -> str:
    """Return the text, with an apostrophe in front if a spreadsheet could take it for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def as_json_lines(record: Record) -> str:
    """Return one JSON object per line and move: the columns of the CSV table and all reports.

    Seats are numbered from 0; the seat is null for chance.

    Raises:
        RecordError: The moves of the record are illegal.
    """
    lines = []
    for row in _rows(record):
        report = _last_report(row)
        entry = {
            "line": row.line,
            "number": row.number,
            "turn": row.turn,
            "seat": row.actor if row.actor >= 0 else None,
            "move": row.move.move,
            "seconds": row.move.seconds,
            "simulations": None if report is None else report.simulations,
            "value": _value(row),
            "annotation": annotation_of(row.move.marks),
            "comment": row.move.comment,
            "reports": row.move.reports,
        }
        lines.append(msgspec.json.encode(entry).decode() + "\n")
    return "".join(lines)


def _rows(record: Record, why: bool = False) -> Iterator[_Row]:
    decisions: list[tuple[int, Report | None]] = [
        (OVER, None)
    ]  # actor and last report of each move; moves are numbered from 1
    parents = [0]
    for entry, before, _ in replay.walk(record):
        step, _ = step_from(before, entry.move.move)
        number = record.lines[entry.line].at + entry.number + 1
        row = _Row(entry.line + 1, number, step.turn, step.actor, entry.move, step.events)
        decisions.append((step.actor, _last_report(row)))
        parents.append(entry.parent)
        yield row._replace(why=_reason_lines(before.info, _line_backwards(decisions, parents))) if why else row


def _line_backwards(
    decisions: list[tuple[int, Report | None]], parents: list[int]
) -> Iterator[tuple[int, Report | None]]:
    """Yield the actor and last report of each move that led to the last row, latest first."""
    number = len(decisions) - 1
    while number:
        yield decisions[number]
        number = parents[number]


def _reason_lines(info: GameInfo, backwards: Iterator[tuple[int, Report | None]]) -> tuple[str, ...]:
    """Return a bot's reasons and further remarks, one per line."""
    seat, report = latest = next(backwards)
    if report is None or seat < 0:
        return ()
    given = reasons(info, seat, report, previous_report(chain([latest], backwards)))
    if not given or given[0].kind == GOES_ON:
        return ()
    return tuple(reason.text for reason in given) + detail_lines(info, seat, report, [reason.kind for reason in given])


def _last_report(row: _Row) -> Report | None:
    return row.move.reports[-1] if row.move.reports else None


def _value(row: _Row) -> float | None:
    """Return the payoff the bot expected for its seat, -1 to 1."""
    report = _last_report(row)
    best = (
        next((candidate for candidate in report.candidates if candidate.move == report.move), None) if report else None
    )
    return best.value[row.actor] if best is not None and 0 <= row.actor < len(best.value) else None
