"""`herbarium check-game`: runs the tests that every game must pass."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from workbench.cli.shared import situations
from workbench.cli.shared.readers import InputError
from workbench.game_packages.check import CheckError, check_game
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("id", metavar="ID", help=tr("the id of the game"))
    parser.add_argument(
        "--full", action="store_true", help=tr("run with full counts, such as a comparison in 10,000 games")
    )
    parser.add_argument("--only", metavar="WORDS", help=tr("run only tests whose names match WORDS, like pytest -k"))


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status: 0 if all tests passed.

    Raises:
        InputError: The game cannot be checked.
    """
    try:
        situations.check_game(arguments.id)
    except InputError as error:
        raise InputError(f"check-game: {error}") from None
    try:
        return check_game(arguments.id, arguments.full, ("-k", arguments.only) if arguments.only else ())
    except CheckError as error:
        raise InputError(f"check-game: {error}") from None
