"""The command lines that fit: what all of them ask for, numbers with the least that makes sense, and
the command that repeats a fit."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap

# options that change what comes out
REPEATING = ("games", "simulations", "random", "decisions", "deep", "ridge", "seed")


def whole(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` on."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} on")
        return int(text)

    return read


def share(text: str) -> float:
    """A number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def positive(text: str) -> float:
    """A number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def add_whole(parser: argparse.ArgumentParser, name: str, least: int, default: int, meaning: str) -> None:
    """An option that is a whole number from `least` on; its help says so."""
    told = ", ".join(filter(None, (meaning, f"at least {least:,}", f"default {default:,}")))
    parser.add_argument(name, type=whole(least), default=default, metavar="N", help=told)


def fit_parser(game: str, about: str, games: int, simulations: int) -> argparse.ArgumentParser:
    """The options of every script that fits a game to self-play; the numbers are the defaults."""
    parser = argparse.ArgumentParser(prog=f"python -m fastcore.games.{game}.fit", description=about)
    add_whole(parser, "--games", 10, games, "games of self-play")
    add_whole(parser, "--simulations", 1, simulations, "for each of their moves")
    parser.add_argument(
        "--random",
        type=share,
        default=0.1,
        metavar="X",
        help="share of moves drawn by lot, 0 to 1, default %(default)s",
    )
    parser.add_argument(
        "--ridge",
        type=positive,
        default=2.0,
        metavar="X",
        help="strength of the L2 penalty, above 0, default %(default)g",
    )
    add_whole(parser, "--processes", 1, 2, "that play at once")
    add_whole(parser, "--seed", 0, 1, "")
    parser.add_argument(
        "--folder", type=Path, default=Path(f"build/fit-{game}"), help="keeps games, so that a run can go on"
    )
    parser.add_argument("--weights", type=Path, help="the file written; weights.pxd in the folder if left out")
    parser.add_argument("--check", action="store_true", help="only measure the weights in use; write nothing")
    return parser


def command(game: str, asked: argparse.Namespace) -> str:
    """The command that makes the same again with the same weights in use, for the head of the file that it writes."""
    given = {name: getattr(asked, name) for name in REPEATING if hasattr(asked, name)}
    options = " ".join(
        f"--{name} {value:g}" if isinstance(value, float) else f"--{name} {value}" for name, value in given.items()
    )
    lines = wrap(f"python -m fastcore.games.{game}.fit {options}", 100, break_on_hyphens=False)
    return "    " + " \\\n        ".join(lines)
