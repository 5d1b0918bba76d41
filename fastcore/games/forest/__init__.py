"""The GAME without a NAME, by FlorisXIV."""

from __future__ import annotations

from fastcore.games.forest.forest import Forest
from fastcore.games.forest.texts import FIELDS, LAST_TURN
from fastcore.values import GameInfo, Has, Option

__all__ = ["INFO", "Forest"]

INFO = GameInfo(
    id="forest",
    title="The GAME without a NAME",
    designer="FlorisXIV",
    year=0,
    seats=(2,),
    sides=("red", "green"),
    has=Has(chance=False, secrets=False, hidden=False),
    policies=("uniform", "greedy"),
    longest=4 + 2 * LAST_TURN,
    options=(
        Option("first_turn", "whole", "2", "actions in Red's first turn", 1, 2),
        Option("yellow_cap", "whole", "2", "the most yellow pawns on a tile", 2, 3),
    ),
    fields=FIELDS,
    goal="Be the first to have seven pawns in the forest.",
    bench=("forest", "forest(yellow_cap=3)"),
)
