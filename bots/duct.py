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
    meaning = "a tree of plans for each player; plays the most simulated plan"
    engine = "duct"
    simulations = 2000
    searches = fastcore.DUCT_OPTIONS
    options = (*limits("simulations", simulations), MEMORY, SLIPS, TRACE, *fastcore.DUCT_OPTIONS)
    presets: ClassVar = {
        "gentle": Preset("simulations=150", "tries each first step about once"),
        "casual": Preset("simulations=500", "500 pairs of plans, sees near threats"),
        "steady": Preset("simulations=2000", "2,000 pairs of plans"),
        "strong": Preset("simulations=6000", "6,000 pairs of plans"),
        "full": Preset("simulations=30000", "30,000 pairs of plans"),
    }
    usual = "steady"
    rank = 5
    has_comparable_values = False  # a tree compares next steps, not whole plans
