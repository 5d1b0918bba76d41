"""Shares the processor cores among bots that think at the same time."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

POLITE = 5  # how much less than a window who works in the background presses for a core, as `nice` counts


def available() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def give_way() -> None:
    """Let a window come first from now on: this process presses less for a core, on Linux this thread alone and what it
    starts. Elsewhere to be called at the beginning of a process only."""
    with suppress(OSError, AttributeError):
        thread = threading.get_native_id() if sys.platform.startswith("linux") else 0
        os.setpriority(os.PRIO_PROCESS, thread, max(POLITE, os.getpriority(os.PRIO_PROCESS, thread)))


def give_way_on_a_thread() -> None:
    """The same for a thread beside others, where the system can do that."""
    if sys.platform.startswith("linux"):
        give_way()


class Claim:
    """What one user wants, and what it may have at the moment. Give it back with `close`, or use it in a `with`."""

    def __init__(self, cores: Cores, wanted: int, changed: Callable[[], None] | None) -> None:
        self._cores, self.wanted, self.changed = cores, wanted, changed

    @property
    def share(self) -> int:
        """How many threads may run now; at least one, never more than wanted."""
        return self._cores.share(self)

    def close(self) -> None:
        self._cores.leave(self)

    def __enter__(self) -> Claim:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


class Cores:
    """`total` cores, shared max-min fairly: nobody gets more than they want, what one leaves goes to the others, and
    whoever came first gets what cannot be halved. Everybody gets one, even where there are more users than cores."""

    def __init__(self, total: int | None = None) -> None:
        self.total = available() if total is None else total
        self._claims: list[Claim] = []
        self._lock = threading.Lock()

    def claim(self, wanted: int, changed: Callable[[], None] | None = None) -> Claim:
        """Join the users. `changed` is called, on any thread, when shares may have changed."""
        made = Claim(self, max(1, wanted), changed)
        with self._lock:
            self._claims.append(made)
        self._tell(made)
        return made

    def leave(self, claim: Claim) -> None:
        with self._lock:
            if claim not in self._claims:
                return
            self._claims.remove(claim)
        self._tell(claim)

    def share(self, claim: Claim) -> int:
        """What a user may have now."""
        with self._lock:
            shares = dict.fromkeys(self._claims, 1)
            left = self.total - len(shares)
            while left > 0 and any(shares[one] < one.wanted for one in self._claims):
                for one in self._claims:
                    if left > 0 and shares[one] < one.wanted:
                        shares[one] += 1
                        left -= 1
            return shares.get(claim, 1)

    def _tell(self, but: Claim) -> None:
        with self._lock:
            others = [claim.changed for claim in self._claims if claim is not but and claim.changed is not None]
        for call in others:
            call()


CORES = Cores()  # of this process: the window's analyses and matches share it
