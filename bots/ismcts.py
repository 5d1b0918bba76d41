"""ismcts: information set Monte Carlo tree search, with one tree for each seat."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.base import Preset
from bots.improver import Improver, hand_options


class Ismcts(Improver):
    """A bot with one tree for each seat, over that seat's observations."""

    name = "ismcts"
    meaning = "grows a tree for each player from what that player has seen"
    engine = "ismcts"
    searches = tuple(option for option in fastcore.ISMCTS_OPTIONS if option.name != "caution")
    options = hand_options(searches)
    presets: ClassVar = {
        "gentle": Preset("simulations=12,softness=5,slips=0.9", "mostly random moves, sometimes a searched one"),
        "casual": Preset("simulations=12,softness=5,slips=0.5", "12 simulations per move, and often a random move"),
        "steady": Preset("simulations=40,softness=1.2", "40 simulations per move, often not the best one"),
        "strong": Preset("simulations=50,softness=0.8", "50 simulations per move, mostly the best one"),
        "full": Preset("simulations=3000", "3,000 simulations per move"),
    }
    rank = 5
