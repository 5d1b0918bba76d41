"""What chance draws from: a stream for each draw, so that nobody's thinking can move another's luck."""

from __future__ import annotations

import fastcore


def chance_stream(seed: int, turn: int, phase: str, earlier: int) -> fastcore.Stream:
    """The stream of a draw in this turn and phase; `earlier` counts the draws of the same turn and phase before it, as a
    round may count its turns anew."""
    return fastcore.Stream(seed, "chance", turn, phase, earlier)
