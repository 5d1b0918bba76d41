"""`herbarium serve`: a bot as a program that other hosts can use."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from workbench.bot_process import trust
from workbench.cli.shared.readers import InputError
from workbench.programs.serve import serve
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("bot", help=tr("a bot's name, or ./file.py:Class"))


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: There is no such bot.
    """
    trust.allow_typed(arguments.bot)
    try:
        serve(arguments.bot)
    except ValueError as error:
        raise InputError(tr("serve: {error}", error=error)) from None
    return 0
