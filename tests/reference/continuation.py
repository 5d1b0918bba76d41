"""The exact value of a position if all seats follow one policy: every move and outcome is tried."""

from __future__ import annotations

import fastcore
from fastcore import CHANCE, OVER, State, Viewpoint

MAX_WORLDS = 300
DEEPEST = 150  # moves and outcomes in a row


class TooLargeError(Exception):
    """Raised when there are too many positions."""


class PolicyValues:
    """Exact expected values under a policy.

    Args:
        policy: One of the policies of the game.
        horizon: The number of turns after `first_turn`, after which the static evaluation counts; None: to the end.
        first_turn: The turn from which the horizon counts.
        limit: The maximum number of positions.
    """

    def __init__(self, policy: str, horizon: int | None = None, first_turn: int = 0, limit: int = 20_000) -> None:
        self.policy, self.horizon, self.first_turn, self.limit = policy, horizon, first_turn, limit
        self.known: dict[str, tuple[float, ...]] = {}

    def values(self, state: State, depth: int = 0) -> tuple[float, ...]:
        """Return the value for each seat. TooLargeError if there are too many positions or moves."""
        if state.actor == OVER:
            return state.returns()
        if state.actor >= 0 and self.horizon is not None and state.turn - self.first_turn > self.horizon:
            return state.evaluate().values
        text = state.text()
        if text not in self.known:
            if len(self.known) >= self.limit or depth > DEEPEST:
                raise TooLargeError(text)
            steps = state.chances() if state.actor == CHANCE else state.policy(self.policy)
            values = [(chance, self.values(state.after(move), depth + 1)) for move, chance in steps if chance > 0]
            self.known[text] = tuple(
                sum(chance * value[seat] for chance, value in values) for seat in range(state.seats)
            )
        return self.known[text]

    def difference(self, point: State | Viewpoint, first: str, second: str) -> float:
        """Return how much better the first move is than the second one for the seat to move, over its worlds."""
        worlds = [(point.text(), 1.0)] if isinstance(point, State) else point.worlds(MAX_WORLDS)
        total = 0.0
        for text, chance in worlds:
            state = fastcore.parse(f"{point.spec} {text}")
            total += chance * (
                self.values(state.after(first))[point.actor] - self.values(state.after(second))[point.actor]
            )
        return total
