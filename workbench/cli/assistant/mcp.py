"""`herbarium mcp`: a server for AI assistants over the Model Context Protocol."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module

from workbench.assistant.access import SECONDS, Access
from workbench.cli.shared.readers import InputError, seconds, whole_number
from workbench.statistics.libraries import MissingLibraryError, import_library
from workbench.system.printable import unwrap
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    sight = parser.add_mutually_exclusive_group()
    sight.add_argument(
        "--seat",
        type=whole_number(1, 99),
        metavar="N",
        help=tr("show only what this seat sees; default: only what everybody sees"),
    )
    sight.add_argument("--all-seats", action="store_true", help=tr("show all hidden information"))
    parser.add_argument(
        "--seconds", type=seconds, default=SECONDS, metavar="S", help=tr("maximum time of a call; default: 5")
    )


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The SDK is not installed.
    """
    access = Access(
        None if arguments.seat is None else arguments.seat - 1, arguments.all_seats, float(arguments.seconds)
    )
    try:
        import_library("mcp", "herbarium mcp", "assistant")
    except MissingLibraryError as error:
        raise InputError(str(error)) from None
    sys.stdout = unwrap(sys.stdout)  # the protocol needs the real stream; the caller restores the printer
    import_module("workbench.assistant.server").run(access)
    return 0
