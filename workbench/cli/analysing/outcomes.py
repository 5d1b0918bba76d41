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
from workbench.system.language.formats import format_count
from workbench.system.translation import tr
from workbench.thinking.outcomes import NAME, next_seat

COLUMNS = ("outcome", "probability", "visits", "value", "spread")
LIMIT = Limit(simulations=20_000)  # the default: at least a few hundred simulations for each outcome
MEAN = "mean"


def print_outcomes(form: str, point: fastcore.Viewpoint, reports: Sequence[Report]) -> None:
    """Print the outcomes and their mean. Values are from the point of view of the seat that decides next.

    Args:
        form: "table", "csv" or "jsonl". JSON lines contain all reports; a table or CSV contains only the last.
        point: The position. Chance must be to move.
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
        for outcome in last.candidates:
            writer.writerow(
                (
                    outcome.move,
                    f"{outcome.prior:.6f}",
                    outcome.visits,
                    f"{outcome.value[seat]:.6f}",
                    f"{outcome.spread:.6f}",
                )
            )
        writer.writerow(
            (MEAN, f"{1:.6f}", sum(outcome.visits for outcome in last.candidates), f"{mean_value(last, seat):.6f}", "")
        )
    else:
        rows = [
            (
                outcome.move,
                share_text(outcome.prior),
                format_count(outcome.visits),
                node_value_text(outcome.value, seat),
                format_percents(outcome.spread / 2)[0],
            )
            for outcome in last.candidates
        ]
        rows.append((MEAN, "", "", node_value_text((mean_value(last, seat),) * point.seats, seat), ""))
        side = boards.seat_name(point.info, seat)
        print_table(
            tr(
                "Outcomes for {side} ({simulations:,} simulations, {seconds:.1f} s)",
                side=side,
                simulations=last.simulations,
                seconds=last.seconds,
            ),
            COLUMNS,
            rows,
        )


def mean_value(report: Report, seat: int) -> float:
    """Return a seat's mean value of all outcomes, weighted by their probabilities."""
    total = sum(outcome.prior for outcome in report.candidates) or 1.0
    return sum(outcome.prior * outcome.value[seat] for outcome in report.candidates) / total
