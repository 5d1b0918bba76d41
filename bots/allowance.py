"""How much of a limit one decision may use."""

from __future__ import annotations

from typing import NamedTuple

import fastcore
from bots.report import Limit

# decisions of a turn: what the first ones find is kept for the others, so they may take more than an equal share
EARLIER = 1.5
MOST_OF_GAME = 0.35  # of what is left of it
LEAST_SHARE = 0.02  # of what is left of a game
MOST_OF_TURN = 0.8  # of what is left of it, where one decision plans it; the rest is for what cannot be planned
TURN_OF_GAME = 0.08  # of what is left of a game
TURNS = 4  # random ways on that tell how long this turn may last
PLAYOUTS = 16  # random games that tell how long this one may last
HANDED_BACK = 0.003  # seconds that a search is not to use: telling what it found and handing that over count too
MOST_HANDED_BACK = 0.1  # of what is left, where that is little
QUICKER = 0.6  # decisions of a game are not all hard: the first ones may take more than an equal share


class Share(NamedTuple):
    """What one decision may use: simulations, seconds, None for no bound; `saves` if what
    it leaves is there for others."""

    simulations: int | None
    seconds: float | None
    saves: bool


class Allowance:
    """Keeps account of what one bot has used of its limits, by turn and by game."""

    def __init__(self) -> None:
        self.limit: Limit | None = None
        self.turn = 0
        self.simulations = 0
        self.seconds = 0.0

    def of(self, limit: Limit, point: fastcore.Viewpoint, whole_turns: bool = False) -> Share:
        """The share of the decision at this point; of one that decides most of its turn if `whole_turns`."""
        turn = point.turn
        if limit != self.limit or (limit.per == "turn" and turn != self.turn) or turn < self.turn:
            self.simulations, self.seconds = 0, 0.0
        elif turn > self.turn:
            self.seconds = self.seconds - limit.increment  # may go below zero: what was saved is there to be used
        self.limit, self.turn = limit, turn
        if whole_turns and limit.per != "decision":
            share = MOST_OF_TURN if limit.per == "turn" else TURN_OF_GAME
        else:
            share = {"decision": _all, "turn": _turn_share, "game": _game_share}[limit.per](point)
        simulations = None if limit.simulations is None else max(1, int((limit.simulations - self.simulations) * share))
        seconds = None if limit.seconds is None else share * _to_search(limit.seconds - self.seconds)
        return Share(simulations, seconds, limit.per != "decision")

    def used(self, simulations: int, seconds: float) -> None:
        """Note what a decision took."""
        if self.limit is not None and self.limit.per != "decision":
            self.simulations += simulations
            self.seconds += seconds


def _to_search(seconds: float) -> float:
    """What a search may use of these seconds, if it is to be heard before they are over."""
    return max(0.0, seconds - min(HANDED_BACK, MOST_HANDED_BACK * seconds))


def _all(point: fastcore.Viewpoint) -> float:
    return 1.0


def _turn_share(point: fastcore.Viewpoint) -> float:
    """What a decision takes of what is left of its turn, by how many decisions random play would still make in it."""
    state = point.state
    if state is None:
        return 1 / EARLIER
    stream, decisions = fastcore.Stream(point.key, "turn"), 0
    for _ in range(TURNS):
        here = state.copy()
        while here.actor == state.actor and here.turn == state.turn:
            here.play(stream.choice(here.moves()))
            decisions += 1
    return min(1.0, EARLIER * TURNS / decisions) if decisions > TURNS else 1.0


def _game_share(point: fastcore.Viewpoint) -> float:
    """What a decision takes of what is left of a game, by how long random games from here last."""
    state = point.state
    if state is None:
        return LEAST_SHARE
    decisions = fastcore.playouts(state, PLAYOUTS, seed=point.key).moves / state.seats
    return min(MOST_OF_GAME, max(LEAST_SHARE, 1 / (QUICKER * decisions + 1)))
