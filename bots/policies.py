"""Bots that play by a game's own named policies, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import fastcore
from bots.base import Bot
from bots.report import MAX_CANDIDATES, Candidate, Fact, Limit, Report


class PolicyBot(Bot):
    """A bot that draws its move from the policy named `policy`."""

    policy: ClassVar[str] = ""

    @classmethod
    def fits(cls, spec: str) -> bool:
        """Return whether the game has the policy."""
        return cls.policy in fastcore.start(spec).info.policies

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield one report with a move drawn from the policy."""
        chances = point.policy(self.policy)
        drawn = chances[self.stream(point).pick([probability for _, probability in chances])][0]
        if self.brief:
            yield Report(point.move_text(drawn))
            return
        values = point.evaluate().values
        ranked = sorted(chances, key=lambda chance: (chance[0] != drawn, -chance[1]))[:MAX_CANDIDATES]
        names = [(point.move_text(move), probability) for move, probability in ranked]
        yield Report(
            move=names[0][0],
            candidates=tuple(Candidate(name, 0, values, 0.0, probability, (name,)) for name, probability in names),
            facts=drawn_facts(
                names[0][0], [probability for _, probability in chances], names[0][1], len(point.moves())
            ),
        )


def drawn_facts(move: str, chances: list[float], chance: float, moves: int) -> tuple[Fact, ...]:
    """Return the facts about a move picked at random.

    Args:
        move: The text of the move.
        chances: The probabilities of all moves.
        chance: The probability of this move.
        moves: The number of legal moves.
    """
    if moves == 1:
        return (Fact("only", {"move": move}),)
    tied = sum(abs(probability - chance) < 1e-9 for probability in chances)
    return (Fact("drawn", {"chance": chance, "alike": tied, "moves": moves}),)


class Random(PolicyBot):
    """A bot that plays uniformly random moves."""

    name = "random"
    meaning = "plays a random legal move"
    policy = "uniform"


class Greedy(PolicyBot):
    """A bot that plays by the game's greedy policy."""

    name = "greedy"
    meaning = "plays the move with the best immediate evaluation"
    policy = "greedy"
    rank = 1


class Deducer(PolicyBot):
    """A bot that plays by the game's deduction policy."""

    name = "deducer"
    meaning = "reasons from all it has seen and guesses when it is sure enough"
    policy = "deducer"
    rank = 2
