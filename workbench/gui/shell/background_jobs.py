"""Work that may have to wait for the disk: done on a thread, and what comes of it is taken in by the window's poll.

Pictures and variables of Tk ask Tk when they are let go of, and from another thread that would wait for a loop that is
perhaps no longer run. So what was asked for is owned by the thread that reads: the one that works is only told numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


class _Job(Generic[Made]):
    """A piece of work, and what came of it."""

    def __init__(
        self, work: Callable[[], Made], done: Callable[[Made], None], failed: Callable[[ValueError], None]
    ) -> None:
        self.wanted = True
        self._work, self._done, self._failed = work, done, failed
        self._made: list[Made] = []
        self._error: BaseException | None = None

    def do(self) -> None:
        try:
            self._made.append(self._work())
        except BaseException as error:
            self._error = error

    def answer(self) -> None:
        """Tell what came of it to whoever still wants to hear of it; an error that was not foreseen is raised to
        anyone."""
        error, self._error = self._error, None  # it holds the frame that holds this job
        if error is not None and not isinstance(error, ValueError):
            raise error
        if not self.wanted:
            return
        if error is not None:
            self._failed(error)
        else:
            self._done(self._made.pop())


class BackgroundJobs:
    """One piece of work after the other, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[int | None] = SimpleQueue()
        self._come: SimpleQueue[int] = SimpleQueue()
        self._numbers = count()
        self._jobs = dict[int, _Job[Any]]()  # what was asked for and has not been answered
        self._thread: threading.Thread | None = None

    @property
    def under_way(self) -> int:
        return len(self._jobs)

    def run(self, work: Callable[[], Made], done: Callable[[Made], None], failed: Callable[[ValueError], None]) -> None:
        """Do `work` on the thread, then `done` with what it made, or `failed` with the ValueError that it raised, on
        the thread that reads."""
        number = next(self._numbers)
        self._jobs[number] = _Job(work, done, failed)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="background", daemon=True)
            self._thread.start()
        self._asked.put(number)

    def drop(self) -> None:
        """Nobody hears any more of what was asked for until now, unless it breaks."""
        for job in self._jobs.values():
            job.wanted = False

    def read(self) -> None:
        """Take in what has come back; one thing at a time, so that nothing is kept waiting."""
        try:
            number = self._come.get_nowait()
        except Empty:
            return
        self._jobs.pop(number).answer()

    def finish(self) -> None:
        """Wait for all that was asked for and do what it leaves to do, though something in it may fail: the first
        unexpected error is raised when all is done."""
        first: BaseException | None = None
        while self._jobs:
            job = self._jobs.pop(self._come.get())
            try:
                job.answer()
            except Exception as error:
                first = first or error
        if first is not None:
            raise first

    def close(self, patience: float | None = None) -> None:
        """Accept no more jobs, and wait at most `patience` seconds for running ones. Their results are discarded."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join(patience)

    def _work(self) -> None:
        while (number := self._asked.get()) is not None:
            self._do(number)
            self._come.put(number)

    def _do(self, number: int) -> None:
        # A function of its own: when it returns, this thread holds nothing of the job.
        self._jobs[number].do()
