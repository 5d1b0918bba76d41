"""Measures how long a process waited for a core. Linux only; elsewhere the answer is always zero."""

from __future__ import annotations

import os
from contextlib import suppress

NANOSECONDS = 1e-9


class Waiting:
    """Of the first thread of one process."""

    def __init__(self, pid: int) -> None:
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY)

    @property
    def seconds(self) -> float:
        """Since it began; what it waits for at this moment is not among them."""
        if self._file is None:
            return 0.0
        try:
            return int(os.pread(self._file, 100, 0).split()[1]) * NANOSECONDS
        except (OSError, ValueError, IndexError):
            return 0.0  # it has ended, or the system does not keep count

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
