"""The courier to worker processes on this machine."""

from __future__ import annotations

import queue
import threading
from collections import deque
from contextlib import ExitStack, suppress
from typing import NamedTuple

import msgspec

from workbench.bot_process import sandbox, trust
from workbench.bot_process.messages import ENCODER
from workbench.matches.planning.task import Dropped, PlayedGame, PositionUpdate, Task, WorkerCommand
from workbench.matches.workers.courier import BlockAttempt, Delivery, Finished, Returned
from workbench.matches.workers.game import abandoned_game
from workbench.matches.workers.marks import SeatMark
from workbench.system import decoding
from workbench.system.cores import CORES, Cores
from workbench.system.processes import ChannelClosedError, Child

KILLED_BY_SIGNAL = "it was ended by SIG"  # part of the result of `Child.end`
_DECODER = decoding.msgpack_decoder(PlayedGame | Dropped | PositionUpdate)


class WorkerMessage(NamedTuple):
    """A message from a worker; `content` is None if the worker has died."""

    worker: Worker
    content: PlayedGame | Dropped | PositionUpdate | None


class Worker:
    """A worker process and its tasks. The worker plays the first task; the rest wait.

    Args:
        messages: The queue for the worker's messages.
    """

    def __init__(self, messages: queue.SimpleQueue[WorkerMessage | None]) -> None:
        self.tasks: deque[Task] = deque()
        self._mark = SeatMark()
        handle = self._mark.handle
        self._child = Child(
            "workbench.matches.workers.worker",
            *([] if handle is None else [str(handle)]),
            handles=[] if handle is None else [handle],
        )
        self._mark.release_handle()
        self._messages = messages
        threading.Thread(target=self._listen, name="worker", daemon=True).start()

    def assign(self, task: Task) -> None:
        """Assign a game. If the worker is dead, its death is reported on the queue."""
        self.tasks.append(task)
        self._send(task)

    def order(self, order: WorkerCommand) -> None:
        """Send a command."""
        self._send(order)

    def _send(self, message: Task | WorkerCommand) -> None:
        with suppress(ChannelClosedError):
            self._child.channel.send(ENCODER.encode(message))

    def _listen(self) -> None:
        content: PlayedGame | Dropped | PositionUpdate | None = None
        while True:
            try:
                message = self._child.channel.receive()
                content = None if message is None else _DECODER.decode(message)
            except (ChannelClosedError, msgspec.MsgspecError, ValueError):
                content = None
            self._messages.put(WorkerMessage(self, content))
            if content is None:
                return

    @property
    def thinking_seat(self) -> int | None:
        """The seat whose bot is thinking, or was thinking when the worker died, or None."""
        return self._mark.seat

    def end(self) -> str:
        """Kill the worker and its bots. Return how the worker had died before, or ""."""
        how = self._child.end()
        words = self._child.last_output
        return f"{how}: {words}" if how and words else how

    def close(self, kill: bool) -> None:
        """Close the worker and its bots. With `kill`, do not wait for them."""
        self._child.close(0 if kill else 3)


class LocalPool:
    """A courier to worker processes on this machine. Each plays one game and keeps another one waiting.

    Args:
        threads: The maximum number of threads of one game.
        jobs: The maximum number of games at a time. None means one for each core.
        cores: The cores to share with other work.
    """

    def __init__(self, threads: int = 1, jobs: int | None = None, cores: Cores = CORES) -> None:
        self.threads = max(1, threads)
        self.workers: list[Worker] = []
        self._waiting: deque[Task] = deque()
        self._paused = self._watched = self._dropping = False
        self._deliveries: deque[Delivery] = deque()
        self._messages: queue.SimpleQueue[WorkerMessage | None] = queue.SimpleQueue()
        self._claimed = ExitStack()
        self._claim = self._claimed.enter_context(
            cores.claim(cores.total if jobs is None else jobs * self.threads, lambda: self.submit(None))
        )

    @property
    def jobs(self) -> int:
        """The number of games to play at a time."""
        return max(1, self._claim.share // self.threads)

    @property
    def has_room(self) -> bool:
        """Whether more games are needed, so that no worker waits for one."""
        return len(self._waiting) < 2 * self.jobs

    @property
    def running(self) -> int:
        """The number of games that are being played."""
        return sum(bool(worker.tasks) for worker in self.workers)

    def submit(self, item: BlockAttempt | WorkerCommand | None) -> None:
        """Submit a block, or a command for all games. None makes `take` return; it may come from any thread."""
        if item is None:
            self._messages.put(None)
        elif isinstance(item, BlockAttempt):
            self._waiting.extend(item.tasks)
        else:
            if item.what == "drop":
                self._dropping = True
                self._deliveries.append(Returned(tuple(self._waiting)))
                self._waiting.clear()
            elif item.what in ("watch", "blind"):
                self._watched = item.what == "watch"
            else:
                self._paused = item.what == "pause"
            for worker in self.workers:
                worker.order(item)

    def take(self) -> Delivery | None:
        """Wait for the next result, or for a wake-up (None)."""
        if not self._paused and not self._dropping:
            self._assign()
        return self._deliveries.popleft() if self._deliveries else self._read(self._messages.get())

    def close(self, kill: bool) -> None:
        """End all workers, and release the cores."""
        for worker in self.workers:
            worker.close(kill)
        self.workers.clear()
        self._claimed.close()

    def _assign(self) -> None:
        """Assign every worker a game and a waiting game, so that no worker is idle."""
        jobs = self.jobs
        # near the end, no game must wait behind another while a core is idle
        for depth in (1, 2) if len(self._waiting) >= 2 * jobs else (1,):
            for number in range(jobs):
                if not self._waiting:
                    return
                if number >= len(self.workers):
                    self.workers.append(Worker(self._messages))
                    if self._watched:
                        self.workers[-1].order(WorkerCommand("watch"))
                if len(self.workers[number].tasks) < depth:
                    self.workers[number].assign(self._waiting.popleft())

    def _read(self, message: WorkerMessage | None) -> Delivery | None:
        if message is None or message.worker not in self.workers:
            return None
        worker, content = message
        if isinstance(content, PositionUpdate):
            return content
        if isinstance(content, Dropped):
            dropped = tuple(task for task in worker.tasks if task.number in content.numbers)
            for task in dropped:
                worker.tasks.remove(task)
            return Returned(dropped)
        if content is None:
            return self._after_death(worker)
        worker.tasks.popleft()
        return Finished((content,))

    def _after_death(self, worker: Worker) -> Delivery:
        """Return the void game of a dead worker, then its waiting game.

        No bot is blamed, with one exception: a bot from a file that was thinking while the sandbox could not block
        signals. It loses the game if this happens in the second attempt too.
        """
        seat = worker.thinking_seat
        cause = worker.end() or "it was ended"
        self.workers.remove(worker)
        if not worker.tasks:
            return Finished((), died=True)
        task, reason = worker.tasks.popleft(), f"the worker process died: {cause}"
        self._deliveries.append(Returned(tuple(worker.tasks)))
        suspect = (
            seat is not None
            and trust.is_foreign(task.bots[seat])
            and KILLED_BY_SIGNAL in cause
            and not sandbox.state()["signals"]
        )
        if suspect:
            assert seat is not None
            blamed = abandoned_game(task, f"{task.bots[seat]}: {reason}, while this bot was thinking", seat)
            return Finished((blamed,))
        return Finished((abandoned_game(task, reason),), died=True)
