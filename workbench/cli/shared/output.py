"""Prints tables, data and progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

import msgspec
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from workbench.system.printable import printable, underneath

T = TypeVar("T")
PIPED_WIDTH = 200  # where there is no terminal whose width counts


class _Output(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # cli.run knows what to do; rich would end the process as failed


def console() -> Console:
    """Where tables go: as wide as the terminal, or wide enough for anything in a pipe."""
    return _Output(file=underneath(sys.stdout), width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False)


def as_json(data: object) -> None:
    """Print data as JSON, indented."""
    try:
        text = msgspec.json.encode(data)
    except UnicodeEncodeError:
        text = msgspec.json.encode(_escaped(msgspec.to_builtins(data)))
    print(msgspec.json.format(text, indent=2).decode())


def _escaped(data: object) -> object:
    """The same with everything escaped that was no text where it was read."""
    if isinstance(data, str):
        return data.encode(errors="backslashreplace").decode()
    if isinstance(data, dict):
        return {_escaped(key): _escaped(value) for key, value in data.items()}
    return [_escaped(one) for one in data] if isinstance(data, list | tuple) else data


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> None:
    """Print a table whose first `words` columns are words and whose others are numbers."""
    console().print(made_table(title, heads, rows, words))


def made_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> Table:
    """The same, to be shown by whoever asks."""
    made = Table(
        title=Text(printable(title)) if title else None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for number, head in enumerate(heads):
        made.add_column(Text(head), justify="left" if number < words else "right", overflow="fold")
    for row in rows:
        made.add_row(*(Text(printable(cell, lines=True)) for cell in row))
    return made


def progress(steps: Sequence[T], what: str) -> Iterable[T]:
    """The steps, with a bar beside them where somebody watches."""
    bar = Console(file=underneath(sys.stderr))
    return track(steps, what, console=bar, transient=True, disable=not bar.is_terminal)


def waiting(what: str) -> AbstractContextManager[object]:
    """While this lasts, the words stand there where somebody watches."""
    line = Console(file=underneath(sys.stderr))
    return line.status(Text(printable(what))) if line.is_terminal else nullcontext()
