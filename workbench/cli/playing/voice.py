"""Prints and reads at a real terminal and in pipes, with progress, pages and Ctrl-C."""

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

from workbench.system.printable import printable, underneath

WIDTH = 100  # longer lines are hard to read
LATER = 3.0  # seconds after which a bot that still thinks needs a word on Ctrl-C


class Voice:
    def __init__(self) -> None:
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        if self.live:
            with suppress(ImportError):
                import_module("readline")  # from then on input() edits lines and remembers them

    def say(self, text: str = "") -> None:
        """Lines as they are."""
        print(text)

    def tell(self, text: str) -> None:
        """A paragraph, wrapped."""
        print(textwrap.fill(text, self.width, break_long_words=False, break_on_hyphens=False))

    @property
    def width(self) -> int:
        return min(get_terminal_size().columns, WIDTH) if self.live else WIDTH

    def ask(self, prompt: str) -> str | None:
        """A line that was typed, None at the end of the input or on Ctrl-C. In a pipe it is repeated in the output."""
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if not sys.stdin.isatty():
            print(line)
        return line

    def clear(self) -> None:
        """Leave nothing of what was said or typed so far for the next one before the terminal to see."""
        if self.live:
            screen = underneath(sys.stdout)
            screen.write("\033[2J\033[3J\033[H")
            screen.flush()
            with suppress(ImportError):
                import_module("readline").clear_history()

    @contextmanager
    def progress(self, words: str, later: str = "") -> Iterator[Callable[[str], None]]:
        """Show the words with the latest report at a terminal. After some seconds, show `later` behind the words."""
        if not self.live:
            yield lambda _: None
            return
        text_of = import_module("rich.text").Text
        console = import_module("rich.console").Console(file=underneath(sys.stdout))
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

    def page(self, markdown: str) -> None:
        """A page of Markdown."""
        console = import_module("rich.console").Console(file=underneath(sys.stdout), width=None if self.live else WIDTH)
        console.print(import_module("rich.markdown").Markdown(printable(markdown, lines=True)))


@contextmanager
def interrupted() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; the second time it is a KeyboardInterrupt as always."""
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
