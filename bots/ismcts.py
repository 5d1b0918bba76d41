"""ismcts: information set Monte Carlo tree search, with one tree for each seat."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.base import Preset
from bots.improver import Improver, hand_options


class Ismcts(Improver):
    """A bot with one tree for each seat, over that seat's observations."""

    name = "ismcts"
    meaning = "grows a tree for every seat, of what that seat has seen"
    engine = "ismcts"
    searches = tuple(option for option in fastcore.ISMCTS_OPTIONS if option.name != "caution")
    options = hand_options(searches)
    presets: ClassVar = {
        "gentle": Preset(
            "simulations=12,softness=5,slips=0.9", "mostly any move at all, now and then one that it looked at"
        ),
        "casual": Preset(
            "simulations=12,softness=5,slips=0.5", "twelve simulations a decision, and often any move at all"
        ),
        "steady": Preset("simulations=40,softness=1.2", "40 simulations a decision, and often not the best of them"),
        "strong": Preset("simulations=50,softness=0.8", "50 simulations a decision, mostly the best of them"),
        "full": Preset("simulations=3000", "3,000 simulations a decision, thinks hard"),
    }
    rank = 5
