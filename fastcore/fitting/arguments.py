"""The options that all fitting scripts share, and the command that repeats a fit."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap

REPEATING = ("games", "simulations", "random", "ridge", "seed")  # options that affect the result


def whole(minimum: int) -> Callable[[str], int]:
    """Return an argparse `type=` function that parses whole numbers of at least `minimum`."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < minimum:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {minimum}")
        return int(text)

    return read


def share(text: str) -> float:
    """Parse a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def positive(text: str) -> float:
    """Parse a number above 0 and below 1e9."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def add_whole(parser: argparse.ArgumentParser, name: str, minimum: int, default: int, meaning: str) -> None:
    """Add an option for a whole number of at least `minimum`. Its help text names the minimum."""
    text = ", ".join(filter(None, (meaning, f"at least {minimum:,}", f"default {default:,}")))
    parser.add_argument(name, type=whole(minimum), default=default, metavar="N", help=text)


def fit_parser(game: str, about: str, games: int, simulations: int) -> argparse.ArgumentParser:
    """Return the parser of a script that fits a game to self-play; `games` and `simulations` are defaults."""
    parser = argparse.ArgumentParser(prog=f"python -m fastcore.games.{game}.fit", description=about)
    add_whole(parser, "--games", 10, games, "games of self-play")
    add_whole(parser, "--simulations", 1, simulations, "for each of their moves")
    parser.add_argument(
        "--random",
        type=share,
        default=0.1,
        metavar="X",
        help="share of random moves, 0 to 1, default %(default)s",
    )
    parser.add_argument(
        "--ridge",
        type=positive,
        default=2.0,
        metavar="X",
        help="strength of the L2 penalty, above 0, default %(default)g",
    )
    add_whole(parser, "--processes", 1, 2, "that play in parallel")
    add_whole(parser, "--seed", 0, 1, "")
    parser.add_argument(
        "--folder", type=Path, default=Path(f"build/fit-{game}"), help="keeps games, so that a run can continue"
    )
    parser.add_argument("--weights", type=Path, help="the file to write; by default weights.pxd in the folder")
    parser.add_argument("--check", action="store_true", help="only measure the weights in use; write nothing")
    return parser


def command(game: str, parsed: argparse.Namespace, script: str = "fit", repeating: Sequence[str] = REPEATING) -> str:
    """Return the command that repeats a fit with the same weights in use, indented for the head of the weight file."""
    given = {name: getattr(parsed, name, None) for name in repeating}
    options = " ".join(
        f"--{name}" if value is True else f"--{name} {value:g}" if isinstance(value, float) else f"--{name} {value}"
        for name, value in given.items()
        if value is not None and value is not False
    )
    lines = wrap(f"python -m fastcore.games.{game}.{script} {options}", 100, break_on_hyphens=False)
    return "    " + " \\\n        ".join(lines)
