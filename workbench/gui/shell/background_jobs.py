"""Jobs that may wait for the disk: a thread runs them, and the window's poll delivers the results.

Tk pictures and variables call Tk when they are freed, which would block on another thread if the main loop has ended.
So the delivering thread owns the jobs, and the worker gets only their numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


class _Job(Generic[Made]):
    def __init__(
        self, work: Callable[[], Made], done: Callable[[Made], None], failed: Callable[[ValueError], None]
    ) -> None:
        self.wanted = True
        self._work, self._done, self._failed = work, done, failed
        self._result: list[Made] = []
        self._error: BaseException | None = None

    def execute(self) -> None:
        try:
            self._result.append(self._work())
        except BaseException as error:
            self._error = error

    def deliver(self) -> None:
        """Deliver the result unless it was discarded. Raise an unexpected error in any case."""
        error, self._error = self._error, None  # the error's traceback refers to the frame that holds this job
        if error is not None and not isinstance(error, ValueError):
            raise error
        if not self.wanted:
            return
        if error is not None:
            self._failed(error)
        else:
            self._done(self._result.pop())


class BackgroundJobs:
    """A queue of jobs, run in order on a thread."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[int | None] = SimpleQueue()
        self._finished: SimpleQueue[int] = SimpleQueue()
        self._numbers = count()
        self._jobs = dict[int, _Job[Any]]()  # queued, running, or not yet delivered
        self._thread: threading.Thread | None = None

    @property
    def pending(self) -> int:
        """The number of jobs not yet delivered."""
        return len(self._jobs)

    def run(self, work: Callable[[], Made], done: Callable[[Made], None], failed: Callable[[ValueError], None]) -> None:
        """Queue a job.

        Args:
            work: Runs on the worker thread.
            done: Called with the result, on the thread that calls `deliver_next`.
            failed: Called with a ValueError that `work` raised, on the thread that calls `deliver_next`.
        """
        number = next(self._numbers)
        self._jobs[number] = _Job(work, done, failed)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="background", daemon=True)
            self._thread.start()
        self._queue.put(number)

    def discard_results(self) -> None:
        """Discard the results of all current jobs, except unexpected errors."""
        for job in self._jobs.values():
            job.wanted = False

    def deliver_next(self) -> None:
        """Deliver at most one result, so that the caller is not blocked. Raise unexpected errors."""
        try:
            number = self._finished.get_nowait()
        except Empty:
            return
        self._jobs.pop(number).deliver()

    def finish(self) -> None:
        """Wait for all jobs and deliver their results, then raise the first unexpected error."""
        first: BaseException | None = None
        while self._jobs:
            job = self._jobs.pop(self._finished.get())
            try:
                job.deliver()
            except Exception as error:
                first = first or error
        if first is not None:
            raise first

    def close(self, patience: float | None = None) -> None:
        """Accept no more jobs, wait at most `patience` seconds for running jobs, and discard their results."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(patience)

    def _work(self) -> None:
        while (number := self._queue.get()) is not None:
            self._do(number)
            self._finished.put(number)

    def _do(self, number: int) -> None:
        # A separate function, so that the thread keeps no reference to the job.
        self._jobs[number].execute()
