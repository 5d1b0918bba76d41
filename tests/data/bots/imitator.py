"""A bot that foresees the opponent's secret plan if both seats have the same seed:
it runs the opponent's engine with its own."""

from __future__ import annotations

from collections.abc import Iterator

import bots
from bots import Bot, Limit, Report
from bots.report import Fact
from fastcore import Option, State, Viewpoint

ENGINE = "equilibrium(simulations=150)"


def plan_of(engine: str, seed: int, known: Viewpoint) -> str:
    """Return the plan that an engine with this seed chooses in a view, as moves with commas between them."""
    bot = bots.make(engine, seed)
    bot.brief, bot.progress = True, False
    *_, last = bot.think(known)
    return ",".join(last.plan)


def view_of_opponent(state: State) -> Viewpoint:
    """Return what the second seat knows when its turn to plan begins. The first seat's plan does not matter:
    it is covered."""
    state = state.copy()
    while state.actor == 0:
        state.play(state.move_text(state.moves()[0]))
    return state.viewpoint(1)


class Imitator(Bot):
    """Plays at random. On the first seat, each round, it reports the plan that it foresees for the second."""

    options = (Option("often", "number", "1", "in how many of the rounds", 0, 1),)

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        move = point.move_text(self.stream(point).choice(point.moves()))
        if point.actor == 0 and point.phase == "write" and point.state is not None:
            foreseen = plan_of(ENGINE, self.seed, view_of_opponent(point.state))
            yield Report(move=move, facts=(Fact("foreseen", {"plan": foreseen}),))
        else:
            yield Report(move=move)
