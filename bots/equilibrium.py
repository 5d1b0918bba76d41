"""equilibrium: mixed strategies where choices are secret."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.base import Preset
from bots.planning import PlanBot
from bots.searching import MEMORY, limits


class Equilibrium(PlanBot):
    name = "equilibrium"
    meaning = "weighs its best plans against the other's, and mixes them so that none can be exploited"
    engine = "equilibrium"
    simulations = 10_000
    searches = fastcore.EQUILIBRIUM_OPTIONS
    options = (*limits("simulations", simulations), MEMORY, *fastcore.EQUILIBRIUM_OPTIONS)
    presets: ClassVar = {
        "gentle": Preset("simulations=20", "a few plans at a glance"),
        "casual": Preset("simulations=300", "300 pairs of plans, sees what is near"),
        "steady": Preset("simulations=2000", "2,000 pairs of plans, misses little"),
        "strong": Preset("simulations=15000", "15,000 pairs of plans, thinks before it writes"),
        "full": Preset("simulations=300000", "300,000 pairs of plans, thinks hard"),
    }
    usual = "steady"
    rank = 10
