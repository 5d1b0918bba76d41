"""equilibrium: mixed strategies for games with secret choices."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.base import Preset
from bots.planning import SAMPLES, PlanBot
from bots.report import Fact
from bots.searching import MEMORY, SLIPS, THREADS, limits
from bots.traced import TRACE

TELLING = 0.05  # smallest weight of an opponent's plan in the report


class Equilibrium(PlanBot):
    """A bot that mixes its plans to approximate an equilibrium."""

    name = "equilibrium"
    meaning = "mixes its best plans so that no plan of the opponent gains much"
    engine = "equilibrium"
    simulations = 10_000
    searches = fastcore.EQUILIBRIUM_OPTIONS
    options = (*limits("simulations", simulations), THREADS, MEMORY, SLIPS, TRACE, *fastcore.EQUILIBRIUM_OPTIONS)
    presets: ClassVar = {
        "gentle": Preset("simulations=20,slips=0.3", "a few plans, and sometimes a random step"),
        "casual": Preset("simulations=150", "150 pairs of plans, sees near threats"),
        "steady": Preset("simulations=600", "600 pairs of plans, misses little"),
        "strong": Preset("simulations=2500", "2,500 pairs of plans"),
        "full": Preset("simulations=10000", "10,000 pairs of plans"),
    }
    usual = "steady"
    rank = 10

    def plan_facts(self, search: fastcore.Search, point: fastcore.Viewpoint, plan: tuple[str, ...]) -> tuple[Fact, ...]:
        """Return the facts about a plan, beginning with its values against three of the opponent's plans.

        The three are the opponent's most likely plan and, of the likely plans, the worst and the best for this seat.
        """
        seat = point.actor
        own, others = ([texts for texts, _ in search.plans(planner)] for planner in (seat, 1 - seat))
        weights = [weight for _, weight in search.plans(1 - seat)]
        if plan in own:
            row = search.payoffs()[own.index(plan)] if seat == 0 else -search.payoffs()[:, own.index(plan)]
        else:  # a judged plan that the search has not found
            row = (
                search.payoffs([plan], others, SAMPLES)[0]
                if seat == 0
                else -search.payoffs(others, [plan], SAMPLES)[:, 0]
            )
        likely = [i for i, weight in enumerate(weights) if weight >= TELLING] or [0]
        cases = {"likeliest": 0, "worst": min(likely, key=lambda i: row[i]), "best": max(likely, key=lambda i: row[i])}
        facts = [
            Fact("case", {"case": name, "plan": ",".join(others[i]), "weight": weights[i], "value": float(row[i])})
            for name, i in cases.items()
        ]
        return (*facts, *super().plan_facts(search, point, plan))
