"""What may be written after `herbarium`. A mistake is a BadInput with one line; the verbs are imported when they run."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, NoReturn

from workbench.version import version

ABOUT = """A companion and bot workbench for board games. Without a verb it opens the window, or the table in the
terminal where there is no display. Every verb has a --help of its own."""
MOST_SEED = 2**63 - 1


class BadInput(ValueError):
    """Something on the command line is wrong; one line says what and where."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        verb = self.prog.partition(" ")[2]
        raise BadInput(f"{verb}: {message}" if verb else message.removeprefix("argument verb: "))


class _Version(argparse.Action):
    """Prints version and build: the build is known once the core is loaded, so only then is it loaded."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        try:
            build = f"core {import_module('fastcore').BUILD}"
        except ImportError as error:
            build = f"no core: {error}"
        print(f"Herbarium {version()} ({build})")
        parser.exit()


def whole(least: int, most: int) -> Any:
    """A reader of whole numbers from `least` to `most`."""

    def read_whole(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,19}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from {least:,} to {most:,}")
        return int(text)

    return read_whole


def seconds(text: str) -> float:
    """Seconds from 0.01 to 3,600."""
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text) or not 0.01 <= float(text) <= 3600:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of seconds from 0.01 to 3,600")
    return float(text)


@cache
def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="herbarium", description=ABOUT)
    parser.add_argument("--version", action=_Version, nargs=0, help="print version and build of the core, and end")
    verbs = parser.add_subparsers(title="verbs", metavar="verb", required=True)

    def verb(name: str, meaning: str) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=meaning, description=meaning[:1].upper() + meaning[1:] + ".")
        made.set_defaults(module=f"workbench.cli.{name}")
        return made

    def as_json(made: argparse.ArgumentParser) -> None:
        made.add_argument("--json", action="store_true", help="print the data as JSON")

    play = verb("play", "play in the terminal, or watch bots play each other")
    play.add_argument(
        "spec", nargs="?", help='the game, as in "name(size=4)", or a whole situation; the first game if left out'
    )
    play.add_argument(
        "--seats", metavar="A,B,...", help="who sits where: person, or a bot as in mcts:steady or ./mine.py:Mine"
    )
    play.add_argument("--bot", metavar="BOT", help="this bot on every seat but the first")
    play.add_argument("--seed", type=whole(0, MOST_SEED), metavar="N", help="fixes dice, deals and what bots draw")
    play.add_argument("--position", metavar="TEXT", help="begin with this position text instead of the start")

    listed = verb("bots", "list the bots, or tell all about one")
    listed.add_argument("name", nargs="?", help="a bot's name, or a whole bot text to be checked")
    listed.add_argument("--game", metavar="SPEC", help="only the bots that can play this game")
    as_json(listed)

    perft = verb("perft", "count the move sequences of a length, outcomes of chance counted as moves")
    perft.add_argument("situation", help="spec and position text, or a spec for its start")
    perft.add_argument("depth", type=whole(0, 64), help="their length")
    perft.add_argument("--split", action="store_true", help="count behind each first move as well")
    as_json(perft)

    bench = verb("bench", "measure random playouts and search, with the games' statistics beside")
    bench.add_argument("game", nargs="*", help="ids of games; all if left out")
    bench.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="for each figure; 1 if left out")
    bench.add_argument(
        "--against", metavar="DIR", help="also run DIR/run with the game's id, and print the ratio to its playouts"
    )
    as_json(bench)
    return parser


def read(words: Sequence[str]) -> argparse.Namespace:
    """The arguments, with the verb's `module`; BadInput if they are wrong, SystemExit once help or version is printed."""
    return _parser().parse_args(words)
