"""Unexpected errors: logged with the position, reported in one line, and never fatal."""

from __future__ import annotations

import faulthandler
import platform
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from workbench.system import folders, saving
from workbench.table.table import Table

MAX_BYTES = 1_000_000  # size of the log at which it is restarted


def log_file() -> Path:
    """Return the path of the error log."""
    return folders.state_path("errors.log")


def log_crashes() -> IO[str] | None:
    """Append the tracebacks of a crash of the interpreter to the error log. Return the open log, if it can be opened.

    The log must stay open until the program ends.
    """
    path = log_file()
    try:
        saving.make_folder(path.parent)
        log = open(path, "a", encoding="utf-8", opener=saving.private)  # noqa: SIM115
    except OSError:
        return None
    faulthandler.enable(log)
    return log


def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None, situation: str) -> str:
    """Return an error report and append it to the log. A failure to write the log is ignored."""
    lines = [
        f"Herbarium, {datetime.now():%Y-%m-%d %H:%M:%S}, Python {sys.version.split()[0]}, {platform.platform()}",
        f"Position: {situation}",
        "".join(traceback.format_exception(kind, error, trace)).rstrip(),
        "",
    ]
    text = "\n".join(lines) + "\n"
    try:
        path = log_file()
        saving.make_folder(path.parent)
        begin = path.exists() and path.stat().st_size > MAX_BYTES
        with open(path, "w" if begin else "a", encoding="utf-8", opener=saving.private) as log:
            log.write(text)
    except OSError:
        pass
    return text


def describe_table(table: Table) -> str:
    """Return the game and position of a table, or "unknown" with the error if they cannot be read."""
    try:
        return f"{table.session.spec} {table.point.text()}"
    except Exception as error:  # the error may have left the table inconsistent
        return f"unknown ({type(error).__name__})"


class Guard:
    """A context manager that keeps an error at one table from stopping the program. A repeated error is reported once.

    Args:
        report: Receives the type, the error, the traceback and the table.
    """

    def __init__(
        self, report: Callable[[type[BaseException], BaseException, TracebackType | None, Table], Any]
    ) -> None:
        self._report = report
        self._reported: set[tuple[type[BaseException], str, str, int]] = set()

    @contextmanager
    def __call__(self, table: Table) -> Iterator[None]:
        """Report an exception raised in the block as an error at this table."""
        try:
            yield
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            fault = (type(error), str(error), last.filename, last.lineno or 0)
            if fault not in self._reported:
                self._reported.add(fault)
                self._report(type(error), error, error.__traceback__, table)
