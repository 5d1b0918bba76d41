"""`herbarium review`: judges every decision of games, lists the mistakes and turns them into puzzles."""

from __future__ import annotations

import csv
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench import boards
from workbench.bot_process import trust
from workbench.bot_process.decisions import BotFaultError
from workbench.cli.shared import sources
from workbench.cli.shared.output import print_table, progress, spinner
from workbench.cli.shared.readers import InputError, add_bot_seed, whole_number
from workbench.game.session import Session
from workbench.puzzles import own_games
from workbench.puzzles.files import PuzzleError
from workbench.records.files import RecordError
from workbench.review import page as review_page
from workbench.review.judging import Judged, Reviewer, mistakes, small_losses
from workbench.review.luck import luck_before, total_lucks
from workbench.review.shown_numbers import decision_numbers
from workbench.storage.session_records import session_of
from workbench.system import saving
from workbench.system.translation import tr, trn

COLUMNS = ("decision", "turn", "when", "seat", "played", "best", "value", "best_value", "loss", "luck", "size")
HEADS = ("when", "seat", "played", "better", "worth", tr("instead of"))
SHOWN = 12  # maximum number of mistakes in the table


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("files", nargs="*", metavar="FILE", help=tr("records; with several, a line for each"))
    parser.add_argument(
        "--own", action="store_true", help=tr("review all your finished games, and turn your mistakes into puzzles")
    )
    parser.add_argument("--puzzles", action="store_true", help=tr("also turn the mistakes into puzzles"))
    parser.add_argument("--bot", metavar="BOT", help=tr("the bot that reviews; default: the strongest suitable one"))
    parser.add_argument(
        "--simulations",
        type=whole_number(1, 10**9),
        default=8000,
        metavar="N",
        help=tr("simulations for each searched position; default: 8,000"),
    )
    add_bot_seed(parser)
    parser.add_argument(
        "--to",
        choices=("table", "csv", "jsonl", "html"),
        default="table",
        help=tr("the format; html has pictures of the board"),
    )
    parser.add_argument("--json", dest="to", action="store_const", const="jsonl", help=tr("the same as --to jsonl"))
    parser.add_argument(
        "--output", metavar="FILE", help=tr("with --to html: the output file; default: standard output")
    )


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        return run(arguments)
    except (InputError, RecordError) as error:
        raise InputError(tr("review: {error}", error=error)) from None


def run(arguments: Namespace) -> int:
    """Review games and print the results. Return the exit status."""
    if arguments.own:
        return run_own(arguments)
    if arguments.output and arguments.to != "html":
        raise InputError(tr("--output needs --to html"))
    if not arguments.files:
        raise InputError(tr("name a record, or give --own"))
    if len(arguments.files) > 1 and arguments.to != "table":
        raise InputError(tr("--to {form} takes one record", form=arguments.to))
    for name in arguments.files:
        run_file(arguments, Path(name), brief=len(arguments.files) > 1)
    return 0


def run_file(arguments: Namespace, path: Path, brief: bool) -> None:
    """Review the game of a record, print the result and make puzzles if requested.

    Args:
        arguments: The arguments.
        path: The record.
        brief: Whether to print only a line.
    """
    if sources.file_kind(path) != "record":
        raise InputError(tr("{path}: this is not a record of a game", path=path))
    session = session_of(sources.read_record(path))
    try:
        if arguments.bot:
            trust.allow_typed(arguments.bot)
        reviewer = Reviewer(session, arguments.bot or "", arguments.simulations, arguments.seed)
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None
    if not reviewer.decisions:
        raise InputError(tr("{path}: this game has no decisions", path=path))
    steps = reviewer.judge_all()
    try:
        judged = [next(steps) for _ in progress(reviewer.decisions, tr("Reviewing"))]
    except BotFaultError as fault:
        raise InputError(f"{path}: {fault}") from None
    finally:
        reviewer.close()
    if arguments.to == "jsonl":
        for number, decision in enumerate(judged, 1):
            print(msgspec.json.encode(as_data(session, number, decision)).decode())
    elif arguments.to == "csv":
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        for number, decision in enumerate(judged, 1):
            data = as_data(session, number, decision)
            writer.writerow(data | {name: " ".join(data[name]) for name in ("played", "best")})  # type: ignore[arg-type]
    elif arguments.to == "html":
        page = review_page.page(session, judged, reviewer.judge.text, reviewer.simulations)
        write_page(page, arguments.output)
    elif brief:
        count = len(mistakes(judged))
        print(trn("{path}: {count} mistake", "{path}: {count} mistakes", count, path=path))
    else:
        show(session, judged, reviewer.judge.text, reviewer.simulations)
    if arguments.puzzles:
        try:
            with spinner(tr("Making puzzles")):
                made = own_games.add_puzzles(session, judged, path.stem, arguments.seed)
        except (PuzzleError, saving.WriteError) as error:
            raise InputError(str(error)) from None
        if arguments.to == "table":
            print(trn("{count} puzzle from these mistakes", "{count} puzzles from these mistakes", len(made)))


def run_own(arguments: Namespace) -> int:
    """Review the user's own games that are not done, and return the exit status.

    Raises:
        InputError: Options contradict each other, or the puzzles cannot be stored.
    """
    if arguments.files or arguments.to not in ("table", "jsonl"):
        raise InputError(tr("--own takes no records and no --to"))
    if arguments.puzzles:
        raise InputError(tr("--own makes puzzles anyway: leave out --puzzles"))
    if arguments.output:
        raise InputError(tr("--own writes no page: leave out --output"))
    if arguments.bot:
        trust.allow_typed(arguments.bot)
    paths, made, count = own_games.own_games(), 0, 0
    reviews = own_games.review_own(paths, arguments.bot or "", arguments.simulations, arguments.seed)
    try:
        for one in reviews:
            count, made = count + 1, made + one.puzzles
            if arguments.to == "jsonl":
                print(msgspec.json.encode(one._asdict() | {"file": str(one.file)}).decode(), flush=True)
                continue
            found = trn("{count} mistake", "{count} mistakes", one.mistakes)
            puzzles = trn("{count} puzzle", "{count} puzzles", one.puzzles)
            print(f"{one.file.name}: {found}, {puzzles}{'. ' + one.note if one.note else ''}", flush=True)
    except BotFaultError as fault:
        raise InputError(str(fault)) from None
    except (PuzzleError, saving.WriteError) as error:
        raise InputError(str(error)) from None
    if arguments.to == "table":
        reviewed = trn("{count:,} game reviewed", "{count:,} games reviewed", count)
        print(f"{reviewed}, {trn('{count:,} puzzle made', '{count:,} puzzles made', made)}.")
    return 0


def write_page(page: str, output: str | None) -> None:
    """Write the report to a file, or to standard output if None.

    Raises:
        InputError: The file cannot be written.
    """
    if output is None:
        sys.stdout.write(page)
        return
    try:
        saving.write(Path(output), page.encode(), shared=True)
    except saving.WriteError as error:
        raise InputError(str(error)) from None


def as_data(session: Session, number: int, decision: Judged) -> dict[str, object]:
    """Return a decision as data.

    Seats are numbered from 1. Values are from the point of view of the seat that decided.
    """
    luck = luck_before(session, decision)
    return {
        "decision": number, "turn": decision.turn, "when": review_page.turn_text(session, decision),
        "seat": decision.seat + 1,
        "played": decision.moves, "best": decision.judgement.best,
        "value": round(decision.judgement.value, 6), "best_value": round(decision.judgement.best_value, 6),
        "loss": round(decision.loss, 6),
        "luck": None if luck is None else round(luck, 6),
        "steps": decision.judgement.steps,
        "size": decision.size, "report": decision.judgement.report,
    }  # fmt: skip


def show(session: Session, judged: Sequence[Judged], judge: str, simulations: int) -> None:
    """Print the review as tables."""
    print_table(
        tr("Judged by {judge}, {simulations:,} simulations per position", judge=judge, simulations=simulations),
        review_page.SEAT_HEADS,
        [review_page.seat_texts(session, judged, seat) for seat in range(session.point.seats)],
    )
    if found := mistakes(judged):
        rows = [(mistake.size, *row) for mistake, row in zip(found, mistake_rows(session, found[:SHOWN]), strict=False)]
        print_table(tr("The largest mistakes"), ("size", *HEADS), rows, words=5)
        if len(found) > SHOWN:
            print(tr("and {count} smaller ones (--to csv lists every turn)", count=len(found) - SHOWN))
    else:
        print(review_page.NO_MISTAKES)
    dice = total_lucks(session)
    for line in (*review_page.fall_sentences(session, judged, dice), *review_page.luck_sentences(session, dice)):
        print(line)
    if lesser := small_losses(judged):
        print_table(review_page.SMALL, HEADS, mistake_rows(session, lesser), words=4)


def mistake_rows(session: Session, found: Sequence[Judged]) -> list[tuple[str, ...]]:
    """Return the table's rows for these mistakes."""
    info = session.point.info
    return [
        (
            review_page.turn_text(session, mistake),
            boards.seat_name(info, mistake.seat),
            *review_page.decision_texts(session, mistake),
            *decision_numbers(mistake, session.point.seats)[:2],
        )
        for mistake in found
    ]
