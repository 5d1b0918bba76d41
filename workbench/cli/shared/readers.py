"""Parsers for numbers, seeds and salts on the command line, and options that several verbs share."""

from __future__ import annotations

import argparse
import re
from typing import Any

from workbench.system.language.formats import read_number
from workbench.system.translation import tr, trn

MAX_SEED = 2**63 - 1
SALT_HELP = tr("fixes the bots' own seeds: 1 to 32 hexadecimal digits; default: random")


class InputError(ValueError):
    """Raised for bad input on the command line. The message is one line that names the problem and its place."""


def whole_number(least: int, most: int) -> Any:
    """Return an argparse type for whole numbers from `least` to `most`."""

    def read_whole(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,19}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                tr("{text!r} is not a whole number from {least:,} to {most:,}", text=text[:40], least=least, most=most)
            )
        return int(text)

    return read_whole


def salt(text: str) -> str:
    """Parse a salt of 1 to 32 hexadecimal digits, as an argparse type."""
    from workbench.records.seeds import parse_salt  # loads the core, which may be missing

    try:
        return parse_salt(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def seconds(typed: str) -> float:
    """Parse a number of seconds from 0.01 to 3,600, as an argparse type."""
    text = read_number(typed)
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text) or not 0.01 <= float(text) <= 3600:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a number of seconds from 0.01 to 3,600", text=typed[:40]))
    return float(text)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option `--json`."""
    parser.add_argument("--json", action="store_true", help=tr("print the data as JSON"))


def add_file(parser: argparse.ArgumentParser, meaning: str, several: bool = False) -> None:
    """Add the file of a verb that reads archives, as a positional argument or as `--archive FILE`.

    Args:
        parser: The parser of the verb.
        meaning: The help text of the file.
        several: Whether the verb needs one or more `files`, instead of at most one `file`.
    """
    name = "files" if several else "file"
    if not several:
        parser.set_defaults(file=None)
    group = parser.add_mutually_exclusive_group(required=several)
    # without SUPPRESS, a missing positional argument would reset the option
    group.add_argument(name, nargs="*" if several else "?", metavar="file", default=argparse.SUPPRESS, help=meaning)
    group.add_argument(
        "--archive", dest=name, nargs=1 if several else None, metavar="FILE", default=argparse.SUPPRESS,
        help=tr("another way to name the file"),
    )  # fmt: skip


def add_bot_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option `--seed` for one bot."""
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=1,
        metavar="N",
        help=tr("fixes the bot's random numbers; default: 1"),
    )


def add_seat(parser: argparse.ArgumentParser) -> None:
    """Add the options `--seat` and `--fact`, for a position as one seat sees it."""
    parser.add_argument("--seat", type=whole_number(1, 99), metavar="N", help=tr("show only what this seat sees"))
    parser.add_argument(
        "--fact",
        action="append",
        default=[],
        metavar="FACT",
        help=tr("a fact that this seat also knows; can be repeated"),
    )


def few_positions(count: int, at: int) -> str:
    """Return the error that a list has no position with this number."""
    return trn(
        "there is only {count} position, so no position {at}",
        "there are only {count} positions, so no position {at}",
        count,
        at=at,
    )
