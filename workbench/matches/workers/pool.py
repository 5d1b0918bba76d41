"""The worker processes of a match, as the match sees them."""

from __future__ import annotations

import queue
import threading
from collections import deque
from contextlib import suppress
from typing import NamedTuple

import msgspec

from workbench.bot_process.messages import ENCODER
from workbench.matches.planning.task import Dropped, PlayedGame, PositionUpdate, Task, WorkerCommand
from workbench.matches.workers.marks import SeatMark
from workbench.system import decoding
from workbench.system.processes import ChannelClosedError, Child

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
