"""points: a one-move bot that maximises its lead in points."""

from __future__ import annotations

from collections.abc import Iterator

import fastcore
from bots import reasoning
from bots.base import Bot
from bots.report import MAX_CANDIDATES, Candidate, Fact, Limit, Report


class Points(Bot):
    """A bot that plays the move with the largest gain in points."""

    name = "points"
    meaning = "plays the move that gains the most points now"
    rank = 1

    @classmethod
    def fits(cls, spec: str) -> bool:
        """Return whether the game has no hidden information."""
        return not fastcore.start(spec).info.has.covered

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield one report, with a random choice among equal moves."""
        state = point.state
        assert state is not None, "points needs a game without hidden information"
        seat, stream = point.actor, self.stream(point)
        before = lead(state, seat)
        ranked = []
        for move in state.moves():
            after = state.after(move)
            ranked.append((-lead(after, seat), stream.below(2**32), state.move_text(move), after.evaluate().values))
        ranked.sort()
        tied = sum(option[0] == ranked[0][0] for option in ranked)
        gain = Fact("gain", {"points": -ranked[0][0] - before, "alike": tied, "moves": len(ranked)})
        yield Report(
            move=ranked[0][2],
            candidates=tuple(
                Candidate(text, 0, values, 0.0, 1 / len(ranked), (text,))
                for _, _, text, values in ranked[:MAX_CANDIDATES]
            ),
            facts=(*reasoning.only_move(point), gain),
        )


def lead(state: fastcore.State, seat: int) -> int:
    """Return the seat's points minus those of its best opponent."""
    points = state.points()
    return points[seat] - max(score for rival, score in enumerate(points) if rival != seat)
