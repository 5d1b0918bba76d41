"""Work that may have to wait for the disk: done on a thread, and what comes of it is taken in by the window's poll."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

Made = TypeVar("Made")


class Errands:
    """One piece of work after the other, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[Callable[[], Callable[[], None]] | None] = SimpleQueue()
        self._come: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self.under_way = 0
        self._dropped = 0  # how often what was asked for before was no longer wanted

    def run(self, work: Callable[[], Made], done: Callable[[Made], None], failed: Callable[[ValueError], None]) -> None:
        """Do `work` on the thread, then `done` with what it made, or `failed` with the ValueError that it raised, on the
        thread that reads."""

        asked = self._dropped

        def unless_dropped(call: Callable[[], None]) -> Callable[[], None]:
            return lambda: call() if asked == self._dropped else None

        def job() -> Callable[[], None]:
            try:
                made = work()
            except ValueError as error:
                wrong = error
                return unless_dropped(lambda: failed(wrong))
            except BaseException as error:
                unexpected = error
                return lambda: _raise(unexpected)
            return unless_dropped(lambda: done(made))

        self.under_way += 1
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="errands", daemon=True)
            self._thread.start()
        self._asked.put(job)

    def drop(self) -> None:
        """Nobody hears any more of what was asked for until now, unless it breaks."""
        self._dropped += 1

    def read(self) -> None:
        """Take in what has come back; one thing at a time, so that nothing is kept waiting."""
        try:
            answer = self._come.get_nowait()
        except Empty:
            return
        self.under_way -= 1
        answer()

    def finish(self) -> None:
        """Wait for all that was asked for and do what it leaves to do, though something in it may fail: the first
        unexpected error is raised when all is done."""
        first: BaseException | None = None
        while self.under_way:
            answer = self._come.get()
            self.under_way -= 1
            try:
                answer()
            except Exception as error:
                first = first or error
        if first is not None:
            raise first

    def close(self, patience: float | None = None) -> None:
        """No more errands: wait for what is under way, so many seconds at most; nobody hears of it any more."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join(patience)

    def _work(self) -> None:
        while (job := self._asked.get()) is not None:
            self._come.put(job())


def _raise(error: BaseException) -> None:
    raise error
