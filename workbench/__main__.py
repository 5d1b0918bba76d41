"""The `herbarium` command: opens the window, or runs the command line if there is a subcommand.

Modules are imported only when they are needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from workbench.system.translation import language_in_use, tr

FILES = (".herbarium", ".positions")  # file suffixes of game records and position lists
NO_WINDOW = 2  # exit status of the window's `run` if it cannot open and has printed the reason


def window_obstacle() -> str:
    """Return why the window cannot be opened here, or "" if no obstacle is known."""
    if find_spec("_tkinter") is None or find_spec("tkinter") is None:
        return tr("This Python has no tkinter")
    if os.name == "posix" and sys.platform != "darwin" and not os.environ.get("DISPLAY"):
        return tr("There is no display")
    return ""


def named_file(argument: str) -> Path:
    """Return the file that an argument names, as a path or as an address (`file://...`) from a file manager."""
    if not argument.startswith("file://"):
        return Path(argument)
    from urllib.parse import urlsplit  # imported here because these modules slow the start of every command
    from urllib.request import url2pathname

    return Path(url2pathname(urlsplit(argument).path))


def load_window() -> ModuleType:
    """Return the module that opens the window. Its texts are English if no font has the characters of the language.

    Raises:
        ImportError: A library of the window is missing.
    """
    if language_in_use() != "en":
        import_module("workbench.gui.look.scripts").choose_readable_texts()
    return import_module("workbench.gui.app")


def open_set_up(positions: object) -> int | None:
    """Open the window to set up these positions.

    Returns:
        The exit status, or None if the window cannot be opened.
    """
    try:
        status = int(load_window().run(positions=positions))
    except ImportError as error:
        print(tr("The window cannot be loaded ({error}).", error=error), file=sys.stderr)
        return None
    return None if status == NO_WINDOW else status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Without arguments, or with only files of games and positions, open the window, or play in the terminal if there is
    no window. The `edit` command also opens the window if it can.

    Args:
        arguments: The command line without the program name; None for the arguments of the process.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    files = [named_file(argument) for argument in arguments if argument.endswith(FILES)]
    if len(files) != len(arguments):
        return int(
            import_module("workbench.cli").run(
                arguments, open_set_up if arguments[0] == "edit" and not window_obstacle() else None
            )
        )
    why = window_obstacle()
    if not why:
        try:
            window = load_window()
        except ImportError as error:
            why = tr("The window cannot be loaded ({error})", error=error)
        else:
            status = int(window.run(files=files))
            if status != NO_WINDOW:
                return status
            why = tr("There is no window")
    print(tr("{why}. The game opens in the terminal.", why=why), file=sys.stderr)
    return int(import_module("workbench.cli").run(["play", *map(str, files[:1])]))


if __name__ == "__main__":
    sys.exit(main())
