"""How the table in the terminal speaks and listens, at a real terminal and in pipes."""

from __future__ import annotations

import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from shutil import get_terminal_size
from types import FrameType

from workbench.printable import printable, underneath

WIDTH = 100  # longer lines are hard to read


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
    def progress(self, words: str) -> Iterator[Callable[[str], None]]:
        """While this lasts, the words stand there with what was reported last, if anybody watches."""
        if not self.live:
            yield lambda _: None
            return
        text_of = import_module("rich.text").Text
        console = import_module("rich.console").Console(file=underneath(sys.stdout))
        status = console.status(text_of(printable(words)), spinner="line")
        with status:
            yield lambda text: status.update(text_of(printable(f"{words}  {text}")))

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
