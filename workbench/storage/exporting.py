"""Exports records: as readable text, a table, or JSON lines."""

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
from workbench.records.schema import Move, Record, Result
from workbench.reports.reasons import GOES_ON, earlier_report, in_words, reasons

COLUMNS = ("line", "number", "turn", "seat", "move", "seconds", "simulations", "value", "comment")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # also as wide characters


class _Row(NamedTuple):
    """One move: the line it stands in and its number on the way there (both from 1), and what it did."""

    line: int
    number: int
    turn: int
    actor: int
    move: Move
    events: tuple[Event, ...]
    why: tuple[str, ...] = ()


def as_text(record: Record, why: bool = False) -> str:
    """What `importing` reads back: what the game was, then a line a turn with what happened in words, with comments
    below it, and with `why` the reasons of bots; variations follow in parentheses, indented. BadRecord if the record
    cannot have happened."""
    point = replay.begin(record)
    words = [*_header(record, point), "", _begun(record), ""]
    for number, rows in groupby(_rows(record, why), key=lambda row: row.line):
        made = list(rows)
        indent = "  " if number > 1 else ""
        if number > 1:
            line = record.lines[number - 1]
            words += ["", f"(   # line {number}: after {line.at} moves of line {line.of + 1}"]
        for turn, placed, together in _turns(made):
            words += _placed(turn, together[0], indent) if placed else _turn(point, turn, together, indent)
        if number > 1:
            words.append(")")
    if record.result is not None:
        words += ["", f"# Result: {result_told(record.result, point.info)}"]
    return "\n".join(words) + "\n"


def _header(record: Record, point: Point) -> Iterator[str]:
    yield f"# {point.info.title}, {record.created}" if record.created else f"# {point.info.title}"
    for number, seat in enumerate(record.seats):
        named = f"{seat.name} ({seat.player})" if seat.name else seat.player
        yield f"# {boards.side(point.info, number)}: {_in_line(named)}"
    if record.follows is not None:
        yield f"# As {boards.side(point.info, record.follows)} knows it."
    for name, text in record.tags.items():
        yield f"# {_in_line(name)}: {_in_line(text)}"
    if record.hindsight:
        yield "# With hindsight."
    if record.comment:
        yield _comment("", record.comment)


def _begun(record: Record) -> str:
    return record.spec if record.position is None else f"{record.spec} {record.position}"


def _turns(rows: list[_Row]) -> Iterator[tuple[int, bool, list[_Row]]]:
    """Rows by turn, those of positions that were set up by hand each alone."""
    for (turn, at), together in groupby(rows, key=lambda row: (row.turn, row.number if row.actor == SET_UP else 0)):
        yield turn, at > 0, list(together)


def _placed(turn: int, row: _Row, indent: str) -> Iterator[str]:
    """The lines of a position that was set up by hand: nothing else stands behind it."""
    yield f"{indent}{turn}. {row.move.move}   # {SET_UP_WORDS}"
    if row.move.comment:
        yield f"{indent}    {_comment('', row.move.comment)}"


def _turn(point: Point, turn: int, rows: list[_Row], indent: str) -> Iterator[str]:
    """The lines of one turn."""
    moves = " ".join(row.move.move for row in rows)
    seat = point.seat if isinstance(point, Viewpoint) else None
    told = " ".join(
        text for row in rows for text in (boards.tell(point.info, event, seat) for event in row.events) if text
    )
    yield f"{indent}{turn}. {moves}" + (f"   # {_in_line(told)}" if told else "")
    for row in rows:
        for line in row.why:
            yield f"{indent}    # {row.move.move}: {_in_line(line)}"
        if row.move.comment:
            yield f"{indent}    {_comment(f'{row.move.move}: ', row.move.comment)}"


def _comment(about: str, text: str) -> str:
    """A comment as a text has it, in which no brace may stand."""
    return "{" + about + text.replace("{", "(").replace("}", ")") + "}"


def result_told(result: Result, info: GameInfo) -> str:
    """What each side had in the end, and why if the rules did not end it: "Red 3, Blue 0 (resigned, Blue)"."""
    scores = [str(points) for points in result.points] or [f"{value:+g}" for value in result.returns]
    ends = ", ".join(f"{boards.side(info, seat)} {score}" for seat, score in enumerate(scores))
    guilty = "" if result.guilty is None else boards.side(info, result.guilty)
    why = [part for part in (result.ending, guilty, _in_line(result.reason)) if part and part != "normal"]
    return ends + (f" ({', '.join(why)})" if why else "")


def _in_line(text: str) -> str:
    return " ".join(text.split())


def as_csv(record: Record) -> str:
    """A table with the columns COLUMNS and a row a move, lines, numbers and seats from 1; `value` is what the bot that
    chose the move expected for its seat. No cell is taken for a formula by a spreadsheet."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in _rows(record):
        report = _choice(row)
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
                plain_cell(row.move.comment),
            )
        )
    return text.getvalue()


def plain_cell(text: str) -> str:
    """A text that a spreadsheet takes for nothing but a text: what might begin a formula gets an apostrophe."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def as_json_lines(record: Record) -> str:
    """A JSON object a line and move: the columns of the table (seats from 0, null for chance), and all its reports."""
    lines = []
    for row in _rows(record):
        report = _choice(row)
        entry = {
            "line": row.line,
            "number": row.number,
            "turn": row.turn,
            "seat": row.actor if row.actor >= 0 else None,
            "move": row.move.move,
            "seconds": row.move.seconds,
            "simulations": None if report is None else report.simulations,
            "value": _value(row),
            "comment": row.move.comment,
            "reports": row.move.reports,
        }
        lines.append(msgspec.json.encode(entry).decode() + "\n")
    return "".join(lines)


def _rows(record: Record, why: bool = False) -> Iterator[_Row]:
    made: list[tuple[int, Report | None]] = [(OVER, None)]  # the actor and what it reported last, of each move from 1
    parents = [0]
    for one, before, _ in replay.positions(record):
        step, _ = step_from(before, one.move.move)
        at = record.lines[one.line].at + one.number + 1
        row = _Row(one.line + 1, at, step.turn, step.actor, one.move, step.events)
        made.append((step.actor, _choice(row)))
        parents.append(one.parent)
        yield row._replace(why=_why(before.info, _back(made, parents))) if why else row


def _back(made: list[tuple[int, Report | None]], parents: list[int]) -> Iterator[tuple[int, Report | None]]:
    """The last move and those before it on its way, the latest first."""
    number = len(made) - 1
    while number:
        yield made[number]
        number = parents[number]


def _why(info: GameInfo, backwards: Iterator[tuple[int, Report | None]]) -> tuple[str, ...]:
    """A bot's reasons, and what else it told, in lines."""
    seat, report = latest = next(backwards)
    if report is None or seat < 0:
        return ()
    found = reasons(info, seat, report, earlier_report(chain([latest], backwards)))
    if not found or found[0].kind == GOES_ON:
        return ()
    return tuple(reason.text for reason in found) + in_words(info, seat, report, [reason.kind for reason in found])


def _choice(row: _Row) -> Report | None:
    return row.move.reports[-1] if row.move.reports else None


def _value(row: _Row) -> float | None:
    """What the bot that made the move expected of it for its seat, -1 to 1."""
    report = _choice(row)
    best = next((one for one in report.candidates if one.move == report.move), None) if report else None
    return best.value[row.actor] if best is not None and 0 <= row.actor < len(best.value) else None
