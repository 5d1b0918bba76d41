"""`herbarium`: the window, with a game in it if a file is named, or with other words after it the command line. Here
nothing is imported before it is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

FILES = (".herbarium", ".positions")  # how the names of records end, and of lists of positions
NO_WINDOW = 2  # what the window's `run` returns when it cannot open, having said why


def no_window() -> str:
    """Why the window cannot be opened here, "" if nothing is known to be in its way."""
    if find_spec("_tkinter") is None or find_spec("tkinter") is None:
        return "This Python has no tkinter"
    if os.name == "posix" and sys.platform != "darwin" and not os.environ.get("DISPLAY"):
        return "There is no display"
    return ""


def set_up(positions: object) -> int | None:
    """Open the window with positions to be set up; returns the exit status, None if there is no window after all."""
    try:
        status = int(import_module("workbench.gui.app").run(positions=positions))
    except ImportError as error:
        print(f"The window cannot be loaded ({error}).", file=sys.stderr)
        return None
    return None if status == NO_WINDOW else status


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. Without words, or with a record alone: the window, or the terminal
    where there can be none. What is to be set up goes into the window as well."""
    words = sys.argv[1:] if words is None else words
    file = Path(words[0]) if len(words) == 1 and words[0].endswith(FILES) else None
    if words and file is None:
        return int(
            import_module("workbench.cli").run(words, set_up if words[0] == "edit" and not no_window() else None)
        )
    why = no_window()
    if not why:
        try:
            window = import_module("workbench.gui.app")
        except ImportError as error:
            why = f"The window cannot be loaded ({error})"
        else:
            status = int(window.run(file=file))
            if status != NO_WINDOW:
                return status
            why = "There is no window"
    print(f"{why}: the game opens in the terminal.", file=sys.stderr)
    return int(import_module("workbench.cli").run(["play", *words]))


if __name__ == "__main__":
    sys.exit(main())
