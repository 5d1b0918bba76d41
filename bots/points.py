"""points: what a beginner does who counts."""

from __future__ import annotations

from collections.abc import Iterator

import fastcore
from bots.base import Bot
from bots.report import TOLD, Candidate, Limit, Report


class Points(Bot):
    name = "points"
    meaning = "the move that gains the most points at once"
    rank = 1

    @classmethod
    def fits(cls, spec: str) -> bool:
        return not fastcore.start(spec).info.has.covered

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        state = point.state
        assert state is not None, "it fits open games only"
        seat, stream = point.actor, self.stream(point)
        ranked = []
        for move in state.moves():
            after = state.after(move)
            points = after.points()
            lead = points[seat] - max(others for other, others in enumerate(points) if other != seat)
            ranked.append((-lead, stream.below(2**32), state.move_text(move), after.evaluate().values))
        ranked.sort()
        yield Report(
            move=ranked[0][2],
            candidates=tuple(Candidate(text, 0, values, 0.0, 1 / len(ranked), (text,)) for _, _, text, values in ranked[:TOLD]),
        )
