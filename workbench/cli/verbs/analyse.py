"""`herbarium analyse`: analyses a position with bots, or shows the searches in a record."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import bots
import fastcore
from bots import Bot
from bots.report import Limit, Report
from bots.traced import Traced
from fastcore import Search
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.decisions import BotFaultError, Reports, close_bot, decide
from workbench.bot_process.process_bot import ProcessBot
from workbench.cli.analysing import candidates, recorded, trace, tree
from workbench.cli.analysing import outcomes as analysing_outcomes
from workbench.cli.analysing.positions import file_of, parse_viewpoint
from workbench.cli.shared.output import spinner
from workbench.cli.shared.readers import InputError, add_bot_seed, add_seat, seconds, whole_number
from workbench.game.session import PERSON
from workbench.records.files import RecordError
from workbench.reports import tree_files
from workbench.reports.search_tree import ReportedTree, TreeView, tree_of
from workbench.system import saving
from workbench.system.cores import CORES
from workbench.system.translation import tr
from workbench.thinking import outcomes


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("situation", help=tr("spec and position text, a spec for its start, a record, or a saved tree"))
    add_seat(parser)
    parser.add_argument(
        "--bot", action="append", metavar="BOT", help=tr("the bot; default: the strongest. Repeat for more bots")
    )
    parser.add_argument("--simulations", type=whole_number(1, 10**12), metavar="N", help=tr("number of simulations"))
    parser.add_argument("--seconds", type=seconds, metavar="S", help=tr("thinking time in seconds"))
    add_bot_seed(parser)
    parser.add_argument(
        "--to",
        choices=("table", "csv", "jsonl"),
        default="table",
        help=tr("the format; jsonl has a line for each report"),
    )
    parser.add_argument("--json", dest="to", action="store_const", const="jsonl", help=tr("the same as --to jsonl"))
    parser.add_argument(
        "--at",
        type=whole_number(1, 10**6),
        metavar="N",
        help=tr("the position of a record before its move N; 1 is the start"),
    )
    parser.add_argument(
        "--recorded", action="store_true", help=tr("show the bots' searches from the record, without a new search")
    )
    parser.add_argument(
        "--trace", action="store_true", help=tr("show single simulations step by step: number 1, 2, 5, 10, ...")
    )
    parser.add_argument(
        "--simulation", type=whole_number(1, 10**15), metavar="N", help=tr("with --trace: only simulation N")
    )
    parser.add_argument("--tree", action="store_true", help=tr("show the search tree, node by node"))
    parser.add_argument(
        "--least",
        type=whole_number(0, 10**15),
        metavar="N",
        help=tr("with --tree: only moves with at least N visits; default: a hundredth of all visits"),
    )
    parser.add_argument(
        "--depth", type=whole_number(1, 1000), metavar="N", help=tr("with --tree: show N levels; default: 2")
    )
    parser.add_argument(
        "--below", metavar="MOVES", help=tr('with --tree: start after these moves, for example "c3 5-2"')
    )
    parser.add_argument("--keep", metavar="FILE", help=tr("with --tree: also save the tree in a .tree file"))


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        run(arguments)
    except (InputError, RecordError, saving.WriteError) as error:
        raise InputError(tr("analyse: {error}", error=error)) from None
    return 0


def run(arguments: Namespace) -> None:
    """Analyse a position text, a position of a record or a saved tree, and print the result."""
    file = file_of(arguments.situation)
    check_options(arguments, file)
    if file is not None and file.suffix == tree_files.SUFFIX:
        saved = tree_files.read(file)
        point, text = tree_files.point_of(saved), file.name
        tree.print_tree(
            arguments.to, text, value_seat(point), point, tree_files.saved_tree(saved), tree_query(arguments), True
        )
        return
    if file is None:
        run_bots(arguments, parse_viewpoint(arguments.situation, arguments.seat, arguments.fact))
        return
    session = recorded.open_session(file)
    if not arguments.recorded:
        run_bots(arguments, recorded.point_at(session, arguments.at))
    elif arguments.at is None:
        recorded.print_decisions(session, arguments.to)
    else:
        found = recorded.decision(session, arguments.at)
        point, last = recorded.point_at(session, arguments.at), found.reports[-1]
        if arguments.trace and not found.node.traces:
            raise InputError(
                tr(
                    "the search of move {at} recorded no simulations: only a bot with the option trace=on records them",
                    at=arguments.at,
                )
            )
        bot = tr("a bot") if found.bot == PERSON else found.bot
        print_result(
            arguments,
            tr("{bot}, move {at} as recorded", bot=bot, at=arguments.at),
            point,
            found.reports,
            found.node.traces,
            ReportedTree(last, point),
            True,
        )


def check_options(arguments: Namespace, file: Path | None) -> None:
    """Check that the options can be combined.

    Raises:
        InputError: Two options exclude each other, or one needs another.
    """
    kept = file is not None and file.suffix == tree_files.SUFFIX
    record = file is not None and not kept
    asks = arguments.bot is not None or arguments.simulations is not None or arguments.seconds is not None
    below = (arguments.least, arguments.depth, arguments.below, arguments.keep) != (None, None, None, None)
    for wrong, why in (
        (
            arguments.trace and (arguments.tree or kept),
            tr("give --trace or --tree, not both"),
        ),
        (arguments.simulation is not None and not arguments.trace, tr("--simulation needs --trace")),
        (below and not (arguments.tree or kept), tr("--least, --depth, --below and --keep need --tree")),
        (not record and (arguments.at is not None or arguments.recorded), tr("--at and --recorded need a record")),
        (
            file is not None and (arguments.seat is not None or arguments.fact),
            tr("--seat and --fact need a situation, because a file has its own view"),
        ),
        (arguments.recorded and asks, tr("--recorded shows searches made during the game, so it takes no bot options")),
        (kept and asks, tr("a saved tree shows a finished search, so it takes no bot options")),
        (arguments.keep is not None and (arguments.recorded or kept), tr("--keep needs a new search")),
        (
            record and arguments.at is None and not arguments.recorded,
            tr("a record has many positions: choose one with --at N, or list its searches with --recorded"),
        ),
        (
            arguments.recorded and arguments.at is None and (arguments.trace or arguments.tree),
            tr("choose a move with --at N; --recorded alone lists them"),
        ),
        (arguments.keep is not None and len(arguments.bot or ()) > 1, tr("--keep needs exactly one bot")),
    ):
        if wrong:
            raise InputError(why)


def run_bots(arguments: Namespace, point: fastcore.Viewpoint) -> None:
    """Let the bots analyse a position and print the results. Before a chance event, search its outcomes instead.

    Raises:
        InputError: A bot cannot analyse the position, or fails.
    """
    limit = (
        None if arguments.simulations is arguments.seconds is None else Limit(arguments.simulations, arguments.seconds)
    )
    chosen: list[Bot]
    if point.actor == fastcore.CHANCE:
        if arguments.bot is not None:
            raise InputError(tr("chance decides in this position: leave out --bot to analyse its outcomes"))
        texts, chosen = [outcomes.NAME], [outcomes.Outcomes(arguments.seed)]
        limit = limit or analysing_outcomes.LIMIT
    else:
        texts = arguments.bot or [bots.strongest(point.spec)]
        try:
            trust.allow_typed(*arguments.bot or ())
            chosen = [
                bot_factory.make(
                    bot_factory.with_threads(text, CORES.free, limit, point.spec), arguments.seed, point.spec
                )
                for text in texts
            ]
            for bot in chosen:
                if point.actor >= 0 and not bot.fits(point.spec):
                    raise InputError(tr("{bot} cannot play {spec}", bot=bot.name, spec=point.spec))
        except ValueError as error:
            raise InputError(str(error)) from None
    for bot in chosen:
        prepare(bot, arguments)
    for number, (text, bot) in enumerate(zip(texts, chosen, strict=True)):
        reports = Reports()
        try:
            with spinner(tr("{text} thinks", text=text)):
                last = decide(bot, point, limit, reports.add)
            print_result(
                arguments,
                text,
                point,
                reports.all,
                reports.traces,
                search_tree(bot, point, last) if arguments.tree else None,
                not number,
            )
            if arguments.keep is not None:
                save_tree(bot, Path(arguments.keep))
        except BotFaultError as fault:
            raise InputError(str(fault)) from None
        finally:
            close_bot(bot)


def prepare(bot: Bot, arguments: Namespace) -> None:
    """Set a bot up to report what the options ask for.

    Raises:
        InputError: The bot cannot report that.
    """
    if isinstance(bot, ProcessBot):
        bot.end_if_silent()
    search = bot_factory.searcher(bot)
    if arguments.tree and search is None:
        raise InputError(tr("{bot} does not search: there is no tree", bot=bot.name))
    if arguments.trace:
        if search is None or not bot_factory.can_trace(search):
            raise InputError(tr("{bot} cannot report single simulations", bot=bot.name))
        search.tracing = True


def search_tree(bot: Bot, point: fastcore.Viewpoint, report: Report) -> TreeView:
    """Return the tree of a bot's search.

    If the tree is in another process and cannot be fetched, return that of the last report.

    Raises:
        InputError: The bot decided without a search.
    """
    bot_with_search = bot_factory.searcher(bot)
    search = bot_with_search.search if bot_with_search is not None else None
    if search is None:
        raise InputError(tr("{bot} decided without a search here", bot=bot.name))
    if isinstance(search, Search):
        return tree_of(search, point)
    if search.engine not in tree_files.KEPT_ENGINES:
        return ReportedTree(report, point)
    try:
        return tree_files.saved_tree(search.load())
    except ValueError as error:
        raise InputError(str(error)) from None


def save_tree(bot: Bot, file: Path) -> None:
    """Save the tree of a bot's search in a file.

    Raises:
        InputError: The tree cannot be saved.
        WriteError: The file cannot be written.
    """
    bot_with_search = bot_factory.searcher(bot)
    assert bot_with_search is not None and bot_with_search.search is not None
    search = bot_with_search.search
    try:
        if isinstance(search, Search):
            tree_files.write(file, search)
        else:
            tree_files.write_dump(file, search.dump())
    except saving.WriteError:
        raise
    except ValueError as error:
        raise InputError(str(error)) from None


def print_result(
    arguments: Namespace,
    bot: str,
    point: fastcore.Viewpoint,
    reports: Sequence[Report],
    traces: Sequence[Traced],
    view: TreeView | None,
    first: bool,
) -> None:
    """Print the result of one bot in the form that the options ask for.

    Args:
        arguments: The command line.
        bot: The bot's name.
        point: The position.
        reports: The bot's reports.
        traces: The single simulations.
        view: The tree, if `--tree` is given.
        first: Whether this is the first output, which gets the heading of the CSV.
    """
    if arguments.tree:
        assert view is not None
        tree.print_tree(arguments.to, bot, value_seat(point), point, view, tree_query(arguments), first)
    elif arguments.trace:
        trace.print_traces(arguments.to, bot, point, trace.select(traces, arguments.simulation), first)
    elif point.actor == fastcore.CHANCE:
        analysing_outcomes.print_outcomes(arguments.to, point, reports)
    else:
        candidates.print_report(arguments.to, bot, point, reports, first)


def value_seat(point: fastcore.Viewpoint) -> int:
    """Return the seat whose values are printed: the one to move, or the next one after a chance event."""
    return (
        outcomes.next_seat(point.state)
        if point.actor == fastcore.CHANCE and point.state is not None
        else max(point.actor, 0)
    )


def tree_query(arguments: Namespace) -> tree.TreeQuery:
    """Return the part of the tree that the options ask for."""
    return tree.TreeQuery(tuple((arguments.below or "").split()), arguments.least, arguments.depth or tree.DEPTH)
