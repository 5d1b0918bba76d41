"""`herbarium analyse`: lets bots analyse a position, or shows their searches from a record."""

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
from workbench.bot_process.decisions import BotFault, Reports, close_bot, decide
from workbench.cli.analysing import candidates, recorded, trace, tree
from workbench.cli.analysing import outcomes as analysing_outcomes
from workbench.cli.shared.output import waiting
from workbench.cli.shared.readers import MOST_SEED, BadInput, add_seat, seconds, whole
from workbench.cli.shared.situations import read, seen, with_mends
from workbench.cli.verbs.edit import is_file
from workbench.game.session import PERSON
from workbench.positions import lists
from workbench.positions.sketch import Sketch
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.reports import tree_files
from workbench.reports.search_tree import Looked, Reported, look_into
from workbench.system import saving
from workbench.thinking import outcomes


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("situation", help="spec and position text, a spec for its start, a record, or a kept tree")
    add_seat(parser)
    parser.add_argument(
        "--bot", action="append", metavar="BOT", help="this bot; the strongest if left out. Repeat for more bots"
    )
    parser.add_argument("--simulations", type=whole(1, 10**12), metavar="N", help="number of simulations")
    parser.add_argument("--seconds", type=seconds, metavar="S", help="thinking time in seconds")
    parser.add_argument(
        "--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help="fixes the bot's random numbers; 1 if left out"
    )
    parser.add_argument(
        "--to", choices=("table", "csv", "jsonl"), default="table", help="the format; jsonl has a line for each report"
    )
    parser.add_argument(
        "--at", type=whole(1, 10**6), metavar="N", help="the position of a record before its move N; 1 is the start"
    )
    parser.add_argument(
        "--recorded", action="store_true", help="show the bots' searches from the record; search nothing"
    )
    parser.add_argument(
        "--trace", action="store_true", help="show single simulations step by step: number 1, 2, 5, 10, ..."
    )
    parser.add_argument("--simulation", type=whole(1, 10**15), metavar="N", help="with --trace: only simulation N")
    parser.add_argument("--tree", action="store_true", help="show the search tree, node by node")
    parser.add_argument(
        "--least",
        type=whole(0, 10**15),
        metavar="N",
        help="with --tree: only moves with at least N visits; a hundredth of all visits if left out",
    )
    parser.add_argument("--depth", type=whole(1, 1000), metavar="N", help="with --tree: show N levels; 2 if left out")
    parser.add_argument("--below", metavar="MOVES", help='with --tree: start after these moves, for example "c3 5-2"')
    parser.add_argument("--keep", metavar="FILE", help="with --tree: also save the tree in a .tree file")


def main(arguments: Namespace) -> int:
    try:
        run(arguments)
    except (BadInput, BadRecord, saving.CannotWrite) as error:
        raise BadInput(f"analyse: {error}") from None
    return 0


def run(arguments: Namespace) -> None:
    file = file_of(arguments.situation)
    check(arguments, file)
    if file is not None and file.suffix == tree_files.SUFFIX:
        saved = tree_files.read(file)
        point, text = tree_files.point_of(saved), file.name
        tree.show(arguments.to, text, told_for(point), point, tree_files.explored(saved), nodes_of(arguments), True)
        return
    if file is None:
        ask(arguments, wanted(arguments))
        return
    session = recorded.opened(file)
    if not arguments.recorded:
        ask(arguments, recorded.point_at(session, arguments.at))
    elif arguments.at is None:
        recorded.listed(session, arguments.to)
    else:
        found = recorded.decision(session, arguments.at)
        point, last = recorded.point_at(session, arguments.at), found.reports[-1]
        if arguments.trace and not found.node.traces:
            raise BadInput(
                f"the search behind move {arguments.at} kept no single simulations: a bot does with its option trace=on"
            )
        bot = "a bot" if found.bot == PERSON else found.bot
        tell(
            arguments,
            f"{bot}, move {arguments.at} as recorded",
            point,
            found.reports,
            found.node.traces,
            Reported(last, point),
            True,
        )


def file_of(text: str) -> Path | None:
    """The file that is meant, None for a situation."""
    if text.partition(" ")[0].partition("(")[0] in fastcore.games():
        return None
    return Path(text) if Path(text).suffix in (files.SUFFIX, tree_files.SUFFIX) or is_file(text) else None


def check(arguments: Namespace, file: Path | None) -> None:
    """BadInput where something is asked for that does not go together."""
    kept = file is not None and file.suffix == tree_files.SUFFIX
    record = file is not None and not kept
    asks = arguments.bot is not None or arguments.simulations is not None or arguments.seconds is not None
    below = (arguments.least, arguments.depth, arguments.below, arguments.keep) != (None, None, None, None)
    for wrong, why in (
        (
            arguments.trace and (arguments.tree or kept),
            "--trace and --tree are two ways to look into a search: one at a time",
        ),
        (arguments.simulation is not None and not arguments.trace, "--simulation N chooses among those of --trace"),
        (below and not (arguments.tree or kept), "--least, --depth, --below and --keep belong to --tree"),
        (not record and (arguments.at is not None or arguments.recorded), "--at and --recorded are for records"),
        (
            file is not None and (arguments.seat is not None or arguments.fact),
            "--seat and --fact are for situations: a file says who knows what",
        ),
        (arguments.recorded and asks, "--recorded tells what was found when it was played: no bot is asked"),
        (kept and asks, "a kept tree tells what was found when it was kept: no bot is asked"),
        (arguments.keep is not None and (arguments.recorded or kept), "--keep is for a tree that is searched now"),
        (
            record and arguments.at is None and not arguments.recorded,
            "a record has many positions: --at N takes one; --recorded lists what its bots found",
        ),
        (
            arguments.recorded and arguments.at is None and (arguments.trace or arguments.tree),
            "--at N says of which move; --recorded alone lists them",
        ),
        (arguments.keep is not None and len(arguments.bot or ()) > 1, "--keep is for the tree of one bot"),
    ):
        if wrong:
            raise BadInput(why)


def ask(arguments: Namespace, point: fastcore.Viewpoint) -> None:
    """Let the bots think about a position, and tell what they found;
    where chance decides, look at what it may come to."""
    limit = (
        None if arguments.simulations is arguments.seconds is None else Limit(arguments.simulations, arguments.seconds)
    )
    made: list[Bot]
    if point.actor == fastcore.CHANCE:
        if arguments.bot is not None:
            raise BadInput(
                "chance decides in this position: its outcomes are looked at by a search of their own, without --bot"
            )
        texts, made = [outcomes.NAME], [outcomes.Outcomes(arguments.seed)]
        limit = limit or analysing_outcomes.LIMIT
    else:
        texts = arguments.bot or [bots.strongest(point.spec)]
        try:
            trust.typed(*arguments.bot or ())
            made = [bot_factory.make(text, arguments.seed, point.spec) for text in texts]
            for bot in made:
                if point.actor >= 0 and not bot.fits(point.spec):
                    raise BadInput(f"{bot.name} cannot play {point.spec}")
        except ValueError as error:
            raise BadInput(str(error)) from None
    for bot in made:
        prepare(bot, arguments)
    for number, (text, bot) in enumerate(zip(texts, made, strict=True)):
        reports = Reports()
        try:
            with waiting(f"{text} thinks"):
                last = decide(bot, point, limit, reports.add)
            tell(
                arguments,
                text,
                point,
                reports.all,
                reports.traces,
                searched(bot, point, last) if arguments.tree else None,
                not number,
            )
            if arguments.keep is not None:
                keep(bot, Path(arguments.keep))
        except BotFault as fault:
            raise BadInput(str(fault)) from None
        finally:
            close_bot(bot)


def prepare(bot: Bot, arguments: Namespace) -> None:
    """Have a bot keep what is asked for; BadInput if it cannot."""
    search = bot_factory.searcher(bot)
    if arguments.tree and search is None:
        raise BadInput(f"{bot.name} does not search: there is no tree")
    if arguments.trace:
        if search is None or not bot_factory.traces(search):
            raise BadInput(f"{bot.name} cannot report single simulations")
        search.tracing = True


def searched(bot: Bot, point: fastcore.Viewpoint, report: Report) -> Looked:
    """Return the tree of a bot's search. BadInput if it decided without a search. For a tree in another process that
    cannot be saved, return the content of the last report."""
    bot_with_search = bot_factory.searcher(bot)
    search = bot_with_search.search if bot_with_search is not None else None
    if search is None:
        raise BadInput(f"{bot.name} decided without a search here")
    if isinstance(search, Search):
        return look_into(search, point)
    if search.engine not in tree_files.KEPT_ENGINES:
        return Reported(report, point)
    try:
        return tree_files.explored(search.saved())
    except ValueError as error:
        raise BadInput(str(error)) from None


def keep(bot: Bot, file: Path) -> None:
    """Write the tree of what a bot has searched into a file; BadInput if it is none that can be kept."""
    bot_with_search = bot_factory.searcher(bot)
    assert bot_with_search is not None and bot_with_search.search is not None
    search = bot_with_search.search
    try:
        if isinstance(search, Search):
            tree_files.write(file, search)
        else:
            tree_files.put(file, search.dumped())
    except saving.CannotWrite:
        raise
    except ValueError as error:
        raise BadInput(str(error)) from None


def tell(
    arguments: Namespace,
    bot: str,
    point: fastcore.Viewpoint,
    reports: Sequence[Report],
    traces: Sequence[Traced],
    looked: Looked | None,
    first: bool,
) -> None:
    """Print what was found, in the way that was asked for."""
    if arguments.tree:
        assert looked is not None
        tree.show(arguments.to, bot, told_for(point), point, looked, nodes_of(arguments), first)
    elif arguments.trace:
        trace.show(arguments.to, bot, point, trace.chosen(traces, arguments.simulation), first)
    elif point.actor == fastcore.CHANCE:
        analysing_outcomes.show(arguments.to, point, reports)
    else:
        candidates.show(arguments.to, bot, point, reports, first)


def told_for(point: fastcore.Viewpoint) -> int:
    """The seat from whose side values are told: the one that decides, or will after chance did."""
    return (
        outcomes.next_seat(point.state)
        if point.actor == fastcore.CHANCE and point.state is not None
        else max(point.actor, 0)
    )


def nodes_of(arguments: Namespace) -> tree.Wanted:
    return tree.Wanted(tuple((arguments.below or "").split()), arguments.least, arguments.depth or tree.DEPTH)


def wanted(arguments: Namespace) -> fastcore.Viewpoint:
    """What the seat knows that decides: what it sees of the position, and the facts that it knows besides. Where chance
    decides, what everybody knows."""
    sketch = lists.entry_of(arguments.situation, "").sketch
    if sketch.seat is None and arguments.seat is None:
        state = read(arguments.situation)
        recorded.decided(state, "this position")
        sketch = Sketch.of(state).seen_by(max(state.actor, 0))
    sketch = seen(sketch, arguments.seat, arguments.fact)
    if problems := sketch.problems():
        raise BadInput(with_mends(f"{problems[0].field}: {problems[0].reason}", problems[0].mends))
    point = sketch.point()
    assert isinstance(point, fastcore.Viewpoint)
    recorded.decided(point, "this position")
    if point.actor not in (point.seat, fastcore.CHANCE):
        raise BadInput(f"seat {point.actor + 1} decides in this position, not seat {(point.seat or 0) + 1}")
    return point
