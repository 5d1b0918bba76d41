"""What the verbs `compare` and `rollout` share: their options, and the trials with a line of progress."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress

from rich.status import Status

import fastcore
from bots import BotError
from fastcore.comparison.comparison import FIRST_CHECK
from workbench.bot_process import trust
from workbench.cli.shared.output import spinner
from workbench.cli.shared.readers import MAX_SEED, InputError, add_json, add_seat, whole_number
from workbench.compare.other_bots import SHORT_SEARCH, usual_continuation
from workbench.compare.running import LIMIT, ComparisonRun, Result
from workbench.system.translation import tr, trn

SLOW_LIMIT = FIRST_CHECK  # the usual limit of trials if a search or a bot plays on, a few games a second
MAX_LIMIT, MAX_HORIZON = 1_000_000, 1_000_000
TICK_SECONDS = 0.2
CLOSE_SECONDS = 5.0  # the longest wait for the last trial after Ctrl-C


def add_options(parser: ArgumentParser) -> None:
    """Add the options that both verbs have."""
    add_seat(parser)
    parser.add_argument(
        "--at", type=whole_number(1, 10**6), metavar="N", help=tr("the position of a record before its move N")
    )
    parser.add_argument(
        "--bot",
        "--continuation",
        dest="continuation",
        metavar="BOT",
        help=tr(
            "who plays on: a policy, a number of simulations, or a bot; default: greedy, or {count} in games without "
            "chance or secrets",
            count=SHORT_SEARCH,
        ),
    )
    parser.add_argument(
        "--horizon",
        type=whole_number(0, MAX_HORIZON),
        metavar="N",
        help=tr("play N turns after this one, then evaluate; default: to the end"),
    )
    parser.add_argument(
        "--limit",
        type=whole_number(1, MAX_LIMIT),
        metavar="N",
        help=tr(
            "maximum games for each candidate; default: {limit:,}, or {few} with a search or a bot",
            limit=LIMIT,
            few=SLOW_LIMIT,
        ),
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=1,
        metavar="N",
        help=tr("fixes all random numbers; default: 1"),
    )
    add_json(parser)


def play_trials(
    arguments: Namespace,
    point: fastcore.State | fastcore.Viewpoint,
    moves: Sequence[Sequence[str]],
    what: str,
    until_clear: bool = True,
) -> tuple[ComparisonRun, Result]:
    """Play until the result is clear or the limit is reached.

    Args:
        arguments: The options.
        point: The position.
        moves: The candidates.
        what: What happens, for the line of progress.
        until_clear: Whether to end as soon as the result is clear.

    Raises:
        InputError: A candidate or the continuation is not allowed, or a bot fails.
    """
    try:
        if arguments.continuation is None:
            arguments.continuation = usual_continuation(point.info)
        if arguments.limit is None:
            arguments.limit = LIMIT if arguments.continuation in point.info.policies else SLOW_LIMIT
        with suppress(BotError):  # the run names a wrong bot itself
            trust.allow_typed(arguments.continuation)
        run = ComparisonRun(
            point,
            moves,
            arguments.seed,
            arguments.continuation,
            arguments.horizon,
            arguments.limit,
            until_clear,
        )
    except ValueError as error:  # includes IllegalMove
        raise InputError(str(error)) from None
    try:
        with spinner(what) as line:
            run.start()
            while not run.finished:
                run.join(TICK_SECONDS)
                if (result := run.poll()) is not None and isinstance(line, Status):
                    line.update(f"{what}: {progress(result, arguments.limit)}")
    finally:
        run.stop()
        run.join(CLOSE_SECONDS)
    if run.fault or run.result is None:
        raise InputError(run.fault)
    return run, run.result


def progress(result: Result, limit: int) -> str:
    """Return the number of games so far and the speed."""
    return tr(
        "{trials:,} of {limit:,} games, {speed:,.0f} a second", trials=result.trials, limit=limit, speed=result.speed
    )


def how(arguments: Namespace, result: Result) -> str:
    """Return how the games were played, for the line above a table."""
    games = trn("{count:,} game", "{count:,} games", result.trials)
    bot = arguments.continuation
    bot = tr("a search with {count} simulations", count=bot) if bot.isdigit() else bot
    if arguments.horizon is None:
        return tr("{games}, {bot} plays to the end, {seconds:.1f} s", games=games, bot=bot, seconds=result.seconds)
    turns = trn("{count:,} more turn", "{count:,} more turns", arguments.horizon)
    return tr(
        "{games}, {bot} plays {turns}, {seconds:.1f} s", games=games, bot=bot, turns=turns, seconds=result.seconds
    )


def options_data(arguments: Namespace, point: fastcore.State | fastcore.Viewpoint, result: Result) -> dict[str, object]:
    """Return the position, the options and the effort as data. Seats are numbered from 1."""
    return {
        "situation": f"{point.spec} {point.text()}",
        "seat": point.actor + 1 if point.actor >= 0 else None,
        "continuation": arguments.continuation,
        "horizon": arguments.horizon,
        "seed": arguments.seed,
        "limit": arguments.limit,
        "trials": result.trials,
        "seconds": round(result.seconds, 3),
    }
