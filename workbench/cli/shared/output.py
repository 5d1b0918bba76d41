"""Output of tables, data and progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from textwrap import fill
from typing import TypeVar

import msgspec
from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.progress import track
from rich.table import Table
from rich.text import Text

from workbench.system.printable import printable, unwrap

T = TypeVar("T")
PIPED_WIDTH = 200  # columns of a table if the output is not a terminal


class _Output(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # `cli.run` handles this, but rich would exit with an error


def console() -> Console:
    """Return a console for tables, as wide as the terminal or `PIPED_WIDTH` in a pipe."""
    return _Output(file=unwrap(sys.stdout), width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False)


def say(text: str) -> None:
    """Print a text. At a terminal, its lines are wrapped between words."""
    if sys.stdout.isatty():
        width = max(20, console().width - 1)
        text = "\n".join(
            fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
            for line in text.splitlines()
        )
    print(text)


def print_json(data: object) -> None:
    """Print data as indented JSON."""
    try:
        text = msgspec.json.encode(data)
    except UnicodeEncodeError:
        text = msgspec.json.encode(_escaped(msgspec.to_builtins(data)))
    print(msgspec.json.format(text, indent=2).decode())


def _escaped(data: object) -> object:
    """Return the data with surrogates in its texts escaped, so that it can be encoded."""
    if isinstance(data, str):
        return data.encode(errors="backslashreplace").decode()
    if isinstance(data, dict):
        return {_escaped(key): _escaped(value) for key, value in data.items()}
    return [_escaped(item) for item in data] if isinstance(data, list | tuple) else data


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> None:
    """Print a table.

    Args:
        title: The line above the table, or "".
        heads: The column headings.
        rows: The cells of each row.
        words: The number of leading text columns. The rest contain numbers.
    """
    console().print(make_fitting_table(console(), title, heads, list(rows), words))


def make_fitting_table(
    target: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1
) -> Table:
    """Return a table whose texts may also be broken after commas if the console is too narrow."""
    table = make_table(title, heads, rows, words)
    if Measurement.get(target, target.options, table).maximum < target.width:
        return table
    return make_table(
        title, heads, [[cell.replace(",", ", ").replace(",  ", ", ") for cell in row] for row in rows], words
    )


def make_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> Table:
    """Return a table to print later; arguments as for `print_table`."""
    table = Table(
        title=Text(printable(title)) if title else None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for number, head in enumerate(heads):
        table.add_column(Text(head), justify="left" if number < words else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell, lines=True)) for cell in row))
    return table


def progress(steps: Sequence[T], what: str) -> Iterable[T]:
    """Iterate over steps. Show a progress bar labelled `what` if standard error is a terminal."""
    bar = Console(file=unwrap(sys.stderr))
    return track(steps, what, console=bar, transient=True, disable=not bar.is_terminal)


def spinner(what: str) -> AbstractContextManager[object]:
    """Return a context manager that shows a text while it runs, if standard error is a terminal."""
    line = Console(file=unwrap(sys.stderr))
    return line.status(Text(printable(what))) if line.is_terminal else nullcontext()
