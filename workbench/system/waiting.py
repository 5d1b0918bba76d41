"""Measurement of the time that a process waits for a core, on Linux only."""

from __future__ import annotations

import os
from contextlib import suppress

NANOSECONDS = 1e-9


class CoreWait:
    """The time that the first thread of a process has waited for a core.

    Args:
        pid: The process id.
    """

    def __init__(self, pid: int) -> None:
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY)

    @property
    def seconds(self) -> float:
        """The total waiting time without the current wait, in seconds. The result is 0.0 outside Linux."""
        if self._file is None:
            return 0.0
        try:
            return int(os.pread(self._file, 100, 0).split()[1]) * NANOSECONDS
        except (OSError, ValueError, IndexError):
            return 0.0  # the process has ended, or the system keeps no count

    def close(self) -> None:
        """Close the file. `seconds` is 0.0 afterwards."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
