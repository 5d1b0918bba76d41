"""Runs one command line. Its status is 0, 1 (a check failed) or 2 (bad input, explained in one line)."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence

from workbench.cli.arguments import read
from workbench.cli.shared.readers import BadInput
from workbench.system.printable import Printer, underneath

INTERRUPTED = 130  # what shells report for a program that Ctrl-C ended


def run(words: Sequence[str], window: Callable[[object], int | None] | None = None) -> int:
    """Run one command line and return its exit status. Usage errors print one line.

    `window` opens a window to set up positions and returns its status (None: it could not be opened); None where there
    can be none. All output is made printable meanwhile: names, comments and messages may come from untrusted files.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever a terminal sends or cannot show
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Printer(underneath(sys.stdout)), Printer(underneath(sys.stderr))
    try:
        return _run(words, window)
    finally:
        sys.stdout, sys.stderr = before


def _run(words: Sequence[str], window: Callable[[object], int | None] | None) -> int:
    try:
        arguments = read(words)
        arguments.window = window
        status = int(arguments.main(arguments))
        sys.stdout.flush()
    except SystemExit as end:  # --help and --version have said what they had to say
        return end.code if isinstance(end.code, int) else 0
    except BadInput as error:
        print(f"herbarium: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("herbarium: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has seen enough; Python must not try to flush what is left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
