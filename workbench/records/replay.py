"""Replay of a record: checks of its consistency and legality, and its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import fastcore
from bots.report import VALUE_TOLERANCE, Report
from fastcore import OVER, BadPosition, Conflict, IllegalMove, State, Viewpoint
from workbench.records import steps
from workbench.records.files import RecordError
from workbench.records.schema import Line, Move, Place, Private, Record, Result
from workbench.system.translation import tr

_NEAR = 1e-9  # tolerance when comparing results


class LocatedMove(NamedTuple):
    """A move of a record and its place in the tree.

    Args:
        parent: The number of the preceding move, or 0 for the start. Moves are numbered from 1 by `located_moves`.
        line: The index of the line.
        number: The index of the move in the line.
        move: The move.
    """

    parent: int
    line: int
    number: int
    move: Move

    @property
    def field(self) -> str:
        """The path of the move in the record."""
        return f"lines[{self.line}].moves[{self.number}]"


def located_moves(record: Record) -> list[LocatedMove]:
    """Return all moves, line by line.

    Raises:
        RecordError: A line does not branch off an earlier one.
    """
    moves: list[LocatedMove] = []
    firsts: list[int] = []  # the number of the first move of each line
    for number, line in enumerate(record.lines):
        parent = 0
        if number or line.of or line.at:
            if line.of >= number:
                raise RecordError(
                    f"lines[{number}].of", tr("it branches off line {of}, which is not an earlier line", of=line.of)
                )
            parent = _number_before(record.lines, firsts, Place(line.of, line.at), f"lines[{number}].at")
        firsts.append(len(moves) + 1)
        for count, move in enumerate(line.moves):
            moves.append(LocatedMove(parent, number, count, move))
            parent = len(moves)
    return moves


def locate(record: Record, place: Place, field: str) -> int:
    """Return the number of the move before a place, or 0 for the start. `field` names the place in errors.

    Raises:
        RecordError: There is no such place.
    """
    firsts, total = [], 0
    for line in record.lines:
        firsts.append(total + 1)
        total += len(line.moves)
    if place == Place():
        return 0
    if place.line >= len(record.lines):
        raise RecordError(field, tr("there is no line {line}", line=place.line))
    return _number_before(record.lines, firsts, place, field)


def _number_before(lines: Sequence[Line], firsts: Sequence[int], place: Place, field: str) -> int:
    """Return the number of the move before a place.

    `firsts` has the number of the first move of each line up to the line of the place.
    """
    number, at = place.line, place.at
    while True:
        line = lines[number]
        begins = line.at if number else 0
        if at > begins + len(line.moves):
            raise RecordError(
                field,
                tr("it comes after {at} moves of a line that has {begins}", at=at, begins=begins + len(line.moves)),
            )
        if at > begins:
            return firsts[number] + at - begins - 1
        if at == 0:
            return 0
        number = line.of


def starting_point(record: Record) -> State | Viewpoint:
    """Return the starting position, or the starting viewpoint of the followed seat.

    Raises:
        RecordError: The game, the position or a fact is invalid.
    """
    try:
        if record.follows is not None:
            seats = fastcore.start(record.spec).seats
            if record.follows >= seats:
                raise RecordError(
                    "follows", tr("seat {follows} of {seats} (from 0)", follows=record.follows, seats=seats)
                )
            known = Viewpoint(record.spec, record.follows, record.position)
            return known.suppose(*record.facts) if record.facts else known
        if record.facts:
            raise RecordError("facts", tr("facts need a seat whose view the record has"))
        if record.position is None:
            return fastcore.start(record.spec)
        return fastcore.parse(f"{record.spec} {record.position}")
    except BadPosition as error:
        if error.field in ("spec", "position"):
            raise RecordError(error.field, error.reason) from None
        raise RecordError("position", str(error)) from None
    except Conflict as error:
        raise RecordError("facts", str(error)) from None


def point_after(point: State | Viewpoint, located: LocatedMove) -> State | Viewpoint:
    """Return a copy of a point after a move or an observation.

    Raises:
        RecordError: The move is illegal.
    """
    try:
        return steps.apply_step(point, located.move.move)
    except (IllegalMove, Conflict) as error:
        which = (
            tr("move {located} of line {line}", located=located.number + 1, line=located.line + 1)
            if located.line
            else tr("move {located}", located=located.number + 1)
        )
        raise RecordError(f"{located.field}.move", f"{which}, {located.move.move[:40]!r}: {error.reason}") from None


def walk(record: Record) -> Iterator[tuple[LocatedMove, State | Viewpoint, State | Viewpoint]]:
    """Yield each move with the points before and after it.

    The points belong to the iterator and must not be changed. A point is dropped after the last move from it.

    Raises:
        RecordError: A move is illegal or repeated. The message names the first one.
    """
    points = {0: starting_point(record)}
    siblings: set[tuple[int, str]] = set()
    moves = located_moves(record)
    to_come = Counter(located.parent for located in moves)
    for number, located in enumerate(moves, 1):
        if (located.parent, located.move.move) in siblings:
            raise RecordError(f"{located.field}.move", tr("{move!r} occurs here twice", move=located.move.move[:40]))
        siblings.add((located.parent, located.move.move))
        before = points[located.parent]
        now = point_after(before, located)
        if to_come[number]:
            points[number] = now
        to_come[located.parent] -= 1
        if not to_come[located.parent]:
            del points[located.parent]
        yield located, before, now


def check(record: Record) -> None:
    """Check that a record is consistent and its moves are legal.

    Raises:
        RecordError: The record is invalid. The message names the first problem.
    """
    point = starting_point(record)
    if len(record.seats) != point.seats:
        raise RecordError(
            "seats",
            tr(
                "they are {count}, but {info} has {seats} here",
                count=len(record.seats),
                info=point.info.title,
                seats=point.seats,
            ),
        )
    _check_reports(record.analysed, point.seats, "analysed")
    for located, _, now in walk(record):
        for kind, reports in (
            ("reports", located.move.reports),
            ("later", located.move.later),
            ("analysed", located.move.analysed),
        ):
            _check_reports(reports, point.seats, f"{located.field}.{kind}")
        _check_private(located.move.private, point.seats, f"{located.field}.private")
        if located.line == 0:
            last = now
    main = len(record.lines[0].moves) if record.lines else 0
    if record.given > main:
        raise RecordError(
            "given", tr("{given} first moves are given, but the main line has {main}", given=record.given, main=main)
        )
    if record.here is not None:
        locate(record, record.here, "here")
    _check_notes(record, point.seats)
    _check_private(record.private, point.seats, "private")
    if record.result is not None:
        _check_result(record.result, last if main else point)


def final_point(record: Record) -> State | Viewpoint:
    """Return the position or viewpoint at the end of the main line.

    Raises:
        RecordError: A move is illegal.
    """
    point = starting_point(record)
    for number, move in enumerate(record.lines[0].moves if record.lines else ()):
        point = point_after(point, LocatedMove(number, 0, number, move))
    return point


def _check_reports(reports: Sequence[Report], seats: int, field: str) -> None:
    for number, report in enumerate(reports):
        for place, candidate in enumerate(report.candidates):
            where = f"{field}[{number}].candidates[{place}].value"
            if len(candidate.value) != seats:
                raise RecordError(
                    where, tr("it has {count} numbers for {seats} seats", count=len(candidate.value), seats=seats)
                )
            if not all(abs(value) <= 1 + VALUE_TOLERANCE for value in candidate.value):
                raise RecordError(where, tr("its numbers must be from -1 to 1"))


def _check_private(private: Sequence[Private], seats: int, field: str) -> None:
    """Check that each seat has at most one private entry on a position."""
    for number, entry in enumerate(private):
        if entry.seat >= seats:
            raise RecordError(
                f"{field}[{number}].seat", tr("seat {seat} of {seats} (from 0)", seat=entry.seat, seats=seats)
            )
        if entry.seat in [earlier.seat for earlier in private[:number]]:
            raise RecordError(f"{field}[{number}].seat", tr("seat {seat} occurs twice", seat=entry.seat))


def _check_notes(record: Record, seats: int) -> None:
    """Check that each seat has at most one note, and that a record of one seat's view has only that seat's."""
    for number, note in enumerate(record.notes):
        if note.seat >= seats:
            raise RecordError(
                f"notes[{number}].seat", tr("seat {seat} of {seats} (from 0)", seat=note.seat, seats=seats)
            )
        if note.seat in [earlier.seat for earlier in record.notes[:number]]:
            raise RecordError(f"notes[{number}].seat", tr("seat {seat} occurs twice", seat=note.seat))
        if record.follows not in (None, note.seat):
            raise RecordError(
                f"notes[{number}].seat",
                tr("seat {seat} in a record of what seat {follows} saw", seat=note.seat, follows=record.follows),
            )
        for place, while_on in enumerate(note.helped):
            field = f"notes[{number}].helped[{place}].until"
            if while_on.until is None and place + 1 < len(note.helped):
                raise RecordError(field, tr("only the last one may have no end"))
            if while_on.until is not None and while_on.until < while_on.since:
                raise RecordError(
                    field,
                    tr(
                        "it ends after {until} moves and begins after {since}",
                        until=while_on.until,
                        since=while_on.since,
                    ),
                )


def _check_result(result: Result, last: State | Viewpoint) -> None:
    if len(result.returns) != last.seats:
        raise RecordError(
            "result.returns", tr("they are {count} for {seats} seats", count=len(result.returns), seats=last.seats)
        )
    if not all(-1 <= value <= 1 for value in result.returns):
        raise RecordError("result.returns", tr("they must be from -1 to 1"))
    if result.guilty is not None and result.guilty >= last.seats:
        raise RecordError(
            "result.guilty", tr("seat {guilty} of {seats} (from 0)", guilty=result.guilty, seats=last.seats)
        )
    if result.points and result.points != tuple(last.points()):
        raise RecordError(
            "result.points",
            tr("they are {list}, but the moves make {list2}", list=_list(result.points), list2=_list(last.points())),
        )
    if result.ending != "normal":
        return
    if last.actor != OVER:
        raise RecordError("result.ending", tr("it says normal, but the game is not over after the last move"))
    returns = last.returns()
    if any(abs(stored - replayed) > _NEAR for stored, replayed in zip(result.returns, returns, strict=True)):
        raise RecordError(
            "result.returns",
            tr("they are {list}, but the moves make {list2}", list=_list(result.returns), list2=_list(returns)),
        )


def _list(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)
