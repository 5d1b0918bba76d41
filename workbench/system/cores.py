"""Sharing of the processor cores among bots that search at the same time."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

POLITE = 5  # niceness of background work, so that windows stay responsive


def available() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def lower_priority() -> None:
    """Lower the priority, so that windows stay responsive.

    On Linux this affects the current thread and the threads and processes it starts. Elsewhere it affects the whole
    process and should be called at its start.
    """
    with suppress(OSError, AttributeError):
        thread = threading.get_native_id() if sys.platform.startswith("linux") else 0
        os.setpriority(os.PRIO_PROCESS, thread, max(POLITE, os.getpriority(os.PRIO_PROCESS, thread)))


def lower_thread_priority() -> None:
    """Lower the priority of the current thread only. Do nothing except on Linux."""
    if sys.platform.startswith("linux"):
        lower_priority()


class Claim:
    """A request for cores by one user.

    Created by `Cores.claim`. Release it with `close`, or use it in a `with` statement.
    """

    def __init__(self, cores: Cores, wanted: int, changed: Callable[[], None] | None) -> None:
        self._cores, self.wanted, self.changed = cores, wanted, changed

    @property
    def share(self) -> int:
        """The number of threads that may run now: at least one and at most `wanted`."""
        return self._cores.share(self)

    def close(self) -> None:
        """Release the cores."""
        self._cores.leave(self)

    def __enter__(self) -> Claim:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


class Cores:
    """A pool of cores, shared max-min fairly.

    No user gets more than it wants; unwanted cores go to the rest, and a remainder to the earlier users. Every user
    gets at least one core, even if there are more users than cores.

    Args:
        total: The number of cores; by default, all that this process may use.
    """

    def __init__(self, total: int | None = None) -> None:
        self.total = available() if total is None else total
        self._claims: list[Claim] = []
        self._lock = threading.Lock()

    def claim(self, wanted: int, changed: Callable[[], None] | None = None) -> Claim:
        """Return a new claim.

        Args:
            wanted: The number of threads that the user could use.
            changed: Called, on any thread, when shares may have changed.
        """
        added = Claim(self, max(1, wanted), changed)
        with self._lock:
            self._claims.append(added)
        self._notify(added)
        return added

    def leave(self, claim: Claim) -> None:
        """Remove a claim. Do nothing if it is already removed."""
        with self._lock:
            if claim not in self._claims:
                return
            self._claims.remove(claim)
        self._notify(claim)

    @property
    def free(self) -> int:
        """The number of cores that no user has, at least one."""
        with self._lock:
            return max(1, self.total - sum(min(claim.wanted, self.total) for claim in self._claims))

    def share(self, claim: Claim) -> int:
        """Return the number of threads that a user may run now."""
        with self._lock:
            shares = dict.fromkeys(self._claims, 1)
            remaining = self.total - len(shares)
            while remaining > 0 and any(shares[user] < user.wanted for user in self._claims):
                for user in self._claims:
                    if remaining > 0 and shares[user] < user.wanted:
                        shares[user] += 1
                        remaining -= 1
            return shares.get(claim, 1)

    def _notify(self, source: Claim) -> None:
        with self._lock:
            others = [claim.changed for claim in self._claims if claim is not source and claim.changed is not None]
        for call in others:
            call()


CORES = Cores()  # the cores of this process, shared by the window's analyses and matches
