"""The courier that plays the games itself, one at a time, while the runner waits."""

from __future__ import annotations

import queue
from collections import deque

from fastcore import State
from workbench.matches.planning.task import Task, WorkerCommand
from workbench.matches.workers.courier import BlockAttempt, Delivery, Finished, Returned
from workbench.matches.workers.playing import InterruptedGameError, TaskPlayer


class InProcess:
    """A courier without worker processes, for short matches: only bots that are not quick have processes.

    A game that is interrupted by a request is returned, and begins again when it is submitted again.
    """

    def __init__(self) -> None:
        self._waiting: deque[Task] = deque()
        self._playing = False
        self._dropped: tuple[Task, ...] = ()
        self._calls: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._player = TaskPlayer()

    @property
    def has_room(self) -> bool:
        """Whether no game is waiting."""
        return not self._waiting

    @property
    def running(self) -> int:
        """The number of games that are being played: 0 or 1."""
        return int(self._playing)

    def submit(self, item: BlockAttempt | WorkerCommand | None) -> None:
        """Submit a block, or a command for all games. None interrupts the game; it may come from any thread."""
        if item is None:
            self._calls.put(None)
        elif isinstance(item, BlockAttempt):
            self._waiting.extend(item.tasks)
        elif item.what in ("drop", "pause"):
            self._dropped += tuple(self._waiting)
            self._waiting.clear()

    def take(self) -> Delivery | None:
        """Play the next game, or wait for a call if there is none."""
        if self._dropped:
            dropped, self._dropped = self._dropped, ()
            return Returned(dropped)
        if not self._waiting:
            return self._calls.get()
        task = self._waiting.popleft()
        self._playing = True
        try:
            return Finished((self._player.play(task, self._gate),))
        except InterruptedGameError:
            return Returned((task,))
        finally:
            self._playing = False

    def _gate(self, state: State) -> None:
        if not self._calls.empty():
            self._calls.get()
            raise InterruptedGameError

    def close(self, kill: bool) -> None:
        """End the bots' processes."""
        self._player.close()
