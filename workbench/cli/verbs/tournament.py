"""`herbarium tournament`: plays a round robin of several bots, or a gauntlet."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from workbench.cli.matches import options
from workbench.cli.shared.readers import whole_number
from workbench.cli.verbs import match
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


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    return match.main(arguments, "gauntlet" if arguments.gauntlet else "round robin")
