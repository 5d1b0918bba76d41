"""`herbarium dataset`: writes the decisions of games between bots for training."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from typing import Any

import bots
from fastcore.fitting.arguments import share
from workbench.cli.shared.output import print_json
from workbench.cli.shared.readers import MAX_SEED, InputError, add_json, whole_number
from workbench.cli.shared.situations import parse_for_verb
from workbench.datasets.settings import DatasetError, Settings
from workbench.statistics.libraries import MissingLibraryError, import_library
from workbench.system.printable import unwrap
from workbench.system.translation import tr

GAMES = 1000


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("game", help=tr('a game, or a spec such as "name(size=4)"'))
    parser.add_argument("folder", help=tr("the folder to write; a stopped run continues there"))
    parser.add_argument("--bot", metavar="BOT", help=tr("the bot in all seats; default: the usual level"))
    for name, least, most, usual, meaning in (
        ("--games", 1, 10**9, GAMES, tr("games in all")),
        ("--shard", 1, 10**6, Settings.shard, tr("games in each file")),
        ("--opening", 0, 10**4, Settings.opening, tr("at most this many random moves at the start")),
        ("--seed", 0, MAX_SEED, Settings.seed, tr("fixes all games")),
        ("--processes", 1, 256, 1, tr("games that are played at the same time")),
    ):
        text = tr("{meaning}; default: {usual:,}", meaning=meaning, usual=usual)
        parser.add_argument(name, type=whole_number(least, most), default=usual, metavar="N", help=text)
    parser.add_argument(
        "--random", type=share, default=Settings.random, metavar="X", help=tr("share of random moves; default: 0")
    )
    parser.add_argument("--recall", action="store_true", help=tr("add all that the player has seen as text"))
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The game, the bot or the folder is wrong, or pyarrow is missing.
    """
    if " " in arguments.game:
        raise InputError(tr("dataset: games begin at the start: give a game without a position"))
    spec = parse_for_verb(arguments.game, "dataset").spec
    try:
        import_library("pyarrow", "herbarium dataset", "dataset")
        made = _make(arguments, spec)
    except (MissingLibraryError, DatasetError) as error:
        raise InputError(tr("dataset: {error}", error=error)) from None
    if arguments.json:
        print_json({"folder": arguments.folder, **made._asdict()})
    else:
        print(
            tr(
                "{folder} is complete. Games: {games:,}; decisions: {decisions:,}; files: {shards:,}.",
                folder=arguments.folder,
                games=made.games,
                decisions=made.decisions,
                shards=made.shards,
            )
        )
    return 0


def _make(arguments: Namespace, spec: str) -> Any:
    """Make the data set, and return its totals."""
    making = import_module("workbench.datasets.making")
    bot = bots.usual_level(spec) if arguments.bot is None else arguments.bot
    settings = Settings(
        spec, bot, arguments.random, arguments.opening, arguments.seed, arguments.shard, arguments.recall
    )

    def report(progress: Any) -> None:
        if unwrap(sys.stderr).isatty():
            print(
                tr(
                    "file {complete:,} of {shards:,}: {decisions:,} decisions",
                    complete=progress.complete,
                    shards=progress.shards,
                    decisions=progress.decisions,
                ),
                file=sys.stderr,
            )

    return making.make_dataset(Path(arguments.folder), settings, arguments.games, arguments.processes, report)
