"""How much of a limit one decision may use."""

from __future__ import annotations

from bots.report import Limit

# What one decision takes of what is left. A turn has some decisions, a game some dozens; the first ones weigh most.
SHARE = {"decision": 1.0, "turn": 0.35, "game": 0.03}


class Allowance:
    """Keeps account of what one bot has used of its limits, by turn and by game."""

    def __init__(self) -> None:
        self.limit: Limit | None = None
        self.turn = 0
        self.simulations = 0
        self.seconds = 0.0

    def of(self, limit: Limit, turn: int) -> tuple[int | None, float | None]:
        """(simulations, seconds) for the next decision, None for no bound."""
        if limit != self.limit or (limit.per == "turn" and turn != self.turn) or turn < self.turn:
            self.simulations, self.seconds = 0, 0.0
        elif turn > self.turn:
            self.seconds = self.seconds - limit.increment  # may go below zero: what was saved is there to be used
        self.limit, self.turn = limit, turn
        share = SHARE[limit.per]
        simulations = None if limit.simulations is None else max(1, int((limit.simulations - self.simulations) * share))
        seconds = None if limit.seconds is None else max(0.0, (limit.seconds - self.seconds) * share)
        return simulations, seconds

    def used(self, simulations: int, seconds: float) -> None:
        """Note what a decision took."""
        if self.limit is not None and self.limit.per != "decision":
            self.simulations += simulations
            self.seconds += seconds
