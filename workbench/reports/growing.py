"""How a choice grew, put together from a bot's reports on the way, and taken apart again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bots.report import NEAR, Candidate, Growth, Report, next_milestone
from workbench.reports.growth import DIGITS, telling

MOVES = 5  # that are told of
SECONDS_DIGITS = 4  # after the point; of values and weights as many as those have that are compared

_encode = msgspec.json.Encoder().encode


def grown(reports: Sequence[Report], room: int) -> Growth | None:
    """What the reports of one decision, the last being its choice, tell of how it grew, in at most so many bytes of JSON; None if
    there is nothing on the way, or no room.

    The first reports to have reached 1, 2, 5, 10, ... simulations are taken. Where they do not fit there are fewer moves, and
    then every other of them.
    """
    told = [report for report in at_milestones(reports) if report.candidates]
    if len(told) < 2:
        return None
    while len(told) > 1:
        for most in range(MOVES, 1, -1):
            growth = _together(told, most)
            if len(_encode(growth)) <= room:
                return growth
        told = [*told[-3::-2][::-1], told[-1]]
    return None


def at_milestones(reports: Sequence[Report]) -> Iterator[Report]:
    """The first of the reports to have reached each of 1, 2, 5, 10, ... simulations, and the last."""
    wanted = 1
    for report in reports[:-1]:
        if report.simulations >= wanted:
            wanted = next_milestone(report.simulations)
            yield report
    yield from reports[-1:]


def _together(told: Sequence[Report], most: int) -> Growth:
    """The moves are those that led last and earlier, then the best at the end."""
    moves = tuple(telling(told)[:most])
    found = [{one.move: one for one in report.candidates} for report in told]
    nothing = (0.0,) * (len(told[-1].candidates[0].value) - 1)
    weights = tuple(tuple(round(float(held[move].prior), DIGITS) if move in held else 0.0 for move in moves) for held in found)
    return Growth(
        moves,
        tuple(report.simulations for report in told),
        tuple(round(float(report.seconds), SECONDS_DIGITS) for report in told),
        tuple(report.move for report in told),
        tuple(tuple(held[move].visits if move in held else 0 for move in moves) for held in found),
        tuple(
            tuple(tuple(round(float(value), DIGITS) for value in held[move].value[:-1]) if move in held else nothing for move in moves)
            for held in found
        ),
        weights if _change(found, moves) else (),
    )


def _change(found: Sequence[dict[str, Candidate]], moves: Sequence[str]) -> bool:
    """Whether a move's prior was another one at another time."""
    return any(len({held[move].prior for held in found if move in held}) > 1 for move in moves)


def frames(reports: Sequence[Report]) -> tuple[Report, ...]:
    """The reports of a decision in the order of their simulations, the last being its choice: those on the way are made from
    its growth if it has one. A move that was not told of at a time is left out of that one."""
    if not reports or reports[-1].growth is None:
        return tuple(reports)
    growth, last = reports[-1].growth, reports[-1]
    told = [one.value[:-1] for one in last.candidates] or [one for row in growth.values for one in row]
    if not sound(growth, len(told[0]) + 1 if told else 0):
        return (last,)
    made, priors = [], {one.move: one.prior for one in last.candidates}
    for row in range(len(growth.simulations) - 1):
        chosen, candidates = growth.chosen[row], []
        for column, move in enumerate(growth.moves):
            if growth.visits[row][column] or move == chosen:
                values = growth.values[row][column]
                weight = growth.weights[row][column] if growth.weights else priors.get(move, 0.0)
                candidates.append(Candidate(move, growth.visits[row][column], (*values, -sum(values)), 0.0, weight, (move,)))
        candidates.sort(key=lambda one: (one.move != chosen, -one.visits))
        made.append(Report(chosen, tuple(candidates), growth.simulations[row], growth.seconds[row], last.kept))
    return (*made, last)


def sound(growth: Growth, seats: int) -> bool:
    """Whether the parts of a growth, which may come from anywhere, fit each other and a table with so many seats."""
    rows, columns = len(growth.simulations), len(growth.moves)
    tables = (growth.visits, growth.values, *((growth.weights,) if growth.weights else ()))
    return (
        len(growth.seconds) == len(growth.chosen) == rows
        and all(len(table) == rows and all(len(row) == columns for row in table) for table in tables)
        and all(
            len(values) == seats - 1 and all(abs(value) <= 1 + NEAR for value in values) for row in growth.values for values in row
        )
        and all(number >= 0 for row in (growth.simulations, *growth.visits) for number in row)
    )
