"""`herbarium analyse`: what a bot, or several, think of one position."""

from __future__ import annotations

import csv
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence

import msgspec

import bots
import fastcore
from bots.report import Limit, Report
from workbench import boards, positions
from workbench.boards.figures import percents, scores
from workbench.cli.output import table, waiting
from workbench.cli.readers import BadInput
from workbench.cli.situations import seen, situation, with_mends
from workbench.reasons import reasons
from workbench.report_words import in_words
from workbench.sketch import Sketch
from workbench.thinking import BotFault, Reports, decide

COLUMNS = ("bot", "move", "visits", "share", "value", "spread", "prior", "line")


def main(arguments: Namespace) -> int:
    point = wanted(arguments)
    texts = arguments.bot or [bots.strongest(point.spec)]
    limit = None if arguments.simulations is arguments.seconds is None else Limit(arguments.simulations, arguments.seconds)
    try:
        made = [bots.make(text, arguments.seed) for text in texts]
    except ValueError as error:
        raise BadInput(f"analyse: {error}") from None
    for bot in made:
        if not bot.fits(point.spec):
            raise BadInput(f"analyse: {bot.name} cannot play {point.spec}")
    for number, (text, bot) in enumerate(zip(texts, made, strict=True)):
        reports = Reports()
        try:
            with waiting(f"{text} thinks"):
                decide(bot, point, limit, reports.add)
        except BotFault as fault:
            raise BadInput(f"analyse: {fault}") from None
        finally:
            bot.close()
        if arguments.to == "jsonl":
            for report in reports.all:
                sys.stdout.write(msgspec.json.encode({"bot": text, "seat": point.actor + 1, **msgspec.to_builtins(report)}).decode() + "\n")
        elif arguments.to == "csv":
            as_csv(text, point.actor, reports.all[-1], head=not number)
        else:
            as_table(text, point, reports.all[-1])
    return 0


def wanted(arguments: Namespace) -> fastcore.Viewpoint:
    """What the seat knows that decides: what it sees of the position, and the facts that it knows besides."""
    sketch = positions.entry_of(arguments.situation, "").sketch
    if sketch.seat is None and arguments.seat is None:
        state = situation(arguments.situation, "analyse")
        nothing_decided(state.actor)
        sketch = Sketch.of(state).seen_by(state.actor)
    sketch = seen(sketch, arguments.seat, arguments.fact)
    if problems := sketch.problems():
        raise BadInput(f"analyse: {with_mends(f'{problems[0].field}: {problems[0].reason}', problems[0].mends)}")
    point = sketch.point()
    assert isinstance(point, fastcore.Viewpoint)
    nothing_decided(point.actor)
    if point.actor != point.seat:
        raise BadInput(f"analyse: seat {point.actor + 1} decides in this position, not seat {(point.seat or 0) + 1}")
    return point


def nothing_decided(actor: int) -> None:
    """BadInput where no seat decides."""
    if actor < 0:
        what = "the game is over" if actor == fastcore.OVER else "chance decides"
        raise BadInput(f"analyse: {what} in this position; there is nothing to be decided")


def as_csv(bot: str, seat: int, report: Report, head: bool) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if head:
        writer.writerow(COLUMNS)
    total = max(report.simulations + report.kept, 1)
    for one in report.candidates:
        share = one.visits / total
        writer.writerow((bot, one.move, one.visits, f"{share:.6f}", f"{one.value[seat]:.6f}", f"{one.spread:.6f}", f"{one.prior:.6f}", " ".join(one.line)))


def as_table(bot: str, point: fastcore.Viewpoint, report: Report) -> None:
    """The candidates, below them what else was found and why, in words."""
    info, seat = point.info, point.actor
    head = f"{bot} for {boards.side(info, seat)}: {boards.say(info, seat, report.plan or (report.move,))}"
    table(f"{head} ({report.simulations:,} simulations, {report.seconds:.1f} s)", ("move", "line", "visits", "share", "value", "spread", "prior"), rows(report, seat), words=2)
    found = reasons(info, seat, report)
    for line in (*(reason.text for reason in found), *in_words(info, seat, report, {reason.kind for reason in found})):
        print(line)
    print()


def rows(report: Report, seat: int) -> Iterator[Sequence[str]]:
    """Values are chances to win for the seat that decides; a spread is in the same measure."""
    total = max(report.simulations + report.kept, 1)
    for one in report.candidates:
        yield (
            one.move, " ".join(one.line[1:8]), f"{one.visits:,}", percents(min(one.visits / total, 1.0))[0],
            scores(one.value[seat])[0], percents(one.spread / 2)[0], percents(min(one.prior, 1.0))[0],
        )  # fmt: skip
