"""The selection of the parts of a bot's reports that a record keeps, within a budget of bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bots.report import Candidate, Fact, Mark, Report
from workbench.reports.growth import build_growth

DECISION_BYTES = 2048  # budget for the JSON of one move
PLAN_BYTES = 4096  # budget for the JSON of all moves of one secret plan
CANDIDATES, FEW_CANDIDATES = 12, 5
_MAX_LINE = 24  # maximum number of moves in a line
_OVERHEAD = 96  # bytes for the rest of a move: its text, its times, the field names
_STEP_SHARE = 0.46  # fraction of the remaining budget for the next step of a plan
_ENOUGH = 288  # bytes that suffice for a step of a plan that was reported with its first step
_RESERVED = 184  # bytes reserved for any step: its move and its effort
_MAX_STEPS = 9  # the longest plan of any game
_LAST_SHARE = 0.6  # fraction of the budget reserved for the last report
_DIGITS = 5  # decimals

_encode = msgspec.json.Encoder().encode


def prune(reports: Sequence[Report], budget: int = DECISION_BYTES) -> tuple[Report, ...]:
    """Return the part of a decision's reports to record, such that the move's JSON has at most `budget` bytes.

    This is the last report, shortened as necessary and including the growth of the choice. Pruning the result again
    changes nothing.
    """
    if not reports:
        return ()
    room = budget - _OVERHEAD
    growth = reports[-1].growth or build_growth(reports, int((1 - _LAST_SHARE) * room))
    growth_bytes = 0 if growth is None else len(_encode(growth)) + len(',"growth":')
    last = _fit(_rounded(reports[-1]), room - growth_bytes)
    if last is None:
        last, growth = _fit(_rounded(reports[-1]), room), None
    return () if last is None else (msgspec.structs.replace(last, growth=growth),)


def plan_budget(earlier: Iterable[Sequence[Report]]) -> int:
    """Return the budget in bytes for the next decision of a secret plan, given the reports stored for earlier ones.

    All decisions of a plan (same actor, turn and phase) share `PLAN_BYTES`. The first, which explains the whole plan,
    gets the most. Enough is reserved for later steps.
    """
    before = list(earlier)
    remaining = PLAN_BYTES - sum(_OVERHEAD + sum(map(size, reports)) for reports in before)
    planned = max((len(report.plan) for reports in before for report in reports), default=_MAX_STEPS)
    # one more than planned: a plan may end early and be extended
    to_come = min(planned + 1, _MAX_STEPS) - len(before) - 1
    return min(
        DECISION_BYTES,
        max(int(_STEP_SHARE * remaining), min(remaining, _ENOUGH)),
        remaining - max(to_come, 0) * _RESERVED,
    )


def size(report: Report) -> int:
    """Return the bytes of a report in a record, including the preceding comma."""
    return len(_encode(report)) + 1


def _rounded(report: Report) -> Report:
    return Report(
        report.move,
        tuple(_candidate(candidate, _MAX_LINE) for candidate in report.candidates[:CANDIDATES]),
        report.simulations,
        round(float(report.seconds), _DIGITS),
        report.kept,
        report.full,
        report.plan,
        tuple((plan, round(float(weight), _DIGITS)) for plan, weight in report.mixture),
        tuple(Mark(mark.kind, mark.where, round(float(mark.value), _DIGITS)) for mark in report.marks),
        {
            unknown: {value: round(float(chance), _DIGITS) for value, chance in values.items()}
            for unknown, values in report.beliefs.items()
        },
        tuple(Fact(fact.key, {name: _short(value) for name, value in fact.values.items()}) for fact in report.facts),
        threads=report.threads,
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


def _fit(report: Report, room: int) -> Report | None:
    """Return the longest version of a report that fits, or None."""
    return next((shorter for shorter in _shorter(report) if size(shorter) <= room), None)


def _shorter(report: Report) -> Iterator[Report]:
    """Yield ever shorter versions: first without the lines of less important moves, finally without the reasons."""
    yield report
    for most in (6, 3, 1):
        yield (report := _with_lines(report, _MAX_LINE, most))
    yield (report := _with_lines(report, 8, 1))
    yield (report := msgspec.structs.replace(report, marks=()))
    yield (report := msgspec.structs.replace(report, candidates=report.candidates[:8]))
    report = msgspec.structs.replace(report, beliefs=_most_probable(report.beliefs), mixture=report.mixture[:8])
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
    """Limit the number of candidates and the lengths of their lines."""
    lines = (best, *(others for _ in range(candidates - 1)))
    return msgspec.structs.replace(report, candidates=tuple(map(_shorten_line, report.candidates, lines)))


def _shorten_line(candidate: Candidate, most: int) -> Candidate:
    if len(candidate.line) <= most:
        return candidate
    return Candidate(
        candidate.move, candidate.visits, candidate.value, candidate.spread, candidate.prior, candidate.line[:most]
    )


def _most_probable(beliefs: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """Return the three most probable values of each belief."""
    return {unknown: dict(sorted(values.items(), key=lambda item: -item[1])[:3]) for unknown, values in beliefs.items()}
