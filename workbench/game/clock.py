"""Clocks: the time and simulations left for each seat of a match (`Clock`) or of a game (`GameClock`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from bots.report import Limit
from workbench.game.session import Session

LOW_SHARE = 0.15  # fraction of its time below which a seat is short of time
LOW_SECONDS = 10.0  # seconds below which a seat is short of time, unless the whole limit is short
# the largest fraction of its remaining time that a bot with its own limit may use for one decision
SHARES = {"game": 0.1, "turn": 0.3, "decision": 1.0}
BOT_MARGIN = 0.5  # seconds of overrun that a bot may have without losing, because it shares the machine


class Clock:
    """The clock of a match, which tracks the limit of each seat.

    The limit is for a decision, a turn (a secret plan counts as one turn), or a game with an increment per turn.

    Args:
        limits: The limit of each seat, or None if its bot uses its own options.
    """

    def __init__(self, limits: Sequence[Limit | None]) -> None:
        self.limits = tuple(limits)
        self._seconds = [None if limit is None else limit.seconds for limit in limits]
        self._simulations = [None if limit is None else limit.simulations for limit in limits]
        self._turns: list[int | None] = [None] * len(
            self.limits
        )  # the last turn of each seat, counted throughout the game
        self._number: int | None = None  # the game's number of the latest turn, which may restart every round
        self._count = 0

    def left(self, seat: int) -> float | None:
        """Return the seconds left (negative after an overrun), or None if there is no time limit."""
        return self._seconds[seat]

    def allowance(self, seat: int, turn: int) -> Limit | None:
        """Return the limit for the seat's next decision, or None if there is no limit."""
        if turn != self._number:
            self._number, self._count = turn, self._count + 1
        limit = self.limits[seat]
        if limit is None:
            return None
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

    def charge(self, seat: int, simulations: int, seconds: float) -> None:
        """Record the cost of a decision: at least one simulation, even if the bot reports none."""
        if (left := self._seconds[seat]) is not None:
            self._seconds[seat] = left - seconds
        if (rest := self._simulations[seat]) is not None:
            self._simulations[seat] = rest - max(1, simulations)


class GameClock:
    """The clocks of a game.

    The time left is stored with each move, so that undo restores it. Time counts for the player to move between `start`
    and `pause`, which may be called repeatedly.

    A session whose limit has no seconds has no clocks, but the time of its moves is still measured.

    Args:
        session: The session.
        now: Returns the current time in seconds.
    """

    def __init__(self, session: Session, now: Callable[[], float] = monotonic) -> None:
        self.session, self._now = session, now
        self._bases: list[float] = []
        self._spent = 0.0  # seconds spent on this decision before the last pause
        self._since: float | None = None  # time of the last start, or None while paused
        self.reload()

    @property
    def limit(self) -> Limit | None:
        """The limit of every seat, or None if there are no clocks."""
        limit = self.session.limit
        return limit if limit is not None and limit.seconds is not None else None

    @property
    def running(self) -> bool:
        """Whether time is counting."""
        return self._since is not None

    def reload(self) -> None:
        """Load the time of each seat at the current node."""
        self._spent, self._since = 0.0, None
        limit, point = self.limit, self.session.point
        if limit is None or limit.seconds is None:
            return
        # by seat: the number of turns ended at its latest move, and the time left after it
        last: dict[int, tuple[int, float]] = {}
        ended, turn = 0, None
        for number in self.session.document.line_to(self.session.here):
            node = self.session.document.tree.nodes[number]
            # compare with the previous turn: numbers repeat if rounds restart them
            ended, turn = ended + (node.turn != turn), node.turn
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

    def start(self) -> None:
        """Start counting for the player to move."""
        if self._since is None:
            self._since = self._now()

    def pause(self) -> None:
        """Pause the clock."""
        self._spent, self._since = self.spent, None

    @property
    def spent(self) -> float:
        """The seconds that the player to move has spent on this decision."""
        return self._spent + (0.0 if self._since is None else self._now() - self._since)

    def left(self, seat: int) -> float | None:
        """Return the seconds left for a seat (negative after an overrun), or None if there are no clocks."""
        if self.limit is None:
            return None
        return self._bases[seat] - (self.spent if seat == self.session.point.actor else 0.0)

    def is_low(self, seat: int) -> bool:
        """Return whether a seat is short of time."""
        left, limit = self.left(seat), self.limit
        if left is None or limit is None or limit.seconds is None:
            return False
        return left < max(limit.seconds * LOW_SHARE, min(LOW_SECONDS, limit.seconds / 2))

    def overrun_seat(self, bot: bool) -> int | None:
        """Return the seat to move if its time is up, else None. A bot gets a margin."""
        actor = self.session.point.actor
        left = self.left(actor) if actor >= 0 else None
        return actor if left is not None and left <= (-BOT_MARGIN if bot else 0.0) else None

    def decision_cost(self) -> tuple[float, float | None]:
        """Return the time of the current decision and the time left after it.

        Both are in seconds and are stored with the move. The second is None if there are no clocks.
        """
        left = self.left(self.session.point.actor)
        return round(self.spent, 3), None if left is None else round(max(left, 0.0), 3)

    def allowance(self, seat: int, simulations: int | None = None, seconds: float | None = None) -> Limit | None:
        """Return the limit for a bot's next decision, or None if there are no clocks.

        A bot with its own limit, such as that of its level, keeps to it as long as the clock allows.

        Args:
            seat: The seat of the bot.
            simulations: The bot's own limit of simulations, if any.
            seconds: The bot's own limit of seconds, if any.
        """
        limit, left = self.limit, self.left(seat)
        if limit is None or left is None:
            return None
        left = max(left, 0.0)
        if simulations is None and seconds is None:
            return Limit(limit.simulations, left, limit.per, limit.increment)
        most = left * SHARES[limit.per]
        return Limit(simulations, most if seconds is None else min(seconds, most))
