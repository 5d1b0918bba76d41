"""Lock files, by which programs that run at the same time know of each other."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Lock:
    """A file that one program at a time may hold, on any of its threads. When the program ends, however that is, it holds
    it no more."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock: BaseFileLock | None = None

    @property
    def held(self) -> bool:
        return self._lock is not None

    def take(self) -> bool:
        """Hold it from now on; False if another one does. OSError if the file cannot be made."""
        if self._lock is None:
            from filelock import FileLock, Timeout  # takes its time to import, which no start need wait for

            lock = FileLock(self.file, timeout=0, thread_local=False)
            with suppress(Timeout):
                lock.acquire()
                self._lock = lock
        return self.held

    def let_go(self) -> None:
        """Hold it no more; the file goes if it was held."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
            with suppress(OSError):
                self.file.unlink(missing_ok=True)
