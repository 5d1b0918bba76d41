"""A bot that predicts the opponent's secret plan if both seats have the same seed.

It runs the opponent's engine with its own seed.
"""

from __future__ import annotations

from collections.abc import Iterator

import bots
from bots import Bot, Limit, Report
from bots.report import Fact
from fastcore import Option, State, Viewpoint

ENGINE = "equilibrium(simulations=150)"


def plan_from_engine(engine: str, seed: int, known: Viewpoint) -> str:
    """Return the plan that an engine with this seed chooses for a view, as comma-separated moves."""
    bot = bots.make(engine, seed)
    bot.brief, bot.progress = True, False
    *_, last = bot.think(known)
    return ",".join(last.plan)


def opponent_view(state: State) -> Viewpoint:
    """Return the second seat's view when it begins to write its plan.

    The first seat's plan does not matter, because it is hidden.
    """
    state = state.copy()
    while state.actor == 0:
        state.play(state.move_text(state.moves()[0]))
    return state.viewpoint(1)


class Imitator(Bot):
    """Plays at random. From the first seat, it reports in each round which plan it predicts for the second seat."""

    options = (Option("often", "number", "1", "in how many of the rounds", 0, 1),)

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        move = point.move_text(self.stream(point).choice(point.moves()))
        if point.actor == 0 and point.phase == "write" and point.state is not None:
            predicted = plan_from_engine(ENGINE, self.seed, opponent_view(point.state))
            yield Report(move=move, facts=(Fact("foreseen", {"plan": predicted}),))
        else:
            yield Report(move=move)
