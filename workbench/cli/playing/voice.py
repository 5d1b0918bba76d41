"""Input and output at a terminal or in pipes, with progress, pages and Ctrl-C."""

from __future__ import annotations

import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from shutil import get_terminal_size
from types import FrameType
from typing import TYPE_CHECKING

from workbench.system.printable import printable, unwrap

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

WIDTH = 100  # longer lines are hard to read
LATER = 3.0  # seconds of thinking after which Ctrl-C is explained


class Voice:
    """The terminal: prints text and reads lines. `interactive` is False in a pipe."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            with suppress(ImportError):
                import_module("readline")  # This lets input() edit and remember lines.

    def print_lines(self, text: str = "") -> None:
        """Print lines unchanged."""
        print(text)

    def print_paragraph(self, text: str) -> None:
        """Print a wrapped paragraph."""
        print(textwrap.fill(text, self.width, break_long_words=False, break_on_hyphens=False))

    @property
    def width(self) -> int:
        """The width of a paragraph in columns."""
        return min(get_terminal_size().columns, WIDTH) if self.interactive else WIDTH

    def read_line(self, prompt: str) -> str | None:
        """Return a line, or None at the end of the input or after Ctrl-C.

        In a pipe, the line is also printed.
        """
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if not sys.stdin.isatty():
            print(line)
        return line

    def clear(self) -> None:
        """Clear the screen and the input history, so that the next person cannot see them."""
        if self.interactive:
            screen = unwrap(sys.stdout)
            screen.write("\033[2J\033[3J\033[H")
            screen.flush()
            with suppress(ImportError):
                import_module("readline").clear_history()

    @contextmanager
    def progress(self, words: str, later: str = "") -> Iterator[Callable[[str], None]]:
        """Show a text and the latest progress while a bot thinks, if this is a terminal.

        Args:
            words: The text.
            later: Shown after `words` once `LATER` seconds have passed.

        Yields:
            A function that shows a new progress text.
        """
        if not self.interactive:
            yield lambda _: None
            return
        text_of = import_module("rich.text").Text
        console = import_module("rich.console").Console(file=unwrap(sys.stdout))
        status = console.status(text_of(printable(words)), spinner="line")
        parts = [words, "", ""]

        def show(place: int, text: str) -> None:
            parts[place] = text
            status.update(
                text_of(printable(f"{' '.join(filter(None, parts[:2]))}{'  ' if parts[2] else ''}{parts[2]}"))
            )

        timer = threading.Timer(LATER, show, (1, later))
        timer.daemon = True
        with status:
            timer.start()
            try:
                yield lambda text: show(2, text)
            finally:
                timer.cancel()

    def print_page(self, markdown: str) -> None:
        """Print a page of Markdown."""
        from rich.markdown import Markdown, TableElement  # imported here because most games are played without it
        from rich.table import Table

        class Folded(TableElement):
            """A table that breaks long words. Chinese sentences have no spaces, and Rich would cut them off."""

            def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
                for part in super().__rich_console__(console, options):
                    for column in part.columns if isinstance(part, Table) else ():
                        column.overflow = "fold"
                    yield part

        class Page(Markdown):
            elements = {**Markdown.elements, "table_open": Folded}  # noqa: RUF012 - the base class has it too

        console = import_module("rich.console").Console(
            file=unwrap(sys.stdout), width=None if self.interactive else WIDTH
        )
        console.print(Page(printable(markdown, lines=True)))


@contextmanager
def catch_interrupt() -> Iterator[Callable[[], bool]]:
    """Catch the first Ctrl-C; a second one raises KeyboardInterrupt.

    Yields:
        A function that returns whether Ctrl-C was pressed.
    """
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
