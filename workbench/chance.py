"""The random streams that chance draws from in every game, whoever runs it."""

from __future__ import annotations

import fastcore


def chance_stream(seed: int, turn: int, phase: str, earlier: int) -> fastcore.Stream:
    """The stream of one draw: `phase` names what is drawn in this turn, `earlier` counts the draws of the same turn and
    phase before it in the game (a round may count its turns anew). Nobody's thinking can move it."""
    return fastcore.Stream(seed, "chance", turn, phase, earlier)
