"""Escaping that makes untrusted text safe for a terminal, a file or a label."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

# Control characters, bidirectional marks, line separators, surrogates
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]")
_LINES = "\n\t"


def printable(text: str, lines: bool = False) -> str:
    r"""Return the text with every unprintable character replaced by an escape such as ``\u001b``.

    The escapes are also valid in JSON strings.

    Args:
        text: Untrusted text.
        lines: Whether to keep line ends and tabs. Otherwise the result is one line.
    """
    return _UNPRINTABLE.sub(lambda match: match[0] if lines and match[0] in _LINES else f"\\u{ord(match[0]):04x}", text)


class Printer:
    """A text stream that escapes unprintable characters in everything written to it.

    It wraps the stream for `print`, `csv` and error messages. Colours and progress bars are written to the
    underlying `stream`, with their texts already escaped.
    """

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text with escapes. Return the length of the original text."""
        self.stream.write(printable(text, lines=True))
        return len(text)

    def writelines(self, texts: Iterable[str]) -> None:
        """Write each text with escapes."""
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def unwrap(stream: Any) -> Any:
    """Return the stream under a `Printer`, or the stream itself."""
    return stream.stream if isinstance(stream, Printer) else stream
