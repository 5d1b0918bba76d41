"""Division of a search limit among the decisions of a turn or a game."""

from __future__ import annotations

from typing import NamedTuple

import fastcore
from bots.report import Limit

# Factor for the early decisions of a turn: later decisions profit from their results.
EARLIER = 1.5
MAX_OF_GAME = 0.35  # largest fraction of a game's remaining limit for one decision
MIN_SHARE = 0.02  # smallest fraction of a game's remaining limit for one decision
# Fraction of a turn's remaining limit for a decision that plans the turn. Unplanned decisions use the remainder.
MAX_OF_TURN = 0.8
TURN_OF_GAME = 0.08  # fraction of a game's remaining limit for a decision that plans a turn
TURNS = 4  # number of random continuations from which the length of a turn is estimated
PLAYOUTS = 16  # number of random games from which the length of a game is estimated
HANDED_BACK = 0.003  # seconds reserved for making and delivering the report
MAX_HANDED_BACK = 0.1  # largest fraction of the remaining seconds to reserve
QUICKER = 0.6  # fraction of a game's decisions to budget for: some are quick, so early decisions may use more


class Share(NamedTuple):
    """The limit of one decision.

    Attributes:
        simulations: The number of simulations; None for no bound.
        seconds: The time in seconds; None for no bound.
        saves: Whether later decisions can use what this decision leaves unused.
    """

    simulations: int | None
    seconds: float | None
    saves: bool


class Allowance:
    """A record of how much of its limit a bot has used in the current turn or game."""

    def __init__(self) -> None:
        self.limit: Limit | None = None
        self.turn = 0
        self.simulations = 0
        self.seconds = 0.0

    def share_for(self, limit: Limit, point: fastcore.Viewpoint, whole_turns: bool = False) -> Share:
        """Return the part of the limit that the decision at a point may use.

        Args:
            limit: The limit of the decision, turn or game.
            point: The point of the decision.
            whole_turns: Whether the decision plans most of its turn.
        """
        turn = point.turn
        if limit != self.limit or (limit.per == "turn" and turn != self.turn) or turn < self.turn:
            self.simulations, self.seconds = 0, 0.0
        elif turn > self.turn:
            self.seconds = self.seconds - limit.increment  # may become negative: saved time can be used later
        self.limit, self.turn = limit, turn
        if whole_turns and limit.per != "decision":
            share = MAX_OF_TURN if limit.per == "turn" else TURN_OF_GAME
        else:
            share = {"decision": _all, "turn": _turn_share, "game": _game_share}[limit.per](point)
        simulations = None if limit.simulations is None else max(1, int((limit.simulations - self.simulations) * share))
        seconds = None if limit.seconds is None else share * _to_search(limit.seconds - self.seconds)
        return Share(simulations, seconds, limit.per != "decision")

    def record_use(self, simulations: int, seconds: float) -> None:
        """Record the simulations and seconds that a decision used."""
        if self.limit is not None and self.limit.per != "decision":
            self.simulations += simulations
            self.seconds += seconds


def _to_search(seconds: float) -> float:
    """Return the seconds that a search may use, so that its report arrives in time."""
    return max(0.0, seconds - min(HANDED_BACK, MAX_HANDED_BACK * seconds))


def _all(point: fastcore.Viewpoint) -> float:
    return 1.0


def _turn_share(point: fastcore.Viewpoint) -> float:
    """Return one decision's fraction of a turn's remaining limit, estimated from random continuations."""
    state = point.state
    if state is None:
        return 1 / EARLIER
    stream, decisions = fastcore.Stream(point.key, "turn"), 0
    for _ in range(TURNS):
        continuation = state.copy()
        while continuation.actor == state.actor and continuation.turn == state.turn:
            continuation.play(stream.choice(continuation.moves()))
            decisions += 1
    return min(1.0, EARLIER * TURNS / decisions) if decisions > TURNS else 1.0


def _game_share(point: fastcore.Viewpoint) -> float:
    """Return one decision's fraction of a game's remaining limit, estimated from random games."""
    state = point.state
    if state is None:
        return MIN_SHARE
    decisions = fastcore.playouts(state, PLAYOUTS, seed=point.key).moves / state.seats
    return min(MAX_OF_GAME, max(MIN_SHARE, 1 / (QUICKER * decisions + 1)))
