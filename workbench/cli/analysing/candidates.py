"""Prints the candidates of an analysis and their reasons, as a table, CSV or JSON lines."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence

import msgspec

import fastcore
from bots.report import Report
from workbench import boards
from workbench.boards.kit.figures import percents, worths
from workbench.cli.shared.output import table
from workbench.reports.reasons import in_words, reasons

COLUMNS = ("bot", "move", "visits", "share", "value", "spread", "prior", "line")


def show(form: str, bot: str, point: fastcore.Viewpoint, reports: Sequence[Report], first: bool) -> None:
    """Print what was found, with all reports on the way as JSON lines; `first` says whether a head comes before."""
    if form == "jsonl":
        for report in reports:
            sys.stdout.write(
                msgspec.json.encode({"bot": bot, "seat": point.actor + 1, **msgspec.to_builtins(report)}).decode()
                + "\n"
            )
    elif form == "csv":
        as_csv(bot, point.actor, reports[-1], first)
    else:
        as_table(bot, point, reports[-1])


def as_csv(bot: str, seat: int, report: Report, head: bool) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if head:
        writer.writerow(COLUMNS)
    total = max(report.simulations + report.kept, 1)
    for one in report.candidates:
        share = one.visits / total
        writer.writerow(
            (
                bot,
                one.move,
                one.visits,
                f"{share:.6f}",
                f"{one.value[seat]:.6f}",
                f"{one.spread:.6f}",
                f"{one.prior:.6f}",
                " ".join(one.line),
            )
        )


def as_table(bot: str, point: fastcore.Viewpoint, report: Report) -> None:
    """The candidates, below them what else was found and why, in words."""
    info, seat = point.info, point.actor
    head = f"{bot} for {boards.side(info, seat)}: {boards.say(info, seat, report.plan or (report.move,))}"
    table(
        f"{head} ({report.simulations:,} simulations, {report.seconds:.1f} s)",
        ("move", "line", "visits", "share", "value", "spread", "prior"),
        rows(report, seat, point.seats),
        words=2,
    )
    found = reasons(info, seat, report)
    for line in (*(reason.text for reason in found), *in_words(info, seat, report, {reason.kind for reason in found})):
        print(line)
    print()


def rows(report: Report, seat: int, seats: int) -> Iterator[Sequence[str]]:
    """Values are those of the seat that decides, of two seats as chances to win; a spread is in the same measure."""
    total = max(report.simulations + report.kept, 1)
    for one in report.candidates:
        yield (
            one.move,
            " ".join(one.line[1:8]),
            f"{one.visits:,}",
            percents(min(one.visits / total, 1.0))[0],
            worths(seats, one.value[seat])[0],
            percents(one.spread / 2)[0] if seats == 2 else f"{one.spread:.2f}",
            percents(min(one.prior, 1.0))[0],
        )
