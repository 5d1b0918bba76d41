"""A byte that a worker shares with the leader of the match: the seat whose bot is thinking.

It outlives the worker, so that a bot that kills the worker can be named.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from contextlib import suppress

SIZE = 4096


class Mark:
    """The byte as the leader sees it. Where it cannot be shared, no seat is ever being asked."""

    def __init__(self) -> None:
        self.handle: int | None = None
        self._shared: mmap.mmap | None = None
        if os.name != "posix":
            return
        with suppress(OSError), tempfile.TemporaryFile(prefix="herbarium-mark-") as file:
            file.truncate(SIZE)
            self._shared = mmap.mmap(file.fileno(), SIZE)
            self.handle = os.dup(file.fileno())

    def given(self) -> None:
        """The worker has its copy of the handle; this process needs it no more."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    @property
    def seat(self) -> int | None:
        """The seat whose bot the worker is asking, or asked when it died."""
        return self._shared[0] - 1 if self._shared is not None and self._shared[0] else None

    def close(self) -> None:
        if self._shared is not None:
            self._shared.close()
            self._shared = None


def shared(handle: int) -> mmap.mmap:
    """Return the byte as the worker sees it: 0 for nobody, else the seat and 1."""
    try:
        return mmap.mmap(handle, SIZE)
    finally:
        os.close(handle)
