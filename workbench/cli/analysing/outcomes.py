"""Output of the outcomes of a chance event with probability and value, as a table, CSV or JSON lines."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence

import msgspec

import fastcore
from bots.report import Limit, Report
from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.cli.shared.output import print_table
from workbench.reports.search_words import node_value_text, share_text
from workbench.thinking.outcomes import NAME, next_seat

COLUMNS = ("outcome", "probability", "visits", "value", "spread")
LIMIT = Limit(simulations=20_000)  # the default: at least some hundreds for each outcome
MEAN = "mean"


def print_outcomes(form: str, point: fastcore.Viewpoint, reports: Sequence[Report]) -> None:
    """Print the outcomes and their mean. Values are those of the seat that decides next.

    Args:
        form: "table", "csv" or "jsonl". JSON lines contain all reports; a table or CSV contains only the last.
        point: The position, in which chance acts.
        reports: The reports of the search.
    """
    assert point.state is not None
    seat, last = next_seat(point.state), reports[-1]
    if form == "jsonl":
        for report in reports:
            head = {"bot": NAME, "seat": seat + 1, "mean": mean_value(report, seat)}
            sys.stdout.write(msgspec.json.encode(head | msgspec.to_builtins(report)).decode() + "\n")
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(COLUMNS)
        for one in last.candidates:
            writer.writerow((one.move, f"{one.prior:.6f}", one.visits, f"{one.value[seat]:.6f}", f"{one.spread:.6f}"))
        writer.writerow(
            (MEAN, f"{1:.6f}", sum(one.visits for one in last.candidates), f"{mean_value(last, seat):.6f}", "")
        )
    else:
        rows = [
            (
                one.move,
                share_text(one.prior),
                f"{one.visits:,}",
                node_value_text(one.value, seat),
                format_percents(one.spread / 2)[0],
            )
            for one in last.candidates
        ]
        rows.append((MEAN, "", "", node_value_text((mean_value(last, seat),) * point.seats, seat), ""))
        side = boards.seat_name(point.info, seat)
        print_table(f"Outcomes for {side} ({last.simulations:,} simulations, {last.seconds:.1f} s)", COLUMNS, rows)


def mean_value(report: Report, seat: int) -> float:
    """Return a seat's mean value of all outcomes, weighted by their probabilities."""
    total = sum(one.prior for one in report.candidates) or 1.0
    return sum(one.prior * one.value[seat] for one in report.candidates) / total
