"""Which of a bot's reports a record keeps, and in how many bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bots.report import Candidate, Fact, Mark, Report
from workbench.reports.growth import grown

DECISION_BYTES = 2048  # of one move's JSON
PLAN_BYTES = 4096  # of all moves of one secret plan together
CANDIDATES, FEW_CANDIDATES = 12, 5
_LONGEST = 24  # moves in a line
_AROUND = 96  # bytes that the rest of a move takes: its text, its times, the names of its fields
_SHARE = 0.46  # of what is left of a plan's room goes to its next step
_ENOUGH = 288  # bytes for a step of a plan that was told at its beginning
_LEAST = 184  # bytes for any step: its move, and how long it was looked at
_MOST_STEPS = 9  # of the longest plan of any game
_LAST = 0.6  # of the room goes to the last report if it needs it
_DIGITS = 5  # after the point

_encode = msgspec.json.Encoder().encode


def pruned(reports: Sequence[Report], budget: int = DECISION_BYTES) -> tuple[Report, ...]:
    """What is kept of the reports of one decision, so that its move's JSON has at most `budget` bytes: the last one, as
    whole as there is room for, and in it how the choice grew. What was kept is kept again."""
    if not reports:
        return ()
    room = budget - _AROUND
    growth = reports[-1].growth or grown(reports, int((1 - _LAST) * room))
    taken = 0 if growth is None else len(_encode(growth)) + len(',"growth":')
    last = _fitting(_rounded(reports[-1]), room - taken)
    if last is None:
        last, growth = _fitting(_rounded(reports[-1]), room), None
    return () if last is None else (msgspec.structs.replace(last, growth=growth),)


def plan_budget(earlier: Iterable[Sequence[Report]]) -> int:
    """The budget of the next decision of one secret plan (same actor, turn and phase), given what was kept of those
    before it, in any order: nearly half of what is left, so that together they never pass 4 kB, and the first, which
    tells of all of it, has most; enough for one that only goes on with the plan; but never so much that too little is
    left for the steps still to come."""
    before = list(earlier)
    left = PLAN_BYTES - sum(_AROUND + sum(map(size, reports)) for reports in before)
    planned = max((len(report.plan) for reports in before for report in reports), default=_MOST_STEPS)
    # one more than planned: plans may end early and be thought on
    to_come = min(planned + 1, _MOST_STEPS) - len(before) - 1
    return min(DECISION_BYTES, max(int(_SHARE * left), min(left, _ENOUGH)), left - max(to_come, 0) * _LEAST)


def size(report: Report) -> int:
    """The bytes that a report takes in a record, with the comma before it."""
    return len(_encode(report)) + 1


def _rounded(report: Report) -> Report:
    return Report(
        report.move,
        tuple(_candidate(candidate, _LONGEST) for candidate in report.candidates[:CANDIDATES]),
        report.simulations,
        round(float(report.seconds), _DIGITS),
        report.kept,
        report.full,
        report.plan,
        tuple((plan, round(float(weight), _DIGITS)) for plan, weight in report.mixture),
        tuple(Mark(mark.kind, mark.where, round(float(mark.value), _DIGITS)) for mark in report.marks),
        {
            of: {what: round(float(chance), _DIGITS) for what, chance in held.items()}
            for of, held in report.beliefs.items()
        },
        tuple(Fact(fact.key, {name: _short(value) for name, value in fact.values.items()}) for fact in report.facts),
    )


def _candidate(candidate: Candidate, most: int, digits: int = _DIGITS) -> Candidate:
    return Candidate(
        candidate.move,
        candidate.visits,
        tuple([round(float(value), digits) for value in candidate.value]),
        round(float(candidate.spread), digits),
        round(float(candidate.prior), digits),
        candidate.line[:most],
    )


def _short(value: int | float | str) -> int | float | str:
    return round(value, _DIGITS) if isinstance(value, float) else value


def _fitting(report: Report, room: int) -> Report | None:
    """The first of ever shorter versions that fits."""
    return next((shorter for shorter in _shorter(report) if size(shorter) <= room), None)


def _shorter(report: Report) -> Iterator[Report]:
    """A report with ever less in it: first the lines of the lesser moves, last what was behind the choice."""
    yield report
    for most in (6, 3, 1):
        yield (report := _with_lines(report, _LONGEST, most))
    yield (report := _with_lines(report, 8, 1))
    yield (report := msgspec.structs.replace(report, marks=()))
    yield (report := msgspec.structs.replace(report, candidates=report.candidates[:8]))
    report = msgspec.structs.replace(report, beliefs=_likely(report.beliefs), mixture=report.mixture[:8])
    yield report
    yield (report := _with_lines(report, 5, 1, FEW_CANDIDATES))
    yield (report := msgspec.structs.replace(report, beliefs={}))
    yield (report := msgspec.structs.replace(_with_lines(report, 1, 1, 3), mixture=report.mixture[:4]))
    yield (report := msgspec.structs.replace(report, facts=report.facts[:4]))
    yield (report := msgspec.structs.replace(_with_lines(report, 1, 1, 2), mixture=report.mixture[:2]))
    yield (report := msgspec.structs.replace(report, facts=()))
    yield (report := msgspec.structs.replace(_with_lines(report, 1, 1, 1), plan=(), mixture=()))
    yield msgspec.structs.replace(report, candidates=())


def _with_lines(report: Report, best: int, others: int, candidates: int = CANDIDATES) -> Report:
    """With lines of so many moves at most, and so many candidates."""
    lines = (best, *(others for _ in range(candidates - 1)))
    return msgspec.structs.replace(report, candidates=tuple(map(_cut, report.candidates, lines)))


def _cut(one: Candidate, most: int) -> Candidate:
    if len(one.line) <= most:
        return one
    return Candidate(one.move, one.visits, one.value, one.spread, one.prior, one.line[:most])


def _likely(beliefs: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """The three likeliest of each."""
    return {of: dict(sorted(held.items(), key=lambda one: -one[1])[:3]) for of, held in beliefs.items()}
