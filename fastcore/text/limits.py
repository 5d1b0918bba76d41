"""The longest texts that the core reads.

The core rejects longer texts before it parses them. In 10,000 random games of every spec, the longest position has 180
characters, the longest move 23 and the longest observation 95. `docs/research/bounds.md` lists these limits and those
of files.
"""

from __future__ import annotations

MAX_SPEC = 200  # characters of a spec
MAX_POSITION = 10_000  # characters of a position text or view
MAX_MOVE = 1_000  # characters of a move or observation
MAX_FACT = 100  # characters of a fact
MAX_FACTS = 100  # facts that one viewpoint can suppose


def over(length: int, most: int, what: str) -> str:
    """Return why a text of this length is refused, "" if it is not;
    `what` names the kind of text, for example "a move"."""
    return f"it has {length:,} characters; {what} has at most {most:,}" if length > most else ""
