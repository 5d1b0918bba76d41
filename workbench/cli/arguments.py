"""What may be written after `herbarium`. A mistake is a BadInput with one line; the verbs are imported when they run."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, NoReturn

from workbench.cli.matches import options as matches_options
from workbench.cli.shared.readers import MOST_SEED, SALT_HELP, BadInput, salt, seconds, whole
from workbench.system.version import version

ABOUT = """A companion and bot workbench for board games. Without a verb it opens the window, or the table in the
terminal where there is no display; with the file of a record alone, that game in it. Every verb has a --help of its own."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        verb = self.prog.partition(" ")[2]
        message = re.sub(r"(\S{60})\S+", r"\1...", message)  # whatever was typed, it stays one line
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


@cache
def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="herbarium", description=ABOUT)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and the core's build")
    verbs = parser.add_subparsers(title="verbs", metavar="verb", required=True)

    def verb(name: str, meaning: str) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=meaning, description=meaning[:1].upper() + meaning[1:] + ".")
        made.set_defaults(module=f"workbench.cli.verbs.{name}")
        return made

    def as_json(made: argparse.ArgumentParser) -> None:
        made.add_argument("--json", action="store_true", help="print the data as JSON")

    def as_seen(made: argparse.ArgumentParser) -> None:
        made.add_argument("--seat", type=whole(1, 99), metavar="N", help="as this seat sees it")
        made.add_argument("--fact", action="append", default=[], metavar="FACT", help="what that seat also knows; can be repeated")

    play = verb("play", "play in the terminal, or watch bots play each other")
    play.add_argument(
        "spec", nargs="?", help='the game, such as "name(size=4)", a whole situation, or a record; the first game if left out'
    )
    play.add_argument(
        "--seats", metavar="A,B,...", help="the players: person, or a bot such as mcts:steady or ./mine.py:Mine"
    )
    play.add_argument("--bot", metavar="BOT", help="this bot on every seat but the first")
    play.add_argument("--seed", type=whole(0, MOST_SEED), metavar="N", help="fixes dice and deals; random if left out")
    play.add_argument("--salt", type=salt, metavar="HEX", help=SALT_HELP)
    play.add_argument("--by-hand", action="store_true", help="type dice, deals and other chance events yourself")
    play.add_argument("--position", metavar="TEXT", help="start from this position text")
    play.add_argument("--record", metavar="FILE", help="save the game in this file after every change; continue it if the file exists")
    play.add_argument("--recover", action="store_true", help="continue an unfinished game, for example after a crash")
    play.add_argument("--run-bots", action="store_true", help="run the bots that a record names, even if you have not used them before")

    edit = verb("edit", "set up positions in the window, or check them in the terminal")
    edit.add_argument("positions", nargs="?", metavar="POSITION", help="a situation, a position text, a list of positions, a record (- for standard input)")
    edit.add_argument("--spec", metavar="SPEC", help="the game of a position text that names none")
    as_seen(edit)
    edit.add_argument("--text", action="store_true", help="use the terminal even if a window is available")
    as_json(edit)

    listed = verb("bots", "list the bots, or show the details of one")
    listed.add_argument("name", nargs="?", help="a bot's name, or a whole bot text to check")
    listed.add_argument("--game", metavar="SPEC", help="only the bots that can play this game")
    as_json(listed)

    perft = verb("perft", "count the move sequences of a length; chance outcomes count as moves")
    perft.add_argument("situation", help="spec and position text, or a spec for its start")
    perft.add_argument("depth", type=whole(0, 64), help="their length")
    perft.add_argument("--split", action="store_true", help="also count for each first move")
    as_json(perft)

    match = verb("match", "play bots against each other, or continue an earlier run")
    matches_options.add(match)

    tournament = verb("tournament", "play a round robin of several bots, or a gauntlet of the first against the others")
    matches_options.add(tournament)
    tournament.add_argument("--gauntlet", action="store_true", help="the first bot meets each of the others")

    calibrate = verb("calibrate", "measure the strength of the levels of a game's bots")
    calibrate.add_argument("spec", help="the game")
    calibrate.add_argument("--bots", metavar="A,B,...", help="only the levels of these bots; all bots of the game if left out")
    calibrate.add_argument("--games", type=whole(2, 10**6), default=200, metavar="N", help="at least N games between neighbouring levels; 200 if left out")
    calibrate.add_argument("--most", type=whole(2, 10**6), default=800, metavar="N", help="at most N games if the order is unclear; 800 if left out")
    calibrate.add_argument("--cores", dest="jobs", type=whole(1, 4096), metavar="N", help="maximum number of games at a time; the number of cores if left out")
    calibrate.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help="fixes dice and deals; 1 if left out")
    calibrate.add_argument("--salt", type=salt, metavar="HEX", help=SALT_HELP)
    calibrate.add_argument("--archive", metavar="FILE", help="the archive for the games; levels.matches beside your own archive if left out")
    calibrate.add_argument("--output", metavar="FILE", help="the file for the table; the program's own if left out")
    as_json(calibrate)

    show = verb("show", "show a record, a position, or the matches of an archive and their results")
    show.add_argument("file", nargs="?", help="a record, an archive, or a quoted situation; your own archive if left out")
    show.add_argument("--match", type=whole(1, 10**9), metavar="N", help="this match of the archive; the newest if left out")
    show.add_argument("--matches", action="store_true", help="list the matches of the archive")
    show.add_argument("--games", action="store_true", help="list the games of the match")
    show.add_argument("--game", type=whole(1, 10**9), metavar="N", help="show this game of the match")
    show.add_argument("--why", action="store_true", help="show the bots' reasons below the moves of a game")
    as_json(show)

    export = verb("export", "write a record, a match or an archive's records in another form")
    export.add_argument("file", nargs="?", help="a record, an archive, a list of moves or of positions (- for standard input), or a situation")
    export.add_argument("--to", choices=("text", "csv", "jsonl", "record", "html", "schema", "positions", "svg", "png"), default="text", help="the format; text if left out")
    export.add_argument("--output", metavar="FILE", help="the output file; standard output if left out. A folder for many records")
    export.add_argument("--match", type=whole(1, 10**9), metavar="N", help="this match of the archive; the newest if left out")
    export.add_argument("--game", type=whole(1, 10**9), metavar="N", help="only this game of the match")
    export.add_argument("--seat", type=whole(1, 99), metavar="N", help="for a record: only what this seat saw, so that you can share it")
    export.add_argument("--why", action="store_true", help="with --to text: the bots' reasons below their moves")
    export.add_argument("--spec", metavar="SPEC", help="the game of a list of moves or positions")
    export.add_argument("--at", type=whole(1, 10**6), metavar="N", help="with --to svg or png: the N-th position; 1 is the start of a record")
    export.add_argument("--all", action="store_true", help="with --to svg or png: every position, into a folder")
    export.add_argument("--theme", choices=("light", "dark"), default="light", help="with --to svg or png: its colours")

    verify = verb("verify", "replay records or an archive's games, and repeat the bots' thinking where possible")
    verify.add_argument("files", nargs="+", metavar="file", help="records or archives")
    verify.add_argument("--match", type=whole(1, 10**9), metavar="N", help="only this match of an archive")
    verify.add_argument("--game", type=whole(1, 10**9), metavar="N", help="only this game of the match")
    verify.add_argument("--sample", type=whole(1, 10**9), metavar="N", help="only N games of each match, evenly spread")
    verify.add_argument("--rules-only", action="store_true", help="replay the moves without the bots")
    verify.add_argument("--run-bots", action="store_true", help="also run bots that you have not used before, from Python files or with large demands")
    as_json(verify)

    analyse = verb("analyse", "let one or more bots analyse a position")
    analyse.add_argument("situation", help="spec and position text, a spec for its start, a record, or a kept tree")
    as_seen(analyse)
    analyse.add_argument("--bot", action="append", metavar="BOT", help="this bot; the strongest if left out. Repeat for more bots")
    analyse.add_argument("--simulations", type=whole(1, 10**12), metavar="N", help="number of simulations")
    analyse.add_argument("--seconds", type=seconds, metavar="S", help="thinking time in seconds")
    analyse.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help="fixes the bot's random numbers; 1 if left out")
    analyse.add_argument("--to", choices=("table", "csv", "jsonl"), default="table", help="the format; jsonl has a line for each report")
    analyse.add_argument("--at", type=whole(1, 10**6), metavar="N", help="the position of a record before its move N; 1 is the start")
    analyse.add_argument("--recorded", action="store_true", help="show the bots' searches from the record; search nothing")
    analyse.add_argument("--trace", action="store_true", help="show single simulations step by step: number 1, 2, 5, 10, ...")
    analyse.add_argument("--simulation", type=whole(1, 10**15), metavar="N", help="with --trace: only simulation N")
    analyse.add_argument("--tree", action="store_true", help="show the search tree, node by node")
    analyse.add_argument("--least", type=whole(0, 10**15), metavar="N", help="with --tree: only moves with at least N visits; a hundredth of all visits if left out")
    analyse.add_argument("--depth", type=whole(1, 1000), metavar="N", help="with --tree: show N levels; 2 if left out")
    analyse.add_argument("--below", metavar="MOVES", help="with --tree: start after these moves, for example \"c3 5-2\"")
    analyse.add_argument("--keep", metavar="FILE", help="with --tree: also save the tree in a .tree file")

    review = verb("review", "review every decision of a game, and show the mistakes")
    review.add_argument("file", help="a record")
    review.add_argument("--bot", metavar="BOT", help="the bot that reviews; the strongest suitable one if left out")
    review.add_argument("--simulations", type=whole(1, 10**9), default=4000, metavar="N", help="for each decision; 4,000 if left out")
    review.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help="fixes the bot's random numbers; 1 if left out")
    review.add_argument("--to", choices=("table", "csv", "jsonl", "html"), default="table", help="the format; html has pictures of the board")
    review.add_argument("--output", metavar="FILE", help="with --to html: the output file; standard output if left out")

    games = verb("games", "list or search your own games")
    games.add_argument("--game", metavar="ID", help="only this game")
    games.add_argument("--player", metavar="TEXT", help="a player's name contains this text")
    games.add_argument("--result", metavar="TEXT", help="the ending: normal, resigned, none, ...")
    games.add_argument("--since", metavar="DATE", help="started on this day or later, for example 2026-01-31")
    games.add_argument("--until", metavar="DATE", help="started on this day or earlier")
    games.add_argument("--text", metavar="TEXT", help="a comment or tag contains this text")
    games.add_argument("--recent", action="store_true", help="only recently opened files")
    as_json(games)

    bench = verb("bench", "measure the speed of random playouts and search, with statistics of the games")
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
