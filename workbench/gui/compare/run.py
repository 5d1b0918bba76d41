"""The games of a comparison as the page shows them: all results so far, and pictures of the decisive outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fastcore import Viewpoint
from workbench.boards.kit.contract import Board
from workbench.compare.other_bots import SHORT_SEARCH, policy_of
from workbench.compare.running import ComparisonRun, Result
from workbench.gui.compare.deciding import OutcomePicture, outcome_pictures
from workbench.gui.compare.interval_plot import Estimated
from workbench.gui.compare.point_bars import PointCounts, count_points

LIMITS = (500, 2_000, 10_000, 50_000)  # the numbers of games that can be chosen
THREADS = 1


class Compared(NamedTuple):
    """What is compared: the moves and the names of two candidates, or () for a rollout of the position."""

    moves: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]


class Run:
    """The games for two candidates, or for the position itself in a rollout.

    State changes only in `poll`, `start` and `stop`.

    Args:
        point: The position, as the player to move knows it.
        compared: The candidates.
        searches: Whether a short search continues the games instead of the greedy policy.
        limit: The maximum number of games for each candidate.
        board: The board of the game, whose drawings show the outcomes.

    Attributes:
        continuation: Who plays on: a policy or a number of simulations.
        history: All results so far.
        result: The last result, or None.

    Raises:
        ValueError: The moves are illegal, or the game is over.
    """

    def __init__(
        self, point: Viewpoint, compared: Compared, searches: bool, limit: int, board: Board | None = None
    ) -> None:
        self.continuation = str(SHORT_SEARCH) if searches else policy_of(point.info)
        self.point, self.compared, self.board = point, compared, board
        self.rolls_out = not compared.moves
        self.games = ComparisonRun(
            point, compared.moves or [()], text=self.continuation, limit=limit,
            until_clear=not self.rolls_out, max_limit=max(LIMITS), threads=THREADS,
        )  # fmt: skip
        self.history: list[Estimated] = []
        self.result: Result | None = None
        self._pictures: Mapping[str, OutcomePicture] | None = None
        self._shown: object = None

    @property
    def running(self) -> bool:
        """Whether games are being played and nobody has stopped them."""
        return self.games.running

    @property
    def limit(self) -> int:
        """The maximum number of games for each candidate."""
        return self.games.limit

    @property
    def fault(self) -> str:
        """Why the games ended, or ""."""
        return self.games.fault

    @property
    def pictures(self) -> Mapping[str, OutcomePicture]:
        """The pictures of the first chance outcomes after the candidates. The game must have chance."""
        if self._pictures is None:
            state, moves = self.point.state, self.compared.moves
            self._pictures = outcome_pictures(state, moves[0], self.board) if state is not None and moves else {}
        return self._pictures

    @property
    def trials(self) -> int:
        """The number of games of each candidate so far."""
        return self.result.trials if self.result is not None else 0

    def start(self, limit: int) -> None:
        """Play games until the difference is clear or each candidate has this many.

        If the difference is clear already, play them all.
        """
        if not self.games.ending and limit > self.trials and (limit != self.games.limit or self.games.finished):
            self.games.set_limit(limit)
        self.games.start()

    def can_continue(self, limit: int) -> bool:
        """Return whether `start` with this limit plays any games."""
        return not self.fault and self.trials < limit

    def stop(self) -> None:
        """Stop after the current games. The results so far are kept."""
        self.games.stop()

    def poll(self) -> bool:
        """Take in the results. Return whether anything that is shown has changed."""
        result = self.games.poll()
        if result is not None:
            self.result = result
            self.history.append(self._estimated(result))
        shown = len(self.history), self.running, self.fault
        changed, self._shown = shown != self._shown, shown
        return changed

    def _estimated(self, result: Result) -> Estimated:
        if self.rolls_out:
            own = result.estimates[0]
            return Estimated(own.trials, own.mean, own.low, own.high)
        found = result.differences[0]
        return Estimated(found.trials, found.mean, found.low_any, found.high_any)

    def count_points(self) -> PointCounts | None:
        """Return how often the games of a rollout ended with each number of points, or None before the first one."""
        points = self.result.points if self.result is not None else None
        return count_points(points) if points is not None and len(points) else None
