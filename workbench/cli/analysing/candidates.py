"""Output of the candidate moves of an analysis and their reasons, as a table, CSV or JSON lines."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence

import msgspec

import fastcore
from bots.reasoning import group_turns, turn_of
from bots.report import Report
from workbench import boards
from workbench.boards.kit.figures import format_evaluations, format_percents
from workbench.cli.shared.output import print_table
from workbench.reports.reasons import reasons
from workbench.reports.report_lines import detail_lines, doubling_text
from workbench.system.language.formats import format_count, format_number
from workbench.system.translation import tr

MAX_LINE = 7  # moves of a line after the turn
COLUMNS = ("bot", "move", "visits", "share", "value", "spread", "prior", "line")


def print_report(form: str, bot: str, point: fastcore.Viewpoint, reports: Sequence[Report], first: bool) -> None:
    """Print the result of an analysis.

    Args:
        form: "table", "csv" or "jsonl". JSON lines contain all reports; a table or CSV contains only the last.
        bot: The bot's name.
        point: The position.
        reports: The bot's reports.
        first: Whether this is the first output, which gets the heading of the CSV.
    """
    if form == "jsonl":
        for report in reports:
            sys.stdout.write(
                msgspec.json.encode({"bot": bot, "seat": point.actor + 1, **msgspec.to_builtins(report)}).decode()
                + "\n"
            )
    elif form == "csv":
        print_csv(bot, point.actor, reports[-1], first)
    else:
        print_candidates(bot, point, reports[-1])


def print_csv(bot: str, seat: int, report: Report, head: bool) -> None:
    """Print the candidates as CSV, with a heading if `head`. Values are from the seat's point of view."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if head:
        writer.writerow(COLUMNS)
    total = max(report.simulations + report.kept, 1)
    for candidate in report.candidates:
        share = candidate.visits / total
        writer.writerow(
            (
                bot,
                candidate.move,
                candidate.visits,
                f"{share:.6f}",
                f"{candidate.value[seat]:.6f}",
                f"{candidate.spread:.6f}",
                f"{candidate.prior:.6f}",
                " ".join(candidate.line),
            )
        )


def print_candidates(bot: str, point: fastcore.Viewpoint, report: Report) -> None:
    """Print the candidates as a table, followed by the reasons and other results in words."""
    info, seat = point.info, point.actor
    head = tr(
        "{bot} for {side}: {moves}",
        bot=bot,
        side=boards.seat_name(info, seat),
        moves=boards.describe_moves(info, seat, turn_of(point, report)),
    )
    if not report.candidates:
        print(head, tr("The bot reports only its move."), sep="\n", end="\n\n")
        return
    print_table(
        tr(
            "{head} ({simulations:,} simulations, {seconds:.1f} s)",
            head=head,
            simulations=report.simulations,
            seconds=report.seconds,
        ),
        ("move", "line", "visits", "share", "value", "spread", "prior"),
        rows(point, report),
        words=2,
    )
    found = reasons(info, seat, report)
    doubling = doubling_text(point.spec, bot)
    for line in (
        *([f"{doubling[0].upper()}{doubling[1:]}."] if doubling else []),
        *(reason.text for reason in found),
        *detail_lines(info, seat, report, {reason.kind for reason in found}),
    ):
        print(line)
    print()


def rows(point: fastcore.Viewpoint, report: Report) -> Iterator[Sequence[str]]:
    """Yield the table's rows, one for each turn. Values are from the point of view of the seat to move.

    With two seats, values and spreads are winning chances in per cent.
    """
    seat, seats, total = point.actor, point.seats, max(report.simulations + report.kept, 1)
    for turn in group_turns(point, report.candidates):
        lead, end = turn.lead, len(turn.moves)
        yield (
            " ".join(turn.moves),
            " ".join(lead.line[end : end + MAX_LINE]),
            format_count(turn.visits),
            format_percents(min(turn.visits / total, 1.0))[0],
            format_evaluations(seats, lead.value[seat])[0],
            format_percents(lead.spread / 2)[0] if seats == 2 else format_number(lead.spread, ".2f"),
            format_percents(min(sum(one.prior for one in turn.candidates), 1.0))[0],
        )
