"""`herbarium tournament`: plays a round robin of several bots, or a gauntlet."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from workbench.cli.matches import options
from workbench.cli.shared.readers import InputError, whole_number
from workbench.cli.verbs import match
from workbench.matches.tournaments.pairing import FORMATS
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    options.add_options(parser)
    parser.add_argument(
        "--gauntlet",
        type=whole_number(1, 1000),
        nargs="?",
        const=1,
        metavar="N",
        help=tr("the first bot (or the first N bots) meets each of the rest"),
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help=tr("swiss or knockout rounds, or pairs: a separate match for each pair, which later tournaments reuse"),
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(1, 1000),
        metavar="N",
        help=tr("the number of Swiss rounds; default: enough for one winner"),
    )


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    if arguments.format is not None and arguments.gauntlet:
        raise InputError(tr("tournament: give --gauntlet or --format, not both"))
    if arguments.rounds is not None and arguments.format != "swiss":
        raise InputError(tr("tournament: --rounds needs --format swiss"))
    if arguments.format is not None and arguments.sprt is not None:
        raise InputError(tr("tournament: a sequential test compares two bots, so --sprt needs herbarium match"))
    return match.main(arguments, "gauntlet" if arguments.gauntlet else "round robin")
