"""The longest texts that the core reads. The core refuses longer ones before it parses them.

The longest texts of the games' pages, in 10,000 random games of every spec: a position has 180 characters, a move 23,
an observation 95. `docs/formats.md` lists these bounds beside those of files.
"""

from __future__ import annotations

MAX_SPEC = 200  # characters of a spec
MAX_POSITION = 1_000  # characters of a position text or view
MAX_MOVE = 1_000  # characters of a move or observation
MAX_FACT = 100  # characters of a fact
MAX_FACTS = 100  # facts that one viewpoint supposes


def over(length: int, most: int, what: str) -> str:
    """Return why a text of this length is refused, "" if it is not;
    `what` names the kind of text, for example "a move"."""
    return f"it has {length:,} characters; {what} has at most {most:,}" if length > most else ""
