"""The command lines that fit: what all of them ask for, and numbers with the least that makes sense."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def whole(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` on."""

    def read(text: str) -> int:
        if not text.isdigit() or int(text) < least:
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


def fit_parser(game: str, about: str, games: int, simulations: int) -> argparse.ArgumentParser:
    """The options of every script that fits a game; the numbers are the defaults."""
    parser = argparse.ArgumentParser(prog=f"python -m fastcore.games.{game}.fit", description=about)
    parser.add_argument("--games", type=whole(10), default=games, help="games of self-play (default %(default)s)")
    parser.add_argument("--simulations", type=whole(1), default=simulations, help="for each of their moves (default %(default)s)")
    parser.add_argument("--random", type=share, default=0.1, help="share of moves drawn by lot (default %(default)s)")
    parser.add_argument("--ridge", type=positive, default=2.0, help="strength of the L2 penalty (default %(default)g)")
    parser.add_argument("--processes", type=whole(1), default=2, help="that play at once (default %(default)s)")
    parser.add_argument("--seed", type=whole(0), default=1, help="default %(default)s")
    parser.add_argument("--folder", type=Path, default=Path(f"build/fit-{game}"), help="keeps games, so that a run can go on")
    parser.add_argument("--weights", type=Path, help="the file written; weights.pxd in the folder if left out")
    parser.add_argument("--check", action="store_true", help="only measure the weights in use; write nothing")
    return parser
