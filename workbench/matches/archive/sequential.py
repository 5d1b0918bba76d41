"""The sequential test of a running match: block after block in the order of the schedule."""

from __future__ import annotations

from workbench.matches.archive.archive import Game
from workbench.matches.archive.results import games_of, sprt_of
from workbench.matches.planning.plan import Plan, Schedule
from workbench.statistics.games import lead
from workbench.statistics.pentanomial import bins_of
from workbench.statistics.scale import mean, share


class Test:
    """Is told of every attempt that is kept. `verdict` is "" until the test is decided: it counts complete blocks only,
    each when all before it are settled, so that it does not matter which games are over first."""

    __test__ = False  # it is none of pytest's

    def __init__(self, plan: Plan, schedule: Schedule) -> None:
        sprt = sprt_of(plan)
        assert sprt is not None, "the plan has a sequential test"
        self.sprt, self.games = sprt, schedule.games_a_block
        self.verdict = ""
        self._waiting: dict[int, dict[int, float | None]] = {}  # block -> number of a game -> lead, None if it is void
        self._next = 0
        self._scores: list[float] = []
        self._counts = [0] * (2 * self.games + 1)
        self._exact = True  # wins, draws and losses make up all blocks so far

    def add(self, *games: Game) -> None:
        """Take in attempts; many at once are judged in one go, which is far quicker than one by one."""
        scores = []
        for game in games:
            if game.counts or game.attempt == 2:
                self._waiting.setdefault(game.block, {})[game.number] = (
                    lead(next(games_of([game])), 0, 1) if game.counts else None
                )
        while len(self._waiting.get(self._next, ())) == self.games:
            leads = list(self._waiting.pop(self._next).values())
            known = [one for one in leads if one is not None]
            self._next += 1
            if len(known) == self.games:
                scores.append(share(mean(known)))
        if scores and not self.verdict:
            self._judge(scores)

    def _judge(self, scores: list[float]) -> None:
        """Go on with these blocks; the first bound that is crossed counts, so that it does
        not matter how many come at once."""
        self._scores += scores
        places = bins_of(scores, self.games)
        self._exact = self._exact and bool((places >= 0).all())
        if self._exact:
            for place in places:
                self._counts[place] += 1
        if self._exact and len(scores) == 1:
            verdict = self.sprt.verdict(self.sprt.llr(self._counts), len(self._scores))
        else:
            verdict = self.sprt.path(self._scores, self.games).verdict
        self.verdict = "" if verdict == "continue" else verdict
