"""A byte that a worker shares with the match: the seat of the thinking bot.

The byte survives the worker, so a bot that kills the worker can be identified.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from contextlib import suppress

SIZE = 4096


class SeatMark:
    """The byte as the match sees it. If it cannot be shared, `seat` is always None."""

    def __init__(self) -> None:
        self.handle: int | None = None
        self._shared: mmap.mmap | None = None
        if os.name != "posix":
            return
        with suppress(OSError), tempfile.TemporaryFile(prefix="herbarium-mark-") as file:
            file.truncate(SIZE)
            self._shared = mmap.mmap(file.fileno(), SIZE)
            self.handle = os.dup(file.fileno())

    def release_handle(self) -> None:
        """Close the handle of this process after the worker has inherited its copy."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    @property
    def seat(self) -> int | None:
        """The seat whose bot is thinking, or was thinking when the worker died, or None."""
        return self._shared[0] - 1 if self._shared is not None and self._shared[0] else None

    def close(self) -> None:
        """Release the shared memory."""
        if self._shared is not None:
            self._shared.close()
            self._shared = None


def open_shared(handle: int) -> mmap.mmap:
    """Return the byte as the worker sees it: 0 for nobody, otherwise the seat plus 1."""
    try:
        return mmap.mmap(handle, SIZE)
    finally:
        os.close(handle)
