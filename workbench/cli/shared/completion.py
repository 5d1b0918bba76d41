"""Scripts with which a shell completes verbs, options and files, written by the library shtab."""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction
from typing import Any

from workbench.cli.shared.readers import InputError
from workbench.statistics.libraries import MissingLibraryError, import_library
from workbench.system.translation import tr

SHELLS = ("bash", "zsh", "tcsh")


def script(parser: ArgumentParser, shell: str) -> str:
    """Return the script for a shell.

    Args:
        parser: The parser with the arguments of all verbs.
        shell: One of `SHELLS`.

    Raises:
        InputError: The library shtab is not installed.
    """
    try:
        shtab = import_library("shtab", tr("completion"), "completion")
    except MissingLibraryError as error:
        raise InputError(str(error)) from None
    _add_files(parser, shtab)
    return str(shtab.complete(parser, shell))


def _add_files(parser: ArgumentParser, shtab: Any) -> None:
    """Let the shell complete the names of files and folders."""
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for each in action.choices.values():
                _add_files(each, shtab)
        elif action.metavar in ("FILE", "file") or action.dest in ("file", "files"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
