"""The progress of a search for a position."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """The progress of a search: games read and games to read."""

    done: int = 0
    total: int = 0
