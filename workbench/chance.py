"""What chance draws from: a stream for each draw, so that nobody's thinking can move another's luck."""

from __future__ import annotations

import hashlib
from collections import Counter

import fastcore


def chance_stream(seed: int, turn: int, phase: str, earlier: int) -> fastcore.Stream:
    """The stream of a draw in this turn and phase; `earlier` counts the draws of the same turn and phase before it, as a
    round may count its turns anew."""
    return fastcore.Stream(seed, "chance", turn, phase, earlier)


def bot_seed(seed: int) -> int:
    """What the bots of a game draw from. Whoever knows it cannot tell the game's seed, and so no dice or deal to come."""
    return int.from_bytes(hashlib.blake2b(f"bots {seed}".encode(), digest_size=7).digest(), "big")


class Luck:
    """The draws of chance in one game of this seed, in the order in which they are made."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._earlier: Counter[tuple[int, str]] = Counter()

    def draw(self, state: fastcore.State) -> str:
        """The move that chance makes in this position."""
        where = (state.turn, state.phase)
        return state.move_text(state.sample(chance_stream(self.seed, *where, self._earlier[where])))

    def made(self, state: fastcore.State) -> None:
        """Chance has moved in this position, whatever it was."""
        self._earlier[state.turn, state.phase] += 1
