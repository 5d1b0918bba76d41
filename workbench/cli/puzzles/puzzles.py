"""`herbarium puzzles`: makes, lists, solves, checks and shares puzzles."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, Namespace

from workbench.cli.puzzles import listing, making, solving
from workbench.cli.shared.readers import MAX_SEED, InputError, add_json, whole_number
from workbench.system.language.formats import read_number
from workbench.system.translation import tr

MAX_WORDS = 10_000
ACTIONS = {
    "list": tr("list the sets and your results; with --set, list the puzzles of that set"),
    "solve": tr("solve puzzles, due ones first, then new ones"),
    "show": tr("show one puzzle, by number or id, with its answers and proof"),
    "make": tr("find puzzles in games between bots, records or archives"),
    "check": tr("compare the answers again with a larger budget"),
    "import": tr("add somebody else's set to yours"),
    "export": tr("write a set to a file that you can share"),
}


# The options that each action takes, and the largest number of its words.
OPTIONS: dict[str, tuple[frozenset[str], int]] = {
    "list": (frozenset({"game", "set", "json"}), 0),
    "solve": (frozenset({"game", "set"}), 1),
    "show": (frozenset({"game", "set", "json"}), 1),
    "make": (frozenset({"set", "count", "check", "least", "trials", "seed", "output", "json"}), MAX_WORDS),
    "check": (frozenset({"game", "set", "count", "times", "json"}), MAX_WORDS),
    "import": (frozenset(), MAX_WORDS),
    "export": (frozenset({"set", "output"}), 0),
}


def points(text: str) -> float:
    """Parse percentage points from 0.5 to 50, as an argparse type."""
    try:
        number = float(read_number(text))
    except ValueError:
        number = 0.0
    if not 0.5 <= number <= 50:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a number from 0.5 to 50", text=text[:40]))
    return number


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    meanings = "; ".join(f"{name}: {meaning}" for name, meaning in ACTIONS.items())
    parser.add_argument("action", nargs="?", choices=tuple(ACTIONS), default="list", help=meanings)
    parser.add_argument("words", nargs="*", help=tr("games, files, sets or a puzzle's number, depending on the action"))
    parser.add_argument("--game", metavar="ID", help=tr("only puzzles of this game"))
    parser.add_argument("--set", metavar="NAME", help=tr("only this set; for make: the set that gets the puzzles"))
    parser.add_argument(
        "--count", type=whole_number(1, 10_000), metavar="N",
        help=tr("make: number of puzzles that the set should reach; default: 10 more. check: at most N puzzles"),
    )  # fmt: skip
    parser.add_argument(
        "--check", metavar="BOT", help=tr("make: the bot that checks each puzzle; default: the strongest")
    )
    parser.add_argument(
        "--least", type=points, metavar="P",
        help=tr("make: smallest loss of a wrong answer in percentage points; default: depends on the game"),
    )  # fmt: skip
    parser.add_argument(
        "--trials", type=whole_number(20, 100_000), metavar="N",
        help=tr("make: games that compare the answers; default: depends on the game"),
    )  # fmt: skip
    parser.add_argument(
        "--times", type=whole_number(1, 1000), metavar="N",
        help=tr("check: games, as a multiple of those of the proof; default: 10"),
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="N",
        help=tr("make: fixes the games and the luck of the proofs; default: 1"),
    )  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help=tr("make: add to this file; export: write this file"))
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        return run(arguments)
    except InputError as error:
        raise InputError(tr("puzzles: {error}", error=error)) from None


def refuse_idle_options(arguments: Namespace) -> None:
    """Refuse options and words that the action would ignore.

    Raises:
        InputError: There are such options or words.
    """
    action = arguments.action
    allowed, most = OPTIONS[action]
    every = sorted(frozenset().union(*(names for names, _ in OPTIONS.values())))
    given = [name for name in every if getattr(arguments, name) is not None and getattr(arguments, name) is not False]
    for name in given:
        if name not in allowed:
            raise InputError(tr("{action} takes no --{name}", action=action, name=name))
    if len(arguments.words) > most:
        word = arguments.words[most]
        raise InputError(tr("{action} does not take {word!r}", action=action, word=word[:40]))
    if action == "make" and {"set", "output"} <= set(given):
        raise InputError(tr("give --set or --output, not both"))
    if action == "check" and arguments.words and "set" in given:
        raise InputError(tr("name the sets, or give --set"))


def run(arguments: Namespace) -> int:
    """Carry out the action and return the exit status."""
    refuse_idle_options(arguments)
    name = arguments.words[0] if arguments.words else ""
    if arguments.action == "make":
        return making.make(arguments)
    if arguments.action == "check":
        return making.check(arguments)
    if arguments.action == "import":
        return making.import_sets(arguments)
    if arguments.action == "export":
        return making.export(arguments)
    if arguments.action == "solve":
        return solving.solve(arguments, name)
    if arguments.action == "show":
        if not name:
            raise InputError(tr("show needs the number or the id of a puzzle"))
        return listing.show(arguments, name)
    return listing.list_puzzles(arguments)
