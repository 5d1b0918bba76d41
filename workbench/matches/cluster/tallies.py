"""What each worker of a cluster has played, and which workers are suspect."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, sqrt

from workbench.matches.planning.plan import Schedule
from workbench.matches.planning.task import PlayedGame

MAX_CRASHES = 3
ENOUGH_GAMES, MAX_TIME_LOSSES = 20, 0.1  # more time losses than this share of more than this many games are suspect
LEAST_EXPECTED = 5.0  # smallest expected count for which the chi-squared test holds
SUSPECT_P = 0.001  # largest probability of results so different by chance that are suspect


@dataclass
class Tally:
    """The games of one worker.

    Attributes:
        name: The name that the worker has given itself, or its address.
        games: The number of games.
        results: The number of games with each result of the first bot: lost, drawn and won.
        crashes: The number of games that ended with the crash of a bot, or void.
        time_losses: The number of games lost on time.
        seconds: The seconds of all games.
        scale: The factor for its time limits.
        refused: Why it does not play, or "".
        left: Whether it has gone.
    """

    name: str
    games: int = 0
    results: tuple[int, int, int] = (0, 0, 0)
    crashes: int = 0
    time_losses: int = 0
    seconds: float = 0.0
    scale: float = 1.0
    refused: str = ""
    left: bool = False


class Tallies:
    """The tallies of all workers, by their addresses. They may be read on any thread.

    Args:
        schedule: The schedule of the match.
    """

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.lost = 0  # blocks that were lost and submitted again
        self._lock = threading.Lock()
        self._tallies: dict[str, Tally] = {}

    @property
    def workers(self) -> list[Tally]:
        """The tallies of all workers, in the order of their arrival."""
        with self._lock:
            return [replace(tally) for tally in self._tallies.values()]

    def accept(self, address: str, name: str, scale: float) -> None:
        """Note that a worker plays."""
        with self._lock:
            self._tallies[address] = Tally(name or address, scale=scale)

    def refuse(self, address: str, reason: str, name: str = "") -> None:
        """Note that a worker does not play."""
        with self._lock:
            self._tallies[address] = Tally(name or address, refused=reason)

    def leave(self, address: str) -> None:
        """Note that a worker has gone."""
        with self._lock:
            if address in self._tallies:
                self._tallies[address].left = True

    def add(self, address: str, games: Sequence[PlayedGame]) -> None:
        """Count the games of a block."""
        with self._lock:
            tally = self._tallies.setdefault(address, Tally(address))
            for game in games:
                tally.games += 1
                tally.seconds += game.took
                tally.crashes += game.ending in ("crash", "void")
                tally.time_losses += game.ending == "timeout"
                seats = self.schedule.slot(game.number).seats
                if 0 in seats and game.ending != "void":
                    result = game.returns[seats.index(0)]
                    counts = list(tally.results)
                    counts[1 + (result > 0) - (result < 0)] += 1
                    lost, drawn, won = counts
                    tally.results = lost, drawn, won


def suspicion(tally: Tally, others: Sequence[Tally]) -> str:
    """Return why a person should look at a worker, or "". No worker is excluded for it."""
    if tally.crashes > MAX_CRASHES:
        return f"{tally.crashes} of {tally.games} games crashed"
    if tally.games > ENOUGH_GAMES and tally.time_losses > MAX_TIME_LOSSES * tally.games:
        return f"{tally.time_losses} of {tally.games} games were lost on time"
    rest = [sum(column) for column in zip(*(other.results for other in others), strict=True)] or [0, 0, 0]
    p = homogeneity(tally.results, rest)
    return f"its results differ from those of the rest (p = {p:.1g})" if p < SUSPECT_P else ""


def homogeneity(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the probability that two rows of counts of equal distributions differ at least as much as these.

    This is Pearson's chi-squared test with up to three columns; empty columns do not count. 1 if a row is empty or an
    expected count is below 5, because the test does not hold there.
    """
    columns = [pair for pair in zip(first, second, strict=True) if sum(pair)]
    rows = sum(first), sum(second)
    total = sum(rows)
    if len(columns) < 2 or not all(rows):
        return 1.0
    expected = [[row * sum(pair) / total for row in rows] for pair in columns]
    if min(map(min, expected)) < LEAST_EXPECTED:
        return 1.0
    pairs = zip(columns, expected, strict=True)
    statistic = sum((n - e) ** 2 / e for found, wanted in pairs for n, e in zip(found, wanted, strict=True))
    return erfc(sqrt(statistic / 2)) if len(columns) == 2 else exp(-statistic / 2)
