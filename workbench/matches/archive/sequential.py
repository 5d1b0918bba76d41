"""The sequential test of a running match, applied block by block in schedule order."""

from __future__ import annotations

from workbench.matches.archive.results import sprt_of, to_statistics
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan, Schedule
from workbench.statistics.games import lead
from workbench.statistics.pentanomial import bins_of
from workbench.statistics.scale import mean, share


class SequentialTest:
    """A sequential test that receives every stored attempt.

    `verdict` is "" until the test is decided. Only complete blocks count, and only after all earlier blocks are
    settled, so the order in which games finish does not matter.
    """

    __test__ = False  # not a pytest class

    def __init__(self, plan: Plan, schedule: Schedule) -> None:
        sprt = sprt_of(plan)
        assert sprt is not None, "the plan has a sequential test"
        self.sprt, self.games = sprt, schedule.games_per_block
        self.verdict = ""
        self._unsettled: dict[int, dict[int, float | None]] = {}  # block -> game number -> lead, None for a void game
        self._next = 0
        self._scores: list[float] = []
        self._counts = [0] * (2 * self.games + 1)
        self._exact = True  # whether all blocks so far consist of wins, draws and losses

    def add(self, *games: Game) -> None:
        """Add attempts. Adding many in one call is much faster than adding them one by one."""
        scores = []
        for game in games:
            if game.counts or game.attempt == 2:
                self._unsettled.setdefault(game.block, {})[game.number] = (
                    lead(next(to_statistics([game])), 0, 1) if game.counts else None
                )
        while len(self._unsettled.get(self._next, ())) == self.games:
            leads = list(self._unsettled.pop(self._next).values())
            known = [lead for lead in leads if lead is not None]
            self._next += 1
            if len(known) == self.games:
                scores.append(share(mean(known)))
        if scores and not self.verdict:
            self._add_scores(scores)

    def _add_scores(self, scores: list[float]) -> None:
        """Add the scores of blocks. The first bound crossed decides, however many blocks arrive together."""
        self._scores += scores
        bins = bins_of(scores, self.games)
        self._exact = self._exact and bool((bins >= 0).all())
        if self._exact:
            for bin_ in bins:
                self._counts[bin_] += 1
        if self._exact and len(scores) == 1:
            verdict = self.sprt.verdict(self.sprt.llr(self._counts), len(self._scores))
        else:
            verdict = self.sprt.path(self._scores, self.games).verdict
        self.verdict = "" if verdict == "continue" else verdict
