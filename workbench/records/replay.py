"""Replays a record: checks that it can have happened, and finds where it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import fastcore
from bots.report import NEAR, Report
from fastcore import OVER, BadPosition, Conflict, IllegalMove, State, Viewpoint
from workbench.records import steps
from workbench.records.files import BadRecord
from workbench.records.schema import Line, Move, Place, Record, Result

_NEAR = 1e-9  # results are equal up to this


class Placed(NamedTuple):
    """One move of a record and where it stands: after the move `parent` (0: at the start; moves count from 1 as
    `placed` lists them), in line `line` as number `number` (both from 0)."""

    parent: int
    line: int
    number: int
    move: Move

    @property
    def field(self) -> str:
        """Its path in the record."""
        return f"lines[{self.line}].moves[{self.number}]"


def placed(record: Record) -> list[Placed]:
    """All moves, line by line, each with the one before it; BadRecord where a line hangs nowhere."""
    moves: list[Placed] = []
    firsts: list[int] = []  # of each line: its first move
    for number, line in enumerate(record.lines):
        parent = 0
        if number or line.of or line.at:
            if line.of >= number:
                raise BadRecord(f"lines[{number}].of", f"it leaves line {line.of}, which does not stand before it")
            parent = _at(record.lines, firsts, Place(line.of, line.at), f"lines[{number}].at")
        firsts.append(len(moves) + 1)
        for count, move in enumerate(line.moves):
            moves.append(Placed(parent, number, count, move))
            parent = len(moves)
    return moves


def find(record: Record, place: Place, field: str) -> int:
    """The move (as `placed` counts, 0 for the start) that a place stands after; BadRecord if there is none."""
    firsts, total = [], 0
    for line in record.lines:
        firsts.append(total + 1)
        total += len(line.moves)
    if place == Place():
        return 0
    if place.line >= len(record.lines):
        raise BadRecord(field, f"there is no line {place.line}")
    return _at(record.lines, firsts, place, field)


def _at(lines: Sequence[Line], firsts: Sequence[int], place: Place, field: str) -> int:
    """The move after which a place stands, given the first moves of the lines up to its own."""
    number, at = place.line, place.at
    while True:
        line = lines[number]
        begins = line.at if number else 0
        if at > begins + len(line.moves):
            raise BadRecord(field, f"it stands after {at} moves of a line that has {begins + len(line.moves)}")
        if at > begins:
            return firsts[number] + at - begins - 1
        if at == 0:
            return 0
        number = line.of


def begin(record: Record) -> State | Viewpoint:
    """The position that a record begins with, or what the seat that it follows knows then;
    BadRecord if it is refused."""
    try:
        if record.follows is not None:
            seats = fastcore.start(record.spec).seats
            if record.follows >= seats:
                raise BadRecord("follows", f"seat {record.follows} of {seats} (from 0)")
            known = Viewpoint(record.spec, record.follows, record.position)
            return known.suppose(*record.facts) if record.facts else known
        if record.facts:
            raise BadRecord("facts", "nothing is unknown to be known besides, as no seat is followed")
        if record.position is None:
            return fastcore.start(record.spec)
        return fastcore.parse(f"{record.spec} {record.position}")
    except BadPosition as error:
        if error.field in ("spec", "position"):
            raise BadRecord(error.field, error.reason) from None
        raise BadRecord("position", str(error)) from None
    except Conflict as error:
        raise BadRecord("facts", str(error)) from None


def after(point: State | Viewpoint, one: Placed) -> State | Viewpoint:
    """A copy of the point in which a move was made or learned of; BadRecord says why it cannot be."""
    try:
        return steps.after(point, one.move.move)
    except (IllegalMove, Conflict) as error:
        which = f"move {one.number + 1} of line {one.line + 1}" if one.line else f"move {one.number + 1}"
        raise BadRecord(f"{one.field}.move", f"{which}, {one.move.move[:40]!r}: {error.reason}") from None


def positions(record: Record) -> Iterator[tuple[Placed, State | Viewpoint, State | Viewpoint]]:
    """Yield all moves with the points before and after each, which belong to this walk;
    BadRecord at the first that is wrong.

    A point is held as long as a move from it is still to come.
    """
    points = {0: begin(record)}
    siblings: set[tuple[int, str]] = set()
    moves = placed(record)
    to_come = Counter(one.parent for one in moves)
    for number, one in enumerate(moves, 1):
        if (one.parent, one.move.move) in siblings:
            raise BadRecord(f"{one.field}.move", f"{one.move.move[:40]!r} stands here a second time")
        siblings.add((one.parent, one.move.move))
        before = points[one.parent]
        now = after(before, one)
        if to_come[number]:
            points[number] = now
        to_come[one.parent] -= 1
        if not to_come[one.parent]:
            del points[one.parent]
        yield one, before, now


def check(record: Record) -> None:
    """Whether everything in a record can have happened; BadRecord names the first difference."""
    point = begin(record)
    if len(record.seats) != point.seats:
        raise BadRecord("seats", f"they are {len(record.seats)}, but {point.info.title} has {point.seats} here")
    _check_reports(record.analysed, point.seats, "analysed")
    for one, _, now in positions(record):
        for kind, reports in (
            ("reports", one.move.reports),
            ("later", one.move.later),
            ("analysed", one.move.analysed),
        ):
            _check_reports(reports, point.seats, f"{one.field}.{kind}")
        if one.line == 0:
            last = now
    main = len(record.lines[0].moves) if record.lines else 0
    if record.given > main:
        raise BadRecord("given", f"{record.given} first moves are given, but the main line has {main}")
    if record.here is not None:
        find(record, record.here, "here")
    _check_notes(record, point.seats)
    if record.result is not None:
        _check_result(record.result, last if main else point)


def end(record: Record) -> State | Viewpoint:
    """Where the main line ends; BadRecord if it cannot be played."""
    point = begin(record)
    for number, move in enumerate(record.lines[0].moves if record.lines else ()):
        point = after(point, Placed(number, 0, number, move))
    return point


def _check_reports(reports: Sequence[Report], seats: int, field: str) -> None:
    for number, report in enumerate(reports):
        for place, candidate in enumerate(report.candidates):
            where = f"{field}[{number}].candidates[{place}].value"
            if len(candidate.value) != seats:
                raise BadRecord(where, f"it has {len(candidate.value)} numbers for {seats} seats")
            if not all(abs(value) <= 1 + NEAR for value in candidate.value):
                raise BadRecord(where, "its numbers must be from -1 to 1")


def _check_notes(record: Record, seats: int) -> None:
    """Whether each note is one seat's own, and no other seat's where the record is one seat's."""
    for number, one in enumerate(record.notes):
        if one.seat >= seats:
            raise BadRecord(f"notes[{number}].seat", f"seat {one.seat} of {seats} (from 0)")
        if one.seat in [other.seat for other in record.notes[:number]]:
            raise BadRecord(f"notes[{number}].seat", f"seat {one.seat} stands there a second time")
        if record.follows not in (None, one.seat):
            raise BadRecord(f"notes[{number}].seat", f"seat {one.seat} in a record of what seat {record.follows} saw")
        for place, while_on in enumerate(one.helped):
            field = f"notes[{number}].helped[{place}].until"
            if while_on.until is None and place + 1 < len(one.helped):
                raise BadRecord(field, "only the last one may go on")
            if while_on.until is not None and while_on.until < while_on.since:
                raise BadRecord(field, f"it ends after {while_on.until} moves and begins after {while_on.since}")


def _check_result(result: Result, last: State | Viewpoint) -> None:
    """Whether a result fits the end of the main line."""
    if len(result.returns) != last.seats:
        raise BadRecord("result.returns", f"they are {len(result.returns)} for {last.seats} seats")
    if not all(-1 <= value <= 1 for value in result.returns):
        raise BadRecord("result.returns", "they must be from -1 to 1")
    if result.guilty is not None and result.guilty >= last.seats:
        raise BadRecord("result.guilty", f"seat {result.guilty} of {last.seats} (from 0)")
    if result.points and result.points != tuple(last.points()):
        raise BadRecord("result.points", f"they are {_list(result.points)}, but the moves make {_list(last.points())}")
    if result.ending != "normal":
        return
    if last.actor != OVER:
        raise BadRecord("result.ending", "it says normal, but the game is not over after the last move")
    returns = last.returns()
    if any(abs(one - other) > _NEAR for one, other in zip(result.returns, returns, strict=True)):
        raise BadRecord("result.returns", f"they are {_list(result.returns)}, but the moves make {_list(returns)}")


def _list(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)
