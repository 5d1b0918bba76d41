"""A comparison on its own thread, for windows and the terminal, until its result is clear or it reaches a limit."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from math import ceil, log2
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from bots.base import in_one_line
from fastcore import Comparison, State, Viewpoint
from fastcore.comparison.comparison import FIRST_CHECK, MAX_TRIALS
from fastcore.comparison.difference import Difference, Estimate
from workbench.bot_process.decisions import BotFaultError
from workbench.compare.other_bots import BotContinuation, StoppedError, continuation
from workbench.system.cores import CORES, Claim, lower_thread_priority

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LIMIT = 16 * FIRST_CHECK  # the usual limit of trials
PACE = 0.15  # seconds between two results
SLICE_SECONDS = 0.1  # the time of a call of the core, after which a stop is noticed
MAX_SLICE = 4096  # trials
MAX_THREADS = 64


class Result(NamedTuple):
    """What a running comparison has found so far.

    Attributes:
        trials: The number of trials; each has one game for each candidate.
        estimates: The mean of each candidate for the deciding seat.
        differences: The first candidate less each later one.
        checked: The differences at the last check. Only these decide whether a result is clear, and only
            these have sentences.
        seconds: The time spent playing.
        seats: In a rollout, the mean for each seat; otherwise ().
        points: In a rollout, the points at the ends of all games, float64 (trials, seats); otherwise None.
    """

    trials: int
    estimates: tuple[Estimate, ...]
    differences: tuple[Difference, ...]
    checked: tuple[Difference, ...]
    seconds: float
    seats: tuple[Estimate, ...] = ()
    points: npt.NDArray[np.float64] | None = None

    @property
    def speed(self) -> float:
        """The number of trials per second."""
        return self.trials / self.seconds if self.seconds else 0.0

    @property
    def clear(self) -> bool:
        """Whether all differences were clear at the last check. A rollout of one candidate is never clear."""
        return bool(self.checked) and all(difference.clear for difference in self.checked)


class ComparisonRun:
    """A comparison that plays on a thread. `start` begins or resumes it, `stop` pauses it.

    The number of trials doubles between two checks. The same arguments always give the same results, because only a
    check ends a comparison. No method except `join` waits for a trial. Call all methods from one thread.

    Args:
        point: The position.
        moves: The candidates, each as moves in order; () in a rollout (see `fastcore.Comparison`).
        seed: Any int.
        text: Who plays on after the candidates: a policy, a number of simulations, or a bot.
        horizon: The number of turns after this one; None to the end.
        limit: The largest number of trials, 1 to 1,000,000.
        until_clear: Whether to end as soon as all differences are clear; otherwise at the limit.
        max_limit: The largest limit that `set_limit` accepts, which widens the intervals; None for `limit`.
        threads: The largest number of threads of a policy; None for all cores.

    Attributes:
        comparison: The comparison. Read it only when nothing is running.
        fault: Why the comparison failed, or "".

    Raises:
        IllegalMove: A move is illegal.
        ValueError: An argument is not allowed.
    """

    def __init__(
        self,
        point: State | Viewpoint,
        moves: Sequence[Sequence[str]],
        seed: int = 1,
        text: str = "greedy",
        horizon: int | None = None,
        limit: int = LIMIT,
        until_clear: bool = True,
        max_limit: int | None = None,
        threads: int | None = None,
    ) -> None:
        if not 1 <= limit <= MAX_TRIALS:
            raise ValueError(f"limit is {limit}; it must be 1 to {MAX_TRIALS:,}")
        chosen = continuation(text, point.spec)
        self._bot = chosen if isinstance(chosen, BotContinuation) else None
        self._threads = (threads or CORES.total) if isinstance(chosen, str) else 1
        self.comparison = Comparison(point, moves, seed, chosen, horizon)
        self.limit, self.until_clear, self.fault = limit, until_clear, ""
        self.max_limit = max(limit, max_limit or 0)
        self._checks = 1 + max(0, ceil(log2(self.max_limit / FIRST_CHECK)))
        self._next_check = min(FIRST_CHECK, limit)
        self._checked: tuple[Difference, ...] = ()
        self._result: Result | None = None
        self._unread: Result | None = None
        self._seconds = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    @property
    def running(self) -> bool:
        """Whether games are being played and `stop` was not called."""
        return self._thread is not None and self._thread.is_alive() and not self._stop.is_set()

    @property
    def ending(self) -> bool:
        """Whether the thread is still alive. After a stop, it first completes its trial."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def next_check(self) -> int:
        """The number of trials at the next check, which decides whether the result is clear."""
        return self._next_check

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play: the result is clear, the limit is reached, or the comparison has failed."""
        result = self._result
        if self.fault or result is None:
            return bool(self.fault)
        return result.trials >= self.limit or (self.until_clear and result.clear)

    @property
    def result(self) -> Result | None:
        """The newest result, or None before the first one."""
        return self._result

    def start(self) -> None:
        """Begin or resume. Do nothing if the comparison is running or finished."""
        if self.running or self.finished:
            return
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._work, args=(self._stop, self._thread), name="comparison", daemon=True
        )
        self._thread.start()

    def set_limit(self, limit: int) -> None:
        """Set another limit for the next start. A clear result then no longer ends the games before the limit.

        Raises:
            ValueError: The limit is not from 1 to `max_limit`.
            RuntimeError: The thread has not ended.
        """
        if self.ending:
            raise RuntimeError("the comparison is running")
        if not 1 <= limit <= self.max_limit:
            raise ValueError(f"limit is {limit}; it must be 1 to {self.max_limit:,}")
        if self._result is not None and self._result.clear:
            self.until_clear = False
        self.limit, check = limit, FIRST_CHECK
        while check <= self.comparison.trials:
            check *= 2
        self._next_check = min(check, limit)

    def stop(self) -> None:
        """Pause soon: before the next decision of a bot, or after a fraction of a second. Results are kept."""
        self._stop.set()

    def poll(self) -> Result | None:
        """Return the newest result, or None if `poll` has already returned it."""
        with self._lock:
            result, self._unread = self._unread, None
        return result

    def join(self, seconds: float | None = None) -> None:
        """Wait until the thread has ended, or for some seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    # On the thread ----------------------------------------------------------------------------------------------------

    def _work(self, stop: threading.Event, before: threading.Thread | None) -> None:
        lower_thread_priority()
        if before is not None:
            before.join()  # only one thread may play at a time
        if self._bot is not None:
            self._bot.should_stop = stop.is_set
        try:
            with CORES.claim(self._threads) as claim:
                self._play(stop, claim)
        except StoppedError:
            self._publish()
        except BotFaultError as error:
            self.fault = str(error)
        except Exception as error:  # the window must learn about any exception of a bot on this thread
            self.fault = str(error) if isinstance(error, ValueError) else in_one_line(error)
        finally:
            if self._bot is not None:
                self._bot.close()

    def _play(self, stop: threading.Event, claim: Claim) -> None:
        comparison, size, published = self.comparison, 1, perf_counter()
        while not stop.is_set() and not self.finished:
            comparison.threads = min(claim.share, MAX_THREADS)
            began = perf_counter()
            comparison.run(min(size, self._next_check - comparison.trials))
            took = perf_counter() - began
            self._seconds += took
            size = 1 if took > SLICE_SECONDS else min(2 * size, MAX_SLICE)
            if comparison.trials == self._next_check:
                self._checked = self._differences(self._checks)
                self._next_check = min(2 * self._next_check, self.limit)
            elif perf_counter() - published < PACE:
                continue
            self._publish()
            published = perf_counter()
        if self._result is None or self._result.trials < comparison.trials:
            self._publish()

    def _differences(self, checks: int) -> tuple[Difference, ...]:
        return tuple(self.comparison.difference(0, k, checks=checks) for k in range(1, len(self.comparison.moves)))

    def _publish(self) -> None:
        """Make the newest result available."""
        comparison = self.comparison
        if not comparison.trials:
            return
        estimates = tuple(comparison.estimate(k) for k in range(len(comparison.moves)))
        differences, seats, points = self._differences(self._checks), tuple[Estimate, ...](), None
        if len(comparison.moves) == 1:
            points = comparison.points[:, 0]
            seats = tuple(comparison.estimate(0, seat) for seat in range(points.shape[1]))
        found = Result(comparison.trials, estimates, differences, self._checked, self._seconds, seats, points)
        with self._lock:
            self._result = self._unread = found
