"""Makes untrusted text safe for a terminal, a file or a label."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

# Control characters, marks that change the direction of writing, line separators, halves of characters
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]")
_LINES = "\n\t"


def printable(text: str, lines: bool = False) -> str:
    """Return a text in which every character that could act instead of being displayed is replaced by
    an escape such as ``\\u001b``.

    With `lines`, line ends and tabs stay; otherwise the result is one line. The escapes are also valid in JSON strings,
    where these characters may be written in this way.
    """
    return _UNPRINTABLE.sub(lambda found: found[0] if lines and found[0] in _LINES else f"\\u{ord(found[0]):04x}", text)


class Printer:
    """A text stream that escapes unprintable characters in everything written to it.

    `print`, `csv` and error messages write to it. The program's own terminal output (colours, a progress bar) goes to
    the underlying `stream`, after its words have been made printable.
    """

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(printable(text, lines=True))
        return len(text)

    def writelines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def underneath(stream: Any) -> Any:
    """Return the stream under a Printer, or the stream itself."""
    return stream.stream if isinstance(stream, Printer) else stream
