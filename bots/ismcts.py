"""ismcts: grows a tree for every seat of what it has seen."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.base import Preset
from bots.improver import Improver, hand_options


class Ismcts(Improver):
    name = "ismcts"
    meaning = "grows a tree for every seat, of what that seat has seen"
    engine = "ismcts"
    searches = tuple(option for option in fastcore.ISMCTS_OPTIONS if option.name != "caution")
    options = hand_options(searches)
    presets: ClassVar = {
        "gentle": Preset("simulations=12,softness=5", "twelve simulations a decision, plays any move that it looked at"),
        "casual": Preset("simulations=40,softness=1", "40 simulations a decision, and often not the best of them"),
        "steady": Preset("simulations=60,softness=0.5", "60 simulations a decision, mostly the best of them"),
        "strong": Preset("simulations=400", "400 simulations a decision, thinks before it moves"),
        "full": Preset("simulations=20000", "20,000 simulations a decision, thinks hard"),
    }
    rank = 5
