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
        "gentle": Preset("simulations=20,softness=1", "twenty simulations a decision, and not always the best of them"),
        "casual": Preset("simulations=100,softness=0.5", "100 simulations a decision, guesses now and then"),
        "steady": Preset("simulations=500", "500 simulations a decision, seldom cures too late"),
        "strong": Preset("simulations=4000", "4,000 simulations a decision, thinks before it moves"),
        "full": Preset("simulations=40000", "40,000 simulations a decision, thinks hard"),
    }
    rank = 5
