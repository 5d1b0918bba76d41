"""The pool of worker processes of a match, as the leader sees it."""

from __future__ import annotations

import queue
import threading
from collections import deque
from contextlib import suppress
from typing import NamedTuple

import msgspec

from workbench.bot_process.messages import ENCODER
from workbench.matches.planning.task import Dropped, Glimpse, Order, Played, Task
from workbench.matches.workers.marks import Mark
from workbench.system.processes import Child, Gone

_HEARD = msgspec.msgpack.Decoder(Played | Dropped | Glimpse)


class Heard(NamedTuple):
    """A worker says something, or (None) is gone."""

    worker: Worker
    said: Played | Dropped | Glimpse | None


class Worker:
    """One worker process with the tasks it was given, the first of which it plays. What it says is put on `heard`."""

    def __init__(self, heard: queue.SimpleQueue[Heard | None]) -> None:
        self.tasks: deque[Task] = deque()
        self._mark = Mark()
        handle = self._mark.handle
        self._child = Child(
            "workbench.matches.workers.worker",
            *([] if handle is None else [str(handle)]),
            handles=[] if handle is None else [handle],
        )
        self._mark.given()
        self._heard = heard
        threading.Thread(target=self._listen, name="worker", daemon=True).start()

    def give(self, task: Task) -> None:
        """Let it play a game; one that is gone is heard of soon."""
        self.tasks.append(task)
        self._send(task)

    def order(self, order: Order) -> None:
        self._send(order)

    def _send(self, message: Task | Order) -> None:
        with suppress(Gone):
            self._child.channel.send(ENCODER.encode(message))

    def _listen(self) -> None:
        said: Played | Dropped | Glimpse | None = None
        while True:
            try:
                message = self._child.channel.receive()
                said = None if message is None else _HEARD.decode(message)
            except (Gone, msgspec.MsgspecError, ValueError):
                said = None
            self._heard.put(Heard(self, said))
            if said is None:
                return

    @property
    def asked(self) -> int | None:
        """The seat whose bot it asks, or asked when it died; None if it asks nobody."""
        return self._mark.seat

    def end(self) -> str:
        """Kill it and its bots, and tell why it had gone by itself."""
        how = self._child.end()
        words = self._child.last_words
        return f"{how}: {words}" if how and words else how

    def close(self, at_once: bool) -> None:
        """Let it end, or kill it and its bots."""
        self._child.close(0 if at_once else 3)
