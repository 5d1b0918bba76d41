"""The requests to a program that have no answer yet, and the time by which the first of them must be answered."""

from __future__ import annotations

from collections import deque
from math import inf
from time import monotonic
from typing import NamedTuple


class PendingRequest(NamedTuple):
    """A request that has no answer yet: its id, its method, and the seconds that its answer may take."""

    id: int
    method: str
    seconds: float


class PendingRequests:
    """The requests without an answer, in the order in which the program must answer them.

    The time of a request starts when it is sent, or when the previous one is answered if that is later.
    """

    def __init__(self) -> None:
        self._requests: deque[PendingRequest] = deque()
        self._last_id = 0
        self._started_at = 0.0  # when the time of the first request started
        self.due = inf  # the time by which the first request must be answered

    def add(self, method: str, seconds: float) -> int:
        """Add a request, and return its id."""
        self._last_id += 1
        self._requests.append(PendingRequest(self._last_id, method, seconds))
        if len(self._requests) == 1:
            self._start()
        return self._last_id

    def pop(self) -> PendingRequest:
        """Remove and return the first request. The time of the next one starts."""
        request = self._requests.popleft()
        self._start()
        return request

    def clear(self) -> None:
        """Remove all requests."""
        self._requests.clear()
        self.due = inf

    def extend(self, seconds: float, most: float) -> None:
        """Give the first request `seconds` from now, but at most `most` seconds in all."""
        self.due = max(self.due, min(monotonic() + seconds, self._started_at + most))

    def _start(self) -> None:
        self._started_at = monotonic()
        self.due = self._started_at + self._requests[0].seconds if self._requests else inf

    @property
    def first(self) -> PendingRequest | None:
        """The request to be answered next, or None."""
        return self._requests[0] if self._requests else None

    @property
    def last(self) -> PendingRequest | None:
        """The request that was sent last, or None."""
        return self._requests[-1] if self._requests else None
