"""duct: decoupled UCT for games with secret choices."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.base import Preset
from bots.planning import PlanBot
from bots.searching import MEMORY, SLIPS, limits
from bots.traced import TRACE


class Duct(PlanBot):
    """A bot with decoupled UCT: one tree for the plans of each seat."""

    name = "duct"
    meaning = "plain: each seat's plans in a tree of their own, the plan most simulated is written"
    engine = "duct"
    simulations = 2000
    searches = fastcore.DUCT_OPTIONS
    options = (*limits("simulations", simulations), MEMORY, SLIPS, TRACE, *fastcore.DUCT_OPTIONS)
    presets: ClassVar = {
        "gentle": Preset("simulations=150", "tries every first step about once"),
        "casual": Preset("simulations=500", "500 pairs of plans, sees what is near"),
        "steady": Preset("simulations=2000", "2,000 pairs of plans"),
        "strong": Preset("simulations=6000", "6,000 pairs of plans"),
        "full": Preset("simulations=30000", "30,000 pairs of plans, thinks hard"),
    }
    usual = "steady"
    rank = 5
