"""A comparison that plays its games on a thread. `poll` takes in its results on the thread of the caller."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, NamedTuple

from fastcore import Comparison, Viewpoint
from fastcore.comparison.difference import Difference, Estimate
from workbench.boards.kit.contract import Board
from workbench.gui.compare.deciding import OutcomePicture, outcome_pictures
from workbench.gui.compare.interval_plot import Look95
from workbench.gui.compare.point_bars import PointCounts, count_points
from workbench.system.cores import CORES, lower_thread_priority

SLICE, FIRST_SLICE = 64, 4  # the most trials of a slice, and those of the first one
SLICE_SECONDS = 0.2  # the longest time of a slice that contains more than one trial: a stop has to wait for it
NEWS_SECONDS = 0.12  # time between two results
FIRST_CHECK = 144  # trials before the first check whether the difference is clear; each check has twice the trials
SHORT_SEARCH: Mapping[str, Any] = {"simulations": 60}


class News(NamedTuple):
    """A result of a running comparison.

    Attributes:
        look: The difference of two candidates for the seat, or the value of the position.
        difference: The difference of two candidates, or None in a rollout.
        estimates: The value of the position for each seat in a rollout, or ().
        points: The final points in a rollout, or None.
        clear: Whether the difference was clear at a check.
    """

    look: Look95
    difference: Difference | None
    estimates: tuple[Estimate, ...] = ()
    points: PointCounts | None = None
    clear: bool = False


class Run:
    """The games for two candidates, or for none in a rollout.

    State changes only in `poll`, `start` and `stop`.

    Args:
        point: The position, as the player to move knows it.
        moves: The candidates; () for a rollout.
        searches: Whether a short search continues instead of the greedy policy.
        board: The board of the game, whose drawings show the outcomes.

    Attributes:
        fault: Why the games ended, or "".
        limit: The most games for each candidate.
        history: The results so far; the last one is complete.
        news: The last result, or None.
        pictures: How the chance outcomes are shown.

    Raises:
        ValueError: The moves are illegal, or the game is over.
    """

    def __init__(
        self, point: Viewpoint, moves: Sequence[tuple[str, ...]], searches: bool, board: Board | None = None
    ) -> None:
        policies = point.info.policies
        policy = "greedy" if "greedy" in policies else policies[-1]
        self.point, self.moves, self.board = point, tuple(moves), board
        self.rolls_out = not self.moves
        self._comparison = Comparison(
            point, self.moves or [()], continuation=dict(SHORT_SEARCH) if searches else policy
        )
        self.limit = 0
        self._live = 0  # threads that have not ended
        self.fault = ""
        self.history: list[Look95] = []
        self.news: News | None = None
        self.pictures: Mapping[str, OutcomePicture] = {}
        self._messages: SimpleQueue[News | Mapping[str, OutcomePicture] | str | None] = SimpleQueue()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        """Whether games are being played and nobody has stopped them."""
        return self._live > 0 and not self._stopped.is_set()

    @property
    def is_ending(self) -> bool:
        """Whether a thread has yet to send its last results."""
        return self._live > 0

    @property
    def is_finished(self) -> bool:
        """Whether the difference is clear or all games are played."""
        return self.news is not None and (self.news.clear or self.news.look.trials >= self.limit > 0)

    def start(self, limit: int) -> None:
        """Play games until the difference is clear or each candidate has this many."""
        if self.running:
            return
        before = self._thread
        self.limit, self.fault = limit, ""
        self._live += 1
        self._stopped = threading.Event()
        self._thread = threading.Thread(
            target=self._work, args=(limit, self._stopped, before), name="compare", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current games. The results so far are kept."""
        self._stopped.set()

    def poll(self) -> bool:
        """Take in the results. Return whether there were any."""
        received = False
        while True:
            try:
                message = self._messages.get_nowait()
            except Empty:
                return received
            received = True
            if message is None:
                self._live -= 1
            elif isinstance(message, str):
                self.fault = message
            elif isinstance(message, News):
                self.news = message
                self.history.append(message.look)
            else:
                self.pictures = message

    # On the other thread ----------------------------------------------------------------------------------------------

    def _work(self, limit: int, stopped: threading.Event, before: threading.Thread | None) -> None:
        lower_thread_priority()
        if before is not None:
            before.join()  # only one thread may play
        try:
            with CORES.claim(1):
                self._draw_outcomes()
                self._play(limit, stopped)
        except Exception as error:  # the window must learn about it
            self._messages.put(str(error) or type(error).__name__)
        finally:
            self._messages.put(None)

    def _draw_outcomes(self) -> None:
        """Send the pictures of the outcomes of chance, once."""
        state = self.point.state
        if self.moves and not self.pictures and state is not None and self.point.info.has.chance:
            self._messages.put(outcome_pictures(state, self.moves[0], self.board))

    def _play(self, limit: int, stopped: threading.Event) -> None:
        comparison, size, told = self._comparison, FIRST_SLICE, 0.0
        check = FIRST_CHECK
        while check <= comparison.trials:
            check *= 2
        while comparison.trials < limit and not stopped.is_set():
            wanted = min(size, limit - comparison.trials, check - comparison.trials)
            begin = monotonic()
            comparison.run(wanted)
            now = monotonic()
            if wanted == size:
                fitting = int(size * SLICE_SECONDS / max(now - begin, 1e-6))
                size = max(1, min(SLICE, 4 * size, fitting))
            checked = comparison.trials >= check
            check *= 1 + checked
            if checked or now - told >= NEWS_SECONDS or comparison.trials >= limit or stopped.is_set():
                told = now
                news = self._result(checked)
                self._messages.put(news)
                if news.clear:
                    return

    def _result(self, checked: bool) -> News:
        comparison = self._comparison
        if self.rolls_out:
            estimates = tuple(comparison.estimate(0, seat) for seat in range(self.point.seats))
            own = estimates[max(comparison.seat, 0)]
            look = Look95(own.trials, own.mean, own.low, own.high)
            return News(look, None, estimates, count_points(comparison.points[:, 0]))
        found = comparison.difference()
        return News(
            Look95(found.trials, found.mean, found.low_any, found.high_any), found, clear=checked and found.clear
        )
