"""The command line. Exit statuses are 0, 1 (a check failed) and 2 (bad input, explained in one line)."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence

from workbench.cli.arguments import parse
from workbench.cli.shared.readers import InputError
from workbench.system.printable import Printer, unwrap
from workbench.system.translation import core, tr

INTERRUPTED = 130  # the status that shells report after Ctrl-C


def run(words: Sequence[str], window: Callable[[object], int | None] | None = None) -> int:
    """Run one command line and return its exit status. Usage errors print one line.

    All output is made printable, because names, comments and messages may come from untrusted files.

    Args:
        words: The arguments, without the program's name.
        window: A function that opens a Set up window and returns its exit status, or None if the window cannot be
            opened. None if there is no display.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for text that the encoding cannot represent
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Printer(unwrap(sys.stdout)), Printer(unwrap(sys.stderr))
    try:
        return _run(words, window)
    finally:
        sys.stdout, sys.stderr = before


def _run(words: Sequence[str], window: Callable[[object], int | None] | None) -> int:
    try:
        arguments = parse(words)
        arguments.window = window
        status = int(arguments.main(arguments))
        sys.stdout.flush()
    except SystemExit as end:  # --help and --version have printed their output
        return end.code if isinstance(end.code, int) else 0
    except InputError as error:
        print(tr("herbarium: {error}", error=core(" ".join(str(error).split()))), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(tr("herbarium: interrupted"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # The reader has closed the pipe. Python must not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
