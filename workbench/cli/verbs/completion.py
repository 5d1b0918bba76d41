"""`herbarium completion`: prints a script with which a shell completes verbs, options and files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from workbench.cli import arguments as command_line
from workbench.cli.shared.readers import InputError
from workbench.statistics.libraries import MissingLibraryError, import_library
from workbench.system.translation import tr

SHELLS = ("bash", "zsh", "tcsh")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("shell", choices=SHELLS, help=tr("your shell"))


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The library shtab is not installed.
    """
    try:
        shtab = import_library("shtab", tr("completion"), "completion")
    except MissingLibraryError as error:
        raise InputError(str(error)) from None
    parser = command_line.full_parser()
    add_files(parser, shtab)
    print(shtab.complete(parser, arguments.shell))
    return 0


def add_files(parser: ArgumentParser, shtab: object) -> None:
    """Let the shell complete the names of files and folders."""
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for each in action.choices.values():
                add_files(each, shtab)
        elif action.metavar in ("FILE", "file") or action.dest in ("file", "files"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
