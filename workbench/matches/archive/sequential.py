"""The sequential test of a running match, applied block by block in schedule order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from workbench.luck.controls import Luck
from workbench.matches.archive.lucks import Attempt
from workbench.matches.archive.results import sprt_of, to_statistics
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan, Schedule
from workbench.statistics import games as statistics
from workbench.statistics.adjusted import adjusted_path, block_lucks
from workbench.statistics.games import lead
from workbench.statistics.pentanomial import bins_of
from workbench.statistics.scale import share


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
        # block -> game number -> the game, None for a void one
        self._unsettled: dict[int, dict[int, statistics.Game | None]] = {}
        self._next = 0
        self._scores: list[float] = []
        self._blocks: list[statistics.Block] = []  # of an adjusted test
        self._counts = [0] * (2 * self.games + 1)
        self._exact = True  # whether all blocks so far consist of wins, draws and losses

    def add(self, *games: Game, lucks: Mapping[Attempt, Luck] = MappingProxyType({})) -> None:
        """Add attempts. Adding many in one call is much faster than adding them one by one.

        Args:
            *games: The attempts.
            lucks: Their luck by number and attempt, for a test on results without luck.
        """
        blocks = []
        for game, converted in zip(games, to_statistics(games, lucks), strict=True):
            if game.counts or game.attempt == 2:
                self._unsettled.setdefault(game.block, {})[game.number] = converted if game.counts else None
        while len(self._unsettled.get(self._next, ())) == self.games:
            found = self._unsettled.pop(self._next)
            known = [found[number] for number in sorted(found)]
            valid = tuple(game for game in known if game is not None)
            if len(valid) == self.games:
                blocks.append(statistics.Block(self._next, valid, tuple(lead(game, 0, 1) for game in valid)))
            self._next += 1
        if blocks and not self.verdict:
            if self.sprt.adjusted:
                self._add_blocks(blocks)
            else:
                self._add_scores([share(block.lead) for block in blocks])

    def _add_blocks(self, blocks: list[statistics.Block]) -> None:
        """Add blocks to an adjusted test. If the luck of a game is unknown, the test uses the raw results."""
        self._blocks += blocks
        lucks, leads = block_lucks(0, 1, self._blocks), [block.lead for block in self._blocks]
        path = (
            self.sprt.path(list(map(share, leads)), self.games)
            if lucks is None
            else adjusted_path(self.sprt, leads, lucks, self.games)
        )
        self.verdict = "" if path.verdict == "continue" else path.verdict

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
