"""A clock for the seats of one game: what is left of a limit, and who has used more."""

from __future__ import annotations

from bots.report import Limit


class Clock:
    """Keeps account of a limit for each seat: a decision, a turn (a plan is a turn) or a game, with an increment a turn.

    `limit` None is no clock: every bot goes by its own options.
    """

    def __init__(self, limit: Limit | None, seats: int) -> None:
        self.limit = limit
        self._seconds = [limit.seconds if limit is not None else None] * seats
        self._simulations = [limit.simulations if limit is not None else None] * seats
        self._turns: list[int | None] = [None] * seats  # the last of each, counted through the game
        self._number: int | None = None  # of the turn that was last, as the game counts: it may begin anew every round
        self._count = 0

    def left(self, seat: int) -> float | None:
        """Seconds left, below zero if more were used; None where time does not count."""
        return self._seconds[seat]

    def before(self, seat: int, turn: int) -> Limit | None:
        """What the seat has for the decision that it is about to make."""
        limit = self.limit
        if limit is None:
            return None
        if turn != self._number:
            self._number, self._count = turn, self._count + 1
        if self._count != self._turns[seat] or limit.per == "decision":
            self._begin_turn(seat, limit, first=self._turns[seat] is None)
            self._turns[seat] = self._count
        seconds, simulations = self._seconds[seat], self._simulations[seat]
        return Limit(
            None if simulations is None else max(1, simulations),
            None if seconds is None else max(0.0, seconds),
            limit.per,
            limit.increment,
        )

    def _begin_turn(self, seat: int, limit: Limit, first: bool) -> None:
        if limit.per != "game":
            self._seconds[seat], self._simulations[seat] = limit.seconds, limit.simulations
        elif not first and (seconds := self._seconds[seat]) is not None:
            self._seconds[seat] = seconds + limit.increment

    def used(self, seat: int, simulations: int, seconds: float) -> None:
        """Note what a decision took; at least one simulation, whatever the bot says."""
        if (left := self._seconds[seat]) is not None:
            self._seconds[seat] = left - seconds
        if (rest := self._simulations[seat]) is not None:
            self._simulations[seat] = rest - max(1, simulations)

