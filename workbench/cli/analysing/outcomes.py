"""Prints the outcomes of chance in a position with probability and value, as a table, CSV or JSON lines."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence

import msgspec

import fastcore
from bots.report import Limit, Report
from workbench import boards
from workbench.boards.kit.figures import percents
from workbench.cli.shared.output import table
from workbench.reports.search_words import chances, part
from workbench.thinking.outcomes import NAME, next_seat

COLUMNS = ("outcome", "probability", "visits", "value", "spread")
LIMIT = Limit(simulations=20_000)  # if nothing else is asked for: some hundreds an outcome at least
MEAN = "mean"


def show(form: str, point: fastcore.Viewpoint, reports: Sequence[Report]) -> None:
    """Print the outcomes, the best first for the seat that decides next, and the mean over them;
    as JSON lines all reports on the way."""
    assert point.state is not None
    seat, last = next_seat(point.state), reports[-1]
    if form == "jsonl":
        for report in reports:
            head = {"bot": NAME, "seat": seat + 1, "mean": mean(report, seat)}
            sys.stdout.write(msgspec.json.encode(head | msgspec.to_builtins(report)).decode() + "\n")
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(COLUMNS)
        for one in last.candidates:
            writer.writerow((one.move, f"{one.prior:.6f}", one.visits, f"{one.value[seat]:.6f}", f"{one.spread:.6f}"))
        writer.writerow((MEAN, f"{1:.6f}", sum(one.visits for one in last.candidates), f"{mean(last, seat):.6f}", ""))
    else:
        rows = [
            (one.move, part(one.prior), f"{one.visits:,}", chances(one.value, seat), percents(one.spread / 2)[0])
            for one in last.candidates
        ]
        rows.append((MEAN, "", "", chances((mean(last, seat),) * point.seats, seat), ""))
        side = boards.side(point.info, seat)
        table(f"Outcomes for {side} ({last.simulations:,} simulations, {last.seconds:.1f} s)", COLUMNS, rows)


def mean(report: Report, seat: int) -> float:
    """The value over all outcomes, each by its probability."""
    total = sum(one.prior for one in report.candidates) or 1.0
    return sum(one.prior * one.value[seat] for one in report.candidates) / total
