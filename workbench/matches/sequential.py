"""The sequential test of a match that is being played: block after block in the order of the schedule."""

from __future__ import annotations

from workbench.matches.archive import Game
from workbench.matches.plan import Plan, Schedule
from workbench.matches.results import sprt_of


class Test:
    """Is told of every game that is kept. `verdict` is "" until the test is decided: it counts complete blocks only, each
    when all before it are complete, so that it does not matter which games are over first."""

    def __init__(self, plan: Plan, schedule: Schedule) -> None:
        sprt = sprt_of(plan)
        assert sprt is not None
        self.sprt, self.games = sprt, schedule.games_a_block
        self.verdict = ""
        self._waiting: dict[int, dict[int, float | None]] = {}
        self._next = 0
        self._leads: list[float] = []

    def add(self, game: Game) -> None:
        if game.counts or game.attempt == 2:
            lead = game.returns[game.seats.index(0)] if game.counts else None
            self._waiting.setdefault(game.block, {})[game.number] = lead
        while len(self._waiting.get(self._next, ())) == self.games:
            leads = self._waiting.pop(self._next).values()
            self._next += 1
            if None not in leads and not self.verdict:
                self._leads.append(sum(lead for lead in leads if lead is not None) / self.games)
                self.verdict = self.sprt.verdict(self._leads)
