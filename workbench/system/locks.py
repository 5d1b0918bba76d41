"""Lock files, by which programs that run at the same time keep out of each other's files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

_TRIES = 5  # to take a lock whose file its last holder has just removed


class Lock:
    """A file that one program at a time may hold, on any of its threads. The system releases it when the program ends.

    `keep` leaves the file behind after a release. Without it the file is removed while the lock is still held, and
    a program that waited for the removed file tries again: two programs never hold one lock.
    """

    def __init__(self, file: Path, keep: bool = False) -> None:
        self.file, self.keep = file, keep
        self._lock: BaseFileLock | None = None
        self._identity: tuple[int, int] | None = None  # device and inode of the file that is locked

    @property
    def held(self) -> bool:
        """Return whether this object took the lock and has not released it."""
        return self._lock is not None

    def take(self, wait: float = 0.0) -> bool:
        """Hold the lock from now on. Return False if another program holds it, after `wait` seconds at most.

        Raise OSError if the file cannot be created.
        """
        if self._lock is not None:
            return True
        from filelock import FileLock, Timeout  # a slow import, which no start needs to wait for

        for _ in range(1 if wait else _TRIES):
            lock = FileLock(self.file, timeout=wait, thread_local=False)
            try:
                lock.acquire()
            except Timeout:
                continue
            found = identity(self.file)
            if found is None:  # the file was removed just now
                lock.release()
                continue
            self._lock, self._identity = lock, found
            return True
        return False

    def valid(self) -> bool:
        """Return whether the lock is held and other programs still meet it at its path.

        If somebody removed or replaced the file, or its folder, the lock is released, because it protects nothing now.
        """
        if self._lock is not None and identity(self.file) != self._identity:
            self._release()
        return self.held

    def let_go(self) -> None:
        """Release the lock and, unless it is to be kept, remove its file."""
        if self._lock is None:
            return
        ours = not self.keep and identity(self.file) == self._identity
        if os.name == "posix" and ours:
            _remove(self.file)
        self._release()
        if os.name != "posix" and ours:  # Windows removes no open file: not ours before, and no other program's now
            _remove(self.file)

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
        self._lock = self._identity = None


def identity(file: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, None if it is not there."""
    with suppress(OSError):
        now = os.stat(file)
        return now.st_dev, now.st_ino
    return None


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink(missing_ok=True)
