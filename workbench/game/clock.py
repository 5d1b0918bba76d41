"""Clocks: what each seat has left of a limit, by the measures of a match (`Clock`) or by the
moves of a game (`GameClock`)."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from bots.report import Limit
from workbench.game.session import Session

LOW = 0.15  # of its time: whoever has less is short of it
LOWEST = 10.0  # seconds of which the same is true, however short the game
# fraction of the time left that one decision of a bot with a limit of its own may take
SHARES = {"game": 0.1, "turn": 0.3, "decision": 1.0}
BOT_MARGIN = 0.5  # seconds beyond its time that a bot is not blamed for: the machine is shared


class Clock:
    """Keeps account of a limit for each seat: a decision, a turn (a plan is a turn) or a
    game, with an increment a turn.

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


class GameClock:
    """What is left stands with the moves (`left` of a record), so that whoever takes moves back has the time that they
    had then. `run` and `rest` may be called as often as one likes; time counts in between, for whoever decides.

    A session whose limit names no seconds has no clocks; the time of its moves is measured all the same.
    """

    def __init__(self, session: Session, now: Callable[[], float] = monotonic) -> None:
        self.session, self._now = session, now
        self._bases: list[float] = []
        self._spent = 0.0  # on this decision, before the clock was stopped last
        self._since: float | None = None  # when it was started last, None while it rests
        self.moved()

    @property
    def limit(self) -> Limit | None:
        """What every seat has, None without clocks."""
        limit = self.session.limit
        return limit if limit is not None and limit.seconds is not None else None

    @property
    def running(self) -> bool:
        return self._since is not None

    def moved(self) -> None:
        """The game stands somewhere else: take up what everybody has there."""
        self._spent, self._since = 0.0, None
        limit, point = self.limit, self.session.point
        if limit is None or limit.seconds is None:
            return
        last: dict[int, tuple[int, float]] = {}  # by seat: how many turns had ended, and what it had left then
        ended, turn = 0, None
        for number in self.session.document.line_to(self.session.here):
            node = self.session.document.tree.nodes[number]
            ended, turn = ended + (node.turn != turn), node.turn  # the number alone may come again, as in another round
            if node.actor >= 0 and node.left is not None:
                last[node.actor] = (ended, node.left)
        ended += point.turn != turn
        self._bases = [limit.seconds] * point.seats
        for seat, (when, left) in last.items():
            same = when == ended
            if limit.per == "game":
                self._bases[seat] = left if same else left + limit.increment
            elif limit.per == "turn" and same:
                self._bases[seat] = left

    def run(self) -> None:
        """Whoever decides is thinking from now on."""
        if self._since is None:
            self._since = self._now()

    def rest(self) -> None:
        """Nobody is to be charged for what happens now."""
        self._spent, self._since = self.spent, None

    @property
    def spent(self) -> float:
        """Seconds that whoever decides has thought about this decision."""
        return self._spent + (0.0 if self._since is None else self._now() - self._since)

    def left(self, seat: int) -> float | None:
        """Seconds that a seat has left, below zero if it used more; None without clocks."""
        if self.limit is None:
            return None
        return self._bases[seat] - (self.spent if seat == self.session.point.actor else 0.0)

    def is_low(self, seat: int) -> bool:
        """Whether a seat is short of time."""
        left, limit = self.left(seat), self.limit
        if left is None or limit is None or limit.seconds is None:
            return False
        return left < max(limit.seconds * LOW, min(LOWEST, limit.seconds / 2))

    def overrun(self, bot: bool) -> int | None:
        """The seat that decides, if it has used more than it has."""
        actor = self.session.point.actor
        left = self.left(actor) if actor >= 0 else None
        return actor if left is not None and left <= (-BOT_MARGIN if bot else 0.0) else None

    def charge(self) -> tuple[float, float | None]:
        """What the decision that is being made took, and what its clock shows after it: both are kept with the move."""
        left = self.left(self.session.point.actor)
        return round(self.spent, 3), None if left is None else round(max(left, 0.0), 3)

    def allowance(self, seat: int, simulations: int | None = None, seconds: float | None = None) -> Limit | None:
        """What a bot has for its next decision; None without clocks: it goes by its own options. One that has a measure
        of its own, as the level that it plays at, keeps to that as long as the clock lets it."""
        limit, left = self.limit, self.left(seat)
        if limit is None or left is None:
            return None
        left = max(left, 0.0)
        if simulations is None and seconds is None:
            return Limit(limit.simulations, left, limit.per, limit.increment)
        most = left * SHARES[limit.per]
        return Limit(simulations, most if seconds is None else min(seconds, most))
